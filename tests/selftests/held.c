// SPDX-License-Identifier: GPL-2.0
/*
 * Readings, settings and CPUs that come, each while another is in the middle of its
 * work: hold.ko lets it wait in one function after the other. No count goes back, none
 * is missing, and the kernel's log has no warning.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define CALLS "/sys/module/hold/parameters/calls"

/* How long a thread of the module may still be at work after a CPU has come. */
#define AFTER_MS 50

/* How many counters are set while a CPU comes: what every machine has. */
#define SET 4

/* How often a setting is changed while counts are read. */
#define CHANGES 20

/* How many threads are created while others come into a scope. */
#define CREATED 10

FIXTURE(held) {
	int fd;
};

FIXTURE_VARIANT(held) {
	const char *at;
};

/* Where a change of what CPUs count begins, and each of its steps. */
FIXTURE_VARIANT_ADD(held, clear_only) { .at = "perfcnt_cpus_hide_only" };
FIXTURE_VARIANT_ADD(held, cross_call) { .at = "perfcnt_cpus_call_on" };
FIXTURE_VARIANT_ADD(held, add_up) { .at = "perfcnt_cpus_add_up" };
FIXTURE_VARIANT_ADD(held, find_busy) { .at = "perfcnt_cpus_find_busy" };
FIXTURE_VARIANT_ADD(held, prepare_capacity) { .at = "perfcnt_events_make_room" };
FIXTURE_VARIANT_ADD(held, put_away) { .at = "perfcnt_events_put_away" };
FIXTURE_VARIANT_ADD(held, free_standby) { .at = "perfcnt_events_free_standby" };

/* Where a setting begins, and where a CPU comes. */
FIXTURE_VARIANT_ADD(held, generation) { .at = "perfcnt_cpus_generation" };
FIXTURE_VARIANT_ADD(held, topology_add) { .at = "perfcnt_cpus_number_core" };

/* Nearly always a CPU comes while a setting is there, and takes long. */
FIXTURE_VARIANT_ADD(held, both) {
	.at = "perfcnt_cpus_generation,perfcnt_cpus_number_core"
};

static unsigned int calls(void)
{
	char text[16];

	read_file(CALLS, text, sizeof(text));
	return atoi(text);
}

FIXTURE_SETUP(held)
{
	char parameters[128];
	int error;

	if (which_driver() != PERF || access(CPU1_ONLINE, W_OK))
		SKIP(return, "CPUs do not come and go here");
	self->fd = open_stopped();
	pin_to_cpu(0);
	snprintf(parameters, sizeof(parameters), "at=%s", variant->at);
	error = load_module("hold.ko", parameters);
	ASSERT_EQ(0, error);
}

FIXTURE_TEARDOWN(held)
{
	put_online(true);
	EXPECT_EQ(0, unload_module("hold"));
	stop_counters(self->fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* In a process of its own, on CPU 1 if that is there: 0, or an exit status. */
static pid_t beside(int (*what)(int fd), int fd)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	_exit(what(fd));
}

static bool has_ended(pid_t pid, int *status)
{
	return waitpid(pid, status, WNOHANG) == pid;
}

/* Counter 0, which is claimed, counts CPU 0's time in another way: its count goes on. */
static int change(int fd)
{
	static const char *const events[] = { "cpu-clock:uk@tc0", "task-clock:uk@tc0" };
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	int i;

	pin_to_cpu(1);
	for (i = 0; i < CHANGES; i++) {
		set.counter[0].what = what_of(fd, 0, events[i % 2]);
		if (call(fd, PERFCNT_IOC_SET, &set))
			return 1;
	}
	return 0;
}

TEST_F(held, counts_do_not_go_back)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	uint64_t last = 0, lower = 0, count;
	int status, fd = open_device();
	pid_t pid;

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set.counter[0].what = what_of(fd, 0, "cpu-clock:uk@tc0");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
	pid = beside(change, fd);
	while (!has_ended(pid, &status)) {
		count = sample(fd).counts[0];
		lower += count < last;
		last = count;
	}
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, lower);
	close(fd);
}

static int come(int unused)
{
	(void)unused;
	return !!write_file(CPU1_ONLINE, "1");
}

/*
 * CPU 1 comes; the other waits until it does so, or has done.  The file of whether it is
 * online would keep its reader waiting until it is.
 */
static pid_t let_come(void)
{
	unsigned int before;
	siginfo_t info;
	pid_t pid;

	put_online(false);
	before = calls();
	pid = beside(come, 0);
	do {
		info.si_pid = 0;
		waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT);
	} while (calls() == before && !info.si_pid);
	return pid;
}

/* A counter that is set while CPU 1 comes counts there. */
TEST_F(held, set_while_a_cpu_comes)
{
	const char *event = is_taken(self->fd, "0 cycles 0") ?
			    "0 cycles:uk@tc1 0" : "0 cpu-clock:uk@tc1 0";
	struct snapshot s;
	int status;
	pid_t pid;

	set_counters(self->fd, "0 0 0");
	pid = let_come();
	set_counters(self->fd, event);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	pin_to_cpu(1);
	short_loop(100000);
	read_counters(self->fd, &s);
	EXPECT_LT(0, s.count[0]);
}

/* So does each of several that are set, one after the other, while CPU 1 comes. */
TEST_F(held, cpu_comes_while_counters_are_set)
{
	const char *event = is_taken(self->fd, "0 cycles 0") ? "cycles:uk@tc1" :
							       "cpu-clock:uk@tc1";
	bool ended;
	unsigned int i, before;
	struct snapshot s;
	char text[64];
	int status;
	pid_t pid;

	put_online(false);
	before = calls();
	pid = beside(come, 0);
	do {
		stop_counters(self->fd);
		for (i = 0; i < SET; i++) {
			snprintf(text, sizeof(text), "%u %s 0", i, event);
			set_counters(self->fd, text);
		}
		ended = has_ended(pid, &status);
	} while (!ended && calls() == before);
	if (!ended)
		ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	pin_to_cpu(1);
	short_loop(100000);
	read_counters(self->fd, &s);
	for (i = 0; i < SET; i++)
		EXPECT_LT(0, s.count[i]);
}

static unsigned long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/*
 * A count that is set while nothing counts and CPU 1 comes, or what comes after that is
 * done, is that count.
 */
TEST_F(held, set_while_nothing_counts)
{
	unsigned long long end = 0;
	struct snapshot s;
	int i, status;
	pid_t pid;

	pid = let_come();
	for (i = 1; !end || now() < end; i++) {
		char text[16];

		snprintf(text, sizeof(text), "0 0 %d", i);
		set_counters(self->fd, text);
		read_counters(self->fd, &s);
		EXPECT_EQ(i, s.count[0]);
		if (!end && has_ended(pid, &status))
			end = now() + AFTER_MS * 1000000ULL;
	}
	EXPECT_EQ(0, status);
}

FIXTURE(scope) {
	int proc;
	int fd;
};

FIXTURE_SETUP(scope)
{
	int error;

	self->proc = open_stopped();
	self->fd = open_device();
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	error = load_module("hold.ko", "at=perfcnt_members_event ms=20");
	ASSERT_EQ(0, error);
}

FIXTURE_TEARDOWN(scope)
{
	close(self->fd);
	EXPECT_EQ(0, unload_module("hold"));
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

/* The process is in its scope. */
static _Atomic bool followed;

static void *wait_for_scope(void *unused)
{
	while (!followed)
		usleep(1000);
	return unused;
}

/* Whenever a thread is about to come into the scope, the process gets another one. */
static void *create_meanwhile(void *unused)
{
	unsigned int before = calls(), created = 0;
	pthread_t thread[CREATED];

	pin_to_cpu(1);
	while (!followed && created < CREATED) {
		if (calls() == before)
			continue;
		before = calls();
		if (!pthread_create(&thread[created], NULL, wait_for_scope, NULL))
			created++;
	}
	while (created)
		pthread_join(thread[--created], NULL);
	return unused;
}

/* How many threads have a record: all of them have run in the scope. */
static unsigned int records(int fd, const struct perfcnt_scope *scope)
{
	char bytes[64 * sizeof(struct perfcnt_thread)];
	ssize_t length = read(fd, bytes, sizeof(bytes));

	return length < 0 ? 0 : length / scope->record_size;
}

/* Counter 0, which is claimed, counts CPU time, from 0 on. */
static void count_time(int fd)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 1, .counts = 1,
	};

	set.counter[0].what = what_of(fd, 0, "cpu-clock:uk");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
}

/* Its process creates threads all the time: a scope is of those that there were. */
TEST_F(scope, while_threads_are_created)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .counters = 1,
		.flags = PERFCNT_SCOPE_PROCESS | PERFCNT_SCOPE_RECORDS,
	};
	pthread_t creator;

	count_time(self->fd);
	pin_to_cpu(0);
	ASSERT_EQ(0, pthread_create(&creator, NULL, create_meanwhile, NULL));
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_SCOPE, &scope)) {
		TH_LOG("%s", reason(self->fd));
	}
	followed = true;
	EXPECT_EQ(0, pthread_join(creator, NULL));
	must(call(self->fd, PERFCNT_IOC_LEAVE, NULL), "leave");
	EXPECT_EQ(2, records(self->fd, &scope));
}

/* The other thread waits for the next call, and the call that makes it is over. */
static _Atomic bool waits, is_over;

static void *reset_meanwhile(void *fd)
{
	unsigned int before = calls();

	pin_to_cpu(1);
	waits = true;
	while (calls() == before && !is_over)
		;
	must(with_mask(*(int *)fd, PERFCNT_IOC_RESET, 1), "reset");
	return NULL;
}

/*
 * Another thread resets a counter while its scope is about to fail: what it would have
 * counted since then without the scope cannot be known.
 */
TEST_F(scope, fails_during_a_reset)
{
	struct perfcnt_counts read = { .size = sizeof(read) };
	struct perfcnt_scope *scope;
	pthread_t thread;

	scope = mmap(NULL, sizeof(*scope), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, scope);
	*scope = (struct perfcnt_scope){ .size = sizeof(*scope), .counters = 1 };
	mprotect(scope, sizeof(*scope), PROT_READ);
	count_time(self->fd);
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), "start");
	EXPECT_EQ(EFAULT, call(self->fd, PERFCNT_IOC_SCOPE, scope));
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_READ, &read));
	pin_to_cpu(0);
	ASSERT_EQ(0, pthread_create(&thread, NULL, reset_meanwhile, &self->fd));
	while (!waits)
		usleep(1000);
	EXPECT_EQ(EFAULT, call(self->fd, PERFCNT_IOC_SCOPE, scope));
	is_over = true;
	EXPECT_EQ(0, pthread_join(thread, NULL));
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_READ, &read), EIO,
		       "while PERFCNT_IOC_SCOPE failed");
	EXPECT_REFUSED(self->fd, with_mask(self->fd, PERFCNT_IOC_STOP, 1), EIO,
		       "while PERFCNT_IOC_SCOPE failed");
	count_time(self->fd);
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_READ, &read));
	munmap(scope, sizeof(*scope));
}

/* How long a step of multiplexing is held, and how much longer a count may be than its time. */
#define HOLD_NS 20000000
#define APART_NS (HOLD_NS / 2)

FIXTURE(turns) {
	int proc;
	int fd;
};

FIXTURE_SETUP(turns)
{
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(wanted), .nr = 1, .counters = 1,
		.slice_us = PERFCNT_MULTIPLEX_SLICE_MAX,
	};
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = 1 };

	self->proc = open_stopped();
	self->fd = open_device();
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	wanted.event[0].banks = PERFCNT_BANK_IS_EVEN;
	wanted.event[0].what = what_of(self->fd, 0, "cpu-clock:uk");
	must(call(self->fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(self->fd));
	must(call(self->fd, PERFCNT_IOC_SCOPE, &scope), reason(self->fd));
	must(load_module("hold.ko", "at=perfcnt_multiplex_slice_time ms=20"), "hold.ko");
}

FIXTURE_TEARDOWN(turns)
{
	EXPECT_EQ(0, unload_module("hold"));
	close(self->fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

FIXTURE_VARIANT(turns) {
	bool reset;
};

FIXTURE_VARIANT_ADD(turns, start) { };
FIXTURE_VARIANT_ADD(turns, reset) { .reset = true };

/*
 * The event is the time itself, so its count is how long it was counted, however long the
 * steps of START and RESET take.
 */
TEST_F(turns, no_count_is_older_than_its_time)
{
	struct perfcnt_multiplexed multiplexed = { .size = sizeof(multiplexed) };
	unsigned int before = calls();

	must(with_mask(self->fd, PERFCNT_IOC_START, 1), reason(self->fd));
	if (variant->reset)
		must(with_mask(self->fd, PERFCNT_IOC_RESET, 1), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), reason(self->fd));
	EXPECT_LT(before, calls());
	must(call(self->fd, PERFCNT_IOC_MULTIPLEXED, &multiplexed), reason(self->fd));
	EXPECT_LT(multiplexed.event[0].count, multiplexed.event[0].running + APART_NS);
	EXPECT_GT(multiplexed.event[0].count + APART_NS, multiplexed.event[0].running);
}

FIXTURE(begins) {
	int proc;
	int fd;
};

FIXTURE_SETUP(begins)
{
	self->proc = open_stopped();
	self->fd = open_device();
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	must(load_module("hold.ko", "at=perfcnt_counts_start ms=50"), "hold.ko");
}

FIXTURE_TEARDOWN(begins)
{
	EXPECT_EQ(0, unload_module("hold"));
	close(self->fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

static void *start_beside(void *fd)
{
	pin_to_cpu(1);
	must(with_mask(*(int *)fd, PERFCNT_IOC_START, 1), "start");
	return NULL;
}

/* Events begin to take turns while a START of their counter is under way: it starts them. */
TEST_F(begins, to_take_turns_during_a_start)
{
	struct perfcnt_multiplexed turned = { .size = sizeof(turned) };
	struct perfcnt_multiplexing turns = {
		.size = sizeof(turns), .nr = 1, .counters = 1,
		.slice_us = PERFCNT_MULTIPLEX_SLICE_MAX,
	};
	unsigned int before = calls();
	pthread_t starter;

	pin_to_cpu(0);
	turns.event[0].banks = PERFCNT_BANK_IS_EVEN;
	turns.event[0].what = what_of(self->fd, 0, "cpu-clock:uk");
	ASSERT_EQ(0, pthread_create(&starter, NULL, start_beside, &self->fd));
	while (calls() == before)
		;
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_MULTIPLEX, &turns)) {
		TH_LOG("%s", reason(self->fd));
	}
	EXPECT_EQ(0, pthread_join(starter, NULL));
	short_loop(100000);
	must(call(self->fd, PERFCNT_IOC_MULTIPLEXED, &turned), reason(self->fd));
	EXPECT_LT(0, turned.enabled);
}

TEST_HARNESS_MAIN
