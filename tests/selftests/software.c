// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own events, which every machine has: page faults to the last
 * one, on the CPU where they happen; switches, migrations and time.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "rings.h"

#define ROUNDS 10
#define PAGES 1000
#define SWITCHES 1000
#define MIGRATIONS 2000

/* One piece of code, whatever the number of pages. */
__attribute__((noipa))
static void count_touch(int fd, const char *text, size_t pages,
			struct snapshot *snapshot)
{
	set_counters(fd, text);
	touch_pages(pages);
	set_counters(fd, "suspend");
	read_counters(fd, snapshot);
}

FIXTURE(software) {
	int fd;
};

FIXTURE_SETUP(software)
{
	if (which_driver() != PERF)
		SKIP(return, "only driver perf has software events");
	self->fd = open_stopped();
	be_alone();
}

FIXTURE_TEARDOWN(software)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

static void expect_page_faults(struct __test_metadata *_metadata, int fd,
			       int cpu)
{
	static const char text[] =
		"0 page-faults:u 0\n1 minor-faults:u 0\n"
		"2 page-faults:u@tc0 0\n3 page-faults:u@tc1 0\n";
	struct snapshot none, all;
	int i, counter;

	pin_to_cpu(cpu);
	count_touch(fd, text, 0, &none); /* what that needs is in memory now */
	for (i = 0; i < ROUNDS; i++) {
		count_touch(fd, text, 0, &none);
		count_touch(fd, text, PAGES, &all);
		for (counter = 0; counter < 4; counter++) {
			EXPECT_EQ(counter == 3 - cpu ? 0 : PAGES,
				  all.count[counter] - none.count[counter])
				TH_LOG("counter %d in round %d", counter, i);
		}
	}
}

TEST_F(software, page_faults_on_cpu0)
{
	expect_page_faults(_metadata, self->fd, 0);
}

TEST_F(software, page_faults_on_cpu1)
{
	expect_page_faults(_metadata, self->fd, 1);
}

/* How often the machine has switched from one task to another. */
static unsigned long all_switches(void)
{
	static char text[1 << 16];
	const char *line;

	read_file("/proc/stat", text, sizeof(text));
	line = strstr(text, "\nctxt ");
	if (!line)
		fatal("no ctxt in /proc/stat");
	return strtoul(line + strlen("\nctxt "), NULL, 10);
}

/* Two processes on one CPU that wake each other by turns. */
TEST_F(software, switches)
{
	int i, fd = self->fd, ping[2], pong[2];
	unsigned long all = all_switches();
	struct snapshot s;
	char byte = 0;
	pid_t child;

	pin_to_cpu(0);
	ASSERT_EQ(0, pipe(ping));
	ASSERT_EQ(0, pipe(pong));
	child = fork();
	if (!child) {
		close(ping[1]);
		while (read(ping[0], &byte, 1) == 1 &&
		       write(pong[1], &byte, 1) == 1)
			;
		_exit(0);
	}
	set_counters(fd, "0 context-switches:k@tc0 0\n1 context-switches:k 0");
	for (i = 0; i < SWITCHES / 2; i++)
		if (write(ping[1], &byte, 1) != 1 || read(pong[0], &byte, 1) != 1)
			break;
	ASSERT_EQ(SWITCHES / 2, i);
	set_counters(fd, "suspend");
	read_counters(fd, &s);
	all = all_switches() - all;
	close(ping[1]);
	waitpid(child, NULL, 0);
	EXPECT_GE(s.count[0], SWITCHES);
	EXPECT_GE(s.count[1], s.count[0]);
	EXPECT_LE(s.count[1], all);
}

TEST_F(software, migrations)
{
	struct snapshot s;
	int i;

	pin_to_cpu(1);
	set_counters(self->fd, "0 cpu-migrations:k 0");
	for (i = 0; i < MIGRATIONS; i++)
		pin_to_cpu(i & 1);
	set_counters(self->fd, "suspend");
	read_counters(self->fd, &s);
	EXPECT_GE(s.count[0], MIGRATIONS);
	EXPECT_LT(s.count[0], 2 * MIGRATIONS); /* others do not come and go so fast */
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* What was waited, within and around, and what was counted meanwhile. */
struct waited {
	uint64_t inside;
	uint64_t outside;
	struct snapshot s;
};

static void wait_a_while(int fd, struct waited *w)
{
	uint64_t start = now(), inside;

	set_counters(fd, "0 cpu-clock:uk@tc0 0\n1 cpu-clock:uk 0\n"
			 "2 task-clock:uk@tc1 0");
	inside = now();
	usleep(100000);
	w->inside = now() - inside;
	read_counters(fd, &w->s);
	w->outside = now() - start;
	set_counters(fd, "0 0 0\n1 0 0\n2 0 0");
}

/* Is what @counter has of @cpus CPUs what was waited? */
static bool is_time(const struct waited *w, int counter, int cpus)
{
	uint64_t count = w->s.count[counter];

	return count >= cpus * w->inside && count <= cpus * w->outside;
}

/*
 * A clock counts on each CPU; what is read lies within what was waited.  It is
 * the scheduler's, which is late by ticks that a busy host does not give a CPU.
 */
TEST_F(software, clocks)
{
	struct waited w;

	wait_a_while(self->fd, &w);
	EXPECT_TRUE(is_time(&w, 0, 1));
	EXPECT_TRUE(is_time(&w, 1, 2));
	EXPECT_TRUE(is_time(&w, 2, 1));
	TH_LOG("%llu, %llu and %llu of %llu to %llu ns",
	       (unsigned long long)w.s.count[0], (unsigned long long)w.s.count[1],
	       (unsigned long long)w.s.count[2], (unsigned long long)w.inside,
	       (unsigned long long)w.outside);
}

/* Hardware events where there is no hardware: refused in words. */
TEST_F(software, no_pmu)
{
	if (is_taken(self->fd, "0 cycles 0"))
		SKIP(return, "there is a PMU");
	EXPECT_EQ(ENOENT, write_text(self->fd, "0 page-faults 0\n1 instructions 0"));
	EXPECT_TRUE(last_error_has("instructions"));
	EXPECT_TRUE(last_error_has("no PMU"));
	EXPECT_EQ(ENOENT, write_text(self->fd, "0 ref-cycles 0"));
	EXPECT_TRUE(last_error_has("no PMU on this machine supports ref-cycles; software events"));
}

#define MS 1000000

/*
 * A sample of a clock has the period that it ends, not the one after or before it.  Periods
 * differ by several times as much as an interrupt of a slow CPU, a 34K's, can be late.
 */
TEST_F(software, periods_of_a_clock)
{
	struct perfcnt_sampling wanted = sampling(0, 5 * MS);
	uint64_t last = 0, before = 0, off = 0, off_before = 0;
	struct perfcnt_ring_sample got;
	struct rings rings = { 0 };
	unsigned int samples = 0;
	int fd = open_device();

	pin_to_cpu(0);
	set_rate(0);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "cpu-clock:uk@tc0");
	wanted.jitter = 9 * MS / 2;
	begin_sampling(fd, &rings, wanted);
	while (sample(fd).counts[0] < 500 * MS)
		;
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	for (; next_sample(&rings, &got); samples++) {
		if (samples) {
			off += llabs((long long)(got.time - last - got.period));
			off_before += llabs((long long)(got.time - last - before));
		}
		last = got.time;
		before = got.period;
	}
	EXPECT_LT(50, samples);
	EXPECT_LT(10 * off, off_before);
	unmap_rings(&rings);
	set_rate(10000);
	close(fd);
}

/* One fault after the other: at each sample, all that have happened are in samples. */
static void expect_faults_add_up(struct __test_metadata *_metadata,
				 struct perfcnt_sampling wanted, unsigned int rate)
{
	struct perfcnt_ring_sample got;
	struct rings rings = { 0 };
	unsigned int samples = 0;
	int i, fd = open_device();
	uint64_t told = 0, rest;

	pin_to_cpu(0);
	set_rate(rate);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "page-faults:u@tc0");
	/* what that needs is in memory the second time: nothing faults before it is started */
	begin_sampling(fd, &rings, wanted);
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	must(with_mask(fd, PERFCNT_IOC_RESET, 1), "reset");
	must(sampled_no_more(fd, 0), "end");
	unmap_rings(&rings);
	begin_sampling(fd, &rings, wanted);
	for (i = 0; i < 5000; i++) {
		unsigned int before = samples;

		touch_pages(1);
		for (; next_sample(&rings, &got); samples++)
			told += events_of(&got);
		/* what this needs is in memory after some */
		if (samples == before || samples < 6)
			continue;
		/* what does not make one event more for each period is the next one's */
		rest = sample(fd).counts[0] - told;
		EXPECT_GE(got.left_out, rest) {
			TH_LOG("sample %u: %llu events, %llu left out", samples,
			       (unsigned long long)got.period,
			       (unsigned long long)got.left_out);
		}
	}
	EXPECT_LT(6, samples);
	EXPECT_EQ(0, all_lost(&rings).samples);
	EXPECT_EQ(0, all_lost(&rings).periods);
	TH_LOG("%u samples", samples);
	unmap_rings(&rings);
	set_rate(10000);
	close(fd);
}

TEST_F(software, sampled_faults)
{
	expect_faults_add_up(_metadata, sampling(0, 7), 0);
}

TEST_F(software, sampled_faults_with_jitter)
{
	struct perfcnt_sampling wanted = sampling(0, 20);

	wanted.jitter = 19;
	expect_faults_add_up(_metadata, wanted, 0);
}

/* Of one event each, or of as many as are left out: perf counts these in two ways. */
TEST_F(software, sampled_faults_left_out)
{
	expect_faults_add_up(_metadata, sampling(0, 1), 1000);
}

TEST_F(software, sampled_faults_by_frequency)
{
	struct perfcnt_sampling wanted = sampling(0, 1000);

	wanted.flags = PERFCNT_SAMPLING_FREQUENCY;
	expect_faults_add_up(_metadata, wanted, 0);
}

/*
 * A clock's events are so many a second already: its periods have one length, where no
 * interrupt of its timer is late.  What has passed until each sample is told wherever it runs.
 */
TEST_F(software, frequency_of_a_clock)
{
	const char *icount = getenv("ICOUNT");
	bool in_time = icount && !strcmp(icount, "1");
	uint64_t passed = 0, counted;
	struct perfcnt_sampling wanted = sampling(0, 250);
	struct perfcnt_ring_sample got;
	struct rings rings = { 0 };
	unsigned int samples = 0;
	int fd = open_device();

	pin_to_cpu(0);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "cpu-clock:uk@tc0");
	wanted.flags = PERFCNT_SAMPLING_FREQUENCY;
	wanted.period = 100001;
	set_rate(0);
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "periods of 9999 ns");
	wanted.period = 250;
	begin_sampling(fd, &rings, wanted);
	while (sample(fd).counts[0] < 200 * MS)
		;
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	counted = sample(fd).counts[0];
	for (; next_sample(&rings, &got); samples++) {
		if (in_time)
			EXPECT_EQ(4 * MS, got.period);
		if (samples) /* the first period may have begun before the counter was started */
			passed += events_of(&got);
	}
	EXPECT_LE(passed, counted);
	if (in_time)
		EXPECT_LT(40, samples);
	unmap_rings(&rings);
	set_rate(10000);
	close(fd);
}

/* The first period of samples begins with them, also if the event was to take turns before. */
TEST_F(software, samples_after_refused_multiplexing)
{
	struct perfcnt_multiplexing turns = {
		.size = sizeof(struct perfcnt_multiplexing), .counters = 1,
	};
	struct perfcnt_sampling wanted = sampling(0, PAGES);
	struct perfcnt_ring_sample got;
	struct rings rings = { 0 };
	int i, fd = open_device();

	pin_to_cpu(0);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "page-faults:u");
	turns.nr = 3;
	for (i = 0; i < 3; i++)
		turns.event[i].banks = PERFCNT_BANK_IS_EVEN;
	turns.event[0].what = what_of(fd, 0, "context-switches:k");
	turns.event[1].what = what_of(fd, 0, "page-faults:u");
	turns.event[2].what = turns.event[1].what;
	turns.event[2].what.config = 9999; /* no software event */
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_MULTIPLEX, &turns), ENOENT, "event 2: ");
	for (i = 0; i < 3; i++) {
		begin_sampling(fd, &rings, wanted);
		touch_pages(PAGES * 2 / 3);
		EXPECT_FALSE(next_sample(&rings, &got));
		unmap_rings(&rings);
		must(sampled_no_more(fd, 0), reason(fd));
	}
	EXPECT_LE(PAGES * 2 / 3 * 3, sample(fd).counts[0]);
	close(fd);
}

TEST_HARNESS_MAIN
