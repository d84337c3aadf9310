// SPDX-License-Identifier: GPL-2.0
/*
 * The library's counters of slots: where a PMU has PERF_METRICS, they count a thread,
 * what it begins, and sections of it, by the kernel and by rdpmc; elsewhere they say
 * that there are none.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfcnt.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"

#define SECTIONS	1000
#define ITERATIONS	20000	/* of a loop of two or three instructions */

/* What a share of the registers can be wrong by. */
#define UNIT		(1.0 / PERFCNT_TOPDOWN_SCALE)

static struct perfcnt_topdown found(void)
{
	return (struct perfcnt_topdown){ .size = sizeof(struct perfcnt_topdown) };
}

static uint64_t sum_of_level_1(const struct perfcnt_topdown *topdown)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = PERFCNT_TOPDOWN_RETIRING; i <= PERFCNT_TOPDOWN_BACKEND_BOUND; i++)
		sum += topdown->part[i];
	return sum / PERFCNT_TOPDOWN_SCALE;
}

FIXTURE(topdown) {
	struct perfcnt_topdown_counter *counter;
};

FIXTURE_SETUP(topdown)
{
	self->counter = perfcnt_topdown_open(0, -1, 2, PERFCNT_TOPDOWN_USER);
	if (self->counter)
		return;
	ASSERT_EQ(ENOTSUP, errno);
	ASSERT_NE(0, access("/sys/bus/event_source/devices/cpu/events/slots",
			    F_OK));
	SKIP(return, "this PMU does not count slots");
}

FIXTURE_TEARDOWN(topdown)
{
	perfcnt_topdown_close(self->counter);
}

/* Another counter than the fixture's: two would take turns. */
static void open_other(struct __test_metadata *_metadata,
		       struct perfcnt_topdown_counter **counter,
		       unsigned int level, unsigned int flags)
{
	perfcnt_topdown_close(*counter);
	*counter = perfcnt_topdown_open(0, -1, level,
					PERFCNT_TOPDOWN_USER | flags);
	ASSERT_NE(NULL, *counter);
}

TEST(refuses)
{
	static const struct {
		unsigned int level, flags;
	} wrong[] = { { 0, 0 }, { 3, 0 }, { 2, 16 }, { 1, ~0u } };
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		errno = 0;
		EXPECT_EQ(NULL, perfcnt_topdown_open(0, -1, wrong[i].level,
						     wrong[i].flags));
		EXPECT_EQ(EINVAL, errno);
	}
	perfcnt_topdown_close(NULL);
}

TEST_F(topdown, no_such_thread)
{
	EXPECT_EQ(NULL, perfcnt_topdown_open(0x7fffffff, -1, 1, 0));
	EXPECT_EQ(ESRCH, errno);
	EXPECT_EQ(NULL, perfcnt_topdown_open(-1, 100000, 1, 0));
	EXPECT_NE(0, errno);
}

TEST_F(topdown, counts_a_thread)
{
	struct perfcnt_topdown first = found(), second = found();
	unsigned int i;

	short_loop(ITERATIONS);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &first));
	EXPECT_LE(2 * ITERATIONS, first.slots);
	EXPECT_GE(first.slots * 1.005, sum_of_level_1(&first));
	EXPECT_LE(first.slots * 0.995, sum_of_level_1(&first) + 4);
	EXPECT_LE(254, first.sum);
	EXPECT_GE(256, first.sum);
	EXPECT_EQ(1, first.running);
	EXPECT_EQ(UNIT, first.resolution);
	EXPECT_EQ(first.level > 1 ? 0xfff : 0xf, first.valid);
	for (i = 0; i < PERFCNT_TOPDOWN_PARTS; i++)
		EXPECT_EQ(first.part[i] / (255.0 * first.slots), first.ratio[i]);
	short_loop(10 * ITERATIONS);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &second));
	EXPECT_LE(first.slots + 20 * ITERATIONS, second.slots);
	/* begin again */
	ASSERT_EQ(0, perfcnt_topdown_reset(self->counter));
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &first));
	EXPECT_GT(20 * ITERATIONS, first.slots);
	first.size--;
	EXPECT_EQ(-1, perfcnt_topdown_read(self->counter, &first));
	EXPECT_EQ(EINVAL, errno);
}

TEST_F(topdown, level_1_alone)
{
	struct perfcnt_topdown topdown = found();

	open_other(_metadata, &self->counter, 1, 0);
	short_loop(ITERATIONS);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &topdown));
	EXPECT_EQ(1, topdown.level);
	EXPECT_EQ(0xf, topdown.valid);
}

static void wait_for(struct __test_metadata *_metadata, pid_t pid)
{
	int status = -1;

	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	ASSERT_EQ(0, status);
}

/* What a child does, which has a hundred times as much to do as a loop of ITERATIONS. */
static void run_child(struct __test_metadata *_metadata)
{
	pid_t pid = fork();

	ASSERT_LE(0, pid);
	if (!pid) {
		short_loop(100 * ITERATIONS);
		_exit(0);
	}
	wait_for(_metadata, pid);
}

TEST_F(topdown, counts_no_children)
{
	struct perfcnt_topdown topdown = found();

	ASSERT_EQ(0, perfcnt_topdown_reset(self->counter));
	run_child(_metadata);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &topdown));
	EXPECT_GT(100 * ITERATIONS, topdown.slots);
}

/* If that was wanted; after a reset nothing is left of those that have ended. */
TEST_F(topdown, counts_children)
{
	struct perfcnt_topdown topdown = found();

	open_other(_metadata, &self->counter, 1, PERFCNT_TOPDOWN_INHERIT);
	run_child(_metadata);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &topdown));
	EXPECT_LE(200 * ITERATIONS, topdown.slots);
	ASSERT_EQ(0, perfcnt_topdown_reset(self->counter));
	short_loop(ITERATIONS);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &topdown));
	EXPECT_GT(100 * ITERATIONS, topdown.slots);
}

TEST_F(topdown, begins_at_exec)
{
	struct perfcnt_topdown topdown = found();
	pid_t pid;

	open_other(_metadata, &self->counter, 1,
		   PERFCNT_TOPDOWN_INHERIT | PERFCNT_TOPDOWN_ON_EXEC);
	short_loop(ITERATIONS);
	EXPECT_EQ(-1, perfcnt_topdown_read(self->counter, &topdown));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(0, topdown.slots);
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid) {
		short_loop(1000 * ITERATIONS);
		execlp("true", "true", NULL);
		_exit(1);
	}
	wait_for(_metadata, pid);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &topdown));
	EXPECT_LT(1000, topdown.slots);
	EXPECT_GT(2000 * ITERATIONS, topdown.slots);
}

/* Two counters of all take turns, and say so. */
TEST_F(topdown, take_turns)
{
	struct perfcnt_topdown_counter *other =
		perfcnt_topdown_open(0, -1, 1, PERFCNT_TOPDOWN_USER);
	struct perfcnt_topdown one = found(), two = found();
	unsigned int i;

	ASSERT_NE(NULL, other);
	for (i = 0; i < 300; i++)
		short_loop(10 * ITERATIONS);
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &one));
	ASSERT_EQ(0, perfcnt_topdown_read(other, &two));
	EXPECT_GT(1, one.running);
	EXPECT_GT(1, two.running);
	EXPECT_LT(0, one.running);
	EXPECT_LT(0, two.running);
	perfcnt_topdown_close(other);
}

/* Of the section that follows another without a gap nothing is lost. */
TEST_F(topdown, sections_are_the_whole)
{
	static struct perfcnt_topdown_reading at[SECTIONS + 1];
	struct perfcnt_topdown sum = found(), whole = found(), kernels = found();
	unsigned int i, part;

	ASSERT_EQ(0, perfcnt_topdown_registers(self->counter, &at[0]));
	ASSERT_EQ(0, perfcnt_topdown_reset(self->counter));
	for (i = 0; i <= SECTIONS; i++) {
		ASSERT_EQ(0, perfcnt_topdown_registers(self->counter, &at[i]));
		short_loop(100 + i);
	}
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &kernels));
	for (i = 0; i < SECTIONS; i++) {
		struct perfcnt_topdown one = found();

		ASSERT_EQ(0, perfcnt_topdown_delta(&at[i], &at[i + 1],
						   kernels.level, &one));
		EXPECT_LE(2 * (100 + i), one.slots);
		sum.slots += one.slots;
		for (part = 0; part < PERFCNT_TOPDOWN_FIELDS; part++)
			sum.part[part] += one.part[part];
		sum.valid = one.valid;
	}
	ASSERT_EQ(0, perfcnt_topdown_derive(&sum));
	ASSERT_EQ(0, perfcnt_topdown_delta(&at[0], &at[SECTIONS], kernels.level,
					   &whole));
	EXPECT_EQ(whole.slots, sum.slots);
	EXPECT_EQ(0, memcmp(whole.part, sum.part, sizeof(sum.part)));
	/* and by the kernel, but for what is before and after */
	EXPECT_LE(sum.slots, kernels.slots);
	EXPECT_GE(sum.slots * 1.02, kernels.slots);
	for (part = 0; part < PERFCNT_TOPDOWN_PARTS; part++) {
		const double differ = sum.ratio[part] - kernels.ratio[part];

		if (differ > 0.02 + 2 * UNIT || differ < -0.02 - 2 * UNIT)
			TH_LOG("part %u: %f and %f", part, sum.ratio[part],
			       kernels.ratio[part]);
		EXPECT_LE(-0.02 - 2 * UNIT, differ);
		EXPECT_GE(0.02 + 2 * UNIT, differ);
	}
}

/* Each begins with a reset, and so knows its shares to a unit or a little more. */
static bool is_refused(struct perfcnt_topdown_counter *counter)
{
	struct perfcnt_topdown_reading reading;

	errno = 0;
	if (perfcnt_topdown_registers(counter, &reading) != -1 || errno != EPERM)
		return false;
	errno = 0;
	return perfcnt_topdown_begin(counter, &reading) == -1 && errno == EPERM;
}

static void *other_thread(void *counter)
{
	return is_refused(counter) ? counter : NULL;
}

/* Where perf's page is that the registers are read by. */
static void *find_page(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long page = 0;
	char line[256];

	while (maps && !page && fgets(line, sizeof(line), maps))
		if (strstr(line, "[perf_event]"))
			page = strtoul(line, NULL, 16);
	if (maps)
		fclose(maps);
	return (void *)page;
}

/* There a child has something of its own. */
static bool child_keeps(struct perfcnt_topdown_counter *counter, void *page)
{
	char *own = mmap(page, 1, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (own != page || !is_refused(counter))
		return false;
	*own = 1;
	perfcnt_topdown_close(counter);
	return *own == 1;
}

/* The registers of a CPU are those of the thread that runs there. */
TEST_F(topdown, registers_of_another)
{
	struct perfcnt_topdown_reading reading;
	pthread_t thread;
	void *refused, *page;
	int status;
	pid_t pid;

	ASSERT_EQ(0, perfcnt_topdown_registers(self->counter, &reading));
	ASSERT_EQ(0, pthread_create(&thread, NULL, other_thread, self->counter));
	ASSERT_EQ(0, pthread_join(thread, &refused));
	EXPECT_NE(NULL, refused);
	page = find_page(); /* a child has none */
	ASSERT_NE(NULL, page);
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(!child_keeps(self->counter, page));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, perfcnt_topdown_registers(self->counter, &reading));
	perfcnt_topdown_close(self->counter);
	self->counter = perfcnt_topdown_open(getppid(), -1, 1, PERFCNT_TOPDOWN_USER);
	ASSERT_NE(NULL, self->counter);
	EXPECT_TRUE(is_refused(self->counter));
}

TEST_F(topdown, begin_and_end)
{
	struct perfcnt_topdown sum = found(), kernels = found();
	unsigned int i, part;

	ASSERT_EQ(0, perfcnt_topdown_reset(self->counter));
	for (i = 0; i < SECTIONS; i++) {
		struct perfcnt_topdown_reading begin;
		struct perfcnt_topdown one = found();

		ASSERT_EQ(0, perfcnt_topdown_begin(self->counter, &begin));
		short_loop(ITERATIONS);
		ASSERT_EQ(0, perfcnt_topdown_end(self->counter, &begin, &one));
		EXPECT_LE(2 * ITERATIONS, one.slots);
		EXPECT_GE(2 * UNIT, one.resolution);
		sum.slots += one.slots;
		for (part = 0; part < PERFCNT_TOPDOWN_FIELDS; part++)
			sum.part[part] += one.part[part];
		sum.valid = one.valid;
	}
	ASSERT_EQ(0, perfcnt_topdown_derive(&sum));
	ASSERT_EQ(0, perfcnt_topdown_read(self->counter, &kernels));
	EXPECT_LE(sum.slots, kernels.slots);
	EXPECT_GE(sum.slots * 1.1, kernels.slots);
	for (part = 0; part < PERFCNT_TOPDOWN_PARTS; part++) {
		/* what is counted between sections goes anywhere */
		const double most = 2 * UNIT + (double)(kernels.slots - sum.slots) /
			      kernels.slots;
		const double differ = sum.ratio[part] - kernels.ratio[part];

		EXPECT_GE(most, differ);
		EXPECT_LE(-most, differ);
	}
}

/* A section within another one has no reset of its own: what is too short is refused. */
TEST_F(topdown, too_short)
{
	struct perfcnt_topdown_reading outer, inner;
	struct perfcnt_topdown one = found();

	ASSERT_EQ(0, perfcnt_topdown_begin(self->counter, &outer));
	short_loop(100 * ITERATIONS);
	EXPECT_EQ(-1, perfcnt_topdown_read(self->counter, &one));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_EQ(-1, perfcnt_topdown_reset(self->counter));
	EXPECT_EQ(EBUSY, errno);
	ASSERT_EQ(0, perfcnt_topdown_begin(self->counter, &inner));
	short_loop(10 * ITERATIONS);
	ASSERT_EQ(0, perfcnt_topdown_end(self->counter, &inner, &one));
	EXPECT_LT(0.05, one.resolution); /* about 210 / 10 units */
	EXPECT_GE(0.5, one.resolution);
	ASSERT_EQ(0, perfcnt_topdown_begin(self->counter, &inner));
	short_loop(ITERATIONS / 10);
	EXPECT_EQ(-1, perfcnt_topdown_end(self->counter, &inner, &one));
	EXPECT_EQ(ERANGE, errno);
	EXPECT_LT(0.5, one.resolution);
	EXPECT_LT(0, one.slots);
	ASSERT_EQ(0, perfcnt_topdown_end(self->counter, &outer, &one));
	EXPECT_GE(2 * UNIT, one.resolution);
	EXPECT_EQ(-1, perfcnt_topdown_end(self->counter, &outer, &one));
	EXPECT_EQ(EINVAL, errno);
	/* the same section after a reset */
	ASSERT_EQ(0, perfcnt_topdown_begin(self->counter, &inner));
	short_loop(ITERATIONS / 10);
	ASSERT_EQ(0, perfcnt_topdown_end(self->counter, &inner, &one));
	EXPECT_GE(2 * UNIT, one.resolution);
}

/* SLOTS that are less than at the beginning: the registers were set to 0 since. */
TEST_F(topdown, reset_in_between)
{
	struct perfcnt_topdown_reading begin;
	struct perfcnt_topdown one = found();

	ASSERT_EQ(0, perfcnt_topdown_begin(self->counter, &begin));
	short_loop(ITERATIONS);
	begin.slots = UINT64_C(1) << 47;
	EXPECT_EQ(-1, perfcnt_topdown_end(self->counter, &begin, &one));
	EXPECT_EQ(ERANGE, errno);
}

#ifdef __x86_64__
/* As the kernel's tools/perf/Documentation/topdown.txt has it. */
#define RDPMC_FIXED			(1 << 30)
#define RDPMC_METRIC			(1 << 29)
#define FIXED_COUNTER_SLOTS		3
#define METRIC_COUNTER_TOPDOWN_L1_L2	0

#define GET_METRIC(m, i)	(((m) >> ((i) * 8)) & 0xff)
#define TOPDOWN_RETIRING(val)	((float)GET_METRIC(val, 0) / 0xff)
#define TOPDOWN_BAD_SPEC(val)	((float)GET_METRIC(val, 1) / 0xff)
#define TOPDOWN_FE_BOUND(val)	((float)GET_METRIC(val, 2) / 0xff)
#define TOPDOWN_BE_BOUND(val)	((float)GET_METRIC(val, 3) / 0xff)

static inline uint64_t read_slots(void)
{
	return __builtin_ia32_rdpmc(RDPMC_FIXED | FIXED_COUNTER_SLOTS);
}

static inline uint64_t read_metrics(void)
{
	return __builtin_ia32_rdpmc(RDPMC_METRIC | METRIC_COUNTER_TOPDOWN_L1_L2);
}

/* A program that reads the registers itself reads what the library does. */
TEST_F(topdown, as_the_document_does)
{
	struct perfcnt_topdown_reading before, after;
	struct perfcnt_topdown topdown = found();
	uint64_t slots, metrics;
	float all;

	ASSERT_EQ(0, perfcnt_topdown_begin(self->counter, &before));
	short_loop(10 * ITERATIONS);
	slots = read_slots();
	metrics = read_metrics();
	ASSERT_EQ(0, perfcnt_topdown_registers(self->counter, &after));
	EXPECT_LT(before.slots, slots);
	EXPECT_LT(slots, after.slots);
	EXPECT_GT(slots + ITERATIONS, after.slots);
	ASSERT_EQ(0, perfcnt_topdown_end(self->counter, &before, &topdown));
	all = TOPDOWN_RETIRING(metrics) + TOPDOWN_BAD_SPEC(metrics) +
	      TOPDOWN_FE_BOUND(metrics) + TOPDOWN_BE_BOUND(metrics);
	EXPECT_LT(0.999f, all);
	EXPECT_GT(1.001f, all);
	all = TOPDOWN_RETIRING(metrics) -
	      topdown.ratio[PERFCNT_TOPDOWN_RETIRING];
	EXPECT_LT(-3 * UNIT, all);
	EXPECT_GT(3 * UNIT, all);
}
#endif

TEST_HARNESS_MAIN
