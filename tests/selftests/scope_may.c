// SPDX-License-Identifier: GPL-2.0
/*
 * Who may follow what: what is refused and in which words; and that a user without
 * capabilities counts nothing, nor a setuid program with what somebody else has opened.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define ITERATIONS 20000UL
#define NOBODY 65534
#define DEVICE "/dev/perfcnt"

static int scope_of(const struct follower *follower, pid_t pid, uint32_t flags)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .flags = flags, .pid = pid,
		.counters = follower->mask,
	};

	return call(follower->fd, PERFCNT_IOC_SCOPE, &scope);
}

FIXTURE(refused) {
	struct follower counters;
};

FIXTURE_SETUP(refused)
{
	find_event();
	self->counters = follower(0);
}

FIXTURE_TEARDOWN(refused)
{
	close(self->counters.fd);
	EXPECT_TRUE(none_claimed());
}

TEST_F(refused, words)
{
	int fd = self->counters.fd;
	uint32_t mask = self->counters.mask;
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = mask };

	scope.flags = 0x80;
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EINVAL, "0x80");
	scope.flags = 0;
	scope.counters = 0;
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EINVAL, "mask");
	scope.counters = mask | 1u << 31;
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EPERM,
		       "counter 31: not claimed");
	scope.counters = mask | 2;
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EPERM,
		       "counter 1: not claimed");
	EXPECT_REFUSED(fd, scope_of(&self->counters, 0x3fffffff, 0), ESRCH,
		       "no such thread");
	EXPECT_REFUSED(fd, scope_of(&self->counters, -1, 0), ESRCH,
		       "no such thread");
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_LEAVE, NULL), EINVAL, "no scope");
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_LEAVE, &scope), EINVAL, "use 0");
	EXPECT_EQ(-1, read(fd, &scope, sizeof(scope)));
	EXPECT_EQ(EINVAL, errno);
}

/* A counter in a scope keeps its event, and its owner. */
TEST_F(refused, changes)
{
	int fd = self->counters.fd;
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	struct perfcnt_thread thread;

	set.counter[0].what = what_of(fd, 0, event());
	must(scope_of(&self->counters, 0, 0), reason(fd));
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SET, &set), EBUSY, "LEAVE");
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_RELEASE, 1), EBUSY, "LEAVE");
	EXPECT_REFUSED(fd, scope_of(&self->counters, 0, 0), EBUSY, "LEAVE");
	set.controls = 0;
	set.counts = 1;
	set.counter[0].count = 12345678;
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	EXPECT_EQ(12345678, sample(fd).counts[0]);
	EXPECT_EQ(-1, read(fd, &thread, offsetof(struct perfcnt_thread, counts[1]) - 1));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, read(fd, &thread, sizeof(thread)));
	EXPECT_EQ(EAGAIN, errno);
	must(call(fd, PERFCNT_IOC_LEAVE, NULL), reason(fd));
	set.controls = 1;
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
}

TEST_F(refused, without_an_event)
{
	int fd = self->counters.fd;

	with_mask(fd, PERFCNT_IOC_RELEASE, self->counters.mask);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, self->counters.mask), "claim");
	EXPECT_REFUSED(fd, scope_of(&self->counters, 0, 0), EINVAL,
		       "its event is not set");
}

TEST_F(refused, half_full)
{
	int fd = self->counters.fd;
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };

	set.counter[0].what = what_of(fd, 0, event());
	set.counter[0].what.control |= PERFCNT_CTL_IE;
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	EXPECT_REFUSED(fd, scope_of(&self->counters, 0, 0), EINVAL, "IE");
}

/* A register that counts all CPUs cannot tell whose work it was. */
TEST_F(refused, shared)
{
	int fd = self->counters.fd;
	bool shared = describe(fd).flags & PERFCNT_HAS_SHARED;
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = 1 };

	set.counter[0].what = what_of(fd, 0, event());
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	if (shared)
		EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EINVAL,
			       "SHARED");
	scope.flags = PERFCNT_SCOPE_SHARED;
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_SCOPE, &scope));
	EXPECT_EQ(shared, scope.shared);
}

/* An event that has counters 0 and 1 in turns, one of each bank. */
static void let_take_turns(int fd, const char *name)
{
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .nr = 1, .counters = 3,
		.event[0] = {
			.banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD,
			.what = what_of(fd, 0, name),
		},
	};

	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
}

/* Those that take turns go together, stopped, and have a counter for each VPE. */
TEST_F(refused, turns)
{
	int fd = self->counters.fd;
	bool shared = describe(fd).flags & PERFCNT_HAS_SHARED;
	struct perfcnt_multiplexing none = { .size = sizeof(struct perfcnt_multiplexing) };
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = 1 };

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 2), "claim");
	let_take_turns(fd, event());
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EINVAL,
		       "take turns on the counters 0x3: they go into a scope together");
	scope.counters = 3;
	must(with_mask(fd, PERFCNT_IOC_START, 3), reason(fd));
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EBUSY, "PERFCNT_IOC_STOP");
	must(with_mask(fd, PERFCNT_IOC_STOP, 3), reason(fd));
	if (!shared) {
		EXPECT_EQ(0, call(fd, PERFCNT_IOC_SCOPE, &scope));
		return;
	}
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EINVAL,
		       "event 0: in a scope it needs a counter of its bank for each of the 2 VPEs");
	/* MD00548, Table 3: the whole core's */
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &none), reason(fd));
	let_take_turns(fd, "cycles:u");
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EINVAL,
		       "event 0: counts all VPEs in one register; use PERFCNT_SCOPE_SHARED");
	scope.flags = PERFCNT_SCOPE_SHARED;
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_SCOPE, &scope));
}

/* The PMU is ours alone. */
TEST_F(refused, perf_event_open)
{
	char type[16] = "";
	struct perf_event_attr attr = { 0 };

	read_file("/sys/bus/event_source/devices/perfcnt/type", type, sizeof(type));
	attr.type = atoi(type);
	ASSERT_LT(0, attr.type);
	EXPECT_EQ(-1, open_perf_event(&attr, 0, -1, -1));
	EXPECT_EQ(EOPNOTSUPP, errno);
}

/* In a process that is nobody: it ends where something is not as it has to be. */
#define WANT(condition) want(condition, __LINE__, #condition)

static void want(bool holds, int line, const char *condition)
{
	if (holds)
		return;
	dprintf(STDOUT_FILENO, "# line %d: %s\n", line, condition);
	_exit(1);
}

static int as_nobody(void (*what)(const struct follower *counters),
		     const struct follower *counters)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		WANT(!setgid(NOBODY) && !setuid(NOBODY));
		what(counters);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void opens(__attribute__((unused)) const struct follower *counters)
{
	WANT(open(DEVICE, O_RDWR) < 0 && errno == EPERM);
}

/* Whatever the mode of the device. */
TEST(nobody_stays_out)
{
	ASSERT_EQ(0, chmod(DEVICE, 0666));
	EXPECT_EQ(0, as_nobody(opens, NULL));
	EXPECT_EQ(0, chmod(DEVICE, 0600));
}

#define SETUID_STEP "/tmp/setuid_step"
#define PLAIN_STEP "/tmp/plain_step"
#define UNREADABLE_STEP "/tmp/unreadable_step"

/* A program that belongs to root: a copy of this one. */
static void make_step(const char *path, mode_t mode)
{
	static char buffer[65536];
	int from = open("/proc/self/exe", O_RDONLY);
	int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);
	ssize_t length;

	while ((length = read(from, buffer, sizeof(buffer))) > 0)
		if (write(to, buffer, length) != length)
			fatal("%s: %s", path, strerror(errno));
	close(from);
	close(to);
	if (chmod(path, mode))
		fatal("%s: %s", path, strerror(errno));
}

/* What a setuid program does: nothing of it is counted. */
static void counts_setuid(const struct follower *counters)
{
	char *const no_variables[] = { NULL };
	uint64_t counts[2];
	int i;

	for (i = 0; i < 2; i++) {
		char *const args[] = { "setuid", "--step", i ? "40000" : "20000", "1",
				       NULL };
		struct perfcnt_thread thread;
		int status;
		pid_t pid;

		WANT(!follow(counters, 0, PERFCNT_SCOPE_INHERIT |
			     PERFCNT_SCOPE_RECORDS));
		pid = fork();
		if (!pid) {
			execve(SETUID_STEP, args, no_variables);
			_exit(127);
		}
		WANT(waitpid(pid, &status, 0) == pid && !status);
		WANT(!next_thread(counters, &thread));
		WANT(thread.tid == pid && thread.flags == PERFCNT_THREAD_LEFT);
		counts[i] = counted_by(counters, &thread);
		WANT(!call(counters->fd, PERFCNT_IOC_LEAVE, NULL));
	}
	WANT(!is_exact() || counts[0] == counts[1]);
}

TEST(setuid_programs_leave)
{
	struct follower counters;

	find_event();
	make_step(SETUID_STEP, 04755);
	counters = follower(0);
	EXPECT_EQ(0, as_nobody(counts_setuid, &counters));
	close(counters.fd);
	unlink(SETUID_STEP);
	EXPECT_TRUE(none_claimed());
}

static uint32_t left(const struct follower *counters)
{
	struct perfcnt_counts read = { .size = sizeof(read), .flags = PERFCNT_READ_LEFT };

	WANT(!call(counters->fd, PERFCNT_IOC_READ, &read));
	return read.left;
}

/*
 * A child executes a program, or none, in a scope that its parent has made of itself, or it
 * of itself.
 */
static uint32_t left_by(const struct follower *counters, const char *path, uint32_t flags)
{
	char *const args[] = { "step", "--step", "100", "1", NULL };
	char *const no_variables[] = { NULL };
	bool itself = flags & PERFCNT_SCOPE_ON_EXEC;
	uint32_t found;
	int status;
	pid_t pid;

	WANT(itself || !follow(counters, 0, flags));
	pid = fork();
	if (!pid) {
		WANT(!itself || !follow(counters, 0, flags));
		if (path)
			execve(path, args, no_variables);
		_exit(path ? 127 : 0);
	}
	WANT(waitpid(pid, &status, 0) == pid && !status);
	found = left(counters);
	WANT(left(counters) == found);
	WANT(!call(counters->fd, PERFCNT_IOC_LEAVE, NULL));
	WANT(left(counters) == found);
	return found;
}

static void tells_who_left(const struct follower *counters)
{
	const uint32_t scopes[] = {
		PERFCNT_SCOPE_INHERIT, PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS,
		PERFCNT_SCOPE_ON_EXEC, PERFCNT_SCOPE_ON_EXEC | PERFCNT_SCOPE_RECORDS
	};
	unsigned int i;

	WANT(left(counters) == 0);
	for (i = 0; i < sizeof(scopes) / sizeof(*scopes); i++) {
		WANT(left_by(counters, SETUID_STEP, scopes[i]) == 1);
		WANT(left_by(counters, PLAIN_STEP, scopes[i]) == 0);
		WANT(left_by(counters, UNREADABLE_STEP, scopes[i]) == 1);
		WANT(left_by(counters, NULL, scopes[i]) == 0);
	}
}

/* What is not counted is not 0 without a word. */
TEST(leaving_at_execve_is_told)
{
	struct follower counters;

	find_event();
	make_step(SETUID_STEP, 04755);
	make_step(PLAIN_STEP, 0755);
	make_step(UNREADABLE_STEP, 0711);
	counters = follower(0);
	EXPECT_EQ(0, as_nobody(tells_who_left, &counters));
	close(counters.fd);
	unlink(SETUID_STEP);
	unlink(PLAIN_STEP);
	unlink(UNREADABLE_STEP);
	EXPECT_TRUE(none_claimed());
}

TEST_HARNESS_MAIN
