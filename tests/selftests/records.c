// SPDX-License-Identifier: GPL-2.0
/* Very many records, and threads: how many wait, and what it costs to follow them. */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define TREE (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS)

/* Events that take turns: so many slices of a round, in each of which all counters have one. */
#define SLICES 5
#define ITERATIONS 1000000UL

/* No more records wait to be read than this. */
#define RECORDS_MAX 16384
#define MORE 10

/* So many threads, and twice as many. */
#define MANY 600
#define STACK (64 << 10)

FIXTURE(records) {
	struct follower counters;
};

FIXTURE_SETUP(records)
{
	find_event();
	self->counters = follower(0);
}

FIXTURE_TEARDOWN(records)
{
	close(self->counters.fd);
	EXPECT_TRUE(none_claimed());
}

/* A task that ends at once. */
static void create(void)
{
	pid_t child = vfork();

	if (!child)
		_exit(0);
	if (child < 0 || waitpid(child, NULL, 0) != child)
		_exit(1);
}

/* Creates as many tasks as can wait, which end at once; and some more when it goes on. */
static pid_t creator(void)
{
	pid_t pid;
	int i;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		raise(SIGSTOP);
		for (i = 0; i < RECORDS_MAX; i++)
			create();
		raise(SIGSTOP);
		for (i = 0; i < MORE; i++)
			create();
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, WUNTRACED) != pid)
		fatal("fork: %s", strerror(errno));
	return pid;
}

/**
 * struct reader - a read() that waits for its buffer, which then is not there
 * @fd: the device
 * @buf: the buffer
 * @size: its size
 * @error: what came of it
 */
struct reader {
	int fd;
	char *buf;
	size_t size;
	int error;
};

static void *read_all(void *data)
{
	struct reader *reader = data;

	reader->error = read(reader->fd, reader->buf, reader->size) < 0 ? errno : 0;
	return NULL;
}

/* A buffer whose first access waits; its fd, or -1. */
static int waiting_buffer(struct reader *reader)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);

	reader->size = RECORDS_MAX * sizeof(struct perfcnt_thread);
	reader->buf = mmap(NULL, reader->size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (fd < 0 || reader->buf == MAP_FAILED || ioctl(fd, UFFDIO_API, &api))
		return -1;
	range.range.start = (uintptr_t)reader->buf;
	range.range.len = reader->size;
	return ioctl(fd, UFFDIO_REGISTER, &range) ? -1 : fd;
}

/* A read() that fails keeps what it took; no more wait because of it. */
TEST_F(records, limit)
{
	struct reader reader = { .fd = self->counters.fd };
	int status, fault = waiting_buffer(&reader);
	struct perfcnt_thread thread = { 0 };
	unsigned int seen = 0;
	struct uffd_msg message;
	pthread_t id;
	pid_t pid;

	if (fault < 0)
		SKIP(return, "no userfaultfd: %s", strerror(errno));
	pid = creator();
	must(follow(&self->counters, pid, TREE), reason(self->counters.fd));
	kill(pid, SIGCONT);
	waitpid(pid, &status, WUNTRACED);
	ASSERT_TRUE(WIFSTOPPED(status));
	ASSERT_EQ(0, pthread_create(&id, NULL, read_all, &reader));
	ASSERT_EQ(sizeof(message), read(fault, &message, sizeof(message)));
	kill(pid, SIGCONT);
	waitpid(pid, &status, 0);
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, munmap(reader.buf, reader.size));
	close(fault); /* which wakes who waits */
	pthread_join(id, NULL);
	EXPECT_EQ(EFAULT, reader.error);
	while (!next_thread(&self->counters, &thread))
		seen++;
	EXPECT_EQ(RECORDS_MAX, seen);
	EXPECT_EQ(MORE + 1, thread.lost);
}

static void *sleep_on(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

/* A process with so many threads, which exit when it is killed. */
static pid_t with_threads(unsigned int threads)
{
	pthread_attr_t attr;
	pthread_t thread;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		pthread_attr_init(&attr);
		pthread_attr_setstacksize(&attr, STACK);
		while (--threads)
			if (pthread_create(&thread, &attr, sleep_on, NULL))
				_exit(1);
		raise(SIGSTOP);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, WUNTRACED) != pid)
		fatal("fork: %s", strerror(errno));
	return pid;
}

/* The kernel's instructions for this thread, from now on. */
static int count_kernel(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_user = 1,
	};

	return open_perf_event(&attr, 0, -1, -1);
}

/* What it takes to follow so many threads; each has a record when all have exited. */
static uint64_t cost_of(struct __test_metadata *_metadata,
			const struct follower *counters, unsigned int threads)
{
	pid_t pid = with_threads(threads);
	struct perfcnt_thread thread;
	uint64_t cost, ended = 0;
	unsigned int seen = 0;
	int fd = count_kernel();

	must(follow(counters, pid, TREE | PERFCNT_SCOPE_PROCESS), reason(counters->fd));
	EXPECT_EQ(sizeof(cost), read(fd, &cost, sizeof(cost)));
	close(fd);
	kill(pid, SIGKILL);
	EXPECT_EQ(pid, waitpid(pid, NULL, 0));
	while (!next_thread(counters, &thread)) {
		EXPECT_LE(ended, thread.ended);
		ended = thread.ended;
		seen++;
	}
	EXPECT_EQ(threads, seen);
	must(call(counters->fd, PERFCNT_IOC_LEAVE, NULL), reason(counters->fd));
	return cost;
}

/* Twice the threads take twice the time to follow, nearly. */
TEST_F(records, threads)
{
	int fd = count_kernel();
	uint64_t less, more;

	if (fd < 0)
		SKIP(return, "perf does not count the kernel's instructions");
	close(fd);
	less = cost_of(_metadata, &self->counters, MANY);
	more = cost_of(_metadata, &self->counters, 2 * MANY);
	printf("# %llu and %llu instructions\n", (unsigned long long)less,
	       (unsigned long long)more);
	EXPECT_LE(2 * more, 5 * less);
}

/* Events that take turns, on all counters that there are. */
static void multiplex(const struct follower *follower, uint32_t counters)
{
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .slice_us = 4000, .counters = counters,
	};
	unsigned int i;

	wanted.nr = follower->events;
	for (i = 0; i < wanted.nr; i++) {
		wanted.event[i].banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
		wanted.event[i].what = what_of(follower->fd, 0, event());
	}
	must(with_mask(follower->fd, PERFCNT_IOC_CLAIM, counters), reason(follower->fd));
	must(call(follower->fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(follower->fd));
}

/* What each event has counted of a tree of tasks is what its records have, to the last. */
static void turns_of(struct __test_metadata *_metadata, struct follower *unused,
		     enum shape shape, unsigned int tasks, unsigned long iterations)
{
	struct follower follower = { .fd = open_device() };
	uint32_t counters = event_counters(follower.fd);
	struct perfcnt_multiplexed all = { .size = sizeof(struct perfcnt_multiplexed) };
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .flags = TREE, .counters = counters,
	};
	uint64_t count[PERFCNT_MULTIPLEX_EVENTS] = { 0 }, running[PERFCNT_MULTIPLEX_EVENTS] = { 0 };
	uint64_t ran = 0, times = 0;
	struct perfcnt_thread thread;
	unsigned int i, seen = 0;
	struct program program;

	close(unused->fd);
	unused->fd = open("/dev/null", O_RDONLY);
	follower.events = SLICES * __builtin_popcount(counters);
	multiplex(&follower, counters);
	program = prepare(shape, iterations, -1);
	scope.pid = program.pid;
	must(call(follower.fd, PERFCNT_IOC_SCOPE, &scope), reason(follower.fd));
	EXPECT_EQ(offsetof(struct perfcnt_thread, counts[follower.events]), scope.record_size);
	must(with_mask(follower.fd, PERFCNT_IOC_START, counters), reason(follower.fd));
	let_go(&program);
	EXPECT_EQ(0, end_of(&program));
	must(call(follower.fd, PERFCNT_IOC_LEAVE, NULL), reason(follower.fd));
	must(call(follower.fd, PERFCNT_IOC_MULTIPLEXED, &all), reason(follower.fd));
	while (!next_thread(&follower, &thread)) {
		ran += thread.ran;
		seen++;
		for (i = 0; i < follower.events; i++) {
			count[i] += thread.counts[i].count;
			running[i] += thread.counts[i].running;
			EXPECT_EQ(0, thread.counts[i].reserved);
		}
	}
	EXPECT_EQ(tasks, seen);
	EXPECT_LT(0, all.rounds);
	for (i = 0; i < follower.events; i++) {
		EXPECT_EQ(all.event[i].count, count[i]) TH_LOG("event %u", i);
		EXPECT_LE(running[i], ran);
		times += running[i];
	}
	/* the clock is not read at the same instants: a hundredth is more than enough */
	i = __builtin_popcount(counters) /
	    (describe(follower.fd).flags & PERFCNT_HAS_SHARED ? 2 : 1);
	EXPECT_LE(99 * i * ran, 100 * times);
	EXPECT_LE(99 * times, 100 * i * ran);
	printf("# %u rounds, %llu us, of %llu us for %u events at once\n", all.rounds,
	       (unsigned long long)times / 1000, (unsigned long long)ran / 1000, i);
	close(follower.fd);
}

TEST_F(records, of_turns)
{
	turns_of(_metadata, &self->counters, FORKS, DEPTH, ITERATIONS);
}

/* A CPU that was idle for more than a turn has the next ones, too. */
TEST_F(records, of_turns_elsewhere)
{
	turns_of(_metadata, &self->counters, HOPS, 1, ITERATIONS / 10);
}

TEST_HARNESS_MAIN
