// SPDX-License-Identifier: GPL-2.0
/*
 * A reading waits for a CPU that has its interrupts off, and nobody waits for the
 * reading: its own CPU goes on with other work.
 */
#include <sched.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define STALL "/sys/module/stall/parameters/stall"

/* How long CPU 1 has its interrupts off. */
#define STALLED_MS 1000
#define WATCHED_MS (2 * STALLED_MS)
#define NS_PER_MS 1000000ULL

/* How late a task that is due may be, on a host that has other work. */
#define LATE_MS (STALLED_MS / 2)

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 * NS_PER_MS + t.tv_nsec;
}

/* The most that a task of the highest priority was late on CPU 0, in ns. */
static void watch(uint64_t *latest)
{
	const struct timespec nap = { .tv_nsec = NS_PER_MS };
	struct sched_param param = { .sched_priority = 50 };
	uint64_t end, before;

	pin_to_cpu(0);
	if (sched_setscheduler(0, SCHED_FIFO, &param))
		_exit(1);
	before = now();
	for (end = before + WATCHED_MS * NS_PER_MS; before < end;) {
		uint64_t then = before;

		nanosleep(&nap, NULL);
		before = now();
		if (before - then > *latest)
			*latest = before - then;
	}
	_exit(0);
}

FIXTURE(stalled) {
	int fd;
	uint64_t *latest;
};

FIXTURE_SETUP(stalled)
{
	int error;

	if (which_driver() != PERF)
		SKIP(return, "only the driver perf asks other CPUs");
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		SKIP(return, "there is one CPU");
	error = load_module("stall.ko", "");
	ASSERT_EQ(0, error);
	self->fd = open_stopped();
	self->latest = mmap(NULL, sizeof(*self->latest), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, (void *)self->latest);
}

FIXTURE_TEARDOWN(stalled)
{
	set_counters(self->fd, "0 0 0");
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
	EXPECT_EQ(0, unload_module("stall"));
}

TEST_F(stalled, reading)
{
	struct snapshot snapshot;
	uint64_t start, taken;
	int status;
	pid_t watcher;

	set_counters(self->fd, moving(self->fd));
	watcher = fork();
	ASSERT_LE(0, watcher);
	if (!watcher)
		watch(self->latest);
	pin_to_cpu(0);
	/* once before it counts: a page that is copied asks other CPUs, too */
	ASSERT_EQ(0, write_file(STALL, "1 0"));
	read_counters(self->fd, &snapshot);
	start = now();
	ASSERT_EQ(0, write_file(STALL, "1 1000"));
	read_counters(self->fd, &snapshot);
	taken = now() - start;
	ASSERT_EQ(watcher, waitpid(watcher, &status, 0));
	ASSERT_EQ(0, status);

	/* it did wait, or nothing was tested */
	EXPECT_LT(LATE_MS * NS_PER_MS, taken);
	EXPECT_GT(LATE_MS * NS_PER_MS, *self->latest)
		TH_LOG("late by %llu ms", (unsigned long long)*self->latest /
					  NS_PER_MS);
}

TEST_HARNESS_MAIN
