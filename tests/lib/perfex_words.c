// SPDX-License-Identifier: GPL-2.0
/*
 * perfex_words EVENT [LINE]: libperfex over stand_in.c.  Counts that event and graduated
 * instructions, and prints what was counted, where lines of caches have LINE bytes, or
 * nothing says how many.  Ends with 1 if it cannot.
 * perfex_words leave: a thread that ends while it counts has no file open any more.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/perfcnt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include <libperfex.h>

#include "stand_in.h"

static const char *line;

/* What the machine says of itself is nothing but that. */
FILE *fopen(const char *path, const char *mode)
{
	FILE *(*real)(const char *path, const char *mode) = dlsym(RTLD_NEXT, "fopen");

	if (!strncmp(path, "/sys/", 5) || !strcmp(path, "/proc/cpuinfo")) {
		if (line && strstr(path, "/index1/level"))
			return fmemopen("1\n", 2, "r");
		if (line && strstr(path, "/index2/level"))
			return fmemopen("2\n", 2, "r");
		if (line && strstr(path, "/coherency_line_size"))
			return fmemopen((void *)line, strlen(line), "r");
		return NULL;
	}
	return real(path, mode);
}

/* A reading more than an empty part has is what there is to be counted. */
static void count(void)
{
	const struct stand_in *stand_in = dlsym(RTLD_DEFAULT, "stand_in");
	struct perfcnt_counts read = { .size = sizeof(read) };

	if (ioctl(stand_in->device, PERFCNT_IOC_READ, &read))
		exit(2);
}

static void *start(void *device)
{
	const struct stand_in *stand_in = dlsym(RTLD_DEFAULT, "stand_in");
	long started = start_counters(15, 15);

	*(int *)device = stand_in->device;
	return (void *)started;
}

/* Each thread has counters of its own, and takes none of them with it. */
static int leave(void)
{
	void *started;
	pthread_t thread;
	int device;

	if (pthread_create(&thread, NULL, start, &device) || pthread_join(thread, &started))
		return 2;
	printf("started %ld, %s\n", (long)started, fcntl(device, F_GETFD) < 0 ? "closed" : "open");
	return 0;
}

int main(int argc, char **argv)
{
	int event = argc > 1 ? atoi(argv[1]) : 15;
	long long counts[2];

	if (argc > 1 && !strcmp(argv[1], "leave"))
		return leave();
	line = argc > 2 ? argv[2] : NULL;
	if (start_counters(event, 15) < 0) {
		perror("perfex_words");
		return 1;
	}
	count();
	if (read_counters(event, &counts[0], 15, &counts[1]) < 0) {
		perror("perfex_words");
		return 1;
	}
	return print_counters(event, counts[0], 15, counts[1]) ? 1 : 0;
}
