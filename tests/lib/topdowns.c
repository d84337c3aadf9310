// SPDX-License-Identifier: GPL-2.0
/*
 * Where the library says that slots go: where a PMU has PERF_METRICS, of a thread, of what
 * it begins and of its sections, by the kernel and by rdpmc; elsewhere it says that there
 * are no such events.
 */
#include <errno.h>
#include <math.h>
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

#define PMU		"/sys/bus/event_source/devices/cpu"

/* What a share of the registers can be wrong by. */
#define UNIT		(1.0 / 255)

/* The fields of PERF_METRICS are the first of all shares. */
#define FIELDS		8

static const struct perfcnt_topdown_request this_thread = {
	.size = sizeof(this_thread),
	.flags = PERFCNT_TOPDOWN_USER,
	.cpu = -1,
	.level = 2,
};

static struct perfcnt_topdown *open_thread(unsigned int level, unsigned int flags)
{
	struct perfcnt_topdown_request request = this_thread;

	request.level = level;
	request.flags |= flags;
	return perfcnt_topdown_open(&request);
}

static int take(struct perfcnt_topdown *topdown, struct perfcnt_topdown_reading *reading)
{
	reading->size = sizeof(*reading);
	return perfcnt_topdown_read(topdown, reading);
}

static int between(const struct perfcnt_topdown_reading *before,
		   const struct perfcnt_topdown_reading *after,
		   struct perfcnt_topdown_shares *shares)
{
	shares->size = sizeof(*shares);
	return perfcnt_topdown_between(before, after, shares);
}

/* Since the object was opened or reset. */
static int count(struct perfcnt_topdown *topdown, struct perfcnt_topdown_shares *shares)
{
	struct perfcnt_topdown_reading now;

	return take(topdown, &now) ?: between(NULL, &now, shares);
}

static uint64_t sum_of_level_1(const struct perfcnt_topdown_shares *shares)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = PERFCNT_TOPDOWN_RETIRING; i <= PERFCNT_TOPDOWN_BACKEND_BOUND; i++)
		sum += shares->share[i].slots;
	return sum;
}

static void add(struct perfcnt_topdown_shares *to, const struct perfcnt_topdown_shares *what)
{
	unsigned int i;

	to->slots += what->slots;
	for (i = 0; i < PERFCNT_TOPDOWN_SHARES; i++)
		to->share[i].slots += what->share[i].slots;
}

/* How much more of all slots went there, by @one, than by @other. */
static double differ(const struct perfcnt_topdown_shares *one,
		     const struct perfcnt_topdown_shares *other, unsigned int part)
{
	return (double)one->share[part].slots / one->slots - other->share[part].ratio;
}

FIXTURE(topdown) {
	struct perfcnt_topdown *topdown;
};

FIXTURE_SETUP(topdown)
{
	self->topdown = perfcnt_topdown_open(&this_thread);
	if (self->topdown)
		return;
	ASSERT_EQ(ENOTSUP, errno);
	ASSERT_STREQ("no PMU of this machine has events that say where slots go",
		     perfcnt_strerror(NULL));
	ASSERT_NE(0, access(PMU "/events/slots", F_OK));
	SKIP(return, "this PMU does not count slots");
}

FIXTURE_TEARDOWN(topdown)
{
	perfcnt_topdown_close(self->topdown);
}

/* Another object than the fixture's: two would take turns. */
static void open_other(struct __test_metadata *_metadata, struct perfcnt_topdown **topdown,
		       unsigned int level, unsigned int flags)
{
	perfcnt_topdown_close(*topdown);
	*topdown = open_thread(level, flags);
	ASSERT_NE(NULL, *topdown);
}

static void expect_refused(struct __test_metadata *_metadata,
			   const struct perfcnt_topdown_request *request, int error,
			   const char *words)
{
	errno = 0;
	EXPECT_EQ(NULL, perfcnt_topdown_open(request));
	EXPECT_EQ(error, errno);
	EXPECT_STREQ(words, perfcnt_strerror(NULL));
}

#define OWN_REGISTERS							\
	"a thread reads its own registers alone: pid is 0, with neither "	\
	"PERFCNT_TOPDOWN_INHERIT nor PERFCNT_TOPDOWN_ON_EXEC"

TEST(refuses)
{
	static const struct {
		uint32_t flags;
		int32_t pid, cpu;
		uint32_t level;
		const char *words;
	} wrong[] = {
		{ 0, 0, -1, 0, "the level is 0: it is 1 or 2" },
		{ 0, 0, -1, 3, "the level is 3: it is 1 or 2" },
		{ 32, 0, -1, 2, "flags 0x20: those from 0x1 to 0x10 are known" },
		{ 0, 0, 0, 2, "thread 0, CPU 0: one of them is -1" },
		{ 0, -1, -1, 2, "thread -1, CPU -1: one of them is -1" },
		{ 0, -2, 0, 2, "thread -2, CPU 0: one of them is -1" },
		{ PERFCNT_TOPDOWN_REGISTERS, -1, 0, 2, OWN_REGISTERS },
		{ PERFCNT_TOPDOWN_REGISTERS | PERFCNT_TOPDOWN_INHERIT, 0, -1, 2, OWN_REGISTERS },
	};
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		const struct perfcnt_topdown_request request = {
			.size = sizeof(request), .flags = wrong[i].flags,
			.pid = wrong[i].pid, .cpu = wrong[i].cpu, .level = wrong[i].level,
		};

		expect_refused(_metadata, &request, EINVAL, wrong[i].words);
	}
	perfcnt_topdown_close(NULL);
}

/* A program of another release has another size. */
TEST(sizes_of_requests)
{
	struct {
		struct perfcnt_topdown_request known;
		uint64_t more;
	} larger = { .known = this_thread, .more = 1 };

	larger.known.size = sizeof(larger.known) - 1;
	expect_refused(_metadata, &larger.known, EINVAL,
		       "the request's size is 23, less than 24");
	larger.known.size = sizeof(larger);
	expect_refused(_metadata, &larger.known, EINVAL,
		       "the request has more than libperfcnt " PERFCNT_VERSION " knows");
	larger.more = 0;
	larger.known.pmu = 1; /* PERF_TYPE_SOFTWARE */
	expect_refused(_metadata, &larger.known, ENOTSUP,
		       "PMU 1 has no events that say where slots go");
}

TEST_F(topdown, no_such_thread)
{
	struct perfcnt_topdown_request request = this_thread;

	request.pid = 0x7fffffff;
	expect_refused(_metadata, &request, ESRCH, strerror(ESRCH));
	request.pid = -1;
	request.cpu = 100000;
	EXPECT_EQ(NULL, perfcnt_topdown_open(&request));
	EXPECT_NE(0, errno);
}

/* The PMU by its number is that which was found without one. */
TEST_F(topdown, pmu_by_number)
{
	struct perfcnt_topdown_request request = this_thread;
	FILE *file = fopen(PMU "/type", "r");

	ASSERT_NE(NULL, file);
	ASSERT_EQ(1, fscanf(file, "%u", &request.pmu));
	fclose(file);
	perfcnt_topdown_close(self->topdown);
	self->topdown = perfcnt_topdown_open(&request);
	EXPECT_NE(NULL, self->topdown);
}

TEST_F(topdown, counts_a_thread)
{
	struct perfcnt_topdown_shares first, second;
	unsigned int i;

	short_loop(ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &first));
	EXPECT_LE(2 * ITERATIONS, first.slots);
	EXPECT_GE(first.slots * 1.005, sum_of_level_1(&first));
	EXPECT_LE(first.slots * 0.995, sum_of_level_1(&first) + 4);
	EXPECT_LE(254, first.sum);
	EXPECT_GE(256, first.sum);
	EXPECT_EQ(1, first.running);
	EXPECT_EQ(UNIT, first.resolution);
	EXPECT_EQ(first.level > 1 ? 0xfff : 0xf, first.valid);
	for (i = 0; i < PERFCNT_TOPDOWN_SHARES; i++)
		EXPECT_EQ((double)first.share[i].slots / first.slots, first.share[i].ratio);
	short_loop(10 * ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &second));
	EXPECT_LE(first.slots + 20 * ITERATIONS, second.slots);
	/* begin again */
	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	ASSERT_EQ(0, count(self->topdown, &first));
	EXPECT_GT(20 * ITERATIONS, first.slots);
}

TEST_F(topdown, sizes_of_readings)
{
	struct {
		struct perfcnt_topdown_reading known;
		uint64_t more;
	} larger = { .known.size = sizeof(larger) };

	ASSERT_EQ(0, perfcnt_topdown_read(self->topdown, &larger.known));
	EXPECT_EQ(sizeof(larger.known), larger.known.size);
	EXPECT_EQ(0, larger.more);
	larger.known.size--;
	EXPECT_EQ(-1, perfcnt_topdown_read(self->topdown, &larger.known));
	EXPECT_EQ(EINVAL, errno);
}

/* What is between two readings is what the second has more. */
TEST_F(topdown, differences)
{
	struct perfcnt_topdown_reading first, second;
	struct perfcnt_topdown_shares shares;
	unsigned int i;

	short_loop(ITERATIONS);
	ASSERT_EQ(0, take(self->topdown, &first));
	short_loop(ITERATIONS);
	ASSERT_EQ(0, take(self->topdown, &second));
	ASSERT_EQ(0, between(&first, &second, &shares));
	EXPECT_EQ(second.raw[0] - first.raw[0], shares.slots);
	for (i = 1; i < second.values; i++)
		EXPECT_EQ(second.raw[i] - first.raw[i], shares.share[i - 1].slots);
	EXPECT_EQ(-1, between(&second, &first, &shares));
	EXPECT_EQ(EINVAL, errno);
	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	ASSERT_EQ(0, take(self->topdown, &second));
	EXPECT_EQ(-1, between(&first, &second, &shares));
	EXPECT_EQ(EINVAL, errno);
}

TEST_F(topdown, level_1_alone)
{
	struct perfcnt_topdown_shares shares;

	open_other(_metadata, &self->topdown, 1, 0);
	short_loop(ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &shares));
	EXPECT_EQ(1, shares.level);
	EXPECT_EQ(0xf, shares.valid);
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
	struct perfcnt_topdown_shares shares;

	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	run_child(_metadata);
	ASSERT_EQ(0, count(self->topdown, &shares));
	EXPECT_GT(100 * ITERATIONS, shares.slots);
}

/* If that was wanted; after a reset nothing is left of those that have ended. */
TEST_F(topdown, counts_children)
{
	struct perfcnt_topdown_shares shares;

	open_other(_metadata, &self->topdown, 1, PERFCNT_TOPDOWN_INHERIT);
	run_child(_metadata);
	ASSERT_EQ(0, count(self->topdown, &shares));
	EXPECT_LE(200 * ITERATIONS, shares.slots);
	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	short_loop(ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &shares));
	EXPECT_GT(100 * ITERATIONS, shares.slots);
}

TEST_F(topdown, begins_at_exec)
{
	struct perfcnt_topdown_shares shares;
	pid_t pid;

	open_other(_metadata, &self->topdown, 1,
		   PERFCNT_TOPDOWN_INHERIT | PERFCNT_TOPDOWN_ON_EXEC);
	short_loop(ITERATIONS);
	EXPECT_EQ(-1, count(self->topdown, &shares));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(0, shares.slots);
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid) {
		short_loop(1000 * ITERATIONS);
		execlp("true", "true", NULL);
		_exit(1);
	}
	wait_for(_metadata, pid);
	ASSERT_EQ(0, count(self->topdown, &shares));
	EXPECT_LT(1000, shares.slots);
	EXPECT_GT(2000 * ITERATIONS, shares.slots);
}

/* Two objects of all take turns, and say so. */
TEST_F(topdown, take_turns)
{
	struct perfcnt_topdown *other = open_thread(1, 0);
	struct perfcnt_topdown_shares one, two;
	unsigned int i;

	ASSERT_NE(NULL, other);
	for (i = 0; i < 300; i++)
		short_loop(10 * ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &one));
	ASSERT_EQ(0, count(other, &two));
	EXPECT_GT(1, one.running);
	EXPECT_GT(1, two.running);
	EXPECT_LT(0, one.running);
	EXPECT_LT(0, two.running);
	perfcnt_topdown_close(other);
}

static bool is_refused(struct perfcnt_topdown *topdown, const char *words)
{
	struct perfcnt_topdown_reading reading;

	errno = 0;
	return take(topdown, &reading) == -1 && errno == EPERM &&
	       !strcmp(words, perfcnt_strerror(NULL));
}

#define PARENTS	"this is the parent process's: a child opens its own"
#define OTHERS	"these registers are another thread's: each opens its own"

/* What a child closes is not what its parent counts with. */
TEST_F(topdown, of_a_child)
{
	struct perfcnt_topdown_shares before, after;
	pid_t pid;

	ASSERT_EQ(0, count(self->topdown, &before));
	fflush(NULL);
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid) {
		if (!is_refused(self->topdown, PARENTS) ||
		    perfcnt_topdown_reset(self->topdown) != -1 || errno != EPERM)
			_exit(1);
		perfcnt_topdown_close(self->topdown);
		_exit(0);
	}
	wait_for(_metadata, pid);
	short_loop(ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &after));
	EXPECT_LE(before.slots + 2 * ITERATIONS, after.slots);
}

FIXTURE(registers) {
	struct perfcnt_topdown *topdown;
};

FIXTURE_SETUP(registers)
{
	self->topdown = open_thread(2, PERFCNT_TOPDOWN_REGISTERS);
	if (self->topdown)
		return;
	ASSERT_EQ(ENOTSUP, errno);
	ASSERT_NE(0, access(PMU "/events/slots", F_OK));
	SKIP(return, "this PMU has no PERF_METRICS");
}

FIXTURE_TEARDOWN(registers)
{
	perfcnt_topdown_close(self->topdown);
}

static void *other_thread(void *topdown)
{
	return is_refused(topdown, OTHERS) ? topdown : NULL;
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
static bool child_keeps(struct perfcnt_topdown *topdown, void *page)
{
	char *own = mmap(page, 1, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (own != page || !is_refused(topdown, PARENTS))
		return false;
	*own = 1;
	perfcnt_topdown_close(topdown);
	return *own == 1;
}

/* The registers of a CPU are those of the thread that runs there. */
TEST_F(registers, of_another)
{
	struct perfcnt_topdown_reading reading;
	pthread_t thread;
	void *refused, *page;
	pid_t pid;

	ASSERT_EQ(0, take(self->topdown, &reading));
	ASSERT_EQ(0, pthread_create(&thread, NULL, other_thread, self->topdown));
	ASSERT_EQ(0, pthread_join(thread, &refused));
	EXPECT_NE(NULL, refused);
	page = find_page(); /* a child has none */
	ASSERT_NE(NULL, page);
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(!child_keeps(self->topdown, page));
	wait_for(_metadata, pid);
	EXPECT_EQ(0, take(self->topdown, &reading));
}

/* Of the section that follows another without a gap nothing is lost. */
TEST_F(registers, sections_are_the_whole)
{
	static struct perfcnt_topdown_reading at[SECTIONS + 1];
	struct perfcnt_topdown_shares sum = { 0 }, whole;
	unsigned int i, part;

	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	for (i = 0; i <= SECTIONS; i++) {
		ASSERT_EQ(0, take(self->topdown, &at[i]));
		short_loop(100 + i);
	}
	for (i = 0; i < SECTIONS; i++) {
		struct perfcnt_topdown_shares one;

		/* the later are short after the reset, but add up */
		if (between(&at[i], &at[i + 1], &one))
			ASSERT_EQ(ERANGE, errno);
		EXPECT_LE(2 * (100 + i), one.slots);
		add(&sum, &one);
	}
	ASSERT_EQ(0, between(&at[0], &at[SECTIONS], &whole));
	EXPECT_EQ(whole.slots, sum.slots);
	EXPECT_EQ(1, whole.running);
	for (part = 0; part < FIELDS; part++) {
		/* each is rounded to a slot */
		EXPECT_GE(SECTIONS, sum.share[part].slots - whole.share[part].slots);
		EXPECT_LE(-SECTIONS, sum.share[part].slots - whole.share[part].slots);
	}
}

/* By the kernel, too, but for what it counts on the way in and out. */
TEST_F(registers, as_the_kernel_counts)
{
	struct perfcnt_topdown_shares ours, kernels;
	unsigned int part;

	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	short_loop(100 * ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &ours));
	open_other(_metadata, &self->topdown, 2, 0);
	short_loop(100 * ITERATIONS);
	ASSERT_EQ(0, count(self->topdown, &kernels));
	EXPECT_LE(ours.slots * 0.98, kernels.slots);
	EXPECT_GE(ours.slots * 1.02, kernels.slots);
	EXPECT_EQ(ours.valid, kernels.valid);
	for (part = 0; part < PERFCNT_TOPDOWN_SHARES; part++) {
		if (fabs(differ(&ours, &kernels, part)) > 0.02 + 2 * UNIT)
			TH_LOG("part %u: %f and %f", part, ours.share[part].ratio,
			       kernels.share[part].ratio);
		EXPECT_GE(0.02 + 2 * UNIT, fabs(differ(&ours, &kernels, part)));
	}
}

static int section(struct perfcnt_topdown *topdown, unsigned int iterations,
		   struct perfcnt_topdown_shares *shares)
{
	struct perfcnt_topdown_reading begin, end;

	if (take(topdown, &begin))
		return -1;
	short_loop(iterations);
	return take(topdown, &end) ?: between(&begin, &end, shares);
}

/* After a reset a section knows its shares to a unit or a little more. */
TEST_F(registers, resolution)
{
	struct perfcnt_topdown_shares one;

	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	ASSERT_EQ(0, section(self->topdown, ITERATIONS, &one));
	EXPECT_LE(2 * ITERATIONS, one.slots);
	EXPECT_GE(2 * UNIT, one.resolution);
	short_loop(100 * ITERATIONS);
	ASSERT_EQ(0, section(self->topdown, 10 * ITERATIONS, &one));
	EXPECT_LT(0.05, one.resolution); /* about 210 / 10 units */
	EXPECT_GE(0.5, one.resolution);
	EXPECT_EQ(-1, section(self->topdown, ITERATIONS / 10, &one));
	EXPECT_EQ(ERANGE, errno);
	EXPECT_LT(0.5, one.resolution);
	EXPECT_LT(0, one.slots);
	/* the same section after a reset */
	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	ASSERT_EQ(0, section(self->topdown, ITERATIONS / 10, &one));
	EXPECT_GE(2 * UNIT, one.resolution);
}

/* The kernel keeps the registers of a thread that leaves its CPU. */
TEST_F(registers, leaves_the_cpu)
{
	struct perfcnt_topdown_reading begin, end;
	struct perfcnt_topdown_shares one;

	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	short_loop(ITERATIONS);
	ASSERT_EQ(0, take(self->topdown, &begin));
	short_loop(10 * ITERATIONS);
	usleep(1000);
	short_loop(10 * ITERATIONS);
	ASSERT_EQ(0, take(self->topdown, &end));
	ASSERT_EQ(0, between(&begin, &end, &one));
	EXPECT_LE(2 * 20 * ITERATIONS, one.slots);
	EXPECT_EQ(1, one.running);
}

/* A reset is no count: what it lies between is refused, also of readings made by hand. */
TEST_F(registers, reset_in_between)
{
	struct perfcnt_topdown_reading begin, end;
	struct perfcnt_topdown_shares one;

	short_loop(10 * ITERATIONS);
	ASSERT_EQ(0, take(self->topdown, &begin));
	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	ASSERT_EQ(0, take(self->topdown, &end));
	EXPECT_EQ(-1, between(&begin, &end, &one));
	EXPECT_EQ(EINVAL, errno);
	end = begin;
	begin.raw[PERFCNT_TOPDOWN_RAW_SLOTS] = UINT64_C(1) << 47;
	EXPECT_EQ(-1, between(&begin, &end, &one));
	EXPECT_EQ(EAGAIN, errno);
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
TEST_F(registers, as_the_document_does)
{
	struct perfcnt_topdown_reading before, after;
	struct perfcnt_topdown_shares shares;
	uint64_t slots, metrics;
	float all;

	ASSERT_EQ(0, perfcnt_topdown_reset(self->topdown));
	ASSERT_EQ(0, take(self->topdown, &before));
	short_loop(10 * ITERATIONS);
	slots = read_slots();
	metrics = read_metrics();
	ASSERT_EQ(0, take(self->topdown, &after));
	EXPECT_LT(before.raw[PERFCNT_TOPDOWN_RAW_SLOTS], slots);
	EXPECT_LT(slots, after.raw[PERFCNT_TOPDOWN_RAW_SLOTS]);
	EXPECT_GT(slots + ITERATIONS, after.raw[PERFCNT_TOPDOWN_RAW_SLOTS]);
	ASSERT_EQ(0, between(&before, &after, &shares));
	all = TOPDOWN_RETIRING(metrics) + TOPDOWN_BAD_SPEC(metrics) +
	      TOPDOWN_FE_BOUND(metrics) + TOPDOWN_BE_BOUND(metrics);
	EXPECT_LT(0.999f, all);
	EXPECT_GT(1.001f, all);
	all = TOPDOWN_RETIRING(metrics) -
	      shares.share[PERFCNT_TOPDOWN_RETIRING].ratio;
	EXPECT_LT(-3 * UNIT, all);
	EXPECT_GT(3 * UNIT, all);
}
#endif

TEST_HARNESS_MAIN
