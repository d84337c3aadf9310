// SPDX-License-Identifier: GPL-2.0
/*
 * A process that leaves next to no memory for others: it takes what there is
 * down to where the kernel would begin to kill, gives a part of it back, and
 * begins again.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "pressure.h"

#define MEGABYTE (1024ul * 1024)
#define PIECE MEGABYTE
#define PIECES 4096

/* Left for others to be started: the kernel kills, and says so, without it. */
#define MARGIN (12 * MEGABYTE)

/* How many times the memory was all but gone. */
static atomic_ulong *edges;

/* What is free, in kilobytes, beyond what the kernel keeps for itself. */
static long left(void)
{
	unsigned long available = 0, watermark = 0, low;
	char line[256];
	FILE *file = fopen("/proc/meminfo", "r");

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "MemFree: %lu", &available) == 1)
			break;
	if (file)
		fclose(file);
	file = fopen("/proc/zoneinfo", "r");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, " low %lu", &low) == 1)
			watermark += low * (sysconf(_SC_PAGESIZE) / 1024);
	if (file)
		fclose(file);
	return (long)(available - watermark);
}

static void take_forever(void)
{
	static char *piece[PIECES];
	int n = 0, i;

	for (;;) {
		while (n < PIECES && left() > (long)MARGIN / 1024) {
			piece[n] = mmap(NULL, PIECE, PROT_READ | PROT_WRITE,
					MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			if (piece[n] == MAP_FAILED)
				break;
			memset(piece[n++], 1, PIECE);
		}
		++*edges;
		usleep(50000);
		for (i = n / 8 + 1; i && n; i--)
			munmap(piece[--n], PIECE);
	}
}

/* The process, when it has taken all; it is the first that would be killed. */
pid_t pressure_start(void)
{
	pid_t pid;

	edges = mmap(NULL, sizeof(*edges), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (edges == MAP_FAILED)
		fatal("no memory");
	pid = fork();
	if (pid < 0)
		fatal("fork: %s", strerror(errno));
	if (pid) {
		while (!*edges)
			usleep(10000);
		return pid;
	}
	write_file("/proc/self/oom_score_adj", "1000");
	setpriority(PRIO_PROCESS, 0, -20);
	take_forever();
	_exit(0);
}

/* How many times it has taken what there was; 0 if there is none. */
unsigned long pressure_edges(void)
{
	return edges ? *edges : 0;
}

void pressure_stop(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
