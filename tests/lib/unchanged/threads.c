// SPDX-License-Identifier: GPL-2.0
/* Threads at once and one after the other, and values that they leave. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#include "program.h"
#include "regions.h"

#define POOL		8
#define POOL_TURNS	50
#define DESTRUCTIONS	2	/* of 4 that POSIX promises, in which regions are recorded */
#define MOST_DESTRUCTIONS	4

static pthread_barrier_t barrier;

static void *swim(void *unused)
{
	unsigned int i;

	pthread_barrier_wait(&barrier);
	for (i = 0; i < POOL_TURNS; i++) {
		BEGIN(pool);
		END(pool);
	}
	return unused;
}

/* All have their first region, which is the process's first, at the same time. */
void have_pool(void)
{
	pthread_t pool_threads[POOL];
	unsigned int i;

	must(!pthread_barrier_init(&barrier, NULL, POOL), "pthread_barrier_init");
	for (i = 0; i < POOL; i++) {
		errno = pthread_create(&pool_threads[i], NULL, swim, NULL);
		must(!errno, "pthread_create");
	}
	for (i = 0; i < POOL; i++)
		pthread_join(pool_threads[i], NULL);
	printf("all %d threads of the pool are over\n", POOL);
}

static void *be_one(void *unused)
{
	BEGIN(queue);
	END(queue);
	return unused;
}

void have_queue(void)
{
	unsigned long i;

	for (i = 0; i < threads; i++)
		run_thread(be_one, NULL);
	printf("all threads of the queue are over\n");
}

static pthread_key_t keys[2];
static unsigned int destructions;

/* A value that is set again is destroyed again. */
static void destroy(void *left)
{
	unsigned int *still = left;

	BEGIN(destroyed);
	destructions++;
	END(destroyed);
	if (--*still)
		pthread_setspecific(keys[still[1]], still);
}

static void *leave_values(void *unused)
{
	static unsigned int left[2][2] = { { DESTRUCTIONS, 0 }, { DESTRUCTIONS, 1 } };

	pthread_setspecific(keys[0], left[0]);
	BEGIN(destroyed);
	END(destroyed);
	must(!pthread_key_create(&keys[1], destroy), "pthread_key_create");
	pthread_setspecific(keys[1], left[1]);
	return unused;
}

static pthread_key_t late_key;

static void destroy_late(void *left)
{
	unsigned int *still = left;

	BEGIN(late);
	destructions++;
	END(late);
	if (--*still)
		pthread_setspecific(late_key, still);
}

/* Its value is destroyed after the library's. */
static void *be_late(void *unused)
{
	static unsigned int left = MOST_DESTRUCTIONS;

	BEGIN(late);
	END(late);
	must(!pthread_key_create(&late_key, destroy_late), "pthread_key_create");
	pthread_setspecific(late_key, &left);
	return unused;
}

void destroy_late_values(void)
{
	run_thread(be_late, NULL);
	printf("a value of a thread was destroyed %u times\n", destructions);
}

void destroy_values(void)
{
	must(!pthread_key_create(&keys[0], destroy), "pthread_key_create");
	run_thread(leave_values, NULL);
	printf("values of a thread were destroyed %u times\n", destructions);
}
