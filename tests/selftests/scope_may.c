// SPDX-License-Identifier: GPL-2.0
/*
 * Who may follow what: what is refused and in which words; and with unprivileged_self,
 * that a user without capabilities can count its own programs and nothing else, by any
 * way in.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memcg.h"
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
	struct perfcnt_set set = { PERFCNT_SIZES(perfcnt_set, counter), .controls = 1 };
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
	EXPECT_EQ(12345678, sample(fd).entries[0].count);
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
	struct perfcnt_set set = { PERFCNT_SIZES(perfcnt_set, counter), .controls = 1 };

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
	struct perfcnt_set set = { PERFCNT_SIZES(perfcnt_set, counter), .controls = 1 };
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

/* The PMU is ours alone. */
TEST_F(refused, perf_event_open)
{
	char type[16] = "";
	struct perf_event_attr attr = { .size = sizeof(attr) };

	read_file("/sys/bus/event_source/devices/perfcnt/type", type, sizeof(type));
	attr.type = atoi(type);
	ASSERT_LT(0, attr.type);
	EXPECT_EQ(-1, syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0));
	EXPECT_EQ(EOPNOTSUPP, errno);
}

/* With unprivileged_self=2 everything is done by a process that is nobody. */

/* In that process: it ends where something is not as it has to be, and says where. */
#define WANT(condition) want(condition, __LINE__, #condition)

static void want(bool holds, int line, const char *condition)
{
	if (holds)
		return;
	dprintf(STDOUT_FILENO, "# line %d: %s\n", line, condition);
	_exit(1);
}

static int as_nobody(int (*what)(void))
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(setgid(NOBODY) || setuid(NOBODY) ? 255 : what());
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define SETUID_STEP "/tmp/setuid_step"

/* A program that belongs to root and runs as root: a copy of this one. */
static void make_setuid_step(void)
{
	static char buffer[65536];
	int from = open("/proc/self/exe", O_RDONLY);
	int to = open(SETUID_STEP, O_WRONLY | O_CREAT | O_TRUNC, 0755);
	ssize_t length;

	while ((length = read(from, buffer, sizeof(buffer))) > 0)
		if (write(to, buffer, length) != length)
			fatal(SETUID_STEP ": %s", strerror(errno));
	close(from);
	close(to);
	if (chmod(SETUID_STEP, 04755))
		fatal(SETUID_STEP ": %s", strerror(errno));
}

FIXTURE(nobody) {
	bool loaded;
};

FIXTURE_SETUP(nobody)
{
	enum driver driver = which_driver();

	find_event();
	must(unload_module("perfcnt"), "unload");
	must(load_perfcnt(driver, "unprivileged_self=2"), "load");
	self->loaded = true;
	chmod(DEVICE, 0666);
}

FIXTURE_TEARDOWN(nobody)
{
	enum driver driver = which_driver();

	if (!self->loaded)
		return;
	EXPECT_TRUE(none_claimed());
	EXPECT_EQ(0, unload_module("perfcnt"));
	must(load_perfcnt(driver, ""), "load");
}

__attribute__((noipa))
static uint64_t count_self(const struct follower *counters, unsigned long iterations)
{
	uint64_t before = counted(counters);

	mixed_loop(iterations);
	return counted(counters) - before;
}

static int counts_itself(void)
{
	struct follower counters = follower(0);
	uint64_t once, twice;

	WANT(!follow(&counters, 0, PERFCNT_SCOPE_INHERIT));
	count_self(&counters, 1);
	once = count_self(&counters, ITERATIONS);
	twice = count_self(&counters, 2 * ITERATIONS);
	WANT(!is_exact() || twice - once == ITERATIONS * MIXED_INSTRUCTIONS);
	return 0;
}

TEST_F(nobody, counts_itself)
{
	EXPECT_EQ(0, as_nobody(counts_itself));
}

static int follows_others(void)
{
	struct follower counters = follower(0);
	pid_t child;

	WANT(scope_of(&counters, 1, 0) == EPERM);
	WANT(reason_has(counters.fd, EPERM, "CAP_PERFMON"));
	WANT(scope_of(&counters, getppid(), PERFCNT_SCOPE_PROCESS) == EPERM);
	WANT(scope_of(&counters, 0x3fffffff, 0) == EPERM); /* as if it were there */
	child = fork();
	if (!child)
		pause();
	WANT(scope_of(&counters, child, 0) == EPERM);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0); /* it has the claim, too, as long as it is there */
	WANT(scope_of(&counters, getpid(), 0) == 0);
	return 0;
}

TEST_F(nobody, cannot_follow_others)
{
	EXPECT_EQ(0, as_nobody(follows_others));
}

/* Nothing is kept of the others: their tasks are large. */
#define REFUSED 64

static int follows_many(void)
{
	struct follower counters = follower(0);
	int i;

	for (i = 0; i < REFUSED; i++) {
		pid_t child = fork();

		if (!child)
			pause();
		WANT(scope_of(&counters, child, 0) == EPERM);
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	return 0;
}

TEST_F(nobody, leaves_nothing_of_others)
{
	long left;

	if (!memcg_enter(0))
		SKIP(return, "this kernel charges nobody");
	EXPECT_EQ(0, as_nobody(follows_many));
	left = memcg_settle(0, memcg_slack());
	memcg_leave();
	EXPECT_LE(left, memcg_slack());
}

static int counts_other_modes(void)
{
	struct follower counters = follower(0);
	struct perfcnt_set set = { PERFCNT_SIZES(perfcnt_set, counter), .controls = 1 };
	static const uint32_t others[] = { PERFCNT_CTL_K, PERFCNT_CTL_U | PERFCNT_CTL_K,
					   PERFCNT_CTL_S, PERFCNT_CTL_EXL,
					   PERFCNT_CTL_U | PERFCNT_CTL_IE };
	struct perfcnt_what what = what_of(counters.fd, 0, event());
	uint32_t modes = describe(counters.fd).modes | PERFCNT_CTL_IE;
	unsigned int i;

	for (i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (others[i] & ~modes)
			continue;
		set.counter[0].what = what;
		set.counter[0].what.control &= ~PERFCNT_CTL_MODES;
		set.counter[0].what.control |= others[i];
		WANT(call(counters.fd, PERFCNT_IOC_SET, &set) == EPERM);
		WANT(reason_has(counters.fd, EPERM, "CAP_PERFMON"));
	}
	return 0;
}

TEST_F(nobody, cannot_count_other_modes)
{
	EXPECT_EQ(0, as_nobody(counts_other_modes));
}

/* AnyThread of an Intel: instructions of the other hyperthread, too. */
static int counts_any_thread(void)
{
	struct follower counters = follower(0);
	struct perfcnt_set set = { PERFCNT_SIZES(perfcnt_set, counter), .controls = 1 };

	set.counter[0].what = what_of(counters.fd, 0, "r2000c0:u");
	WANT(call(counters.fd, PERFCNT_IOC_SET, &set) == EACCES);
	WANT(reason_has(counters.fd, EACCES, "CAP_PERFMON"));
	set.counter[0].what = what_of(counters.fd, 0, "rc0:u");
	WANT(call(counters.fd, PERFCNT_IOC_SET, &set) == 0);
	return 0;
}

TEST_F(nobody, cannot_count_any_thread)
{
	if (access("/sys/bus/event_source/devices/cpu/format/edge", F_OK))
		SKIP(return, "this is no Intel");
	EXPECT_EQ(0, as_nobody(counts_any_thread));
}

static int counts_the_machine(void)
{
	struct follower counters = follower(0);

	WANT(with_mask(counters.fd, PERFCNT_IOC_START, 1) == EPERM);
	WANT(reason_has(counters.fd, EPERM, "scope"));
	mixed_loop(ITERATIONS);
	WANT(counted(&counters) == 0);
	WANT(follow(&counters, 0, 0) == 0);
	WANT(call(counters.fd, PERFCNT_IOC_LEAVE, NULL) == 0);
	WANT(with_mask(counters.fd, PERFCNT_IOC_START, 1) == EPERM);
	if (describe(counters.fd).flags & PERFCNT_HAS_SHARED)
		WANT(scope_of(&counters, 0, PERFCNT_SCOPE_SHARED) == EPERM);
	WANT(open(PROC_PERF, O_RDONLY) < 0 && (errno == EACCES || errno == EPERM));
	return 0;
}

TEST_F(nobody, cannot_count_the_machine)
{
	EXPECT_EQ(0, as_nobody(counts_the_machine));
}

/* Events that take turns are its own program's, too. */
static int rotates(void)
{
	struct follower counters = follower(0);
	struct perfcnt_rotate rotate = {
		PERFCNT_SIZES(perfcnt_rotate, event), .counters = counters.mask,
	};
	struct perfcnt_rotated result = { PERFCNT_SIZES(perfcnt_rotated, event) };
	unsigned int i;

	rotate.nr = 5;
	for (i = 0; i < rotate.nr; i++) {
		rotate.event[i].banks = PERFCNT_BANK_IS_EVEN;
		rotate.event[i].what = what_of(counters.fd, 0, event());
	}
	rotate.event[4].what.control |= PERFCNT_CTL_K;
	WANT(call(counters.fd, PERFCNT_IOC_ROTATE, &rotate) == EPERM);
	WANT(reason_has(counters.fd, EPERM, "event 4: modes"));
	rotate.event[4].what.control &= ~PERFCNT_CTL_K;
	rotate.slot_us = 9999;
	WANT(call(counters.fd, PERFCNT_IOC_ROTATE, &rotate) == EPERM);
	WANT(reason_has(counters.fd, EPERM, "a slot of 9999 us needs CAP_PERFMON"));
	rotate.slot_us = 10000;
	WANT(call(counters.fd, PERFCNT_IOC_ROTATE, &rotate) == 0);
	WANT(with_mask(counters.fd, PERFCNT_IOC_START, counters.mask) == EPERM);
	WANT(scope_of(&counters, getppid(), PERFCNT_SCOPE_PROCESS) == EPERM);
	WANT(follow(&counters, 0, 0) == 0);
	mixed_loop(ITERATIONS);
	WANT(call(counters.fd, PERFCNT_IOC_ROTATED, &result) == 0);
	WANT(result.enabled && result.events == rotate.nr);
	WANT(call(counters.fd, PERFCNT_IOC_LEAVE, NULL) == 0);
	WANT(with_mask(counters.fd, PERFCNT_IOC_START, counters.mask) == EPERM);
	return 0;
}

TEST_F(nobody, rotates)
{
	EXPECT_EQ(0, as_nobody(rotates));
}

/* What each slot costs all others is more the more events there are. */
static int rotates_many(void)
{
	struct follower counters = follower(0);
	unsigned int most = 8 * __builtin_popcount(counters.mask);
	struct perfcnt_rotate rotate = {
		PERFCNT_SIZES(perfcnt_rotate, event), .counters = counters.mask,
	};
	unsigned int i;

	rotate.nr = most + 1;
	for (i = 0; i < rotate.nr; i++) {
		rotate.event[i].banks = PERFCNT_BANK_IS_EVEN;
		rotate.event[i].what = what_of(counters.fd, 0, event());
	}
	WANT(call(counters.fd, PERFCNT_IOC_ROTATE, &rotate) == EPERM);
	WANT(reason_has(counters.fd, EPERM, "events need CAP_PERFMON"));
	rotate.nr = most;
	WANT(call(counters.fd, PERFCNT_IOC_ROTATE, &rotate) == 0);
	return 0;
}

TEST_F(nobody, cannot_rotate_many)
{
	EXPECT_EQ(0, as_nobody(rotates_many));
}

static int claims_many(void)
{
	int one = open_device(), other = open_device();

	WANT(with_mask(one, PERFCNT_IOC_CLAIM, 7) == EPERM);
	WANT(reason_has(one, EPERM, "unprivileged_self"));
	WANT(with_mask(one, PERFCNT_IOC_CLAIM, 3) == 0);
	WANT(with_mask(other, PERFCNT_IOC_CLAIM, 4) == EPERM);
	WANT(with_mask(one, PERFCNT_IOC_RELEASE, 1) == 0);
	WANT(with_mask(other, PERFCNT_IOC_CLAIM, 4) == 0);
	return 0;
}

TEST_F(nobody, cannot_claim_more)
{
	EXPECT_EQ(0, as_nobody(claims_many));
}

static int sees_owners(void)
{
	struct perfcnt_set set = { PERFCNT_SIZES(perfcnt_set, counter), .counts = 8 };
	int fd = open_device();
	struct perfcnt_describe d = describe(fd);

	WANT(d.claimed & 8);
	WANT(d.owner[3] == 0);
	WANT(with_mask(fd, PERFCNT_IOC_CLAIM, 8) == EBUSY);
	WANT(!reason_has(fd, EBUSY, "process"));
	WANT(call(fd, PERFCNT_IOC_SET, &set) == EBUSY);
	WANT(!reason_has(fd, EBUSY, "process"));
	return 0;
}

TEST_F(nobody, cannot_see_owners)
{
	int fd = open_device();

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 8), "claim");
	EXPECT_EQ(0, as_nobody(sees_owners));
	close(fd);
}

/* What a setuid program does: nothing of it is counted. */
static int counts_setuid(void)
{
	char *const no_variables[] = { NULL };
	uint64_t counts[2];
	int i;

	for (i = 0; i < 2; i++) {
		char *const args[] = { "setuid", "--step", i ? "40000" : "20000", "1",
				       NULL };
		struct follower counters = follower(0);
		struct perfcnt_thread thread;
		int status;
		pid_t pid;

		WANT(!follow(&counters, 0, PERFCNT_SCOPE_INHERIT |
			     PERFCNT_SCOPE_RECORDS));
		pid = fork();
		if (!pid) {
			execve(SETUID_STEP, args, no_variables);
			_exit(127);
		}
		WANT(waitpid(pid, &status, 0) == pid && !status);
		WANT(!next_thread(&counters, &thread));
		WANT(thread.tid == pid && thread.flags == PERFCNT_THREAD_LEFT);
		counts[i] = counted_by(&counters, &thread);
		close(counters.fd);
	}
	WANT(!is_exact() || counts[0] == counts[1]);
	return 0;
}

TEST_F(nobody, cannot_count_setuid)
{
	make_setuid_step();
	EXPECT_EQ(0, as_nobody(counts_setuid));
	unlink(SETUID_STEP);
}

static int opens(void)
{
	WANT(open(DEVICE, O_RDWR) < 0 && errno == EPERM);
	return 0;
}

/* Without the parameter. */
TEST_F(nobody, stays_out)
{
	enum driver driver = which_driver();

	must(unload_module("perfcnt"), "unload");
	must(load_perfcnt(driver, ""), "load");
	chmod(DEVICE, 0666);
	EXPECT_EQ(0, as_nobody(opens));
}

TEST_HARNESS_MAIN
