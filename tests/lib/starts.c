// SPDX-License-Identifier: GPL-2.0
/*
 * Threads whose first regions begin together: one makes the recording, or notes a place,
 * and whatever the others do meanwhile, each region is a record of its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfcnt.h>
#include <regions/recording.h>

#include "../unit/unit.h"

#define PROGRAMS	60
#define THREADS		4
#define TURNS		1000

typedef void (*handler)(void);

/* A call that the library makes of the C library's, and what happens in it, once. */
static const char *in_call;
static handler happens;

static void happen_in(const char *call)
{
	if (!in_call || strcmp(in_call, call))
		return;
	in_call = NULL;
	happens();
}

/* PERFCNT_REGIONS_RECORDS is read while the recording is made, and not before. */
#define MAKING	"PERFCNT_REGIONS_RECORDS"

char *secure_getenv(const char *name)
{
	happen_in(name);
	return getenv(name);
}

int pthread_atfork(handler prepare, handler parent, handler child)
{
	int (*next)(handler prepare, handler parent, handler child, void *object) =
		dlsym(RTLD_NEXT, "__register_atfork");

	happen_in("pthread_atfork");
	return next(prepare, parent, child, NULL);
}

/* Posted when another thread waits for the lock, or has done all that it has to do. */
static sem_t went_on;

static unsigned int locks_until = -1;

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	const struct timespec never = { .tv_sec = INT_MAX };

	if (!__atomic_fetch_sub(&locks_until, 1, __ATOMIC_RELAXED))
		happen_in("pthread_mutex_lock");
	if (!pthread_mutex_trylock(mutex))
		return 0;
	if (mutex->__data.__owner == gettid()) {
		printf("# a thread waits for itself\n");
		_exit(1);
	}
	sem_post(&went_on);
	return pthread_mutex_timedlock(mutex, &never);
}

#ifndef SANITIZER_ALLOCATES
/* Of the C library. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

static bool allocates_in_regions;
static unsigned int allocations;

static void *allocate(size_t count, size_t size)
{
	void *memory;

	PERFCNT_REGION_BEGIN("allocation");
	memory = __libc_calloc(count, size);
	PERFCNT_REGION_END("allocation");
	allocations++;
	return memory;
}

void *malloc(size_t size)
{
	return allocates_in_regions ? allocate(1, size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return allocates_in_regions ? allocate(count, size) : __libc_calloc(count, size);
}
#endif

/* How many records of the regions with that name there are, by the totals of all threads. */
static uint64_t records_of(const char *name)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint64_t records = 0;
	uint32_t i, row;

	for (i = 0; head && i < head->threads; i++) {
		struct perfcnt_regions_thread *ring = perfcnt_regions_part(i);

		if (ring->depth || ring->unmatched)
			return -1;
		for (row = 0; row < ring->totals; row++) {
			struct perfcnt_regions_total *total = (void *)((char *)ring +
				head->totals_at + row * head->total_size);

			if (!strcmp(head->place[total->begin_place].name, name))
				records += perfcnt_regions_sums_of(total, total->sequence,
					perfcnt_regions_sums_size(head))->records;
		}
	}
	return records;
}

static void first(void)
{
	PERFCNT_REGION_BEGIN("first");
	PERFCNT_REGION_END("first");
}

static void meanwhile(void)
{
	PERFCNT_REGION_BEGIN("meanwhile");
	PERFCNT_REGION_END("meanwhile");
}

static void *have_region(void *unused)
{
	(void)unused;
	meanwhile();
	sem_post(&went_on);
	return NULL;
}

static pthread_t other;

/* Another thread has a region, as far as it gets meanwhile. */
static void begin_other(void)
{
	pthread_create(&other, NULL, have_region, NULL);
	sem_wait(&went_on);
}

/* The same from its beginning to its end. */
static void run_other(void)
{
	begin_other();
	pthread_join(other, NULL);
}

static void ask(void)
{
	setenv("PERFCNT_REGIONS_EVENTS", "", 1);
}

TEST(region_while_the_recording_is_made)
{
	ask();
	in_call = MAKING;
	happens = begin_other;
	first();
	pthread_join(other, NULL);
	EXPECT_EQ(1, records_of("first"));
	EXPECT_EQ(1, records_of("meanwhile"));
}

/* Without perfcnt_regions_open(), they would be off. */
TEST(region_while_the_program_opens_it)
{
	in_call = MAKING;
	happens = begin_other;
	ASSERT_EQ(0, perfcnt_regions_open());
	pthread_join(other, NULL);
	first();
	EXPECT_EQ(1, records_of("first"));
	EXPECT_EQ(1, records_of("meanwhile"));
}

static void *open_recording(void *unused)
{
	(void)unused;
	return perfcnt_regions_open() ? "failed" : NULL;
}

static void open_elsewhere(void)
{
	void *result;

	pthread_create(&other, NULL, open_recording, NULL);
	pthread_join(other, &result);
	if (result)
		_exit(1);
}

/* The first region finds that nothing asks, and another thread makes it just then. */
TEST(opened_while_a_region_looks)
{
	in_call = "PERFCNT_REGIONS_DIR";
	happens = open_elsewhere;
	first();
	first();
	EXPECT_EQ(2, records_of("first"));
}

/* Where it cannot be made, regions are off, also those that have waited for it. */
TEST(region_while_it_cannot_be_made)
{
	ask();
	setenv("PERFCNT_REGIONS_DIR", "/nowhere", 1);
	in_call = MAKING;
	happens = begin_other;
	first();
	pthread_join(other, NULL);
	EXPECT_EQ(0, perfcnt_regions_on);
	EXPECT_EQ(NULL, perfcnt_regions_file);
	perfcnt_refuse_call(EPERM, "words of another call");
	EXPECT_EQ(-1, perfcnt_regions_open());
	EXPECT_EQ(EPERM, errno);
	EXPECT_STREQ(strerror(EPERM), perfcnt_strerror(NULL));
}

static void have_first(void *unused)
{
	(void)unused;
	first();
}

/* Its thread has the parent's value for the end of threads, and no region but in a destructor. */
TEST(region_in_a_destructor_of_a_child)
{
	pthread_key_t key;
	int status;
	pid_t pid;

#ifdef __SANITIZE_THREAD__
	SKIP(return, "ThreadSanitizer's own thread does not end with the child's last one");
#endif
	ask();
	first();
	ASSERT_EQ(0, pthread_key_create(&key, have_first));
	pthread_setspecific(key, &key);
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid)
		pthread_exit(NULL);
	pthread_setspecific(key, NULL);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
}

#ifndef SANITIZER_ALLOCATES
/* What makes the recording, and takes memory for it, cannot record that. */
TEST(allocations_have_regions)
{
	char folder[] = "/tmp/perfcnt.XXXXXX", name[64];

	ask();
	ASSERT_NE(NULL, mkdtemp(folder));
	setenv("PERFCNT_REGIONS_DIR", folder, 1);
	allocates_in_regions = true;
	first();
	first();
	allocates_in_regions = false;
	snprintf(name, sizeof(name), "%s/%s.%d.regions", folder,
		 program_invocation_short_name, getpid());
	EXPECT_EQ(0, unlink(name));
	EXPECT_EQ(0, rmdir(folder));
	EXPECT_NE(0, allocations);
	EXPECT_EQ(0, records_of("allocation"));
	EXPECT_EQ(2, records_of("first"));
	free(allocate(1, 1));
	EXPECT_EQ(1, records_of("allocation"));
}
#endif

/* A thread that is cancelled while it makes the recording makes it first. */
static void cancel(void)
{
	pthread_cancel(pthread_self());
	pthread_testcancel();
}

static void *make_and_end(void *unused)
{
	(void)unused;
	meanwhile();
	pthread_testcancel();
	return NULL;
}

TEST(cancelled_while_it_is_made)
{
	void *result;

	ask();
	in_call = MAKING;
	happens = cancel;
	pthread_create(&other, NULL, make_and_end, NULL);
	pthread_join(other, &result);
	EXPECT_EQ(PTHREAD_CANCELED, result);
	first();
	EXPECT_EQ(1, records_of("first"));
	EXPECT_EQ(1, records_of("meanwhile"));
}

/* The exit status of a child that has regions. */
static int fork_with_regions(void)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		meanwhile();
		_exit(records_of("first") == 0 && records_of("meanwhile") == 1 ? 0 : 2);
	}
	sem_post(&went_on);
	return waitpid(pid, &status, 0) == pid ? status : -1;
}

static void *fork_child(void *status)
{
	*(int *)status = fork_with_regions();
	return NULL;
}

static int child_status = -1;

static void fork_elsewhere(void)
{
	pthread_create(&other, NULL, fork_child, &child_status);
	sem_wait(&went_on);
}

TEST(fork_while_it_is_made)
{
	ask();
	in_call = MAKING;
	happens = fork_elsewhere;
	first();
	pthread_join(other, NULL);
	EXPECT_EQ(0, child_status);
	EXPECT_EQ(1, records_of("first"));
	EXPECT_EQ(0, records_of("meanwhile"));
}

/* Two threads want to see forks, and both are told of each. */
TEST(forks_are_handled_twice)
{
	ask();
	in_call = "pthread_atfork";
	happens = run_other;
	first();
	EXPECT_EQ(0, fork_with_regions());
	first();
	EXPECT_EQ(2, records_of("first"));
	EXPECT_EQ(1, records_of("meanwhile"));
}

/* Two places that become known at once are two, wherever one thread waits for the other. */
TEST(places_at_once)
{
	unsigned int lock;
	int status;
	pid_t pid;

	ask();
	for (lock = 0; lock < 4; lock++) {
		fflush(NULL);
		pid = fork();
		if (!pid) {
			in_call = "pthread_mutex_lock";
			happens = run_other;
			locks_until = lock;
			first();
			if (in_call) { /* there were fewer */
				in_call = NULL;
				run_other();
			}
			_exit(records_of("first") == 1 && records_of("meanwhile") == 1 ?
			      0 : 2);
		}
		ASSERT_EQ(pid, waitpid(pid, &status, 0));
		EXPECT_EQ(0, status) TH_LOG("lock %u", lock);
	}
}

/* A server with a thread for each request: all are counted, in no more room than for some. */
TEST(threads_one_after_another)
{
	const unsigned int requests = PERFCNT_REGIONS_THREADS + 100;
	unsigned int i;

	ask();
	first();
	for (i = 0; i < requests; i++)
		run_other();
	EXPECT_EQ(1, records_of("first"));
	EXPECT_EQ(requests, records_of("meanwhile"));
	EXPECT_EQ(0, perfcnt_regions_file->lost_threads);
	EXPECT_GT(50, perfcnt_regions_file->threads);
}

/* A dump at the end has the records of each thread. */
TEST(threads_that_are_dumped)
{
	unsigned int i;

	ask();
	setenv("PERFCNT_REGIONS_OUTPUT", "/dev/null", 1);
	for (i = 0; i < 50; i++)
		run_other();
	ASSERT_EQ(50, perfcnt_regions_file->threads);
	for (i = 0; i < 50; i++)
		EXPECT_EQ(1, perfcnt_regions_part(i)->made);
}

static pthread_barrier_t barrier;

static void *work(void *calls)
{
	unsigned int i;

	pthread_barrier_wait(&barrier);
	for (i = 0; i < TURNS; i++) {
		PERFCNT_REGION_SCOPE("job");
		PERFCNT_REGION_BEGIN("step");
		__atomic_add_fetch((unsigned int *)calls, 1, __ATOMIC_RELAXED);
		PERFCNT_REGION_END("step");
	}
	return NULL;
}

/* The exit status of a program of some threads. */
static int run_pool(void)
{
	pthread_t threads[THREADS];
	unsigned int calls = 0, i;

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, &calls);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return calls == THREADS * TURNS && records_of("job") == calls &&
	       records_of("step") == calls ? 0 : 2;
}

TEST(pools_of_threads)
{
	unsigned int program;
	int status;
	pid_t pid;

	ask();
	for (program = 0; program < PROGRAMS; program++) {
		fflush(NULL);
		pid = fork();
		if (!pid)
			_exit(run_pool());
		ASSERT_EQ(pid, waitpid(pid, &status, 0));
		EXPECT_EQ(0, status) TH_LOG("program %u", program);
	}
}

TEST_HARNESS_MAIN
