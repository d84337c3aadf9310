// SPDX-License-Identifier: GPL-2.0
/* Samples by the kernel's perf events: where they are, and what they add up to. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "known_loop.h"
#include "kselftest_harness.h"
#include "perf_rate.h"
#include "rings.h"

/* Who may count whole CPUs: at 2, root. */
#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

#define NOBODY 65534

/* Does anything count this? */
static bool is_counted(const char *event)
{
	int fd = open_stopped();
	bool counted = is_taken(fd, event);

	stop_counters(fd);
	close(fd);
	return counted;
}

/* All is as it was. */
static void undo(int fd, struct rings *rings)
{
	perf_rate_allow(100000);
	set_rate(10000);
	unmap_rings(rings);
	close(fd);
}

FIXTURE(profiled) {
	int fd;
	struct rings rings;
};

FIXTURE_VARIANT(profiled) {
	uint64_t period;
	uint64_t jitter;
	unsigned long iterations;
	unsigned int flags;
	unsigned int rate;
	unsigned int share;
};

FIXTURE_VARIANT_ADD(profiled, p10007) {
	.period = 10007, .iterations = 200000
};

FIXTURE_VARIANT_ADD(profiled, p100003) {
	.period = 100003, .iterations = 1000000
};

FIXTURE_VARIANT_ADD(profiled, with_jitter) {
	.period = 100003, .jitter = 5000, .iterations = 1000000
};

/* As short as can be: what is over can be more than the next one has. */
FIXTURE_VARIANT_ADD(profiled, short_ones) {
	.period = 3, .jitter = 1, .iterations = 300
};

FIXTURE_VARIANT_ADD(profiled, left_out) {
	.period = 2003, .jitter = 1000, .iterations = 1000000, .rate = 1000
};

FIXTURE_VARIANT_ADD(profiled, frequency) {
	.period = 5000, .iterations = 1000000, .flags = PERFCNT_SAMPLING_FREQUENCY
};

FIXTURE_VARIANT_ADD(profiled, frequency_and_rate) {
	.period = 1000, .iterations = 1000000, .flags = PERFCNT_SAMPLING_FREQUENCY,
	.rate = 1000
};

FIXTURE_VARIANT_ADD(profiled, share) {
	.period = 5003, .iterations = 1000000, .share = 5
};

FIXTURE_SETUP(profiled)
{
	bool instructions = is_counted("0 instructions:u");

	self->rings.count = 0;
	set_rate(variant->rate);
	self->fd = open_device();
	if (which_driver() != PERF)
		SKIP(return, "not the kernel's perf events");
	if (!instructions)
		SKIP(return, "no instructions are counted");
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, "instructions:u@tc0");
	perf_rate_allow_any();
	pin_to_cpu(0);
	keep_cpu();
}

FIXTURE_TEARDOWN(profiled)
{
	undo(self->fd, &self->rings);
	EXPECT_TRUE(none_claimed());
}

/* Where an instruction of the loop is. */
static unsigned int place_of(uint64_t ip)
{
	unsigned int at = ip - (uintptr_t)known_loop;

#ifdef __aarch64__
	return at / 4;
#else
	return at < KNOWN_LOOP - 1 ? at : KNOWN_LOOP - 1; /* all but two have one byte */
#endif
}

/*
 * What samples of a CPU stand for is what it has executed, of which the emulated ones know
 * it: the place in the loop goes on by as much.
 */
TEST_F(profiled, all)
{
	unsigned int samples = 0, inside = 0, elsewhere = 0, turned = KNOWN_LOOP;
	struct perfcnt_sampling wanted = sampling(0, variant->period);
	bool fixed = !(variant->flags & PERFCNT_SAMPLING_FREQUENCY);
	uint64_t count, begun, sum = 0, sum_inside = 0, left_out = 0, last = 0;
	uint64_t longest = 0, time;
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost;

	wanted.jitter = variant->jitter;
	wanted.flags = variant->flags;
	wanted.share = variant->share;
	wanted.ring_order = 7;
	begin_sampling(self->fd, &self->rings, wanted);
	begun = sample(self->fd).time;
	known_loop(variant->iterations);
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	count = sample(self->fd).counts[0];
	time = sample(self->fd).time - begun;
	while (next_sample(&self->rings, &got)) {
		samples++;
		last = events_of(&got);
		if (last > longest)
			longest = last;
		sum += last;
		left_out += got.left_out;
		EXPECT_EQ(0, got.cpu);
		if (fixed) {
			EXPECT_GE(variant->period + variant->jitter, got.period);
			EXPECT_LE(variant->period - variant->jitter, got.period);
		}
		if (got.pid == (uint32_t)getpid() &&
		    got.ip >= (uintptr_t)known_loop &&
		    got.ip < (uintptr_t)known_loop_end) {
			unsigned int turn = (place_of(got.ip) - sum) % KNOWN_LOOP;

			inside++;
			sum_inside += last;
			elsewhere += turned < KNOWN_LOOP && turned != turn;
			turned = turn;
		}
	}
	lost = all_lost(&self->rings);
	printf("# %llu instructions, %llu in %u samples, %u in the loop, throttled %llu times, ",
	       (unsigned long long)count, (unsigned long long)sum, samples,
	       inside, (unsigned long long)lost.throttles);
	printf("%llu left out, %llu us, %u elsewhere\n", (unsigned long long)left_out,
	       (unsigned long long)time / 1000, elsewhere);
	EXPECT_EQ(0, lost.samples);
	EXPECT_EQ(0, lost.periods);
	EXPECT_TRUE(are_as_many_as_asked(&wanted, samples, time));
	EXPECT_EQ(0, lost.throttles);
	EXPECT_LE(KNOWN_LOOP * variant->iterations, count);
	/*
	 * outside are as many events as there are, those of a period that ends there, and those of
	 * one that began before the count, as below
	 */
	EXPECT_LE(sum - sum_inside, count - KNOWN_LOOP * variant->iterations + 2 * longest);
	EXPECT_LE(sum, count + longest);
	EXPECT_LE(count, sum + 8 * longest);
#if defined(__x86_64__) || defined(__aarch64__)
	EXPECT_EQ(0, elsewhere);
#endif
}

/* By whoever has the file: 0, or the errno of the first call that fails. */
static int use_as_nobody(int fd)
{
	struct perfcnt_sampling wanted = sampling(0, 100000);
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };

	if (setgid(NOBODY) || setuid(NOBODY))
		return 255;
	set.counter[0].what = what_of(fd, 0, "instructions:u@tc0");
	return call(fd, PERFCNT_IOC_SET, &set) ?: sampled(fd, &wanted) ?:
	       with_mask(fd, PERFCNT_IOC_START, 1) ?:
	       with_mask(fd, PERFCNT_IOC_STOP, 1) ?: sampled_no_more(fd, 0);
}

/* Who opened it may, whatever has become of the process. */
TEST_F(profiled, without_capabilities)
{
	int status;
	pid_t pid;

	must(write_file(PARANOID, "2"), PARANOID);
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(use_as_nobody(self->fd));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
}

/* Does /proc/perf show that counter 0 counts? */
static bool is_shown_running(int proc)
{
	struct snapshot snapshot;

	read_counters(proc, &snapshot);
	return snapshot.control[0] & 0xf; /* the modes */
}

/*
 * What perf has stopped is in no sample or count: the rings tell it, and the count is refused;
 * /proc/perf shows the counter as stopped. So many periods are left out that it does not go on so.
 */
TEST_F(profiled, throttled)
{
	struct perfcnt_counts read = { .size = sizeof(read), .counters = 1 };
	struct perfcnt_sampling wanted = sampling(0, variant->period);
	struct perfcnt_ring_lost lost, then;
	int proc;

	if (variant->period != 10007)
		SKIP(return, "not too many samples");
	proc = open_counters();
	wanted.ring_order = 6;
	perf_rate_allow(2000); /* a few in a tick */
	begin_sampling(self->fd, &self->rings, wanted);
	EXPECT_TRUE(is_shown_running(proc));
	known_loop(4 * variant->iterations); /* tens of ticks */
	EXPECT_FALSE(is_shown_running(proc));
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	lost = all_lost(&self->rings);
	EXPECT_EQ(0, lost.samples);
	EXPECT_LT(0, lost.throttles);
	EXPECT_GE(10, lost.throttles);
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_READ, &read), EIO,
		       "perf stopped it for some time");

	/* not to who samples next, though perf had stopped the event when that ended */
	must(sampled_no_more(self->fd, 0), reason(self->fd));
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_READ, &read), EIO,
		       "perf stopped it for some time");
	must(with_mask(self->fd, PERFCNT_IOC_RESET, 1), "reset");
	EXPECT_EQ(0, sample(self->fd).counts[0]);
	unmap_rings(&self->rings);
	self->rings.count = 0;
	perf_rate_allow_any();
	begin_sampling(self->fd, &self->rings, wanted);
	EXPECT_TRUE(is_shown_running(proc));
	known_loop(variant->iterations);
	EXPECT_TRUE(is_shown_running(proc));
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	close(proc);
	EXPECT_LE(KNOWN_LOOP * variant->iterations, sample(self->fd).counts[0]);
	then = all_lost(&self->rings);
	EXPECT_EQ(lost.throttles, then.throttles);
	EXPECT_EQ(lost.throttled_ns, then.throttled_ns);
}

FIXTURE(shortest) {
	int fd;
	struct rings rings;
};

FIXTURE_SETUP(shortest)
{
	bool instructions = is_counted("0 instructions:u");
	bool branches = is_counted("0 branches:u");

	self->rings.count = 0;
	set_rate(0);
	self->fd = open_device();
	if (which_driver() != PERF)
		SKIP(return, "not the kernel's perf events");
	if (!instructions)
		SKIP(return, "no instructions are counted");
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 3), "claim");
	set_event(self->fd, branches ? "branches:u@tc0" : "instructions:u@tc0");
	perf_rate_allow_any();
	pin_to_cpu(0);
	keep_cpu();
}

FIXTURE_TEARDOWN(shortest)
{
	undo(self->fd, &self->rings);
	EXPECT_TRUE(none_claimed());
}

/* Intel's driver traces branches where it sees one of 1, and x86's makes all of these 2. */
TEST_F(shortest, a_period_of_1_is_refused)
{
	struct perfcnt_sampling wanted = sampling(0, 1);

	EXPECT_REFUSED(self->fd, sampled(self->fd, &wanted), EINVAL, "a period of 1: at least 2");
	wanted = sampling(0, 20);
	wanted.jitter = 19;
	EXPECT_REFUSED(self->fd, sampled(self->fd, &wanted), EINVAL, "a period of 1: at least 2");
	wanted.jitter = 18;
	EXPECT_EQ(0, sampled(self->fd, &wanted));
	EXPECT_EQ(0, sampled_no_more(self->fd, 0));
	set_event(self->fd, "page-faults:uk@tc0");
	wanted = sampling(0, 1);
	EXPECT_EQ(0, sampled(self->fd, &wanted));
}

#ifdef __x86_64__
/* Nor do periods of a frequency become 1, while perf places its events anew. */
TEST_F(shortest, as_often_as_can_be)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 2 };
	struct perfcnt_sampling wanted = sampling(0, PERFCNT_SAMPLING_FREQUENCY_MAX);
	uint64_t count, before = 0;
	unsigned int i;

	wanted.flags = PERFCNT_SAMPLING_FREQUENCY;
	begin_sampling(self->fd, &self->rings, wanted);
	for (i = 0; i < 20; i++) {
		known_loop(100);
		count = sample(self->fd).counts[0];
		ASSERT_LE(before + 100, count);
		before = count;
		set.counter[1].what = what_of(self->fd, 1, i & 1 ? "cycles:u@tc0" :
							   "instructions:u@tc0");
		must(call(self->fd, PERFCNT_IOC_SET, &set), "set");
	}
}
#endif

/* Records have what a task counts while counters are stopped, too: not if perf has stopped one. */
TEST_F(shortest, throttled_while_stopped)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .flags = PERFCNT_SCOPE_RECORDS, .counters = 1
	};
	struct perfcnt_sampling wanted = sampling(0, 10007);
	struct perfcnt_thread record;
	char byte = 0;
	int fds[2];

	set_event(self->fd, "instructions:u@tc0");
	perf_rate_allow(2000); /* a few in a tick */
	must(sampled(self->fd, &wanted), "sample");
	ASSERT_EQ(0, pipe(fds));
	scope.pid = fork();
	ASSERT_LE(0, scope.pid);
	if (!scope.pid) {
		if (read(fds[0], &byte, 1) == 1)
			known_loop(800000); /* tens of ticks */
		_exit(0);
	}
	must(call(self->fd, PERFCNT_IOC_SCOPE, &scope), reason(self->fd));
	ASSERT_EQ(1, write(fds[1], &byte, 1));
	ASSERT_EQ(scope.pid, waitpid(scope.pid, NULL, 0));
	EXPECT_EQ(-1, read(self->fd, &record, sizeof(record)));
	EXPECT_EQ(EIO, errno);
	close(fds[0]);
	close(fds[1]);
}

/* Samples that begin and end change no count, not even of what the kernel does meanwhile. */
TEST(begin_and_end_of_samples)
{
	struct perfcnt_set set = { .size = sizeof(set), .controls = 7 };
	struct perfcnt_counts before, after;
	const int times = 20; /* of two changes each, on each CPU */
	const long most = 2 * times * cpus() * 20;
	int fd, i;

	if (which_driver() != PERF)
		SKIP(return, "the kernel drives no PMU here");
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 7), "claim");
	for (i = 0; i < 3; i++)
		set.counter[i].what = what_of(fd, i, "instructions:k");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(with_mask(fd, PERFCNT_IOC_START, 7), "start");
	must(read_some(fd, 0, 7, &before), "read");
	for (i = 0; i < times; i++) {
		struct perfcnt_sampling wanted = sampling(1, 1000000000);

		must(sampled(fd, &wanted), "sample");
		must(sampled_no_more(fd, 1), "sample no more");
	}
	must(read_some(fd, 0, 7, &after), "read");
	for (i = 0; i < 3; i++)
		after.counts[i] -= before.counts[i];
	TH_LOG("%lu, sampled %lu, %lu", (unsigned long)after.counts[0],
	       (unsigned long)after.counts[1], (unsigned long)after.counts[2]);
	EXPECT_GE(most, labs((long)(after.counts[2] - after.counts[0])));
	EXPECT_GE(most, labs((long)(after.counts[1] - after.counts[0])));
	close(fd);
}

FIXTURE(unplugged) {
	int fd;
	struct rings rings;
};

FIXTURE_VARIANT(unplugged) {
	const char *event;
	uint64_t period;
};

FIXTURE_VARIANT_ADD(unplugged, instructions) {
	.event = "instructions:u@tc1", .period = 1009
};

FIXTURE_VARIANT_ADD(unplugged, page_faults) {
	.event = "page-faults:u@tc1", .period = 3
};

FIXTURE_SETUP(unplugged)
{
	bool counted = is_counted("0 instructions:u");

	self->rings.count = 0;
	set_rate(100); /* so many periods are left out */
	self->fd = open_device();
	if (which_driver() != PERF)
		SKIP(return, "not the kernel's perf events");
	if (!counted)
		SKIP(return, "no instructions are counted");
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		SKIP(return, "one CPU");
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, variant->event);
	perf_rate_allow_any();
	pin_to_cpu(0);
}

FIXTURE_TEARDOWN(unplugged)
{
	undo(self->fd, &self->rings);
	EXPECT_TRUE(none_claimed());
}

/* Some of both events on CPU 1. */
static void work_there(void)
{
	int status, i;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		pin_to_cpu(1);
		known_loop(300000);
		for (i = 0; i < 100; i++)
			touch_pages(100);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		fatal("CPU 1");
}

/*
 * An event goes with its CPU, in the middle of a period, and another one begins there. When
 * the last one has gone, each event is in a sample, or said to be in none.
 */
TEST_F(unplugged, adds_up)
{
	struct perfcnt_sampling wanted = sampling(0, variant->period);
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost;
	uint64_t count, told = 0;
	unsigned int i;

	begin_sampling(self->fd, &self->rings, wanted);
	for (i = 1; i <= 4; i++) {
		work_there();
		put_online(false);
		count = sample(self->fd).counts[0];
		while (next_sample(&self->rings, &got)) {
			EXPECT_EQ(1, got.cpu);
			told += events_of(&got);
		}
		lost = all_lost(&self->rings);
		EXPECT_EQ(0, lost.samples);
		EXPECT_EQ(0, lost.throttles);
		EXPECT_LE(told + lost.periods * variant->period, count);
		EXPECT_GT(told + (lost.periods + 1) * variant->period, count) {
			TH_LOG("%u times: %llu events, %llu of them in samples, %llu periods lost",
			       i, (unsigned long long)count, (unsigned long long)told,
			       (unsigned long long)lost.periods);
		}
		put_online(true);
	}
	EXPECT_LT(0, told);
}

TEST_HARNESS_MAIN
