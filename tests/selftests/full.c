// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU without a free counter, while a counter counts a program on another CPU: nothing
 * of that is lost, whatever is asked for meanwhile, or it is said.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "perf_rate.h"

#define ITERATIONS 20000000UL
#define MOST 64
#define PERIOD 1000003

/* More of them in a tick than perf allows, which then stops the event until the next. */
#define SHORT_PERIOD 10007
#define FEW 250

/* Most of a tick: two of them can end in the same one. */
#define LONG_PERIOD 300007

/* What all counters of the PMU count, in two ways, and how many the loop has. */
#ifdef __x86_64__
#define EVENT "branches:u"
#define RAW "r00c4"
#define CONFIG PERF_COUNT_HW_BRANCH_INSTRUCTIONS
#define LENGTH ITERATIONS
#else
#define EVENT "instructions:u"
#define RAW "r8"
#define CONFIG PERF_COUNT_HW_INSTRUCTIONS
#define LENGTH (ITERATIONS * SHORT_INSTRUCTIONS)
#endif

FIXTURE(full) {
	int fd;
	int events[MOST]; /* perf's own */
	int n;
	int go;
	pid_t pid; /* the program, on CPU 1 */
};

/* perf's own: it has a counter always, or never. */
static const struct perf_event_attr attr = {
	.type = PERF_TYPE_HARDWARE,
	.config = CONFIG,
	.pinned = 1,
	.exclude_kernel = 1,
	.exclude_hv = 1,
};

/* perf has what is left of CPU 1's PMU. */
static void fill(struct _test_data_full *self)
{
	self->n += fill_pmu(&attr, 1, self->events + self->n, MOST - self->n);
}

static void let_go(struct _test_data_full *self)
{
	while (self->n)
		close(self->events[--self->n]);
}

/* A program that waits for end_of(). */
static void prepare(struct _test_data_full *self)
{
	int fds[2];
	char byte;

	if (pipe(fds))
		fatal("pipe: %s", strerror(errno));
	self->pid = fork();
	if (self->pid < 0)
		fatal("fork: %s", strerror(errno));
	if (!self->pid) {
		pin_to_cpu(1);
		if (read(fds[0], &byte, 1) != 1)
			_exit(1);
		short_loop(ITERATIONS);
		_exit(0);
	}
	close(fds[0]);
	self->go = fds[1];
}

static void begin(struct _test_data_full *self)
{
	if (write(self->go, "", 1) != 1)
		fatal("write: %s", strerror(errno));
	close(self->go);
}

static bool has_ended(struct _test_data_full *self)
{
	return waitpid(self->pid, NULL, WNOHANG);
}

static int set(int fd, uint32_t counters, uint32_t counts, const char *text)
{
	struct perfcnt_set set = {
		.size = sizeof(set), .controls = counters, .counts = counts,
	};
	unsigned int i;

	for (i = 0; counters >> i; i++)
		if (counters >> i & 1)
			set.counter[i].what = text ? what_of(fd, i, text) : word(0);
	return call(fd, PERFCNT_IOC_SET, &set);
}

/* Counters 0 to 2 are claimed; false if the kernel drives no PMU of CPU 1. */
static bool claim(struct _test_data_full *self)
{
	self->n = 0;
	self->fd = open_device();
	if (which_driver() != PERF || cpus() < 2 ||
	    with_mask(self->fd, PERFCNT_IOC_CLAIM, 7) || set(self->fd, 1, 1, EVENT "@tc1"))
		return false;
	pin_to_cpu(0);
	return true;
}

FIXTURE_SETUP(full)
{
	if (!claim(self))
		SKIP(return, "the kernel drives no PMU of another CPU here");
}

FIXTURE_TEARDOWN(full)
{
	let_go(self);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

/* Counter 0 counts the program. */
static void count(struct _test_data_full *self)
{
	fill(self);
	prepare(self);
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), reason(self->fd));
	begin(self);
}

static void expect_all(struct __test_metadata *_metadata, struct _test_data_full *self)
{
	struct perfcnt_counts r;

	ASSERT_EQ(0, read_some(self->fd, 0, 1, &r)) {
		TH_LOG("%s", reason(self->fd));
	}
	EXPECT_LE(LENGTH, r.counts[0]) {
		TH_LOG("%.2f %% of what there was", 100.0 * r.counts[0] / LENGTH);
	}
}

/* There is space for one of two at most. */
TEST_F(full, set_that_is_refused)
{
	unsigned int tries = 0;

	count(self);
	while (!has_ended(self)) {
		ASSERT_EQ(EBUSY, set(self->fd, 5, tries++ & 1 ? 5 : 0, EVENT "k@tc1"));
		EXPECT_TRUE(reason_has(self->fd, EBUSY, "no free counter"));
	}
	EXPECT_LT(1, tries);
	expect_all(_metadata, self);
}

/* Its count goes on, so there would be a gap in it. */
TEST_F(full, event_alone_of_what_counts)
{
	unsigned int tries = 0;

	count(self);
	while (!has_ended(self)) {
		EXPECT_EQ(EBUSY, set(self->fd, 1, 0, tries++ & 1 ? EVENT "k@tc1" : RAW ":u@tc1"));
		EXPECT_TRUE(reason_has(self->fd, EBUSY, "stop it"));
	}
	EXPECT_LT(1, tries);
	expect_all(_metadata, self);
}

/* Nobody wants what has been counted, or is counted. */
TEST_F(full, what_makes_room)
{
	struct perfcnt_counts r;

	count(self);
	EXPECT_EQ(0, set(self->fd, 1, 1, EVENT "k@tc1"));
	while (!has_ended(self))
		usleep(1000);
	EXPECT_EQ(0, with_mask(self->fd, PERFCNT_IOC_STOP, 1));
	EXPECT_EQ(0, set(self->fd, 1, 0, RAW ":u@tc1"));
	EXPECT_EQ(EBUSY, set(self->fd, 5, 5, EVENT "@tc1"));
	EXPECT_EQ(0, read_some(self->fd, 0, 1, &r)) {
		TH_LOG("%s", reason(self->fd));
	}
	EXPECT_NE(0, r.counts[0]);
}

static int sample_it(int fd, uint64_t period)
{
	struct perfcnt_sampling sampling = { .size = sizeof(sampling), .period = period };

	return call(fd, PERFCNT_IOC_SAMPLE, &sampling);
}

TEST_F(full, samples_of_what_counts)
{
	count(self);
	while (!has_ended(self)) {
		ASSERT_EQ(EBUSY, sample_it(self->fd, PERIOD));
		EXPECT_TRUE(reason_has(self->fd, EBUSY, "stop it"));
	}
	expect_all(_metadata, self);
}

/* The event stays; it leaves no samples, and perf does not stop it. */
TEST_F(full, no_more_samples)
{
	fill(self);
	EXPECT_EQ(0, sample_it(self->fd, PERIOD));
	prepare(self);
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), reason(self->fd));
	begin(self);
	usleep(1000);
	EXPECT_EQ(0, sample_it(self->fd, 0));
	while (!has_ended(self))
		usleep(1000);
	expect_all(_metadata, self);
	EXPECT_EQ(0, with_mask(self->fd, PERFCNT_IOC_STOP, 1));
	EXPECT_EQ(0, sample_it(self->fd, PERIOD));
}

static double microseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static void *sample_it_there(void *fd)
{
	double before = microseconds();

	sample_it(*(int *)fd, PERIOD); /* refused if the counter is started by then */
	return (void *)(uintptr_t)(microseconds() - before);
}

/* Counters 0 and 2 are started so long after somebody else wants samples of the first. */
static double start_meanwhile(int fd, double delay)
{
	double until = microseconds() + delay;
	pthread_t sampler;
	void *took;

	if (pthread_create(&sampler, NULL, sample_it_there, &fd))
		fatal("pthread_create");
	while (microseconds() < until)
		sched_yield();
	must(with_mask(fd, PERFCNT_IOC_START, 5), "start");
	if (pthread_join(sampler, &took))
		fatal("pthread_join");
	usleep(1000);
	must(with_mask(fd, PERFCNT_IOC_STOP, 5), "stop");
	return (uintptr_t)took;
}

/* A program on CPU 1 that does not end. */
static pid_t start_endless(void)
{
	pid_t pid = fork();

	if (pid < 0)
		fatal("fork: %s", strerror(errno));
	if (pid)
		return pid;
	pin_to_cpu(1);
	for (;;)
		short_loop(ITERATIONS);
}

/* It is stopped, so its event may make room for one with samples; but it may be started. */
TEST_F(full, started_meanwhile)
{
	double took = 1000, delay;
	pid_t pid = start_endless();
	unsigned int i;

	EXPECT_EQ(0, set(self->fd, 5, 5, EVENT "@tc1"));
	fill(self);
	for (i = 0; i < 24; i++) {
		struct perfcnt_counts r;

		must(with_mask(self->fd, PERFCNT_IOC_RESET, 5), "reset");
		delay = took * (i % 8) / 8;
		took = start_meanwhile(self->fd, delay);
		must(read_some(self->fd, 0, 5, &r), reason(self->fd));
		EXPECT_EQ(r.counts[0], r.counts[1]) {
			TH_LOG("started %.0f us after SAMPLE, which took %.0f", delay, took);
		}
		sample_it(self->fd, 0);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Who takes each counter of CPU 1's PMU that becomes free. */
static pid_t begin_to_take(void)
{
	pid_t pid = fork();
	int event;

	if (pid < 0)
		fatal("fork: %s", strerror(errno));
	if (pid)
		return pid;
	for (;;) {
		event = open_perf_event(&attr, -1, 1, -1);
		if (event >= 0 && !has_counter(event))
			close(event);
	}
}

/* Events are tried alone, and then those that were there have no space any more. */
TEST_F(full, turns_that_are_refused)
{
	struct perfcnt_multiplexing turns = {
		.size = sizeof(turns), .slice_us = 1000, .counters = 5, .nr = 2,
	};
	struct perfcnt_counts before, after;
	unsigned int i;
	pid_t pid;
	int error;

	for (i = 0; i < 2; i++)
		turns.event[i].banks = PERFCNT_BANK_IS_EVEN;
	EXPECT_EQ(0, set(self->fd, 5, 5, EVENT "@tc1"));
	turns.event[0].what = what_of(self->fd, 0, RAW ":u");
	turns.event[1].what = what_of(self->fd, 0, "stalled-cycles-frontend:u");
	fill(self);
	must(with_mask(self->fd, PERFCNT_IOC_START, 5), "start");
	must(read_some(self->fd, PERFCNT_READ_CONTROLS, 5, &before), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 5), "stop");
	pid = begin_to_take();
	usleep(10000);
	error = call(self->fd, PERFCNT_IOC_MULTIPLEX, &turns);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	if (!error)
		SKIP(return, "the PMU has the event");
	EXPECT_EQ(ENOENT, error) {
		TH_LOG("%s", reason(self->fd));
	}
	error = with_mask(self->fd, PERFCNT_IOC_START, 5) ?:
		read_some(self->fd, PERFCNT_READ_CONTROLS, 5, &after);
	EXPECT_TRUE(error ? reason_has(self->fd, EIO, "no space any more") :
		    !memcmp(before.controls, after.controls, 2 * sizeof(*before.controls))) {
		TH_LOG("%s", error ? reason(self->fd) : "another event");
	}
}

FIXTURE(no_more) {
	struct _test_data_full full;
};

FIXTURE_VARIANT(no_more) {
	uint64_t period;
	unsigned int sampled; /* for so long, in us */
};

/* Perf stops the event while it is sampled. */
FIXTURE_VARIANT_ADD(no_more, stopped_before) {
	.period = SHORT_PERIOD, .sampled = 20000,
};

/* The event has a period or two as long as before: perf may stop it after the second. */
FIXTURE_VARIANT_ADD(no_more, stopped_later) {
	.period = LONG_PERIOD, .sampled = 1,
};

FIXTURE_SETUP(no_more)
{
	if (!claim(&self->full))
		SKIP(return, "the kernel drives no PMU of another CPU here");
}

FIXTURE_TEARDOWN(no_more)
{
	perf_rate_allow(100000);
	let_go(&self->full);
	close(self->full.fd);
	EXPECT_TRUE(none_claimed());
}

/* The event of counter 0 stays. Counter 2 counts the same. */
TEST_F(no_more, samples)
{
	int fd = self->full.fd;
	unsigned int i, refused = 0;
	struct perfcnt_counts r;
	pid_t pid = start_endless();

	EXPECT_EQ(0, set(fd, 5, 5, EVENT "@tc1"));
	fill(&self->full);
	perf_rate_allow(FEW);
	for (i = 0; i < 12; i++) {
		usleep(i * 333); /* 12 places in a tick of 4 ms */
		must(sample_it(fd, variant->period), reason(fd));
		must(with_mask(fd, PERFCNT_IOC_RESET, 5), "reset");
		must(with_mask(fd, PERFCNT_IOC_START, 5), "start");
		usleep(variant->sampled);
		must(sample_it(fd, 0), reason(fd));
		usleep(20000);
		if (read_some(fd, 0, 5, &r)) {
			EXPECT_TRUE(reason_has(fd, EIO, "perf stopped it for some time"));
			refused++;
		} else {
			EXPECT_EQ(r.counts[1], r.counts[0]);
		}

		/* perf has gone on, and stops it no more */
		must(with_mask(fd, PERFCNT_IOC_RESET, 5), "reset");
		usleep(20000);
		EXPECT_EQ(0, read_some(fd, 0, 5, &r)) {
			TH_LOG("%s", reason(fd));
		}
		EXPECT_EQ(r.counts[1], r.counts[0]);
		must(with_mask(fd, PERFCNT_IOC_STOP, 5), "stop");
	}
	TH_LOG("perf stopped it in %u of %u", refused, i);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

enum then { CPU_GOES, SAMPLED, NOT_SAMPLED };

FIXTURE(unseen) {
	int fd;
};

FIXTURE_VARIANT(unseen) {
	enum then then;
};

FIXTURE_VARIANT_ADD(unseen, cpu_goes_and_comes) { CPU_GOES };
FIXTURE_VARIANT_ADD(unseen, samples_begin) { SAMPLED };
FIXTURE_VARIANT_ADD(unseen, samples_end) { NOT_SAMPLED };

FIXTURE_SETUP(unseen)
{
	self->fd = open_device();
	if (which_driver() != PERF || cpus() < 2 ||
	    with_mask(self->fd, PERFCNT_IOC_CLAIM, 1) || set(self->fd, 1, 1, EVENT "@tc1"))
		SKIP(return, "the kernel drives no PMU of another CPU here");
	pin_to_cpu(0);
	EXPECT_EQ(0, set(self->fd, 1, 1, NULL));
}

FIXTURE_TEARDOWN(unseen)
{
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

/* perf's events of CPU 1 are older, so it takes the PMU; nobody looks until it has let go. */
TEST_F(unseen, loss)
{
	struct _test_data_full others = { .n = 0 };
	struct perfcnt_counts r;
	int i;

	fill(&others);
	for (i = 0; i < others.n; i++)
		EXPECT_EQ(0, ioctl(others.events[i], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, set(self->fd, 1, 1, EVENT "@tc1"));
	if (variant->then == NOT_SAMPLED)
		ASSERT_EQ(0, sample_it(self->fd, PERIOD));
	EXPECT_EQ(0, with_mask(self->fd, PERFCNT_IOC_START, 1));
	for (i = 0; i < others.n; i++)
		EXPECT_EQ(0, ioctl(others.events[i], PERF_EVENT_IOC_ENABLE, 0));
	let_go(&others);
	switch (variant->then) {
	case CPU_GOES:
		put_online(false);
		put_online(true);
		break;
	case SAMPLED:
		EXPECT_REFUSED(self->fd, sample_it(self->fd, PERIOD), EIO, "");
		break;
	case NOT_SAMPLED:
		EXPECT_EQ(0, sample_it(self->fd, 0));
	}
	EXPECT_REFUSED(self->fd, read_some(self->fd, 0, 1, &r), EIO, "taken the PMU away");
	/* until it is set */
	EXPECT_EQ(0, set(self->fd, 1, 1, EVENT "@tc1"));
	EXPECT_EQ(0, read_some(self->fd, 0, 1, &r));
}

TEST_HARNESS_MAIN
