// SPDX-License-Identifier: GPL-2.0
/* recording_threads THREADS: one after the other, each with as many regions as came before it. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include <perfcnt.h>

static void *work(void *number)
{
	uintptr_t i;

	for (i = 0; i <= (uintptr_t)number; i++) {
		PERFCNT_REGION_BEGIN("region");
		PERFCNT_REGION_END("region");
	}
	return NULL;
}

int main(int argc, char **argv)
{
	uintptr_t threads = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, i;
	pthread_t thread;

	for (i = 0; i < threads; i++)
		if (pthread_create(&thread, NULL, work, (void *)i) || pthread_join(thread, NULL))
			return 1;
	return 0;
}
