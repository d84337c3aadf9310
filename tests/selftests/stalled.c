// SPDX-License-Identifier: GPL-2.0
/*
 * A reading waits for a CPU that has its interrupts off, and nobody waits for the
 * reading: its own CPU goes on with other work.
 */
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define STALL "/sys/module/stall/parameters/stall"

/* How long CPU 1 has its interrupts off, and what a reading must have seen of it. */
#define STALLED_MS 1000
#define NOTICED_MS (STALLED_MS / 10)
#define NS_PER_MS 1000000ULL

/*
 * A reading that keeps its CPU lets no other task run there; one that does not
 * lets one that naps for 1 ms run some 1000 times.
 */
#define NAPS 5

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 * NS_PER_MS + t.tv_nsec;
}

/* How often a task of the highest priority gets CPU 0. */
static void watch(atomic_uint *naps)
{
	const struct timespec nap = { .tv_nsec = NS_PER_MS };
	struct sched_param param = { .sched_priority = 50 };

	pin_to_cpu(0);
	if (sched_setscheduler(0, SCHED_FIFO, &param))
		_exit(1);
	for (;; ++*naps)
		nanosleep(&nap, NULL);
}

FIXTURE(stalled) {
	int fd;
	atomic_uint *naps;
	pid_t watcher;
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
	self->naps = mmap(NULL, sizeof(*self->naps), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, (void *)self->naps);
	self->watcher = fork();
	ASSERT_GE(self->watcher, 0);
	if (!self->watcher)
		watch(self->naps);
}

FIXTURE_TEARDOWN(stalled)
{
	int status;

	EXPECT_EQ(0, kill(self->watcher, SIGKILL));
	EXPECT_EQ(self->watcher, waitpid(self->watcher, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status)); /* and has had its priority */
	set_counters(self->fd, "0 0 0");
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
	EXPECT_EQ(0, unload_module("stall"));
}

/* How long a reading took, and how many naps another task had on its CPU. */
static uint64_t read_stalled(int fd, atomic_uint *all_naps, unsigned int *naps)
{
	struct snapshot snapshot;
	uint64_t start, taken;

	if (write_file(STALL, "1 1000"))
		fatal(STALL);
	*naps = *all_naps;
	start = now();
	read_counters(fd, &snapshot);
	taken = now() - start;
	*naps = *all_naps - *naps;
	return taken;
}

TEST_F(stalled, reading)
{
	unsigned int naps;
	uint64_t taken;

	set_counters(self->fd, moving(self->fd));
	pin_to_cpu(0);
	/*
	 * Once before it counts, and after the fork: a page that is copied asks
	 * other CPUs, too, and does not sleep meanwhile.
	 */
	read_stalled(self->fd, self->naps, &naps);
	taken = read_stalled(self->fd, self->naps, &naps);
	/* it did wait, or nothing was tested */
	EXPECT_LT(NOTICED_MS * NS_PER_MS, taken);
	EXPECT_LT(NAPS, naps);
}

TEST_HARNESS_MAIN
