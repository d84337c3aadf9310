// SPDX-License-Identifier: GPL-2.0
/* Whose thread's the events are, and the words of each thread, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfcnt.h>
#include <event_set.h>

#include "object.h"

/* A handler of a signal may have interrupted malloc(3), and cannot call it. */
static __thread bool handles;

#ifndef SANITIZER_ALLOCATES
/* Of the C library. */
void *__libc_malloc(size_t size);

void *malloc(size_t size)
{
	if (handles)
		abort();
	return __libc_malloc(size);
}
#endif

/* Words are of the call that failed, and of the thread that made it. */
static void *other_words(void *argument)
{
	errno = EPROTO;
	return (void *)(long)!strcmp(strerror(EPROTO), perfcnt_strerror(argument));
}

TEST_F(object, words)
{
	pthread_t thread;
	void *right;

	EXPECT_EQ(0, perfcnt_start(self->perfcnt));
	EXPECT_EQ(-1, perfcnt_end(self->perfcnt));
	EXPECT_EQ(EPROTO, errno);
	EXPECT_STREQ("the part was ended but not begun", perfcnt_strerror(self->perfcnt));
	ASSERT_EQ(0, pthread_create(&thread, NULL, other_words, self->perfcnt));
	ASSERT_EQ(0, pthread_join(thread, &right));
	EXPECT_NE(NULL, right);
}

static struct perfcnt *counted;

/* They have the same stack, one after the other, and so the same address. */
static pthread_t run_thread(void *(*run)(void *), void *argument)
{
	static char stack[1 << 20] __attribute__((aligned(4096)));
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stack, sizeof(stack));
	if (pthread_create(&thread, &attributes, run, argument) || pthread_join(thread, NULL))
		_exit(1);
	return thread;
}

static void *begin_to_count(void *multiplexes)
{
	struct perfcnt *perfcnt = perfcnt_open_thread();

	if (!perfcnt || (multiplexes && perfcnt_multiplex(perfcnt, 0)) ||
	    perfcnt_add(perfcnt, "instructions:u") || perfcnt_start(perfcnt))
		_exit(1);
	perfcnt_begin(perfcnt);
	if (perfcnt_end(perfcnt))
		_exit(1);
	counted = perfcnt;
	return NULL;
}

static unsigned int refused;

#define REFUSED	"these events are another thread's"

static bool is_refused(int result, struct perfcnt *perfcnt)
{
	return result == -1 && errno == EPERM && !strcmp(REFUSED, perfcnt_strerror(perfcnt));
}

/* While it counts, or has not begun to. */
static void *try_all(void *argument)
{
	uint64_t counts[2];

	refused = is_refused(perfcnt_read(argument, counts, 1), argument);
	refused += is_refused(perfcnt_start(argument), argument);
	refused += is_refused(perfcnt_stop(argument), argument);
	refused += is_refused(perfcnt_reset(argument), argument);
	perfcnt_begin(argument);
	refused += is_refused(perfcnt_end(argument), argument);
	return NULL;
}

static void *try_to_add(void *argument)
{
	refused = is_refused(perfcnt_add(argument, "instructions:u"), argument);
	return NULL;
}

static void *do_all(void *argument)
{
	uint64_t counts[2];

	refused = !!perfcnt_add(argument, "instructions:u");
	refused += !!perfcnt_start(argument);
	perfcnt_begin(argument);
	refused += !!perfcnt_end(argument);
	refused += !!perfcnt_count(argument, 0, counts);
	refused += !!perfcnt_read(argument, counts, 2);
	refused += !!perfcnt_reset(argument);
	refused += !!perfcnt_stop(argument);
	return NULL;
}

/* The thread that has opened is counted, and not the one that adds, starts or begins. */
TEST(begun_by_another_thread)
{
	struct perfcnt *perfcnt;

	setenv("PERFCNT_READ", "device", 1);
	perfcnt = perfcnt_open_thread();
	ASSERT_NE(NULL, perfcnt);
	ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	run_thread(try_to_add, perfcnt);
	EXPECT_EQ(1, refused);
	run_thread(try_all, perfcnt);
	EXPECT_EQ(5, refused);
	ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	run_thread(try_all, perfcnt);
	EXPECT_EQ(5, refused);
	perfcnt_begin(perfcnt);
	EXPECT_EQ(0, perfcnt_end(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	perfcnt_close(perfcnt);
}

/* All other objects are used by one thread after the other. */
TEST(used_by_another_thread)
{
	struct perfcnt *perfcnt = perfcnt_open_process(0);
	uint64_t counts[2];

	ASSERT_NE(NULL, perfcnt);
	ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	run_thread(do_all, perfcnt);
	EXPECT_EQ(0, refused);
	EXPECT_EQ(0, perfcnt_read(perfcnt, counts, 2));
	perfcnt_close(perfcnt);
}

/* Events of a thread that has ended are not those of the next one at its address. */
TEST_F(object, of_an_ended_thread)
{
	pthread_t first = run_thread(begin_to_count, NULL);

	EXPECT_EQ(first, run_thread(try_all, counted));
	EXPECT_EQ(5, refused);
	perfcnt_close(counted);
}

/* Nor are those that take turns. */
TEST_F(object, of_an_ended_thread_by_turns)
{
	pthread_t first = run_thread(begin_to_count, "multiplexed");

	EXPECT_EQ(first, run_thread(try_all, counted));
	EXPECT_EQ(5, refused);
	perfcnt_close(counted);
}

struct refusal {
	struct perfcnt *perfcnt;
	int error;
	char words[256];
};

static void *read_in_a_handler(void *argument)
{
	struct refusal *refusal = argument;
	uint64_t count;

	handles = true;
	errno = 0;
	if (perfcnt_read(refusal->perfcnt, &count, 1) != -1)
		errno = 0;
	handles = false;
	refusal->error = errno;
	snprintf(refusal->words, sizeof(refusal->words), "%s",
		 perfcnt_strerror(refusal->perfcnt));
	return NULL;
}

/* In a thread that had no words before. */
TEST(refused_in_a_handler)
{
	static const struct {
		bool process;
		unsigned int left;
		int error;
		const char *words;
	} rows[] = {
		{ false, 0, EPERM, REFUSED },
		{ true, 1, EIO, PERFCNT_LEFT_WORDS },
	};
	unsigned int i;

	setenv("PERFCNT_READ", "device", 1);
	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct perfcnt *perfcnt = rows[i].process ? perfcnt_open_process(0) :
							    perfcnt_open_thread();
		struct refusal refusal = { .perfcnt = perfcnt };

		ASSERT_NE(NULL, perfcnt);
		ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
		ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		stand_in.left = rows[i].left;
		run_thread(read_in_a_handler, &refusal);
		stand_in.left = 0;
		EXPECT_EQ(rows[i].error, refusal.error) TH_LOG("row %u", i);
		EXPECT_STREQ(rows[i].words, refusal.words);
		perfcnt_close(perfcnt);
	}
}

TEST_HARNESS_MAIN
