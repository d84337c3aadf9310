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
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "tap.h"

#define CYCLES 500
#define WARM_UP 50

/* Of the driver perf, whose hotplug callbacks take their time to go. */
#define PERF_CYCLES 150
#define PERF_WARM_UP 10

/* Give back what the CPUs keep in hand, which counts as in use otherwise. */
static void shrink_slabs(void)
{
	glob_t found;
	size_t i;

	if (glob("/sys/kernel/slab/*/shrink", GLOB_NOSORT, NULL, &found))
		tap_bail_out("no /sys/kernel/slab");
	for (i = 0; i < found.gl_pathc; i++)
		write_file(found.gl_pathv[i], "1");
	globfree(&found);
}

struct cache {
	char name[64];
	unsigned long objects;
};

static struct cache before[512];
static struct cache after[512];

/* How many objects of each slab cache are in use; returns how many caches. */
static size_t read_slabs(struct cache *caches)
{
	char line[512];
	size_t n = 0;
	FILE *file;

	sync();
	write_file("/proc/sys/vm/drop_caches", "3");
	usleep(1500000); /* what RCU still holds is freed */
	shrink_slabs();
	file = fopen("/proc/slabinfo", "r");
	if (!file)
		tap_bail_out("/proc/slabinfo: %s", strerror(errno));
	while (n < 512 && fgets(line, sizeof(line), file))
		if (sscanf(line, "%63s %lu", caches[n].name,
			   &caches[n].objects) == 2)
			n++;
	fclose(file);
	return n;
}

/* The cache that has grown most, in objects. */
static long most_grown(size_t n_before, size_t n_after, const char **name)
{
	long most = 0;
	size_t i, j;

	*name = "none";
	for (i = 0; i < n_before; i++) {
		for (j = 0; j < n_after; j++) {
			long growth = after[j].objects - before[i].objects;

			if (growth > most &&
			    !strcmp(before[i].name, after[j].name)) {
				most = growth;
				*name = after[j].name;
			}
		}
	}
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
			usleep(100);
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

int main(void)
{
	enum driver driver = which_driver();
	int warm_up = driver == PERF ? PERF_WARM_UP : WARM_UP;
	int cycles = driver == PERF ? PERF_CYCLES : CYCLES;
	const char *cache, *wrong;
	size_t n_before = 0, n_after;
	pid_t reader;
	long growth;
	int round;

	unload_module("perfcnt");
	reader = fork();
	if (!reader)
		read_forever();
	pin_to_cpu(0);
	wrong = run(driver, warm_up);
	/*
	 * One object a cycle is a leak; a page that is in hand is not.  Nor is
	 * what the kernel gets back of what it gave up before, as when a CPU
	 * had gone: that does not grow a second time.
	 */
	for (round = 0; round < 2 && !wrong; round++) {
		n_before = read_slabs(before);
		wrong = run(driver, cycles);
		n_after = read_slabs(after);
		growth = most_grown(n_before, n_after, &cache);
		if (growth < cycles * 9 / 10)
			break;
		printf("# %s has grown by %ld\n", cache, growth);
	}
	kill(reader, SIGKILL);
	waitpid(reader, NULL, 0);
	load_perfcnt(driver, "");
	tap(!wrong, "%d cycles%s%s", warm_up + cycles,
	    wrong ? ", failed: " : "", wrong ? wrong : "");
	tap(!wrong && n_before > 50 && round < 2,
	    "slabs: %s has grown most, by %ld objects in %d cycles",
	    wrong ? "?" : cache, wrong ? 0 : growth, cycles);
	return tap_end();
}
