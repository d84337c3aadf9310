// SPDX-License-Identifier: GPL-2.0
/*
 * insmod, count, read from another process, rmmod, many times: nothing is
 * left behind.  Unloading does not wait for files that are open or counters
 * that count.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

/* What is a leak grows in each of the rounds, which are alike. */
#define ROUNDS 3
#define CYCLES 40
#define WARM_UP 20

/* Of the driver perf, whose hotplug callbacks take their time to go. */
#define PERF_CYCLES 20
#define PERF_WARM_UP 10

/* What RCU still holds is freed meanwhile; with --icount that is certain. */
#define RCU_TIME 10 /* s */

/* The cycles of a round; as many as LIFECYCLE_CYCLES of the environment says. */
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
};

struct caches {
	struct cache cache[512];
	size_t n;
};

/* Before the rounds, and after each. */
static struct caches caches_at[ROUNDS + 1];

/*
 * How many objects of each slab cache are in use, while @reader waits.  The slabs
 * that CPUs allocate from meanwhile count as full.
 */
static void read_slabs(struct caches *caches, pid_t reader)
{
	char line[512];
	FILE *file;

	kill(reader, SIGSTOP);
	sync();
	write_file("/proc/sys/vm/drop_caches", "3");
	sleep(RCU_TIME);
	shrink_slabs();
	file = fopen("/proc/slabinfo", "r");
	if (!file)
		fatal("/proc/slabinfo: %s", strerror(errno));
	caches->n = 0;
	while (caches->n < 512 && fgets(line, sizeof(line), file)) {
		struct cache *cache = &caches->cache[caches->n];

		if (sscanf(line, "%63s %lu", cache->name, &cache->objects) == 2)
			caches->n++;
	}
	fclose(file);
	kill(reader, SIGCONT);
}

/* The objects of a cache, or none of one that is not there. */
static long objects_of(const struct caches *caches, const char *name)
{
	size_t i;

	for (i = 0; i < caches->n; i++)
		if (!strcmp(caches->cache[i].name, name))
			return caches->cache[i].objects;
	return 0;
}

/* By how many objects a cache has grown at least in each of the rounds. */
static long growth(const char *name)
{
	long least = LONG_MAX;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		long grown = objects_of(&caches_at[i + 1], name) -
			     objects_of(&caches_at[i], name);

		if (grown < least)
			least = grown;
	}
	return least;
}

/* The cache that has grown most, round after round. */
static const char *most_grown(void)
{
	const struct caches *caches = &caches_at[ROUNDS];
	const char *most = caches->cache[0].name;
	size_t i;

	for (i = 1; i < caches->n; i++)
		if (growth(caches->cache[i].name) > growth(most))
			most = caches->cache[i].name;
	return most;
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
	if (can_preload())
		preload(0, 0x7fffff00);
	move();
	read_counters(*fd, &snapshot);
	if (!snapshot.count[0])
		return "count";
	if (unload_perfcnt())
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

FIXTURE(lifecycle) {
	enum driver driver;
	pid_t reader;
};

FIXTURE_SETUP(lifecycle)
{
	self->driver = which_driver();
	ASSERT_EQ(0, unload_perfcnt());
	self->reader = fork();
	if (!self->reader)
		read_forever();
	pin_to_cpu(0);
}

FIXTURE_TEARDOWN(lifecycle)
{
	kill(self->reader, SIGKILL);
	waitpid(self->reader, NULL, 0);
	unload_perfcnt(); /* loaded if something was wrong */
	EXPECT_EQ(0, load_perfcnt(self->driver, ""));
}

TEST_F(lifecycle, nothing_is_left)
{
	int warm_up = self->driver == PERF ? PERF_WARM_UP : WARM_UP;
	int i, cycles = round_of(self->driver);
	const char *wrong;

	wrong = run(self->driver, warm_up);
	ASSERT_EQ(NULL, wrong) TH_LOG("%s", wrong);
	read_slabs(&caches_at[0], self->reader);
	for (i = 0; i < ROUNDS; i++) {
		wrong = run(self->driver, cycles);
		ASSERT_EQ(NULL, wrong) TH_LOG("%s", wrong);
		read_slabs(&caches_at[i + 1], self->reader);
	}
	EXPECT_GT(caches_at[0].n, 50);
	/* one object a cycle, or nearly */
	EXPECT_LT(growth(most_grown()), cycles * 9 / 10);
	TH_LOG("%s has grown most, by %ld objects in each %d cycles", most_grown(),
	       growth(most_grown()), cycles);
}

TEST_HARNESS_MAIN
