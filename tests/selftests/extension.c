// SPDX-License-Identifier: GPL-2.0
/*
 * 64-bit counts over 32-bit registers: a count that passes many half-full
 * interrupts is exact, every value can be set and rolls over, and no reader
 * ever sees a count go back.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define TWO_LAPS (1ULL << 33)
#define PERF_INSTRUCTIONS ((1ULL << 32) + (1ULL << 28))

/*
 * Half of the crossings below are of half full; a read may see one before its
 * interrupt comes, so that there are somewhat fewer interrupts: how many a busy host
 * decides, but for those of the short form, where the clock counts instructions.
 */
#define CROSSINGS 2400
#define SHORT_CROSSINGS 240
#define SHORT_INTERRUPTS 100

/*
 * What /proc/interrupts says of the counters' line, over all CPUs. Without a
 * number of its own the interrupt is the timer's.
 */
static unsigned long line_interrupts(void)
{
	unsigned long total = 0;
	char text[16384];
	char *line, *at;

	read_file("/proc/interrupts", text, sizeof(text));
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (!strstr(line, "perfcnt") && !strstr(line, "timer"))
			continue;
		for (at = strchr(line, ':') + 1; ; ) {
			char *end;
			unsigned long n = strtoul(at, &end, 10);

			if (end == at || (*end && *end != ' '))
				break;
			total += n;
			at = end;
		}
	}
	return total;
}

/*
 * A process on VPE 1 that does the loop as often as it is told, and is stopped then: who
 * waits for that knows that it has not one instruction left to do.
 */
static struct {
	unsigned long *iterations;
	pid_t pid;
} helper;

static void wait_for_helper(void)
{
	int status;

	if (waitpid(helper.pid, &status, WUNTRACED) != helper.pid ||
	    !WIFSTOPPED(status))
		fatal("no helper");
}

static void start_helper(void)
{
	helper.iterations = mmap(NULL, sizeof(*helper.iterations),
				 PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (helper.iterations == MAP_FAILED)
		fatal("mmap");
	helper.pid = fork();
	if (helper.pid) {
		wait_for_helper();
		return;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pin_to_cpu(1);
	for (;;) {
		raise(SIGSTOP);
		long_loop(*helper.iterations);
	}
}

/*
 * The loop on both VPEs at once, so that both work on the same counters.
 * What is around the loops is the same user code every time: no fork(), whose
 * page faults let atomic instructions be tried again.
 */
static void both_vpes(unsigned long iterations)
{
	*helper.iterations = iterations;
	if (kill(helper.pid, SIGCONT))
		fatal("no helper");
	long_loop(iterations);
	wait_for_helper();
}

/* Count both VPEs' instructions; one piece of code for any iterations. */
__attribute__((noipa))
static void count_both(int fd, unsigned long iterations, struct snapshot *snap)
{
	set_counters(fd, "1 instructions:u 0\n3 instructions:u 0");
	both_vpes(iterations);
	set_counters(fd, "suspend 1 3");
	read_counters(fd, snap);
}

/* What a short loop counts from where the counter stands. */
__attribute__((noipa))
static uint64_t count_short(int fd, unsigned int counter)
{
	struct snapshot snapshot;
	char start[64], stop[64];

	snprintf(start, sizeof(start), "%u instructions:u@vpe0", counter);
	snprintf(stop, sizeof(stop), "suspend %u", counter);
	set_counters(fd, start);
	short_loop(1000);
	set_counters(fd, stop);
	read_counters(fd, &snapshot);
	return snapshot.count[counter];
}

/* Any value can be set, and rolls over. */
FIXTURE(values) {
	int fd;
	enum driver driver;
};

FIXTURE_VARIANT(values) {
	unsigned int counter;
	uint64_t value;
};

FIXTURE_VARIANT_ADD(values, before_2_31) {
	.counter = 1, .value = (1ULL << 31) - 1
};

FIXTURE_VARIANT_ADD(values, at_2_31) {
	.counter = 2, .value = 1ULL << 31
};

FIXTURE_VARIANT_ADD(values, before_2_32) {
	.counter = 3, .value = (1ULL << 32) - 1
};

FIXTURE_VARIANT_ADD(values, at_2_32) {
	.counter = 1, .value = 1ULL << 32
};

FIXTURE_VARIANT_ADD(values, before_2_63) {
	.counter = 2, .value = (1ULL << 63) - 1
};

FIXTURE_VARIANT_ADD(values, at_2_63) {
	.counter = 3, .value = 1ULL << 63
};

FIXTURE_VARIANT_ADD(values, last) {
	.counter = 1, .value = UINT64_MAX
};

FIXTURE_SETUP(values)
{
	self->driver = which_driver();
	self->fd = open_stopped();
	if (self->driver == SIM || !is_taken(self->fd, "1 instructions 0"))
		SKIP(return, "no instructions are counted here");
	pin_to_cpu(0);
	keep_cpu();
}

FIXTURE_TEARDOWN(values)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/*
 * A value is read back as it was set, and rolls over as a 64-bit number, the
 * register likewise near its middle or end.
 */
static void expect_rolls_over(struct __test_metadata *_metadata, int fd, unsigned int counter,
			      uint64_t value, uint32_t near)
{
	struct snapshot snapshot;
	uint64_t length;
	char text[64];

	snprintf(text, sizeof(text), "0 0x8\n%u 0x20 0", counter);
	set_counters(fd, text); /* counter 0 holds the registers */
	length = count_short(fd, counter);
	if (can_preload())
		preload(counter, near);
	snprintf(text, sizeof(text), "%u 0x20 %" PRIu64, counter, value);
	set_counters(fd, text);
	read_counters(fd, &snapshot);
	EXPECT_EQ(value, snapshot.count[counter])
		TH_LOG("counter %u", counter);
	EXPECT_EQ(value + length, count_short(fd, counter))
		TH_LOG("%" PRIu64 " more, register from 0x%08x", length, near);
	snprintf(text, sizeof(text), "0 0\n%u 0", counter);
	set_counters(fd, text);
}

TEST_F(values, roll_over)
{
	expect_rolls_over(_metadata, self->fd, variant->counter, variant->value, 0);
}

TEST_F(values, roll_over_with_the_register)
{
	if (!can_preload())
		SKIP(return, "no register can be set");
	expect_rolls_over(_metadata, self->fd, variant->counter, variant->value, 0x7fffffff);
	expect_rolls_over(_metadata, self->fd, variant->counter, variant->value, 0xffffffff);
}

/* What the two readers tell each other. */
struct shared {
	atomic_bool stop;
	atomic_ulong reads;
	atomic_ulong backwards;
};

static void read_forever(int cpu, struct shared *shared)
{
	struct snapshot now, last = { 0 };
	int i, fd = open_counters();

	pin_to_cpu(cpu);
	while (!shared->stop) {
		read_counters(fd, &now);
		for (i = 0; i < (int)now.counters; i++)
			if (now.count[i] < last.count[i])
				shared->backwards++;
		last = now;
		shared->reads++;
	}
	_exit(0);
}

/* Read once more; true if nothing went back. */
static bool read_on(int fd, struct snapshot *last)
{
	struct snapshot now;
	bool good = true;
	int i;

	read_counters(fd, &now);
	for (i = 0; i < (int)now.counters; i++)
		good &= now.count[i] >= last->count[i];
	*last = now;
	return good;
}

/* Read until the counter has passed @distance; true if it never went back. */
static bool cross(int fd, struct snapshot *last, unsigned int counter,
		  uint32_t distance)
{
	bool good = read_on(fd, last);
	uint64_t goal = last->count[counter] + distance;

	while (last->count[counter] <= goal)
		good &= read_on(fd, last);
	return good;
}

FIXTURE(extension) {
	int fd;
	enum driver driver;
};

FIXTURE_SETUP(extension)
{
	self->driver = which_driver();
	self->fd = open_stopped();
	if (self->driver == SIM || !is_taken(self->fd, "1 instructions 0"))
		SKIP(return, "no instructions are counted here");
	pin_to_cpu(0);
	be_alone();
}

FIXTURE_TEARDOWN(extension)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/*
 * A reader on each VPE; each is the other's load.  This one brings a register
 * close below half full or its end, by turns, and reads on until it has passed.
 */
TEST_F(extension, no_way_back)
{
	struct shared *shared = mmap(NULL, sizeof(*shared),
				     PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned long backwards = 0;
	int crossings = CROSSINGS, least = 1, i;
	struct snapshot last;
	pid_t child;

	if (getenv("EXTENSION_INSTRUCTIONS")) {
		crossings = SHORT_CROSSINGS;
		least = SHORT_INTERRUPTS;
	}
	if (!can_preload())
		SKIP(return, "no register can be set");
	ASSERT_NE(MAP_FAILED, shared);
	count_half_fulls();
	set_counters(self->fd, "0 instructions:uk 0\n1 instructions:uk 0\n"
			       "2 loads:uk 0\n3 stores:uk 0");
	child = fork();
	if (!child)
		read_forever(1, shared);
	read_counters(self->fd, &last);
	srandom(1);
	for (i = 0; i < crossings; i++) {
		uint32_t distance = random() % 50000;

		preload(i & 2 ? 1 : 0, (i & 1 ? 0 : 0x80000000) - distance);
		backwards += !cross(self->fd, &last, i & 2 ? 1 : 0, distance);
	}
	shared->stop = 1;
	waitpid(child, NULL, 0);
	EXPECT_EQ(0, backwards);
	EXPECT_EQ(0, shared->backwards);
	EXPECT_TRUE(has_half_fulls(least));
	TH_LOG("%d crossings, %lu interrupts, the other reader read %lu times",
	       i, half_fulls(), shared->reads);
}

/* Whoever has no interrupt has the register alone to know of a lap. */
TEST_F(extension, three_laps)
{
	struct snapshot before;
	uint64_t length;
	int lap;

	if (!can_preload())
		SKIP(return, "no register can be set");
	set_counters(self->fd, "0 0x8\n1 0x20 0"); /* counter 0 holds the registers */
	count_short(self->fd, 1);
	set_counters(self->fd, "1 0x20 0");
	length = count_short(self->fd, 1);
	set_counters(self->fd, "1 0x20 0");
	for (lap = 1; lap <= 3; lap++) {
		preload(1, -length / 2);
		read_counters(self->fd, &before);
		EXPECT_EQ(before.count[1] + length, count_short(self->fd, 1));
	}
}

/*
 * Counters 1 and 3 count the same; counter 3's register starts half a lap
 * ahead, so that their interrupts come at different times.  Fewer instructions than
 * two laps take the one past half full and the other past the end.
 */
TEST_F(extension, long_on_both_vpes)
{
	const char *shorter = getenv("EXTENSION_INSTRUCTIONS");
	uint64_t length = shorter ? strtoull(shorter, NULL, 0) : TWO_LAPS;
	unsigned long iterations = length / LONG_INSTRUCTIONS / 2;
	unsigned long halves, line;
	struct snapshot few, many;

	if (!can_preload())
		SKIP(return, "no register can be set");
	count_half_fulls();
	start_helper();
	count_both(self->fd, 1000, &few); /* all is in memory from here on */
	count_both(self->fd, 1000, &few);
	set_counters(self->fd, "0 0x8"); /* hold the registers */
	preload(1, shorter ? 0x80000000 - length / 2 : 0);
	preload(3, shorter ? 0 - length / 2 : 0x80000000);
	line = line_interrupts();
	count_both(self->fd, iterations + 1000, &many);
	line = line_interrupts() - line;
	halves = half_fulls();
	kill(helper.pid, SIGKILL);
	waitpid(helper.pid, NULL, 0);

	EXPECT_EQ(length, many.count[1] - few.count[1]);
	EXPECT_EQ(length, many.count[3] - few.count[3]);
	EXPECT_TRUE(has_half_fulls(shorter ? 1 : 4));
	EXPECT_GE(line, halves);
	TH_LOG("%lu half-full interrupts, among %lu on the line", halves, line);
}

/* Count one CPU's; one piece of code for any iterations. */
__attribute__((noipa))
static void count_one(int fd, unsigned long iterations, struct snapshot *snap)
{
	set_counters(fd, "1 instructions:u 0\n3 instructions:u@tc0 0");
	long_loop(iterations);
	set_counters(fd, "suspend 1 3");
	read_counters(fd, snap);
}

/* The kernel's PMU driver sees to the registers' width, 32 bits on many. */
TEST_F(extension, width_of_perf)
{
	uint64_t want = PERF_INSTRUCTIONS;
	struct snapshot few, many;

	if (self->driver != PERF)
		SKIP(return, "the counters are not perf's");
	count_one(self->fd, 1000, &few);
	count_one(self->fd, 1000, &few);
	count_one(self->fd, want / LONG_INSTRUCTIONS + 1000, &many);
	EXPECT_EQ(want, many.count[3] - few.count[3]);
	/* and not less on all of them */
	EXPECT_GE(many.count[1], many.count[3]);
}

TEST_HARNESS_MAIN
