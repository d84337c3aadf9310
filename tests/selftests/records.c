// SPDX-License-Identifier: GPL-2.0
/* Very many threads: what it costs to follow them, and their records. */
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define TREE (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS)

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
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_user = 1,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
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
TEST_F_TIMEOUT(records, threads, 200)
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

TEST_HARNESS_MAIN
