// SPDX-License-Identifier: GPL-2.0
/*
 * Scopes that begin and end at any time: with running processes, with threads, in the
 * middle of what is counted, with tasks that are killed, and with very many of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "memcg.h"
#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define ITERATIONS 20000UL
#define TREE (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS)

/* How many short-lived tasks; no more records wait to be read than this. */
#define TASKS 2000
#define RECORDS_MAX 16384

/* Bytes charged for the smallest object of a task, a struct perfcnt_member. */
#define LEAST (8 * sizeof(long))

/* How often tasks are killed, and scopes closed, in the middle. */
static int rounds(void)
{
	const char *text = getenv("SCOPE_ROUNDS");

	return text ? atoi(text) : 10;
}

static void leave(const struct follower *follower)
{
	must(call(follower->fd, PERFCNT_IOC_LEAVE, NULL), reason(follower->fd));
}

static void doze(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
}

/* The sum of all records there are, and how many have a flag. */
static uint64_t parts_of(const struct follower *follower, uint32_t flag,
			 unsigned int *flagged)
{
	struct perfcnt_thread thread;
	uint64_t sum = 0;

	*flagged = 0;
	while (!next_thread(follower, &thread)) {
		sum += counted_by(follower, &thread);
		if (flag ? thread.flags & flag : !thread.flags)
			++*flagged;
	}
	return sum;
}

/* A program that does not end by itself; its children are in its process group. */
static void kill_all(const struct program *program)
{
	kill(-program->pid, SIGKILL);
	end_of(program);
}

FIXTURE(life) {
	int fd;
	struct follower counters;
};

FIXTURE_SETUP(life)
{
	find_event();
	self->fd = open_stopped();
	self->counters = follower(0);
}

FIXTURE_TEARDOWN(life)
{
	close(self->counters.fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* Does the same with counters and with those beside them, if there are any. */
static void with_both(const struct follower *counters, const struct follower *retries,
		      unsigned int command)
{
	with_mask(counters->fd, command, counters->mask);
	if (retries->mask)
		with_mask(retries->fd, command, retries->mask);
}

/* START and STOP mean the whole tree, at that instant. */
TEST_F(life, start_and_stop_between)
{
	struct follower retries = follower_of_retries(0);
	struct tally tally[2];
	uint64_t count;
	int i;

	for (i = 0; i < 2; i++) {
		struct program program = prepare(PHASES, (i + 1) * ITERATIONS, -1);

		must(follow(&self->counters, program.pid, PERFCNT_SCOPE_INHERIT),
		     reason(self->counters.fd));
		must(follow(&retries, program.pid, PERFCNT_SCOPE_INHERIT),
		     reason(retries.fd));
		with_both(&self->counters, &retries, PERFCNT_IOC_STOP);
		with_both(&self->counters, &retries, PERFCNT_IOC_RESET);
		let_go(&program);
		await_stop(&program);
		EXPECT_EQ(0, counted(&self->counters));
		with_both(&self->counters, &retries, PERFCNT_IOC_START);
		let_go(&program);
		await_stop(&program);
		with_both(&self->counters, &retries, PERFCNT_IOC_STOP);
		count = counted(&self->counters);
		let_go(&program);
		EXPECT_EQ(0, end_of(&program));
		EXPECT_EQ(count, counted(&self->counters));
		tally[i] = tally_and_leave(&self->counters, &retries);
		EXPECT_EQ(count, tally[i].events);
	}
	close(retries.fd);
	EXPECT_TRUE(is_above(ITERATIONS * MIXED_INSTRUCTIONS, tally[0], tally[1]));
}

/* What a task does before its execve() is not counted. */
TEST_F(life, on_exec)
{
	struct follower retries = follower_of_retries(0);
	struct tally tally[2];
	int i;

	for (i = 0; i < 2; i++) {
		struct program program = prepare(EXECS, (i + 1) * ITERATIONS, -1);

		must(follow(&self->counters, program.pid,
			    TREE | PERFCNT_SCOPE_ON_EXEC), reason(self->counters.fd));
		must(follow(&retries, program.pid,
			    PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_ON_EXEC),
		     reason(retries.fd));
		EXPECT_EQ(0, counted(&self->counters));
		let_go(&program);
		EXPECT_EQ(0, end_of(&program));
		tally[i] = tally_and_leave(&self->counters, &retries);
	}
	close(retries.fd);
	EXPECT_TRUE(is_above(DEPTH * ITERATIONS * MIXED_INSTRUCTIONS, tally[0],
			     tally[1]));
}

static void *work(void *iterations)
{
	mixed_loop(*(unsigned long *)iterations);
	return NULL;
}

/* A process of which each thread has a loop; its main thread only waits. */
static pid_t threads(unsigned long iterations)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		pthread_t thread[THREADS];
		int i;

		raise(SIGSTOP);
		for (i = 0; i < THREADS; i++)
			if (pthread_create(&thread[i], NULL, work, &iterations))
				_exit(1);
		for (i = 0; i < THREADS; i++)
			pthread_join(thread[i], NULL);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, WUNTRACED) != pid)
		fatal("fork: %s", strerror(errno));
	return pid;
}

/* How often sc has failed in each thread, whose records may come in any order. */
struct failures {
	pid_t tid[THREADS + 1];
	uint64_t count[THREADS + 1];
	int threads;
};

static struct failures read_failures(const struct follower *retries)
{
	struct failures failures = { .threads = 0 };
	struct perfcnt_thread thread;

	for (; retries->mask && failures.threads <= THREADS; failures.threads++) {
		if (next_thread(retries, &thread))
			fatal("%d records", failures.threads);
		failures.tid[failures.threads] = thread.tid;
		failures.count[failures.threads] = counted_by(retries, &thread);
	}
	return failures;
}

static uint64_t failures_of(const struct failures *failures, pid_t tid)
{
	int i;

	for (i = 0; i < failures->threads; i++)
		if (failures->tid[i] == tid)
			return failures->count[i];
	return 0;
}

/*
 * What a thread has counted that does so many iterations: all the same, but for atomic
 * accesses that a switch of tasks interrupts, and which are executed again.
 */
static struct tally row_of_each(struct __test_metadata *_metadata,
				const struct follower *counters,
				const struct follower *retries, unsigned long iterations)
{
	struct tally first = { 0 };
	uint64_t sum = 0, ended = 0;
	pid_t pid = threads(iterations);
	struct perfcnt_thread thread;
	struct failures failures;
	int count = 0, status;

	with_mask(counters->fd, PERFCNT_IOC_RESET, counters->mask);
	must(follow(counters, pid, TREE), reason(counters->fd));
	must(follow(retries, pid, TREE), reason(retries->fd));
	kill(pid, SIGCONT);
	waitpid(pid, &status, 0);
	EXPECT_EQ(0, status);
	/* what cannot be copied is not lost */
	EXPECT_EQ(-1, syscall(SYS_read, counters->fd, NULL, 4 * sizeof(thread)));
	EXPECT_EQ(EFAULT, errno);
	failures = read_failures(retries);
	while (!next_thread(counters, &thread)) {
		struct tally row = { counted_by(counters, &thread),
				     failures_of(&failures, thread.tid) };

		sum += row.events;
		EXPECT_EQ(pid, thread.pid);
		EXPECT_EQ(0, thread.flags);
		EXPECT_LE(ended, thread.ended);
		EXPECT_LE(thread.begun, thread.ended);
		EXPECT_EQ(0, strncmp(thread.comm, "scope_life", 10));
		ended = thread.ended;
		count++;
		if (thread.tid == pid)
			continue;
		first = first.events ? first : row;
		EXPECT_TRUE(is_above(0, first, row));
	}
	EXPECT_EQ(THREADS + 1, count);
	EXPECT_EQ(counted(counters), sum);
	leave(counters);
	if (retries->mask)
		leave(retries);
	return first;
}

/* Each row is exact, and all rows are the total. */
TEST_F(life, threads)
{
	struct follower retries = follower_of_retries(0);
	struct tally rows[2];
	int i;

	for (i = 0; i < 2; i++)
		rows[i] = row_of_each(_metadata, &self->counters, &retries,
				      (i + 1) * ITERATIONS);
	close(retries.fd);
	EXPECT_TRUE(is_above(ITERATIONS * MIXED_INSTRUCTIONS, rows[0], rows[1]));
}

/* A process that runs, with all its threads, and those that they create. */
TEST_F(life, attach_and_leave)
{
	struct program program = prepare(SPIN, 0, -1);
	unsigned int running;
	uint64_t count, parts;

	let_go(&program);
	await_stop(&program); /* it has forked */
	let_go(&program);
	must(follow(&self->counters, program.pid, TREE | PERFCNT_SCOPE_PROCESS),
	     reason(self->counters.fd));
	do {
		doze();
		count = counted(&self->counters);
	} while (!count && is_exact());
	leave(&self->counters);
	EXPECT_LE(count, counted(&self->counters));
	count = counted(&self->counters);
	parts = parts_of(&self->counters, PERFCNT_THREAD_RUNS, &running);
	EXPECT_EQ(1, running); /* what it had forked before is not in the scope */
	EXPECT_LE(count, parts); /* it ran between SCOPE and START, too */
	doze();
	EXPECT_EQ(count, counted(&self->counters));
	kill_all(&program);
}

/* Killed at any point, its counts are the sum of its parts. */
TEST_F(life, kill_9)
{
	int round;

	for (round = 0; round < rounds(); round++) {
		struct program program = prepare(WIDE, 50 * ITERATIONS, -1);
		uint64_t count, parts, rest;
		unsigned int ended, killed;

		with_mask(self->counters.fd, PERFCNT_IOC_RESET, self->counters.mask);
		must(follow(&self->counters, program.pid, TREE),
		     reason(self->counters.fd));
		let_go(&program);
		nanosleep(&(struct timespec){ .tv_nsec = round * 3000000 }, NULL);
		kill(program.pid, SIGKILL);
		EXPECT_EQ(SIGKILL, end_of(&program));
		parts = parts_of(&self->counters, 0, &ended);
		leave(&self->counters);
		rest = parts_of(&self->counters, 0, &killed);
		count = counted(&self->counters);
		EXPECT_EQ(count, parts + rest);
		EXPECT_LE(1, ended + killed);
	}
}

/* Closed while its tasks run; nothing is left, and they go on. */
TEST_F(life, close_in_the_middle)
{
	int round;

	for (round = 0; round < rounds(); round++) {
		struct program program = prepare(WIDE, ITERATIONS, -1);

		must(follow(&self->counters, program.pid, TREE),
		     reason(self->counters.fd));
		let_go(&program);
		nanosleep(&(struct timespec){ .tv_nsec = round * 3000000 }, NULL);
		close(self->counters.fd);
		EXPECT_EQ(0, end_of(&program));
		EXPECT_TRUE(none_claimed());
		self->counters = follower(0);
	}
}

/* What poll(2) says, for which it waits so long at most, in milliseconds. */
static short told(const struct follower *counters, int timeout)
{
	struct pollfd polled = { .fd = counters->fd, .events = POLLIN };

	if (poll(&polled, 1, timeout) < 0)
		fatal("poll: %s", strerror(errno));
	return polled.revents;
}

/* A task that was there first, and one that has come, each the last one. */
TEST_F(life, nothing_runs)
{
	struct program program;
	char byte;

	if (!self->counters.mask)
		SKIP(return, "the counters follow nobody");
	program = prepare(PLAIN, ITERATIONS, -1);
	must(follow(&self->counters, program.pid, PERFCNT_SCOPE_INHERIT),
	     reason(self->counters.fd));
	EXPECT_EQ(0, told(&self->counters, 0));
	let_go(&program);
	EXPECT_EQ(POLLHUP, told(&self->counters, AGES));
	end_of(&program);
	EXPECT_EQ(POLLHUP, told(&self->counters, 0));
	leave(&self->counters);
	EXPECT_EQ(0, told(&self->counters, 0));

	program = prepare(SPIN, ITERATIONS, -1);
	must(follow(&self->counters, program.pid, PERFCNT_SCOPE_INHERIT),
	     reason(self->counters.fd));
	let_go(&program);
	await_stop(&program);
	kill(program.pid, SIGKILL);
	EXPECT_EQ(program.pid, waitpid(program.pid, NULL, 0));
	EXPECT_EQ(0, told(&self->counters, 0));
	kill(-program.pid, SIGKILL);
	EXPECT_EQ(POLLHUP, told(&self->counters, AGES));
	EXPECT_EQ(0, read(program.gone, &byte, 1));
	close(program.gone);
	leave(&self->counters);
}

/* Scopes of one program, one within the other, each its own. */
TEST_F(life, nested)
{
	struct program program = prepare(FORKS, ITERATIONS, -1);
	struct follower other = follower(1);

	must(follow(&self->counters, program.pid, TREE), reason(self->counters.fd));
	must(follow(&other, program.pid, TREE), reason(other.fd));
	let_go(&program);
	EXPECT_EQ(0, end_of(&program));
	EXPECT_EQ(if_exact(counted(&self->counters), counted(&other)), counted(&other));
	close(other.fd);
}

/* A module in use stays; while a scope lives, and while its file is open. */
TEST_F(life, the_module_stays)
{
	struct program program = prepare(PLAIN, 1, -1);

	must(follow(&self->counters, program.pid, TREE), reason(self->counters.fd));
	EXPECT_EQ(EWOULDBLOCK, unload_perfcnt());
	leave(&self->counters);
	let_go(&program);
	EXPECT_EQ(0, end_of(&program));
}

/* Creates tasks, one after the other, that do something and end. */
static pid_t creator(unsigned int tasks, void (*act)(void))
{
	unsigned int i;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		raise(SIGSTOP);
		for (i = 0; i < tasks; i++) {
			pid_t child = vfork();

			if (!child) {
				if (act)
					act();
				_exit(0);
			}
			if (child < 0 || waitpid(child, NULL, 0) != child)
				_exit(1);
		}
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, WUNTRACED) != pid)
		fatal("fork: %s", strerror(errno));
	return pid;
}

/* Follow a creator and its tasks to their ends. */
static void follow_to_end(struct __test_metadata *_metadata,
			  const struct follower *counters, pid_t pid)
{
	int status;

	with_mask(counters->fd, PERFCNT_IOC_RESET, counters->mask);
	must(follow(counters, pid, TREE), reason(counters->fd));
	kill(pid, SIGCONT);
	waitpid(pid, &status, 0);
	EXPECT_EQ(0, status);
}

/* Each of so many tasks and their creator has a record, and they add up. */
static void read_all(struct __test_metadata *_metadata,
		     const struct follower *counters, unsigned int tasks)
{
	struct perfcnt_thread thread = { 0 };
	unsigned int seen;
	uint64_t parts = 0;

	for (seen = 0; !next_thread(counters, &thread); seen++)
		parts += counted_by(counters, &thread);
	EXPECT_EQ(tasks + 1, seen);
	EXPECT_EQ(0, thread.lost);
	EXPECT_EQ(counted(counters), parts);
	leave(counters);
	EXPECT_NE(0, next_thread(counters, &thread));
}

/* The next record, where there is memory for one and room is said to be for four. */
static ssize_t read_to_the_end(int fd, struct perfcnt_thread *thread, size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *at = pages + page - size;
	ssize_t length;

	if (pages == MAP_FAILED || munmap(pages + page, page))
		fatal("no memory: %s", strerror(errno));
	length = syscall(SYS_read, fd, at, 4 * size);
	memcpy(thread, at, size);
	munmap(pages, page);
	return length;
}

/* Records that cannot be copied wait for the next reading. */
TEST_F(life, half_copied)
{
	const unsigned int counters = __builtin_popcount(self->counters.mask);
	const size_t size = offsetof(struct perfcnt_thread, counts[counters]);
	struct perfcnt_thread thread;
	uint64_t parts = 0;
	int i;

	follow_to_end(_metadata, &self->counters, creator(5, NULL));
	for (i = 0; i < 6; i++) {
		EXPECT_EQ(size, read_to_the_end(self->counters.fd, &thread, size));
		parts += counted_by(&self->counters, &thread);
	}
	EXPECT_EQ(counted(&self->counters), parts);
	EXPECT_NE(0, next_thread(&self->counters, &thread));
	leave(&self->counters);
}

static unsigned int many(void)
{
	const char *text = getenv("SCOPE_TASKS");

	return text ? atoi(text) : TASKS;
}

/* Nothing is lost with very many tasks. */
TEST_F(life, many_tasks)
{
	follow_to_end(_metadata, &self->counters, creator(many(), NULL));
	read_all(_metadata, &self->counters, many());
}

/* Enough tasks that one object of each can be seen, and as many as are asked for. */
static unsigned int many_to_be_seen(void)
{
	unsigned int enough = 3 * memcg_slack() / LEAST;

	return many() < enough ? enough : many();
}

/*
 * Nothing leaks.  What the module has of a task it allocates when the task is forked, and
 * charges who follows for it.
 */
TEST_F(life, no_leak)
{
	unsigned int tasks = many_to_be_seen();
	long left, records = tasks * offsetof(struct perfcnt_thread, counts);
	pid_t pid = creator(tasks, NULL);

	if (!memcg_enter(0)) {
		kill(pid, SIGKILL);
		SKIP(return, "this kernel charges nobody");
	}
	follow_to_end(_metadata, &self->counters, pid);
	EXPECT_LE(records, memcg_settle(records, LONG_MAX));
	read_all(_metadata, &self->counters, tasks);
	left = memcg_settle(0, memcg_slack());
	memcg_leave();
	printf("# %u tasks, %ld bytes are left\n", tasks, left);
	EXPECT_LE(left, memcg_slack());
}

static void use_the_device(void)
{
	int fd = open("/dev/perfcnt", O_RDWR);

	with_mask(fd, PERFCNT_IOC_CLAIM, 1u << 31);
	with_mask(fd, PERFCNT_IOC_CLAIM, 2);
	call(fd, PERFCNT_IOC_LEAVE, NULL);
	close(fd);
}

/* Neither does anything of tasks that open the device, and whose calls fail. */
TEST_F(life, no_leak_of_users)
{
	pid_t pid = creator(many_to_be_seen(), use_the_device);
	int status;
	long left;

	if (!memcg_enter(pid)) {
		kill(pid, SIGKILL);
		SKIP(return, "this kernel charges nobody");
	}
	kill(pid, SIGCONT);
	waitpid(pid, &status, 0);
	EXPECT_EQ(0, status);
	left = memcg_settle(0, memcg_slack());
	memcg_leave();
	EXPECT_LE(left, memcg_slack());
}

TEST_HARNESS_MAIN
