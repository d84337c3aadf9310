// SPDX-License-Identifier: GPL-2.0
/*
 * recording_load THREADS RECORDS [abort|kill [MICROSECONDS]]: threads that record
 * regions, each with two words: its number, and what follows from that and the thread.
 * Every seventh region has an inner one.  With 0 records they go on until the program
 * is killed.
 */
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfcnt.h>

static uint64_t records;
static unsigned int begun;

static void *load(void *number)
{
	uint64_t words[2], i;

	for (i = 0; !records || i < records; i++) {
		words[0] = i;
		words[1] = (i + 1) * 0x9e3779b97f4a7c15ull ^ (uintptr_t)number;
		PERFCNT_REGION_BEGIN("outer");
		if (i % 7 == 6) {
			PERFCNT_REGION_BEGIN("inner");
			PERFCNT_REGION_END_WITH("inner", 2, words);
			words[0] = ++i;
			words[1] = (i + 1) * 0x9e3779b97f4a7c15ull ^
				   (uintptr_t)number;
		}
		PERFCNT_REGION_END_WITH("outer", 2, words);
		if (!i)
			__atomic_add_fetch(&begun, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned int count, i;
	pthread_t *threads;

	if (argc < 3)
		return 2;
	count = strtoul(argv[1], NULL, 10);
	records = strtoull(argv[2], NULL, 10);
	threads = calloc(count, sizeof(*threads));
	if (!threads || perfcnt_regions_open())
		return 1;
	for (i = 0; i < count; i++)
		if (pthread_create(&threads[i], NULL, load, (void *)(uintptr_t)i))
			return 1;
	while (__atomic_load_n(&begun, __ATOMIC_RELAXED) < count)
		usleep(100);
	puts("started");
	fflush(stdout);
	if (argc > 4) { /* in the middle of it */
		usleep(strtoul(argv[4], NULL, 10));
		raise(SIGKILL);
	}
	for (i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	if (argc > 3)
		raise(!strcmp(argv[3], "abort") ? SIGABRT : SIGKILL);
	return 0;
}
