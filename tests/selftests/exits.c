// SPDX-License-Identifier: GPL-2.0
/*
 * Scopes that end while their tasks exit: what is left of a task is in its record, and
 * nobody touches what is gone.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define TREE (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS)
#define HOLD "/sys/module/held_exit/parameters/hold"
#define HELD "/sys/module/held_exit/parameters/held"

/* A scope that does not wait for its tasks has ended by then; one that does, never. */
#define ENOUGH_US 100000

static int rounds(void)
{
	const char *text = getenv("EXITS_ROUNDS");

	return text ? atoi(text) : 100;
}

/**
 * struct family - a process and its children, which exit at the same time
 * @pid: the process
 * @child: its children
 * @ready: how many have had their loop
 * @go: when it is closed, those that sleep may exit
 * @may_end: the others may
 * @over: the scope has ended
 */
struct family {
	pid_t pid;
	pid_t child[THREADS];
	atomic_int ready;
	int go;
	atomic_bool may_end;
	atomic_bool over;
};

/* They give their CPU away until they may end, or sleep. */
static void live(struct family *family, bool busy)
{
	char byte;

	mixed_loop(1000);
	family->ready++;
	if (!busy && read(STDIN_FILENO, &byte, 1))
		_exit(1);
	while (busy && !family->may_end)
		sched_yield();
}

static void __attribute__((noreturn)) be_the_process(struct family *family,
						     int children, bool busy)
{
	int i;

	close_range(3, ~0U, 0); /* the test's file is closed once */
	raise(SIGSTOP);
	if (busy)
		pin_to_cpu(0);
	for (i = 0; i < children; i++) {
		pid_t pid = fork();

		if (!pid) {
			live(family, busy);
			_exit(0);
		}
		family->child[i] = pid;
	}
	live(family, busy);
	while (wait(NULL) > 0)
		;
	_exit(errno != ECHILD);
}

/* Stopped, and without children. */
static void create(struct family *family, int children, bool busy)
{
	pid_t pid;
	int go[2];

	family->ready = 0;
	family->may_end = false;
	family->over = false;
	if (pipe(go))
		fatal("pipe");
	fflush(NULL);
	pid = fork();
	if (!pid) {
		dup2(go[0], STDIN_FILENO);
		be_the_process(family, children, busy);
	}
	close(go[0]);
	family->go = go[1];
	if (pid < 0 || waitpid(pid, NULL, WUNTRACED) != pid)
		fatal("fork: %s", strerror(errno));
	family->pid = pid;
}

static void begin(struct family *family, int children)
{
	kill(family->pid, SIGCONT);
	while (family->ready < children + 1)
		usleep(1000);
}

static void let_end(struct family *family)
{
	family->may_end = true;
	close(family->go);
}

static int end(struct family *family)
{
	int status;

	waitpid(family->pid, &status, 0);
	return status;
}

static int read_held(void)
{
	char text[16] = "";

	read_file(HELD, text, sizeof(text));
	return atoi(text);
}

/* All children are about to leave the scope, and cannot. */
static void hold_children(struct family *family)
{
	char text[16];
	int i;

	for (i = 0; i < THREADS; i++) {
		snprintf(text, sizeof(text), "%d", family->child[i]);
		must(write_file(HOLD, text), "hold");
	}
	let_end(family);
	while (read_held() < THREADS)
		usleep(1000);
}

/* The scope ends, or would, and then they go on. */
static void let_go_of_them(const struct family *family)
{
	int us;

	for (us = 0; us < ENOUGH_US && !family->over; us += 1000)
		usleep(1000);
	must(write_file(HOLD, "0"), "hold");
}

/* The number of records there are; adds what they have counted. */
static unsigned int read_records(const struct follower *counters, uint64_t *sum)
{
	struct perfcnt_thread thread;
	unsigned int count;

	for (count = 0; !next_thread(counters, &thread); count++)
		*sum += counted_by(counters, &thread);
	return count;
}

FIXTURE(exits) {
	struct follower counters;
	struct family *family;
	unsigned int records;
	uint64_t sum;
};

FIXTURE_SETUP(exits)
{
	if (access("held_exit.ko", R_OK))
		SKIP(return, "there is no held_exit.ko");
	if (access(HOLD, F_OK))
		must(load_module("held_exit.ko", ""), "held_exit.ko");
	find_event();
	self->family = mmap(NULL, sizeof(*self->family), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->family);
	self->counters = follower(0);
}

FIXTURE_TEARDOWN(exits)
{
	if (!self->counters.mask)
		return;
	close(self->counters.fd);
	EXPECT_TRUE(none_claimed());
}

static void *leave(void *data)
{
	struct _test_data_exits *self = data;

	must(call(self->counters.fd, PERFCNT_IOC_LEAVE, NULL), reason(self->counters.fd));
	self->records = read_records(&self->counters, &self->sum);
	self->family->over = true;
	return NULL;
}

static void *close_file(void *data)
{
	struct _test_data_exits *self = data;

	close(self->counters.fd);
	self->family->over = true;
	return NULL;
}

/* A scope ends in a thread, while its tasks exit. */
static void end_meanwhile(struct _test_data_exits *self, void *(*end_scope)(void *))
{
	pthread_t thread;

	create(self->family, THREADS, false);
	must(follow(&self->counters, self->family->pid, TREE), reason(self->counters.fd));
	begin(self->family, THREADS);
	hold_children(self->family);
	if (pthread_create(&thread, NULL, end_scope, self))
		fatal("pthread_create");
	let_go_of_them(self->family);
	pthread_join(thread, NULL);
}

/* After PERFCNT_IOC_LEAVE all records are there, and no other comes. */
TEST_F(exits, leave_while_they_exit)
{
	end_meanwhile(self, leave);
	EXPECT_EQ(THREADS + 1, self->records);
	EXPECT_EQ(counted(&self->counters), self->sum);
	EXPECT_EQ(0, end(self->family));
	EXPECT_EQ(0, read_records(&self->counters, &self->sum));
}

TEST_F(exits, close_while_they_exit)
{
	int round;

	for (round = 0; round < rounds(); round++) {
		end_meanwhile(self, close_file);
		EXPECT_EQ(0, end(self->family));
		self->counters = follower(0);
	}
}

#define FEW 8

/* A later scope of the same tasks ends first, while they take turns on a CPU. */
TEST_F(exits, later_one_ends_first)
{
	int round;

	for (round = 0; round < rounds(); round++) {
		struct follower later = follower(1);
		uint64_t sum = 0;

		with_mask(self->counters.fd, PERFCNT_IOC_RESET, self->counters.mask);
		create(self->family, FEW, true);
		must(follow(&self->counters, self->family->pid, TREE),
		     reason(self->counters.fd));
		must(follow(&later, self->family->pid, TREE), reason(later.fd));
		begin(self->family, FEW);
		close(later.fd);
		let_end(self->family);
		EXPECT_EQ(0, end(self->family));
		EXPECT_EQ(FEW + 1, read_records(&self->counters, &sum));
		EXPECT_EQ(counted(&self->counters), sum);
		must(call(self->counters.fd, PERFCNT_IOC_LEAVE, NULL),
		     reason(self->counters.fd));
	}
}

TEST_HARNESS_MAIN
