// SPDX-License-Identifier: GPL-2.0
/*
 * insmod, count, read from another process, rmmod, many times: nothing is
 * left behind.  Unloading does not wait for files that are open or counters
 * that count.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

/* Enough where nothing grows; what grows has to do so all the time to be a leak. */
#define CYCLES 60
#define CYCLES_OF_A_LEAK 1200
#define WARM_UP 20

/* Of the driver perf, whose hotplug callbacks take their time to go. */
#define PERF_CYCLES 20
#define PERF_CYCLES_OF_A_LEAK 300
#define PERF_WARM_UP 10

/* So many at least, if the environment has LIFECYCLE_CYCLES. */
static int round_of(enum driver driver)
{
	const char *text = getenv("LIFECYCLE_CYCLES");

	return text ? atoi(text) : driver == PERF ? PERF_CYCLES : CYCLES;
}

/*
 * Give back what the CPUs keep in hand, which counts as in use otherwise.  The
 * kernel copies what is written into a buffer of that size: one that shares its
 * slab with few others.
 */
static void shrink_slabs(void)
{
	char one[4001];
	glob_t found;
	size_t i;

	snprintf(one, sizeof(one), "%-4000d", 1);

	if (glob("/sys/kernel/slab/*/shrink", GLOB_NOSORT, NULL, &found))
		fatal("no /sys/kernel/slab");
	for (i = 0; i < found.gl_pathc; i++)
		write_file(found.gl_pathv[i], one);
	globfree(&found);
}

struct cache {
	char name[64];
	unsigned long objects;
	unsigned long slack;
};

struct caches {
	struct cache cache[512];
	size_t n;
};

static struct caches before;
static struct caches after;

/*
 * How many objects of each slab cache are in use, while @reader waits.  The slabs
 * that CPUs allocate from meanwhile count as full: four of them are the slack.
 */
static void read_slabs(struct caches *caches, pid_t reader)
{
	char line[512];
	FILE *file;

	kill(reader, SIGSTOP);
	sync();
	write_file("/proc/sys/vm/drop_caches", "3");
	usleep(1500000); /* what RCU still holds is freed */
	shrink_slabs();
	file = fopen("/proc/slabinfo", "r");
	if (!file)
		fatal("/proc/slabinfo: %s", strerror(errno));
	caches->n = 0;
	while (caches->n < 512 && fgets(line, sizeof(line), file)) {
		struct cache *cache = &caches->cache[caches->n];

		if (sscanf(line, "%63s %lu %*u %*u %lu", cache->name,
			   &cache->objects, &cache->slack) != 3)
			continue;
		cache->slack *= 4;
		caches->n++;
	}
	fclose(file);
	kill(reader, SIGCONT);
}

/* How much a cache has grown, in objects. */
static long growth(const struct cache *now)
{
	size_t i;

	for (i = 0; i < before.n; i++)
		if (!strcmp(before.cache[i].name, now->name))
			return now->objects - before.cache[i].objects;
	return 0;
}

/* The cache that has grown most. */
static const struct cache *most_grown(void)
{
	const struct cache *most = &after.cache[0];
	size_t i;

	for (i = 0; i < after.n; i++)
		if (growth(&after.cache[i]) > growth(most))
			most = &after.cache[i];
	return most;
}

/* One object a cycle, or nearly, which slack can be only in the first cycles. */
static bool is_leak(int cycles)
{
	return growth(most_grown()) >= cycles * 9 / 10;
}

/* Opens and reads whenever the module is there. */
static void read_forever(void)
{
	char text[1024];

	pin_to_cpu(1);
	for (;;) {
		int fd = open(PROC_PERF, O_RDWR);
		int i;

		for (i = 0; fd >= 0 && i < 20; i++)
			if (pread(fd, text, sizeof(text), 0) < 0)
				break;
		if (fd >= 0)
			close(fd);
		else
			usleep(1000);
	}
}

/* What one cycle got wrong, or 0; @fd is left open over the unloading. */
static const char *cycle(enum driver driver, int *fd)
{
	struct snapshot snapshot;
	char text[64];

	if (load_perfcnt(driver, ""))
		return "insmod";
	*fd = open_counters();
	if (write_text(*fd, moving(*fd)) ||
	    (driver != PERF &&
	     write_text(*fd, "1 branch-misses:uk 0\n2 loads:uk 0\n3 stores:uk 0")))
		return "write";
	if (driver != PERF)
		preload(0, 0x7fffff00);
	move();
	read_counters(*fd, &snapshot);
	if (!snapshot.count[0])
		return "count";
	if (unload_module("perfcnt"))
		return "rmmod";
	if (pread(*fd, text, sizeof(text), 0) != -1 || errno != EIO)
		return "read after rmmod";
	if (write_text(*fd, "0 0") != EIO)
		return "write after rmmod";
	return NULL;
}

/* Cycles, until something is wrong; returns what. */
static const char *run(enum driver driver, int cycles)
{
	const char *wrong = NULL;
	int i, fd = -1;

	for (i = 0; i < cycles && !wrong; i++) {
		wrong = cycle(driver, &fd);
		close(fd);
	}
	return wrong;
}

/*
 * Cycles in rounds, until no leak is what made a cache grow, or a leak is.  What a
 * busy host makes RCU hold back can look like a leak for a round or two.
 */
static const char *run_rounds(enum driver driver, pid_t reader, int *cycles)
{
	int most = driver == PERF ? PERF_CYCLES_OF_A_LEAK : CYCLES_OF_A_LEAK;
	int round = round_of(driver);
	const char *wrong;

	read_slabs(&before, reader);
	*cycles = 0;
	do {
		wrong = run(driver, round);
		*cycles += round;
		read_slabs(&after, reader);
	} while (!wrong && is_leak(*cycles) &&
		 (*cycles < most ||
		  *cycles * 9 / 10 <= (long)most_grown()->slack));
	return wrong;
}

FIXTURE(lifecycle) {
	enum driver driver;
	pid_t reader;
};

FIXTURE_SETUP(lifecycle)
{
	self->driver = which_driver();
	ASSERT_EQ(0, unload_module("perfcnt"));
	self->reader = fork();
	if (!self->reader)
		read_forever();
	pin_to_cpu(0);
}

FIXTURE_TEARDOWN(lifecycle)
{
	kill(self->reader, SIGKILL);
	waitpid(self->reader, NULL, 0);
	unload_module("perfcnt"); /* loaded if something was wrong */
	EXPECT_EQ(0, load_perfcnt(self->driver, ""));
}

TEST_F(lifecycle, nothing_is_left)
{
	int warm_up = self->driver == PERF ? PERF_WARM_UP : WARM_UP;
	const char *wrong;
	int cycles;

	wrong = run(self->driver, warm_up);
	ASSERT_EQ(NULL, wrong) TH_LOG("%s", wrong);
	wrong = run_rounds(self->driver, self->reader, &cycles);
	ASSERT_EQ(NULL, wrong) TH_LOG("%s", wrong);
	EXPECT_GT(before.n, 50);
	EXPECT_FALSE(is_leak(cycles));
	TH_LOG("%s has grown most, by %ld objects in %d cycles",
	       most_grown()->name, growth(most_grown()), cycles);
}

TEST_HARNESS_MAIN
