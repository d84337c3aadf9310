// SPDX-License-Identifier: GPL-2.0
/*
 * Parts of a thread, by all ways of reading: an empty one counts 0 and a known one its
 * exact count, every time, whatever else runs and wherever the thread goes meanwhile.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "known_part.h"
#include "library.h"

#define ROUNDS		200

/* How many instructions of a reading are stepped through, and how many at once. */
#define STEPS		400
#define STRIDE		7

/*
 * In instructions.  QEMU has nothing to do for those of the others; of a 34K's registers,
 * which the module sets, selftests/extension.c has laps.
 */
#if defined(__mips__)
#define LONG_PART	1000000
#else
#define LONG_PART	4300000000
#endif

#define NOBODY		65534

/* More than any PMU has. */
#define PINNED		32

/* What known_part() has. */
static const struct {
	const char *name;
	uint64_t count;
} kinds[] = {
	{ "instructions:u", KNOWN_INSTRUCTIONS },
	{ "branches:u", KNOWN_BRANCHES },
	{ "loads:u", KNOWN_LOADS },
	{ "stores:u", KNOWN_STORES },
};

#define KINDS (sizeof(kinds) / sizeof(*kinds))

/* Of what is added: which kind. */
static unsigned int kind_of[KINDS], added;

/* Does this machine count it so? */
static bool is_counted(const char *name)
{
	struct perfcnt *perfcnt = perfcnt_open_thread();
	bool counted = perfcnt && !perfcnt_add(perfcnt, name);

	perfcnt_close(perfcnt);
	return counted;
}

static enum perfcnt_way way_of(const char *name)
{
	struct perfcnt *perfcnt = perfcnt_open_thread();
	enum perfcnt_way way;

	if (!perfcnt || perfcnt_add(perfcnt, name))
		fatal("%s: %s", name, perfcnt_strerror(perfcnt));
	way = perfcnt_reads_by(perfcnt, NULL);
	perfcnt_close(perfcnt);
	return way;
}

/* These kinds, or as many of them as there are counters for. */
static struct perfcnt *open_some(unsigned int first, unsigned int end)
{
	struct perfcnt *perfcnt = perfcnt_open_thread();
	unsigned int i;

	if (!perfcnt)
		fatal("open: %s", perfcnt_strerror(NULL));
	added = 0;
	for (i = first; i < end; i++) {
		if (!is_counted(kinds[i].name))
			continue;
		if (!perfcnt_add(perfcnt, kinds[i].name))
			kind_of[added++] = i;
		else if (errno != EBUSY || !added)
			fatal("%s: %s", kinds[i].name, perfcnt_strerror(perfcnt));
	}
	return perfcnt;
}

static struct perfcnt *open_kinds(void)
{
	return open_some(0, KINDS);
}

static struct perfcnt *start_kinds(void)
{
	struct perfcnt *perfcnt = open_kinds();

	must(perfcnt, perfcnt_start(perfcnt), "start");
	return perfcnt;
}

FIXTURE(parts) {
	struct perfcnt *perfcnt;
};

FIXTURE_VARIANT(parts) {
	const char *forced;
	enum perfcnt_way way;
};

FIXTURE_VARIANT_ADD(parts, pages) {
	.forced = "pages",
	.way = PERFCNT_WAY_PAGES,
};

FIXTURE_VARIANT_ADD(parts, device) {
	.forced = "device",
	.way = PERFCNT_WAY_DEVICE,
};

FIXTURE_VARIANT_ADD(parts, perf) {
	.forced = "perf",
	.way = PERFCNT_WAY_PERF,
};

FIXTURE_SETUP(parts)
{
	const char *why;

	write_file("/proc/sys/kernel/perf_user_access", "1"); /* where there is such a file */
	setenv("PERFCNT_READ", variant->forced, 1);
	if (which_driver() == SIM)
		SKIP(return, "a simulated machine counts what it is told to");
	if (!is_counted("instructions:u"))
		SKIP(return, "%s", perfcnt_strerror(NULL));
	self->perfcnt = start_kinds();
	EXPECT_EQ(variant->way, perfcnt_reads_by(self->perfcnt, &why));
	EXPECT_EQ(variant->way == PERFCNT_WAY_PAGES, !why);
}

FIXTURE_TEARDOWN(parts)
{
	perfcnt_close(self->perfcnt);
}

/* How many counts of the part that has just ended are not what they should be. */
static int check(struct perfcnt *perfcnt, bool known)
{
	uint64_t count, wanted;
	unsigned int i;
	int wrong = 0;

	for (i = 0; i < added; i++) {
		wanted = known ? kinds[kind_of[i]].count : 0;
		if (perfcnt_count(perfcnt, i, &count) || count != wanted) {
			printf("# %s: %llu, not %llu\n", kinds[kind_of[i]].name,
			       (unsigned long long)count, (unsigned long long)wanted);
			wrong++;
		}
	}
	return wrong;
}

/*
 * Functions of their own, in which the calls stand as where the object was started: beside them
 * the compiler has nothing else to put into the part, nor which part it is.
 */
__attribute__((noipa))
static void nothing(struct perfcnt *perfcnt, int *result)
{
	perfcnt_begin(perfcnt);
	*result = perfcnt_end(perfcnt);
}

__attribute__((noipa))
static void known(struct perfcnt *perfcnt, int *result)
{
	perfcnt_begin(perfcnt);
	known_part();
	*result = perfcnt_end(perfcnt);
}

static int measure_nothing(struct perfcnt *perfcnt, int rounds)
{
	int wrong = 0, result;

	while (rounds--) {
		nothing(perfcnt, &result);
		if (result)
			return -1;
		wrong += check(perfcnt, false);
	}
	return wrong;
}

static int measure(struct perfcnt *perfcnt, int rounds)
{
	int wrong = 0, result;

	while (rounds--) {
		known(perfcnt, &result);
		if (result)
			return -1;
		wrong += check(perfcnt, true);
	}
	return wrong;
}

TEST_F(parts, empty)
{
	EXPECT_EQ(0, measure_nothing(self->perfcnt, ROUNDS));
}

TEST_F(parts, known)
{
	EXPECT_EQ(0, measure(self->perfcnt, ROUNDS));
}

/* Where there are not enough counters for all. */
TEST_F(parts, one_by_one)
{
	unsigned int i;

	perfcnt_close(self->perfcnt);
	for (i = 0; i < KINDS; i++) {
		self->perfcnt = open_some(i, i + 1);
		if (added) {
			must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
			EXPECT_EQ(0, measure(self->perfcnt, ROUNDS)) TH_LOG("%s", kinds[i].name);
		}
		perfcnt_close(self->perfcnt);
	}
	self->perfcnt = NULL;
}

/* A program of the same priority takes the CPU again and again. */
TEST_F(parts, beside_another)
{
	pid_t pid;

	pin_to_cpu(0);
	fflush(NULL);
	pid = fork();
	if (!pid)
		for (;;)
			mixed_loop(1000);
	EXPECT_EQ(0, measure(self->perfcnt, 10 * ROUNDS));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static bool is_refused(struct perfcnt *perfcnt)
{
	return errno == EPERM &&
	       !strcmp(perfcnt_strerror(perfcnt), "these events are another thread's");
}

/* Of one thread: what another thread does is not counted, and it can do nothing with it. */
static void *other_thread(void *argument)
{
	uint64_t counts[KINDS];
	long refused = 0;

	mixed_loop(100000);
	errno = 0;
	refused += perfcnt_read(argument, counts, added) == -1 && is_refused(argument);
	perfcnt_begin(argument);
	errno = 0;
	refused += perfcnt_end(argument) == -1 && is_refused(argument);
	errno = 0;
	refused += perfcnt_start(argument) == -1 && is_refused(argument);
	errno = 0;
	refused += perfcnt_stop(argument) == -1 && is_refused(argument);
	errno = 0;
	refused += perfcnt_reset(argument) == -1 && is_refused(argument);
	return (void *)refused;
}

/* Whether it has measured what a part costs before there was another thread, or not. */
TEST_F(parts, of_one_thread)
{
	unsigned int started;
	pthread_t thread;
	void *refused;

	for (started = 2; started--;) {
		if (started)
			EXPECT_EQ(0, measure_nothing(self->perfcnt, ROUNDS));
		ASSERT_EQ(0, pthread_create(&thread, NULL, other_thread, self->perfcnt));
		ASSERT_EQ(0, pthread_join(thread, &refused));
		EXPECT_EQ((void *)5, refused) TH_LOG("started: %u", started);
		if (!started)
			must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
		EXPECT_EQ(0, measure(self->perfcnt, ROUNDS));
		perfcnt_close(self->perfcnt);
		self->perfcnt = open_kinds();
	}
}

static void *begin_to_count(void *argument)
{
	*(struct perfcnt **)argument = start_kinds();
	return NULL;
}

/* A thread that has another one's stack, and so its address, when that has ended. */
TEST_F(parts, of_an_ended_thread)
{
	static char stack[1 << 18] __attribute__((aligned(1 << 16)));
	pthread_attr_t attributes;
	pthread_t first, second;
	void *refused;

	perfcnt_close(self->perfcnt);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stack, sizeof(stack));
	ASSERT_EQ(0, pthread_create(&first, &attributes, begin_to_count, &self->perfcnt));
	ASSERT_EQ(0, pthread_join(first, NULL));
	ASSERT_EQ(0, pthread_create(&second, &attributes, other_thread, self->perfcnt));
	EXPECT_EQ(first, second);
	ASSERT_EQ(0, pthread_join(second, &refused));
	EXPECT_EQ((void *)5, refused);
}

/* A child frees what it has inherited, and its parent's counts go on. */
TEST_F(parts, after_fork)
{
	uint64_t counts[KINDS];
	int status;
	pid_t pid;

	perfcnt_begin(self->perfcnt);
	known_part();
	fflush(NULL);
	pid = fork();
	if (!pid) {
		errno = 0;
		status = perfcnt_read(self->perfcnt, counts, added) != -1 || errno != EPERM;
		status |= perfcnt_end(self->perfcnt) != -1 || errno != EPERM;
		perfcnt_close(self->perfcnt);
		if (variant->way == PERFCNT_WAY_PAGES) { /* the others' counters are taken */
			self->perfcnt = start_kinds();
			status |= measure(self->perfcnt, 1);
			perfcnt_close(self->perfcnt);
		}
		_exit(!!status);
	}
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	must(self->perfcnt, perfcnt_end(self->perfcnt), "end");
	EXPECT_EQ(0, perfcnt_count(self->perfcnt, 0, counts));
	EXPECT_GE(counts[0], kinds[0].count);
	EXPECT_EQ(0, measure(self->perfcnt, ROUNDS));
}

#define NO_EVENT	"there are not so many events"
#define NOT_STARTED	"the events do not count: perfcnt_start(3) comes first"

TEST_F(parts, misused)
{
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t counts[KINDS + 1], count = 17;

	EXPECT_FAILS(perfcnt_start(perfcnt), EALREADY, "the events are counted already");
	EXPECT_FAILS(perfcnt_read(perfcnt, counts, added + 1), ENODATA, NO_EVENT);
	EXPECT_FAILS(perfcnt_count(perfcnt, 0, &count), ENODATA, "no part has ended");
	EXPECT_FAILS(perfcnt_end(perfcnt), EPROTO, "the part was ended but not begun");
	EXPECT_EQ(0, measure_nothing(perfcnt, 1));
	perfcnt_begin(perfcnt);
	EXPECT_FAILS(perfcnt_count(perfcnt, 0, &count), ENODATA, "no part has ended");
	perfcnt_begin(perfcnt);
	EXPECT_FAILS(perfcnt_reset(perfcnt), EINVAL, "the part has not ended");
	EXPECT_FAILS(perfcnt_end(perfcnt), EALREADY, "the part was begun twice");
	EXPECT_FAILS(perfcnt_end(perfcnt), EPROTO, "the part was ended but not begun");
	EXPECT_FAILS(perfcnt_add(perfcnt, "instructions:u"), EBUSY,
		     "the events are counted already");
	EXPECT_FAILS(perfcnt_count(perfcnt, KINDS, &count), ENODATA, "there is no event 4");
	EXPECT_EQ(17, count);
	EXPECT_EQ(0, measure(perfcnt, 1));
	must(perfcnt, perfcnt_stop(perfcnt), "stop");
	EXPECT_EQ(0, check(perfcnt, true)); /* the part stays */
	EXPECT_FAILS(perfcnt_stop(perfcnt), EINVAL, NOT_STARTED);
	EXPECT_FAILS(perfcnt_reset(perfcnt), EINVAL, NOT_STARTED);
	perfcnt_begin(perfcnt);
	EXPECT_FAILS(perfcnt_end(perfcnt), EINVAL, NOT_STARTED);
	must(perfcnt, perfcnt_start(perfcnt), "start");
	EXPECT_EQ(0, measure(perfcnt, 1));
}

/*
 * In instructions: more than any call of the library's takes, also where the loader looks for
 * it first, and less than another known part.
 */
#define LITTLE		3000

/* Since the start, or the reset; and when it is stopped what there was, again and again. */
TEST_F(parts, start_stop_reset)
{
	uint64_t counts[3], again[1];

	must(self->perfcnt, perfcnt_read(self->perfcnt, &counts[0], 1), "read");
	known_part();
	must(self->perfcnt, perfcnt_read(self->perfcnt, &counts[1], 1), "read");
	EXPECT_LE(counts[0] + KNOWN_INSTRUCTIONS, counts[1]);
	EXPECT_GT(counts[0] + KNOWN_INSTRUCTIONS + LITTLE, counts[1]);
	must(self->perfcnt, perfcnt_reset(self->perfcnt), "reset");
	known_part();
	must(self->perfcnt, perfcnt_stop(self->perfcnt), "stop");
	known_part();
	must(self->perfcnt, perfcnt_read(self->perfcnt, &counts[2], 1), "read");
	EXPECT_LE(KNOWN_INSTRUCTIONS, counts[2]);
	EXPECT_GT(KNOWN_INSTRUCTIONS + LITTLE, counts[2]);
	must(self->perfcnt, perfcnt_read(self->perfcnt, again, 1), "read");
	EXPECT_EQ(counts[2], again[0]);
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	known_part();
	must(self->perfcnt, perfcnt_read(self->perfcnt, &counts[0], 1), "read");
	EXPECT_LE(KNOWN_INSTRUCTIONS, counts[0]);
	EXPECT_EQ(0, measure(self->perfcnt, ROUNDS));
}

/* A reading after the end of a part is none of the part's. */
TEST_F(parts, read_after_the_end)
{
	uint64_t count;

	EXPECT_EQ(0, measure(self->perfcnt, 1));
	must(self->perfcnt, perfcnt_read(self->perfcnt, &count, 1), "read");
	EXPECT_LE(KNOWN_INSTRUCTIONS, count);
	EXPECT_EQ(0, check(self->perfcnt, true));
}

/* An event less: those behind it have its numbers, and all counts are dropped. */
TEST_F(parts, taken_out)
{
	uint64_t count;
	unsigned int i;

	if (added < 2)
		SKIP(return, "this machine counts but one of the events");
	EXPECT_FAILS(perfcnt_remove(self->perfcnt, 0), EBUSY, "the events are counted already");
	EXPECT_EQ(0, measure(self->perfcnt, 1));
	must(self->perfcnt, perfcnt_stop(self->perfcnt), "stop");
	must(self->perfcnt, perfcnt_remove(self->perfcnt, 0), "remove");
	for (added--, i = 0; i < added; i++)
		kind_of[i] = kind_of[i + 1];
	EXPECT_EQ(-1, perfcnt_count(self->perfcnt, 0, &count));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(-1, perfcnt_read(self->perfcnt, &count, 1));
	EXPECT_EQ(EINVAL, errno);
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	EXPECT_EQ(0, measure(self->perfcnt, ROUNDS));
}

/* What is refused is refused at once, and not added. */
TEST_F(parts, refused_events)
{
	static const struct {
		const char *name;
		int error;
	} wrong[] = {
		{ "no-such-event:u", ENOENT }, { "instructions:x", EINVAL },
		{ "instructions:u@tc0", EINVAL },
	};
	struct perfcnt *perfcnt = self->perfcnt;
	unsigned int i;

	must(perfcnt, perfcnt_stop(perfcnt), "stop");
	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		errno = 0;
		EXPECT_EQ(-1, perfcnt_add(perfcnt, wrong[i].name)) TH_LOG("%s", wrong[i].name);
		EXPECT_EQ(wrong[i].error, errno) TH_LOG("%s", perfcnt_strerror(perfcnt));
		if (wrong[i].error == ENOENT)
			EXPECT_NE(NULL, strstr(perfcnt_strerror(perfcnt), wrong[i].name))
				TH_LOG("%s", perfcnt_strerror(perfcnt));
	}
	for (i = 0; !perfcnt_add(perfcnt, kinds[0].name); i++)
		ASSERT_GT(PINNED, i);
	EXPECT_EQ(EBUSY, errno);
	EXPECT_NE(NULL, strstr(perfcnt_strerror(perfcnt), kinds[0].name))
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	EXPECT_EQ(-1, perfcnt_remove(perfcnt, added + i));
	EXPECT_EQ(ENODATA, errno);
	while (i)
		EXPECT_EQ(0, perfcnt_remove(perfcnt, added + --i));
	must(perfcnt, perfcnt_start(perfcnt), "start");
	EXPECT_EQ(0, measure(perfcnt, ROUNDS));
}

/* The handler reads, too: for its thread it is some instructions more. */
static struct perfcnt *handled;
static _Atomic int handler_failed;

static void handle(int number)
{
	uint64_t counts[KINDS];

	(void)number;
	if (perfcnt_read(handled, counts, added))
		handler_failed = 1;
}

/* On arm64 a system call that is stepped over counts an instruction more. */
static bool is_right(uint64_t count, uint64_t extra, bool calls)
{
	(void)calls;
#if defined(__aarch64__)
	if (calls && (count == 1 || count == extra + 1))
		return true;
#endif
	return !count || count == extra;
}

static int check_handled(struct perfcnt *perfcnt, uint64_t extra)
{
	uint64_t count;

	if (perfcnt_count(perfcnt, 0, &count) || handler_failed)
		return 2;
	if (is_right(count, extra, perfcnt_reads_by(perfcnt, NULL) != PERFCNT_WAY_PAGES))
		return 0;
	printf("# counted %llu, not 0 or %llu\n", (unsigned long long)count,
	       (unsigned long long)extra);
	fflush(stdout);
	return 1;
}

/*
 * A child that is stopped before an empty part, which can have a handler's count.  The
 * first part is there for the cost, in this place.
 */
__attribute__((noipa))
static pid_t begin_child(uint64_t extra)
{
	struct perfcnt *perfcnt;
	int i, status = 0;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	perfcnt = start_kinds();
	handled = perfcnt;
	signal(SIGUSR1, handle);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	for (i = 0; i < 2; i++) {
		if (i)
			raise(SIGSTOP);
		perfcnt_begin(perfcnt);
		if (perfcnt_end(perfcnt))
			status = 3;
	}
	_exit(status ? status : check_handled(perfcnt, extra));
}

/* So many instructions of a child, then something happens to it; its status. */
static int step_child(unsigned int steps, uint64_t extra, int signal, int cpu)
{
	pid_t pid = begin_child(extra);
	cpu_set_t cpus;
	int status;

	waitpid(pid, &status, 0);
	while (WIFSTOPPED(status) && steps--) {
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL))
			fatal("step: %s", strerror(errno));
		waitpid(pid, &status, 0);
	}
	if (cpu >= 0) {
		CPU_ZERO(&cpus);
		CPU_SET(cpu, &cpus);
		sched_setaffinity(pid, sizeof(cpus), &cpus);
	}
	if (WIFSTOPPED(status)) {
		ptrace(PTRACE_CONT, pid, NULL, (void *)(long)signal);
		waitpid(pid, &status, 0);
	}
	return status;
}

static bool can_step(void)
{
#if defined(__x86_64__) || defined(__aarch64__)
	return true;
#else
	return false;
#endif
}

/* To another CPU at any instruction of the two readings. */
TEST_F(parts, moved)
{
	unsigned int step;

	if (!can_step() || sysconf(_SC_NPROCESSORS_ONLN) < 2)
		SKIP(return, "this machine has no single steps, or one CPU");
	pin_to_cpu(0);
	perfcnt_close(self->perfcnt); /* the child needs the counters */
	self->perfcnt = NULL;
	for (step = 0; step < STEPS; step += STRIDE) {
		EXPECT_EQ(0, step_child(step, 0, 0, 1))
			TH_LOG("step %u", step);
	}
}

/* What the handler and its return are in instructions. */
__attribute__((noipa))
static uint64_t count_handler(struct perfcnt *perfcnt)
{
	uint64_t with, without;
	int i;

	handled = perfcnt;
	signal(SIGUSR1, handle);
	for (i = 0; i < 3; i++) {
		perfcnt_begin(perfcnt);
		syscall(SYS_kill, getpid(), SIGUSR1);
		must(perfcnt, perfcnt_end(perfcnt), "end");
		must(perfcnt, perfcnt_count(perfcnt, 0, &with), "count");
		perfcnt_begin(perfcnt);
		syscall(SYS_kill, getpid(), 0);
		must(perfcnt, perfcnt_end(perfcnt), "end");
		must(perfcnt, perfcnt_count(perfcnt, 0, &without), "count");
	}
	return with - without;
}

/* At any instruction of the two readings: the part has all of the handler, or nothing. */
TEST_F(parts, with_a_handler)
{
	uint64_t extra = count_handler(self->perfcnt);
	unsigned int step;

	EXPECT_LT(10, extra);
	if (!can_step())
		SKIP(return, "this machine has no single steps");
	perfcnt_close(self->perfcnt); /* the child needs the counters */
	self->perfcnt = NULL;
	for (step = 0; step < STEPS; step += STRIDE) {
		EXPECT_EQ(0, step_child(step, extra, SIGUSR1, -1))
			TH_LOG("step %u", step);
	}
}

/* Pinned events of a CPU come before those of a thread: an error, and no number. */
TEST_F(parts, taken_away)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS, .pinned = 1,
	};
	uint64_t counts[KINDS];
	int fd[PINNED], i;

	if (variant->way == PERFCNT_WAY_DEVICE)
		SKIP(return, "the device's events are pinned, and older");
	pin_to_cpu(0);
	for (i = 0; i < PINNED; i++) {
		attr.config = i & 1 ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_HW_INSTRUCTIONS;
		fd[i] = open_perf_event(&attr, -1, 0, -1);
	}
	sched_yield();
	errno = 0;
	EXPECT_EQ(-1, perfcnt_read(self->perfcnt, counts, added));
	EXPECT_EQ(EIO, errno);
	perfcnt_begin(self->perfcnt);
	known_part();
	EXPECT_EQ(-1, perfcnt_end(self->perfcnt));
	EXPECT_EQ(EIO, errno);
	EXPECT_EQ(-1, perfcnt_count(self->perfcnt, 0, counts));
	for (i = 0; i < PINNED; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	/* what was lost is missing, until somebody counts from 0 on */
	for (i = 0; i < 2; i++) {
		errno = 0;
		EXPECT_EQ(-1, perfcnt_read(self->perfcnt, counts, added));
		EXPECT_EQ(EIO, errno);
	}
	must(self->perfcnt, perfcnt_reset(self->perfcnt), "reset");
	EXPECT_EQ(0, perfcnt_read(self->perfcnt, counts, added));
	EXPECT_EQ(0, measure(self->perfcnt, ROUNDS));
}

/* What a part of so many iterations has counted beyond them. */
__attribute__((noipa))
static uint64_t count_long(struct perfcnt *perfcnt, unsigned long iterations)
{
	uint64_t count;

	perfcnt_begin(perfcnt);
	long_loop(iterations);
	must(perfcnt, perfcnt_end(perfcnt), "end");
	must(perfcnt, perfcnt_count(perfcnt, 0, &count), "count");
	return count - (uint64_t)iterations * LONG_INSTRUCTIONS;
}

/* Past 2^32, which is more than arm64's registers have room for. */
TEST_F(parts, long_part)
{
	uint64_t rest;

	rest = count_long(self->perfcnt, 1000);
	EXPECT_LE(rest, 10);
	EXPECT_EQ(rest, count_long(self->perfcnt, LONG_PART / LONG_INSTRUCTIONS));
	EXPECT_EQ(rest, count_long(self->perfcnt, 1000));
}

/* All events at once, and one after the other: no order of names matters. */
TEST_F(parts, readings)
{
	uint64_t before[KINDS], after[KINDS], one;
	unsigned int i;

	must(self->perfcnt, perfcnt_read(self->perfcnt, before, added), "read");
	known_part();
	must(self->perfcnt, perfcnt_read(self->perfcnt, after, added), "read");
	for (i = 0; i < added; i++) {
		EXPECT_LE(before[i] + kinds[kind_of[i]].count, after[i]);
		EXPECT_GE(before[i] + kinds[kind_of[i]].count + 1000, after[i]);
	}
	must(self->perfcnt, perfcnt_read(self->perfcnt, &one, 1), "read");
	EXPECT_LT(after[0], one);
}

/* What somebody without capabilities hears of an event, or "" if it is counted by pages. */
static void hear(const char *event, char words[256])
{
	int to[2], status;
	pid_t pid;

	if (pipe(to))
		fatal("pipe: %s", strerror(errno));
	pid = fork();
	if (!pid) {
		struct perfcnt *perfcnt = setgid(NOBODY) || setuid(NOBODY) ?
					  NULL : perfcnt_open_thread();

		if (!perfcnt || perfcnt_add(perfcnt, event) || perfcnt_start(perfcnt))
			dprintf(to[1], "%s", perfcnt_strerror(perfcnt));
		_exit(0);
	}
	close(to[1]);
	memset(words, 0, 256);
	if (read(to[0], words, 255) < 0 || waitpid(pid, &status, 0) != pid || status)
		fatal("%s", event);
	close(to[0]);
}

#if defined(__x86_64__)
/* Their register has shares, and perf sets those and the slots to 0 as it likes. */
TEST(slots_are_not_read_by_pages)
{
	static const char *const names[] = { "r400:u", "r8000:u", "r8100:u" };
	struct perfcnt *perfcnt;
	unsigned int i;

	if (access("/sys/bus/event_source/devices/cpu/events/slots", F_OK))
		SKIP(return, "this PMU does not count slots");
	setenv("PERFCNT_READ", "pages", 1);
	perfcnt = perfcnt_open_thread();
	ASSERT_NE(NULL, perfcnt);
	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		EXPECT_FAILS(perfcnt_add(perfcnt, names[i]), EINVAL,
			     "user mode cannot read counts of slots: see perfcnt_topdown_open(3)");
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	perfcnt_close(perfcnt);
}
#endif

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* Debian's kernels let nobody count himself, until somebody says so. */
TEST(nobody_counts_himself)
{
	char before[16], words[256];

	unsetenv("PERFCNT_READ");
	write_file("/proc/sys/kernel/perf_user_access", "1");
	if (way_of("instructions:u") != PERFCNT_WAY_PAGES)
		SKIP(return, "threads are not read by pages here");
	read_file(PARANOID, before, sizeof(before));
	write_file(PARANOID, "3");
	hear("instructions:u", words);
	EXPECT_STREQ("'instructions:u': perf_event_open(2) is not permitted: " PARANOID
		     " is 3, and must be 2 or less; /dev/perfcnt: Permission denied", words);
	write_file(PARANOID, "2");
	hear("instructions:u", words);
	EXPECT_STREQ("", words);
	hear("instructions:uk", words);
	EXPECT_STREQ("'instructions:uk': perf_event_open(2) is not permitted: " PARANOID
		     " is 2, and must be 1 or less; /dev/perfcnt: Permission denied", words);
	write_file(PARANOID, before);
}

/* A part that was read by pages, and the device that has its events then: it costs otherwise. */
TEST(refused_sample)
{
	const struct perfcnt_sampling wrong = {
		.size = sizeof(wrong), .period = 100000, .flags = 1u << 31,
	};
	struct perfcnt *perfcnt;
	uint64_t count;

	unsetenv("PERFCNT_READ");
	write_file("/proc/sys/kernel/perf_user_access", "1");
	if (way_of("instructions:u") != PERFCNT_WAY_PAGES)
		SKIP(return, "threads are not read by pages here");
	perfcnt = perfcnt_open_thread();
	ASSERT_NE(NULL, perfcnt);
	must(perfcnt, perfcnt_add(perfcnt, "instructions:u"), "add");
	must(perfcnt, perfcnt_start(perfcnt), "start");
	perfcnt_begin(perfcnt);
	must(perfcnt, perfcnt_end(perfcnt), "end");
	must(perfcnt, perfcnt_stop(perfcnt), "stop");
	must(perfcnt, perfcnt_count(perfcnt, 0, &count), "count");
	EXPECT_EQ(-1, perfcnt_sample(perfcnt, 0, &wrong));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(PERFCNT_WAY_DEVICE, perfcnt_reads_by(perfcnt, NULL));
	EXPECT_EQ(-1, perfcnt_count(perfcnt, 0, &count));
	EXPECT_EQ(ENODATA, errno);
	perfcnt_close(perfcnt);
}

TEST_HARNESS_MAIN
