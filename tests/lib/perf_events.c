// SPDX-License-Identifier: GPL-2.0
/*
 * Events that perf counts without the device: of a thread and of a command, with all that it
 * starts.  A count is exact; of a command that has left perf at an execve(2), it is said.
 * Faults of memory are there on every machine; instructions where there is a PMU.
 * PERF_EVENTS_PROGRAM is another build, to be counted in place of this one.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perf_events.h>
#include <perfcnt.h>
#include <event_set.h>

#include "../unit/unit.h"
#include "coarse_clock.h"
#include "counted_program.h"

#define NOBODY		65534
#define FAULTS		"page-faults:u"
#define INSTRUCTIONS	"instructions:u"
#define PARANOID	"/proc/sys/kernel/perf_event_paranoid"

/* Where the programs are: anybody can search it. */
static char folder[32];
static char plain[sizeof(folder) + 16], privileged[sizeof(folder) + 16];
static char unreadable[sizeof(folder) + 16];

static const char *words_of(int result)
{
	const int error = errno;
	const char *words = result ? perfcnt_strerror(NULL) : "";

	errno = error;
	return words;
}

static int paranoid(void)
{
	FILE *file = fopen(PARANOID, "re");
	int value = -1;

	if (!file || fscanf(file, "%d", &value) != 1)
		value = -1;
	if (file)
		fclose(file);
	return value;
}

FIXTURE(counting) {
	struct perf_events *events;
	bool has_instructions;
};

FIXTURE_SETUP(counting)
{
	self->events = perfcnt_perf_events_new();
	ASSERT_NE(NULL, self->events);
	if (getuid() && paranoid() > 2)
		SKIP(return, PARANOID " is %d", paranoid());
	ASSERT_EQ(0, perfcnt_perf_events_add(self->events, FAULTS)) {
		TH_LOG("%s", perfcnt_strerror(NULL));
	}
	self->has_instructions = !perfcnt_perf_events_add(self->events, INSTRUCTIONS);
}

FIXTURE_TEARDOWN(counting)
{
	perfcnt_perf_events_free(self->events);
}

/* What became of a command: its status; and what was counted, and whether it left. */
struct result {
	int status;
	int left;
	uint64_t counts[2];
};

static pid_t start_held(char *const argv[], int (*attach)(void *argument, pid_t pid),
			void *argument, bool *attached)
{
	const struct perfcnt_command command = {
		.file = *argv, .argv = argv, .attach = attach, .argument = argument,
	};

	return perfcnt_command(&command, attached);
}

static bool count_command(struct perf_events *events, char *const argv[],
			  struct result *result)
{
	bool attached;
	pid_t pid = start_held(argv, perfcnt_perf_events_start_command, events, &attached);

	return pid > 0 && waitpid(pid, &result->status, 0) == pid &&
	       !perfcnt_perf_events_read(events, result->counts, 2) &&
	       (result->left = perfcnt_perf_events_left(events)) >= 0;
}

#define COUNT(result, ...) do {							\
	char *const __argv[] = { __VA_ARGS__, NULL };					\
										\
	ASSERT_TRUE(count_command(self->events, __argv, result)) {		\
		TH_LOG("%s", perfcnt_strerror(NULL));				\
	}									\
} while (0)

TEST_F(counting, a_command)
{
	struct result none, all;

	COUNT(&none, plain, "touch", "0", "spin", "1000");
	COUNT(&all, plain, "touch", "100", "spin", "1000");
	EXPECT_EQ(0, all.status);
	EXPECT_EQ(0, all.left);
	EXPECT_EQ(100, all.counts[0] - none.counts[0]);
}

TEST_F(counting, instructions_are_exact)
{
	struct result few, many;

	if (!self->has_instructions)
		SKIP(return, "no PMU: %s", perfcnt_strerror(NULL));
	COUNT(&few, plain, "spin", "100000");
	COUNT(&many, plain, "spin", "300000");
	EXPECT_EQ(200000 * SPIN_INSTRUCTIONS, many.counts[1] - few.counts[1]);
}

/* Two at a time can have a fault each of one page. */
static void stay_on_one_cpu(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		_exit(KSFT_FAIL);
}

TEST_F(counting, threads)
{
	struct result none, all;

	stay_on_one_cpu();
	COUNT(&none, plain, "thread", "001");
	COUNT(&all, plain, "thread", "101");
	EXPECT_EQ(0, all.status);
	EXPECT_EQ(100, all.counts[0] - none.counts[0]);
}

TEST_F(counting, what_it_starts)
{
	struct result none, all;

	stay_on_one_cpu();
	COUNT(&none, plain, "family", "touch", "001");
	COUNT(&all, plain, "family", "touch", "101");
	EXPECT_EQ(0, all.status);
	EXPECT_EQ(100, all.counts[0] - none.counts[0]);
}

TEST_F(counting, another_command_counts_from_0)
{
	struct result once, again;

	COUNT(&once, plain, "touch", "100");
	COUNT(&again, plain, "touch", "100");
	EXPECT_EQ(once.counts[0], again.counts[0]);
}

/* However it ends, it has not left. */
TEST_F(counting, ends)
{
	struct result result;

	COUNT(&result, plain, "kill");
	EXPECT_EQ(SIGKILL, result.status);
	EXPECT_EQ(0, result.left);
	COUNT(&result, plain, "idle", "raise");
	EXPECT_EQ(SIGTERM, result.status);
	EXPECT_EQ(0, result.left);
	COUNT(&result, plain, "idle", "thread", "1");
	EXPECT_EQ(0, result.status);
	EXPECT_EQ(0, result.left);
	COUNT(&result, plain, "exec", plain, "touch", "1");
	EXPECT_EQ(0, result.status);
	EXPECT_EQ(0, result.left);
	COUNT(&result, "/bin/sh", "-c", "exec true");
	EXPECT_EQ(0, result.status);
	EXPECT_EQ(0, result.left);
}

TEST_F(counting, a_thread_becomes_another_program)
{
	struct result none, all;

	COUNT(&none, plain, "idle", "thread-exec", plain, "touch", "000", "exec", plain,
	      "touch", "0");
	COUNT(&all, plain, "idle", "thread-exec", plain, "touch", "100", "exec", plain,
	      "touch", "9");
	EXPECT_EQ(0, all.status);
	EXPECT_EQ(0, all.left);
	EXPECT_EQ(109, all.counts[0] - none.counts[0]);
}

TEST_F(counting, no_such_program)
{
	char *const argv[] = { "/none", NULL };
	bool attached;

	EXPECT_EQ(-1, start_held(argv, perfcnt_perf_events_start_command, self->events, &attached));
	EXPECT_EQ(ENOENT, errno);
	EXPECT_EQ(true, attached);
	EXPECT_EQ(-1, waitpid(-1, NULL, 0));
}

static int cannot_attach(void *argument, pid_t pid)
{
	(void)argument;
	(void)pid;
	errno = EXDEV;
	return -1;
}

TEST_F(counting, what_is_not_attached_does_not_run)
{
	char *const argv[] = { plain, "touch", "1", NULL };
	bool attached;

	EXPECT_EQ(-1, start_held(argv, cannot_attach, NULL, &attached));
	EXPECT_EQ(EXDEV, errno);
	EXPECT_EQ(false, attached);
	EXPECT_EQ(-1, waitpid(-1, NULL, 0));
}

TEST_F(counting, a_thread)
{
	uint64_t counts[2];

	touch(1); /* the code, and the stack */
	ASSERT_EQ(0, perfcnt_perf_events_start(self->events));
	EXPECT_EQ(0, perfcnt_perf_events_read(self->events, counts, 2));
	ASSERT_EQ(0, perfcnt_perf_events_reset(self->events));
	touch(100);
	ASSERT_EQ(0, perfcnt_perf_events_read(self->events, counts, 2));
	EXPECT_EQ(100, counts[0]);
	touch(100);
	ASSERT_EQ(0, perfcnt_perf_events_stop(self->events));
	touch(100);
	ASSERT_EQ(0, perfcnt_perf_events_read(self->events, counts, 2));
	EXPECT_EQ(200, counts[0]);
	EXPECT_EQ(0, perfcnt_perf_events_left(self->events));
	ASSERT_EQ(0, perfcnt_perf_events_start(self->events));
	ASSERT_EQ(0, perfcnt_perf_events_read(self->events, counts, 2));
	EXPECT_EQ(0, counts[0]);
}

static void touch_100(void)
{
	touch(100);
}

/* A program has closed perf's file, and its number is that of another event. */
TEST_F(counting, a_file_that_is_another_event)
{
	struct perf_events *other = perfcnt_perf_events_new();
	int file = dup(STDIN_FILENO), others;
	uint64_t count, before, after;

	close(file); /* the next one has this number */
	ASSERT_EQ(0, perfcnt_perf_events_start(self->events));
	others = dup(STDIN_FILENO);
	close(others);
	ASSERT_EQ(0, perfcnt_perf_events_add(other, FAULTS));
	ASSERT_EQ(0, perfcnt_perf_events_start(other));
	EXPECT_EQ(0, perfcnt_perf_events_read(self->events, &count, 1));
	ASSERT_EQ(file, dup2(others, file));
	EXPECT_EQ(-1, perfcnt_perf_events_read(self->events, &count, 1));
	EXPECT_EQ(EBADF, errno);
	EXPECT_EQ(0, perfcnt_perf_events_read(other, &before, 1));
	EXPECT_EQ(-1, perfcnt_perf_events_reset(self->events));
	EXPECT_EQ(EBADF, errno);
	EXPECT_EQ(-1, perfcnt_perf_events_stop(self->events));
	EXPECT_EQ(EBADF, errno);
	perfcnt_perf_events_free(self->events);
	self->events = NULL;
	EXPECT_LE(0, fcntl(file, F_GETFD));
	touch_100();
	EXPECT_EQ(0, perfcnt_perf_events_read(other, &after, 1));
	EXPECT_LE(before + 100, after);
	close(file);
	perfcnt_perf_events_free(other);
}

/* All events of a thread begin at once. */
TEST_F(counting, reset_is_of_all_events_at_once)
{
	uint64_t counts[3];

	ASSERT_EQ(0, perfcnt_perf_events_add(self->events, FAULTS));
	touch(1);
	ASSERT_EQ(0, perfcnt_perf_events_start(self->events));
	before_reading = touch_100;
	EXPECT_EQ(0, perfcnt_perf_events_reset(self->events));
	before_reading = NULL;
	ASSERT_EQ(0, perfcnt_perf_events_read(self->events, counts, 3));
	EXPECT_EQ(counts[0], counts[1 + self->has_instructions]);
}

TEST_F(counting, names)
{
	int result = perfcnt_perf_events_add(self->events, "nonesuch");

	EXPECT_EQ(-1, result);
	EXPECT_EQ(ENOENT, errno);
	EXPECT_NE(NULL, strstr(words_of(result), "'nonesuch'"));
	result = perfcnt_perf_events_add(self->events, "yields:u"); /* a 34K's alone */
	EXPECT_EQ(-1, result);
	EXPECT_EQ(ENOENT, errno);
	EXPECT_NE(NULL, strstr(words_of(result), "'yields:u'"));
	/* what was refused is not there: this counts */
	EXPECT_EQ(0, perfcnt_perf_events_try(self->events));
	perfcnt_perf_events_remove(self->events, 0);
	if (self->has_instructions)
		perfcnt_perf_events_remove(self->events, 0);
	EXPECT_EQ(-1, perfcnt_perf_events_try(self->events));
	EXPECT_EQ(EINVAL, errno);
}

/* More than any PMU has: one of them is refused, by its name, and all others are counted. */
TEST_F(counting, no_room)
{
	char name[] = "r00c0:u";
	int result = 0;
	unsigned int i;

	if (!self->has_instructions)
		SKIP(return, "no PMU");
	for (i = 0; !result && i < PERFCNT_MAX_COUNTERS; i++)
		result = perfcnt_perf_events_add(self->events, name);
	EXPECT_EQ(-1, result);
	EXPECT_EQ(EBUSY, errno);
	EXPECT_NE(NULL, strstr(words_of(result), "'r00c0:u'"));
	EXPECT_EQ(0, perfcnt_perf_events_try(self->events));
}

/* More than a PMU has, on each CPU, before all others. */
#define PINNED	32
#define CPUS	8

static int pinned[CPUS * PINNED], pinned_count;

static void take_counters(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.pinned = 1,
	};
	int cpu, i, fd;

	for (cpu = 0; cpu < CPUS; cpu++)
		for (i = 0; i < PINNED; i++) {
			fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, 0);
			if (fd >= 0)
				pinned[pinned_count++] = fd;
		}
}

static void return_counters(void)
{
	while (pinned_count)
		close(pinned[--pinned_count]);
}

/* What is not counted all the time is refused, until it is counted from 0 again. */
TEST_F(counting, others_take_the_counters)
{
	uint64_t counts[2];
	int result;

	if (getuid() || !self->has_instructions)
		SKIP(return, "no PMU, or no right to take its counters");
	ASSERT_EQ(0, perfcnt_perf_events_start(self->events));
	take_counters();
	spin(100000);
	return_counters();
	result = perfcnt_perf_events_read(self->events, counts, 2);
	EXPECT_EQ(-1, result);
	EXPECT_EQ(EIO, errno);
	EXPECT_NE(NULL, strstr(words_of(result), "not all was counted"));
	EXPECT_EQ(-1, perfcnt_perf_events_read(self->events, counts, 2));
	EXPECT_EQ(0, perfcnt_perf_events_reset(self->events));
	EXPECT_EQ(0, perfcnt_perf_events_read(self->events, counts, 2));
	take_counters();
	result = perfcnt_perf_events_try(self->events);
	EXPECT_EQ(-1, result);
	EXPECT_EQ(EBUSY, errno);
	EXPECT_NE(NULL, strstr(words_of(result), "others have counters"));
	return_counters();
}

/* For less than perf's clock can tell, too. */
TEST_F(counting, others_take_the_counters_by_a_coarse_clock)
{
	uint64_t counts[2];

	if (getuid() || !self->has_instructions)
		SKIP(return, "no PMU, or no right to take its counters");
	tick = 1000000000000;
	ASSERT_EQ(0, perfcnt_perf_events_start(self->events));
	take_counters();
	spin(100000);
	return_counters();
	EXPECT_EQ(-1, perfcnt_perf_events_read(self->events, counts, 2));
	EXPECT_EQ(EIO, errno);
	EXPECT_EQ(0, perfcnt_perf_events_reset(self->events));
	EXPECT_EQ(0, perfcnt_perf_events_read(self->events, counts, 2));
	EXPECT_EQ(0, perfcnt_perf_events_stop(self->events));
	EXPECT_EQ(0, perfcnt_perf_events_read(self->events, counts, 2));
}

/* Of a command nothing but times tells: it is refused, but for what needs no counters. */
TEST_F(counting, a_command_by_a_coarse_clock)
{
	char *const argv[] = { plain, "spin", "100000", NULL };
	struct perf_events *events = perfcnt_perf_events_new();
	struct result result;
	bool attached;

	tick = 1000000000000;
	ASSERT_EQ(0, perfcnt_perf_events_add(events, FAULTS));
	ASSERT_TRUE(count_command(events, argv, &result)) TH_LOG("%s", perfcnt_strerror(NULL));
	if (!self->has_instructions)
		SKIP(return, "no PMU: %s", perfcnt_strerror(NULL));
	ASSERT_EQ(0, perfcnt_perf_events_add(events, INSTRUCTIONS));
	EXPECT_EQ(-1, start_held(argv, perfcnt_perf_events_start_command, events, &attached));
	EXPECT_EQ(ENOTSUP, errno);
	EXPECT_NE(NULL, strstr(perfcnt_strerror(NULL), "clock")) {
		TH_LOG("%s", perfcnt_strerror(NULL));
	}
	EXPECT_EQ(false, attached);
	perfcnt_perf_events_free(events);
}

/* Also of what a command has started. */
TEST_F(counting, others_take_the_counters_of_a_child)
{
	int result, status, ready[2], go[2];
	char words[2][12], byte = 0;
	char *const argv[] = { plain, "family", "ready", words[0], "await", words[1], NULL };
	uint64_t counts[2];
	bool attached;
	pid_t pid;

	if (getuid() || !self->has_instructions)
		SKIP(return, "no PMU, or no right to take its counters");
	ASSERT_EQ(0, pipe(ready) || pipe(go));
	sprintf(words[0], "%d", ready[1]);
	sprintf(words[1], "%d", go[0]);
	pid = start_held(argv, perfcnt_perf_events_start_command, self->events, &attached);
	ASSERT_LT(0, pid);
	ASSERT_EQ(1, read(ready[0], &byte, 1));
	take_counters();
	ASSERT_EQ(1, write(go[1], &byte, 1));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	return_counters();
	EXPECT_EQ(0, status);
	result = perfcnt_perf_events_read(self->events, counts, 2);
	EXPECT_EQ(-1, result);
	EXPECT_EQ(EIO, errno);
}

/* The library's own calls, where they are perf's. */

static bool has_device(void)
{
	return !access("/dev/perfcnt", F_OK);
}

FIXTURE(object) {
	struct perfcnt *perfcnt;
	bool has_instructions;
};

FIXTURE_VARIANT(object) {
	bool command;
};

FIXTURE_VARIANT_ADD(object, thread) {
};

FIXTURE_VARIANT_ADD(object, command) {
	.command = true,
};

FIXTURE_SETUP(object)
{
	const char *why = "";

	if (variant->command && has_device())
		SKIP(return, "the device counts commands");
	if (getuid() && paranoid() > 2)
		SKIP(return, PARANOID " is %d", paranoid());
	setenv("PERFCNT_READ", "perf", 1);
	self->perfcnt = variant->command ? perfcnt_open_command() : perfcnt_open_thread();
	ASSERT_NE(NULL, self->perfcnt);
	ASSERT_EQ(0, perfcnt_add(self->perfcnt, FAULTS)) {
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	}
	EXPECT_EQ(PERFCNT_WAY_PERF, perfcnt_reads_by(self->perfcnt, &why));
	EXPECT_NE(NULL, why);
	EXPECT_EQ(-1, perfcnt_fd(self->perfcnt));
	self->has_instructions = !perfcnt_add(self->perfcnt, INSTRUCTIONS);
}

FIXTURE_TEARDOWN(object)
{
	perfcnt_close(self->perfcnt);
}

TEST_F(object, counts)
{
	char *argv[4] = { plain, "touch", "100" };
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t counts[2], none;
	int status;
	pid_t pid;

	if (!variant->command) {
		ASSERT_EQ(0, perfcnt_start(perfcnt));
		touch(1);
		ASSERT_EQ(0, perfcnt_reset(perfcnt));
		touch(100);
		EXPECT_EQ(0, perfcnt_read(perfcnt, counts, 1));
		EXPECT_EQ(100, counts[0]);
		EXPECT_EQ(0, perfcnt_stop(perfcnt));
		touch(100);
		EXPECT_EQ(0, perfcnt_read(perfcnt, counts, 1));
		EXPECT_EQ(100, counts[0]);
		return;
	}
	argv[2] = "000";
	pid = perfcnt_spawn(perfcnt, argv);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	ASSERT_EQ(0, perfcnt_stop(perfcnt));
	ASSERT_EQ(0, perfcnt_read(perfcnt, &none, 1));
	argv[2] = "100";
	pid = perfcnt_spawn(perfcnt, argv);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, perfcnt_read(perfcnt, counts, 1));
	EXPECT_EQ(100, counts[0] - none);
	EXPECT_EQ(0, perfcnt_stop(perfcnt));
	argv[0] = "/none";
	EXPECT_EQ(-1, perfcnt_spawn(perfcnt, argv));
	EXPECT_EQ(ENOENT, errno);
	EXPECT_STREQ("/none: No such file or directory", perfcnt_strerror(perfcnt));
	EXPECT_EQ(0, perfcnt_read(perfcnt, counts, 1));
	EXPECT_EQ(100, counts[0] - none);
}

TEST_F(object, counts_a_part)
{
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t few, many;

	if (variant->command) /* its parts are another process's */
		return;
	ASSERT_EQ(0, perfcnt_start(perfcnt));
	perfcnt_begin(perfcnt);
	EXPECT_EQ(0, perfcnt_end(perfcnt));
	EXPECT_EQ(0, perfcnt_count(perfcnt, 0, &few));
	EXPECT_EQ(0, few);
	perfcnt_begin(perfcnt);
	touch(100);
	EXPECT_EQ(0, perfcnt_end(perfcnt));
	EXPECT_EQ(0, perfcnt_count(perfcnt, 0, &few));
	EXPECT_EQ(100, few);
	if (!self->has_instructions)
		return;
	perfcnt_begin(perfcnt);
	EXPECT_EQ(0, perfcnt_end(perfcnt));
	EXPECT_EQ(0, perfcnt_count(perfcnt, 1, &few));
	EXPECT_EQ(0, few);
	perfcnt_begin(perfcnt);
	spin(1000);
	EXPECT_EQ(0, perfcnt_end(perfcnt));
	EXPECT_EQ(0, perfcnt_count(perfcnt, 1, &few));
	perfcnt_begin(perfcnt);
	spin(3000);
	EXPECT_EQ(0, perfcnt_end(perfcnt));
	EXPECT_EQ(0, perfcnt_count(perfcnt, 1, &many));
	EXPECT_EQ(2000 * SPIN_INSTRUCTIONS, many - few);
}

/* A child has none of what its parent reads; and a command that has ended takes no event's room. */
TEST_F(object, in_a_child_and_afterwards)
{
	char *argv[4] = { plain, "touch", "1" };
	struct perfcnt *perfcnt = self->perfcnt;
	pid_t command = 0, pid;
	int status;

	if (variant->command) {
		command = perfcnt_spawn(perfcnt, argv);
		ASSERT_LT(0, command);
		ASSERT_EQ(command, waitpid(command, NULL, 0));
	} else {
		ASSERT_EQ(0, perfcnt_start(perfcnt));
	}
	perfcnt_begin(perfcnt);
	pid = fork();
	if (!pid)
		_exit(perfcnt_end(perfcnt) != -1 || errno != EPERM);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, perfcnt_end(perfcnt));
	EXPECT_EQ(0, perfcnt_stop(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, FAULTS)) {
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	}
}

/* All that can be refused of an event: its name, that it is not there, and that it has no room. */
static void expect_refusals(struct __test_metadata *_metadata, struct perfcnt *perfcnt)
{
	unsigned int added = 0;

	EXPECT_EQ(-1, perfcnt_add(perfcnt, "nonesuch"));
	EXPECT_EQ(ENOENT, errno);
	EXPECT_EQ(-1, perfcnt_add(perfcnt, "yields:u"));
	EXPECT_EQ(ENOENT, errno);
	EXPECT_EQ(-1, perfcnt_add(perfcnt, FAULTS "@tc0"));
	EXPECT_EQ(EINVAL, errno);
	/* an event that is added drops what was counted */
	while (added < PERFCNT_MAX_COUNTERS && !perfcnt_add(perfcnt, "r00c0:u"))
		added++;
	EXPECT_LT(added, PERFCNT_MAX_COUNTERS);
}

/* What was refused has changed nothing: counts stay, and so does what counts next. */
TEST_F(object, after_a_refusal)
{
	char *argv[4] = { plain, "touch", "100" };
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t first, counts[PERFCNT_MAX_COUNTERS];
	unsigned int added = self->has_instructions + 1;
	pid_t pid;
	int i;

	if (self->has_instructions) /* until there is no room */
		while (added < PERFCNT_MAX_COUNTERS && !perfcnt_add(perfcnt, "r00c0:u"))
			added++;
	for (i = 0; i < 2; i++) {
		if (variant->command) {
			pid = perfcnt_spawn(perfcnt, argv);
			ASSERT_EQ(pid, waitpid(pid, NULL, 0));
		} else {
			ASSERT_EQ(0, perfcnt_start(perfcnt));
			touch(100);
		}
		ASSERT_EQ(0, perfcnt_stop(perfcnt));
		ASSERT_EQ(0, perfcnt_read(perfcnt, counts, added));
		first = counts[0];
		EXPECT_LE(100, first);
		expect_refusals(_metadata, perfcnt);
		EXPECT_EQ(PERFCNT_WAY_PERF, perfcnt_reads_by(perfcnt, NULL));
		EXPECT_EQ(0, perfcnt_read(perfcnt, counts, added)) {
			TH_LOG("%s", perfcnt_strerror(perfcnt));
		}
		EXPECT_EQ(first, counts[0]);
		EXPECT_EQ(-1, perfcnt_read(perfcnt, counts, added + 1));
		EXPECT_EQ(ENODATA, errno);
	}
}

/* The same where the thread reads the counters itself. */
TEST(pages_after_a_refusal)
{
	struct perfcnt *perfcnt;
	uint64_t first[2], counts[PERFCNT_MAX_COUNTERS];
	unsigned int added = 1;
	int i;

	setenv("PERFCNT_READ", "pages", 1);
	perfcnt = perfcnt_open_thread();
	ASSERT_NE(NULL, perfcnt);
	if (perfcnt_add(perfcnt, INSTRUCTIONS))
		SKIP(return, "%s", perfcnt_strerror(perfcnt));
	while (added < PERFCNT_MAX_COUNTERS && !perfcnt_add(perfcnt, "r00c0:u"))
		added++;
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, perfcnt_start(perfcnt)) {
			TH_LOG("%s", perfcnt_strerror(perfcnt));
		}
		spin(1000);
		ASSERT_EQ(0, perfcnt_stop(perfcnt));
		ASSERT_EQ(0, perfcnt_read(perfcnt, first, 1));
		EXPECT_LE(1000 * SPIN_INSTRUCTIONS, first[0]);
		expect_refusals(_metadata, perfcnt);
		EXPECT_EQ(-1, perfcnt_add(perfcnt, FAULTS));
		EXPECT_EQ(PERFCNT_WAY_PAGES, perfcnt_reads_by(perfcnt, NULL));
		EXPECT_EQ(0, perfcnt_read(perfcnt, counts, added)) {
			TH_LOG("%s", perfcnt_strerror(perfcnt));
		}
		EXPECT_EQ(first[0], counts[0]);
		EXPECT_EQ(-1, perfcnt_read(perfcnt, counts, added + 1));
	}
	perfcnt_close(perfcnt);
}

TEST_F(object, needs_the_device_for_more)
{
	const struct perfcnt_sampling sampling = { .size = sizeof(sampling), .period = 1000 };
	struct perfcnt *perfcnt = self->perfcnt;

	EXPECT_EQ(-1, perfcnt_sample(perfcnt, 0, &sampling));
	EXPECT_EQ(variant->command ? ENOENT : EINVAL, errno);
	/* what was refused has changed nothing */
	EXPECT_EQ(PERFCNT_WAY_PERF, perfcnt_reads_by(perfcnt, NULL));
	EXPECT_EQ(0, perfcnt_remove(perfcnt, 0));
	EXPECT_EQ(-1, perfcnt_remove(perfcnt, self->has_instructions));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(0, perfcnt_add(perfcnt, FAULTS));
}

/* As another user, in a child; the status is that of the harness. */
static void become_user(void)
{
	if (setgid(NOBODY) || setuid(NOBODY) || prctl(PR_SET_DUMPABLE, 1))
		_exit(KSFT_FAIL);
}

TEST(a_user)
{
	struct perf_events *events = perfcnt_perf_events_new();
	const int value = paranoid();
	char words[32];
	int result;

	if (getuid())
		SKIP(return, "only root becomes another user");
	become_user();
	result = perfcnt_perf_events_add(events, FAULTS);
	if (value <= 2) {
		EXPECT_EQ(0, result);
		result = value <= 1 ? -1 : perfcnt_perf_events_add(events, "page-faults:uk");
	}
	if (value <= 1)
		SKIP(return, PARANOID " is %d", value);
	EXPECT_EQ(-1, result);
	EXPECT_EQ(EPERM, errno);
	snprintf(words, sizeof(words), "paranoid is %d", value);
	EXPECT_NE(NULL, strstr(words_of(result), words)) {
		TH_LOG("%s", words_of(result));
	}
	EXPECT_NE(NULL, strstr(words_of(result), "'page-faults:u"));
	perfcnt_perf_events_free(events);
}

/* Programs that a user's perf may not follow. */
FIXTURE(user) {
	struct perf_events *events;
};

FIXTURE_SETUP(user)
{
	if (getuid() || paranoid() > 2)
		SKIP(return, "as user %d, " PARANOID " is %d", getuid(), paranoid());
	become_user();
	self->events = perfcnt_perf_events_new();
	ASSERT_EQ(0, perfcnt_perf_events_add(self->events, FAULTS));
}

FIXTURE_TEARDOWN(user)
{
	perfcnt_perf_events_free(self->events);
}

FIXTURE_VARIANT(user) {
	const char *program;
};

FIXTURE_VARIANT_ADD(user, set_user_id) {
	.program = privileged,
};

FIXTURE_VARIANT_ADD(user, unreadable) {
	.program = unreadable,
};

TEST_F(user, runs_it)
{
	char *program = (char *)variant->program;
	struct result result;

	COUNT(&result, program, "touch", "1");
	EXPECT_EQ(0, result.status);
	EXPECT_EQ(1, result.left);
}

TEST_F(user, a_shell_becomes_it)
{
	char command[64];
	struct result result;

	snprintf(command, sizeof(command), "exec %s touch 1", variant->program);
	COUNT(&result, "/bin/sh", "-c", command);
	EXPECT_EQ(0, result.status);
	EXPECT_EQ(1, result.left);
}

TEST_F(user, a_thread_becomes_it)
{
	char *program = (char *)variant->program;
	struct result result;

	COUNT(&result, plain, "idle", "thread-exec", program, "touch", "1");
	EXPECT_EQ(0, result.status);
	EXPECT_EQ(1, result.left);
}

/* As a caller of the library sees it. */
TEST_F(user, the_library_says_so)
{
	char *const argv[] = { (char *)variant->program, "touch", "1", NULL };
	struct perfcnt *perfcnt = perfcnt_open_command();
	uint64_t count;
	int status;
	pid_t pid;

	if (has_device())
		SKIP(return, "the device counts commands");
	ASSERT_EQ(0, perfcnt_add(perfcnt, FAULTS));
	pid = perfcnt_spawn(perfcnt, argv);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(-1, perfcnt_read(perfcnt, &count, 1));
	EXPECT_EQ(EIO, errno);
	EXPECT_NE(NULL, strstr(perfcnt_strerror(perfcnt), "left at execve"));
	EXPECT_EQ(-1, perfcnt_stop(perfcnt));
	EXPECT_EQ(EIO, errno);
	perfcnt_close(perfcnt);
}

/* It has left for good: a reset lets none of it be counted. */
TEST_F(user, is_reset_when_it_has_left)
{
	char words[2][12], byte = 0;
	char *const argv[] = { (char *)variant->program, "ready", words[0], "await", words[1],
			       NULL };
	struct perfcnt *perfcnt = perfcnt_open_command();
	int status, ready[2], go[2];
	uint64_t count;
	pid_t pid;

	if (has_device())
		SKIP(return, "the device counts commands");
	ASSERT_EQ(0, pipe(ready) || pipe(go));
	sprintf(words[0], "%d", ready[1]);
	sprintf(words[1], "%d", go[0]);
	ASSERT_EQ(0, perfcnt_add(perfcnt, FAULTS));
	pid = perfcnt_spawn(perfcnt, argv);
	ASSERT_EQ(1, read(ready[0], &byte, 1));
	EXPECT_EQ(0, perfcnt_reset(perfcnt));
	EXPECT_EQ(-1, perfcnt_read(perfcnt, &count, 1));
	EXPECT_EQ(EIO, errno);
	ASSERT_EQ(1, write(go[1], &byte, 1));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(-1, perfcnt_reset(perfcnt));
	EXPECT_EQ(ESRCH, errno);
	perfcnt_close(perfcnt);
}

TEST_F(user, a_later_program_becomes_it)
{
	char *program = (char *)variant->program;
	struct result result;

	COUNT(&result, plain, "idle", "thread-exec", plain, "idle", "thread", "1",
	      "exec", program, "idle", "raise");
	EXPECT_EQ(SIGTERM, result.status);
	EXPECT_EQ(1, result.left);
}

TEST_F(user, sees_that_others_do_not_leave)
{
	struct result result;

	COUNT(&result, plain, "idle", "thread-exec", plain, "touch", "1");
	EXPECT_EQ(0, result.status);
	EXPECT_EQ(0, result.left);
}

static bool copy_to(const char *path, mode_t mode)
{
	const char *program = getenv("PERF_EVENTS_PROGRAM");
	char command[256];

	/* the shell's parent */
	snprintf(command, sizeof(command), "cp %s %s", program ?: "/proc/$PPID/exe", path);
	return !system(command) && !chmod(path, mode);
}

static pid_t tester;

/* A test's own process leaves them. */
static void remove_programs(void)
{
	if (getpid() != tester)
		return;
	unlink(plain);
	unlink(privileged);
	unlink(unreadable);
	rmdir(folder);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strncmp(*argv, "/tmp/perfcnt.", 13))
		return run(argv + 1);
	/* where the stack begins decides how many pages it has */
	personality(ADDR_NO_RANDOMIZE);
	strcpy(folder, "/tmp/perfcnt.XXXXXX");
	if (!mkdtemp(folder) || chmod(folder, 0755))
		return KSFT_FAIL;
	tester = getpid();
	atexit(remove_programs);
	sprintf(plain, "%s/plain", folder);
	sprintf(privileged, "%s/privileged", folder);
	sprintf(unreadable, "%s/unreadable", folder);
	if (!copy_to(plain, 0755) || !copy_to(privileged, 04755) || !copy_to(unreadable, 0711))
		return KSFT_FAIL;
	return test_harness_run(argc, argv);
}
