// SPDX-License-Identifier: GPL-2.0
/*
 * waste NAME [TIMES]: a loop of wasters.h, several times.
 * waste --thread NAME: prints the number of a thread, which has the loop 300 ms later.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wasters.h"

#define TIMES	4
#define WAIT	300000	/* in microseconds */

#ifdef __x86_64__
static void waste(void (*run)(void), int times)
{
	while (times-- > 0)
		run();
}

static void *begin(void *run)
{
	printf("%d\n", gettid());
	fflush(stdout);
	usleep(WAIT);
	waste((void (*)(void))run, TIMES);
	return NULL;
}

static int in_thread(void (*run)(void))
{
	pthread_t thread;

	return pthread_create(&thread, NULL, begin, (void *)run) ||
	       pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	const int other = argc == 3 && !strcmp(argv[1], "--thread");
	void (*run)(void) = argc > 1 ? prepare_waster(argv[1 + other]) : NULL;

	if (!run)
		return 1;
	if (other)
		return in_thread(run);
	waste(run, argc > 2 ? atoi(argv[2]) : TIMES);
	return 0;
}
#else
int main(void)
{
	return 1;
}
#endif
