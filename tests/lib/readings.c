// SPDX-License-Identifier: GPL-2.0
/* Readings and differences on a machine, and what is refused of them. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfcnt.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"
#include "library.h"

FIXTURE(counting) {
	struct perfcnt *perfcnt;
	struct perfcnt_reading *before;
	struct perfcnt_reading *after;
	const char *event;
};

/* Counter 1, so that its place in a reading is not its number. */
FIXTURE_SETUP(counting)
{
	self->perfcnt = open_handle();
	pin_to_cpu(0);
	self->before = perfcnt_reading_new();
	self->after = perfcnt_reading_new();
	ASSERT_NE(NULL, self->before);
	ASSERT_NE(NULL, self->after);
	ASSERT_EQ(0, perfcnt_claim(self->perfcnt, 1 << 1));
	self->event = "instructions:u";
	if (perfcnt_set_name(self->perfcnt, 1, self->event, 0))
		self->event = "cpu-clock:uk"; /* QEMU without -icount */
	must(self->perfcnt, perfcnt_set_name(self->perfcnt, 1, self->event, 0),
	     "set");
}

FIXTURE_TEARDOWN(counting)
{
	perfcnt_reading_free(self->before);
	perfcnt_reading_free(self->after);
	perfcnt_close(self->perfcnt);
}

static void read_into(struct perfcnt *perfcnt, struct perfcnt_reading *reading)
{
	must(perfcnt, perfcnt_read(perfcnt, reading), "read");
}

static uint64_t count_of(struct perfcnt *perfcnt,
			 struct perfcnt_reading *reading)
{
	uint64_t count = 0;

	read_into(perfcnt, reading);
	must(perfcnt, perfcnt_reading_count(reading, 1, &count), "count");
	return count;
}

static void work(void)
{
	mixed_loop(1000000);
	move();
}

TEST_F(counting, start_and_stop)
{
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t count, delta;

	/* 100 before it passes 2^64 - 1 */
	must(perfcnt, perfcnt_set_name(perfcnt, 1, self->event, -100), "set");
	/* a counter that is not started stands */
	read_into(perfcnt, self->before);
	EXPECT_EQ(1 << 1, perfcnt_reading_counters(self->before));
	EXPECT_EQ(0, perfcnt_reading_running(self->before));
	work();
	EXPECT_EQ((uint64_t)-100, count_of(perfcnt, self->after));
	/* one that is started counts */
	ASSERT_EQ(0, perfcnt_start(perfcnt, 1 << 1));
	read_into(perfcnt, self->after);
	EXPECT_EQ(1 << 1, perfcnt_reading_running(self->after));
	work();
	ASSERT_EQ(0, perfcnt_stop(perfcnt, 1 << 1));
	count = count_of(perfcnt, self->after);
	EXPECT_NE((uint64_t)-100, count);
	/* one that is stopped stands */
	work();
	EXPECT_EQ(count, count_of(perfcnt, self->after));
	/* what it has counted, past 2^64 - 1 */
	ASSERT_EQ(0, perfcnt_reading_delta(self->before, self->after, 1, &delta));
	EXPECT_EQ(count + 100, delta);
	EXPECT_GE(delta, 1000);
	EXPECT_GE(perfcnt_reading_time(self->after),
		  perfcnt_reading_time(self->before));
	ASSERT_EQ(0, perfcnt_reset(perfcnt, 1 << 1));
	EXPECT_EQ(0, count_of(perfcnt, self->after));
	ASSERT_EQ(0, perfcnt_release(perfcnt, 1 << 1));
	read_into(perfcnt, self->after);
	EXPECT_EQ(0, perfcnt_reading_counters(self->after));
}

#define NOTHING_READ	"nothing was read of this counter"
#define CHANGED	\
	"the counter was set, reset or released between the two readings"

/* Of a counter that was not read nothing is said, not even 0. */
TEST_F(counting, not_read)
{
	uint64_t value = 17;
	uint32_t control = 17;

	EXPECT_FAILS(perfcnt_reading_count(self->before, 1, &value), ENODATA,
		     NOTHING_READ);
	EXPECT_EQ(0, perfcnt_reading_counters(self->before));
	read_into(self->perfcnt, self->before);
	read_into(self->perfcnt, self->after);
	EXPECT_FAILS(perfcnt_reading_count(self->before, 0, &value), ENODATA,
		     NOTHING_READ);
	EXPECT_FAILS(perfcnt_reading_count(self->before, -1, &value), ENODATA,
		     NOTHING_READ);
	EXPECT_FAILS(perfcnt_reading_control(self->before, 0, &control), ENODATA,
		     NOTHING_READ);
	EXPECT_FAILS(perfcnt_reading_delta(self->before, self->after, 0,
					   &value), ENODATA, NOTHING_READ);
	EXPECT_EQ(17, value);
	EXPECT_EQ(17, control);
}

/* There is no difference across what changes a count or its meaning. */
TEST_F(counting, delta_over_a_change)
{
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t value = 17;
	int change;

	for (change = 0; change < 4; change++) {
		read_into(perfcnt, self->before);
		if (change == 0)
			must(perfcnt, perfcnt_reset(perfcnt, 1 << 1), "reset");
		else if (change == 1) /* to more, as if it had counted */
			must(perfcnt, perfcnt_set_name(perfcnt, 1, self->event,
						       1000000), "set");
		else if (change == 2)
			must(perfcnt, perfcnt_release(perfcnt, 1 << 1) |
				      perfcnt_claim(perfcnt, 1 << 1), "claim");
		read_into(perfcnt, self->after);
		if (change == 3) {
			EXPECT_EQ(0, perfcnt_reading_delta(self->before,
							   self->after, 1,
							   &value));
			continue;
		}
		EXPECT_FAILS(perfcnt_reading_delta(self->before, self->after,
						   1, &value), ESTALE, CHANGED);
		EXPECT_EQ(17, value);
	}
	EXPECT_EQ(0, value);
}

/* Nor if another process has done that, as far as that can be seen. */
TEST_F(counting, delta_over_a_reset_of_another)
{
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t value;
	pid_t pid;

	must(perfcnt, perfcnt_set_name(perfcnt, 1, self->event, 90), "set");
	read_into(perfcnt, self->before);
	pid = fork();
	if (!pid)
		_exit(perfcnt_reset(perfcnt, 1 << 1));
	ASSERT_EQ(pid, waitpid(pid, NULL, 0));
	read_into(perfcnt, self->after);
	EXPECT_FAILS(perfcnt_reading_delta(self->before, self->after, 1,
					   &value), ESTALE, CHANGED);
}

struct setter {
	struct perfcnt *perfcnt;
	const char *event;
	atomic_bool over;
};

/* A counter that stands still is set to another count, again and again. */
static void *set_again(void *argument)
{
	struct setter *setter = argument;
	uint64_t count;

	for (count = 1; !setter->over; count++)
		must(setter->perfcnt,
		     perfcnt_set_name(setter->perfcnt, 1, setter->event, count),
		     "set");
	return NULL;
}

/*
 * One thread sets a counter that another reads: there is no difference but 0 of it,
 * and always one of the other counter.
 */
TEST_F(counting, set_by_another_thread)
{
	struct setter setter = { self->perfcnt, self->event };
	/* hardware takes its time to set a counter */
	int race, races = which_driver() == SIM ? 20000 : 200;
	struct perfcnt *perfcnt = self->perfcnt;
	int stale = 0;
	pthread_t thread;

	must(perfcnt, perfcnt_claim(perfcnt, 1 << 0), "claim");
	pin_to_cpu(1 % sysconf(_SC_NPROCESSORS_ONLN));
	ASSERT_EQ(0, pthread_create(&thread, NULL, set_again, &setter));
	pin_to_cpu(0);
	for (race = 0; race < races || !stale; race++) {
		uint64_t value = 17;

		read_into(perfcnt, self->before);
		read_into(perfcnt, self->after);
		ASSERT_EQ(0, perfcnt_reading_delta(self->before, self->after, 0,
						   &value));
		ASSERT_EQ(0, value);
		errno = 0;
		if (perfcnt_reading_delta(self->before, self->after, 1, &value))
			stale++;
		ASSERT_EQ(0, value);
		ASSERT_TRUE(!errno || errno == ESTALE);
	}
	setter.over = true;
	ASSERT_EQ(0, pthread_join(thread, NULL));
}

TEST_F(counting, delta_of_two_handles)
{
	struct perfcnt *other = open_handle();
	uint64_t value;

	read_into(self->perfcnt, self->before);
	ASSERT_EQ(0, perfcnt_release(self->perfcnt, 1 << 1));
	ASSERT_EQ(0, perfcnt_claim(other, 1 << 1));
	read_into(other, self->after);
	EXPECT_FAILS(perfcnt_reading_delta(self->before, self->after, 1,
					   &value), EXDEV,
		     "the two readings are of different handles");
	perfcnt_close(other);
}

TEST_F(counting, region_misused)
{
	struct perfcnt_region *region = perfcnt_region_new(self->perfcnt);
	uint64_t value = 17;

	ASSERT_NE(NULL, region);
	EXPECT_FAILS(perfcnt_region_count(region, 1, &value), ENODATA,
		     NOTHING_READ);
	EXPECT_FAILS(perfcnt_region_end(region), EPROTO,
		     "the region was ended but not begun");
	perfcnt_region_begin(region);
	EXPECT_FAILS(perfcnt_region_count(region, 1, &value), ENODATA,
		     NOTHING_READ);
	perfcnt_region_begin(region);
	EXPECT_FAILS(perfcnt_region_end(region), EALREADY,
		     "the region was begun twice");
	EXPECT_FAILS(perfcnt_region_count(region, 1, &value), ENODATA,
		     NOTHING_READ);
	EXPECT_FAILS(perfcnt_region_end(region), EPROTO,
		     "the region was ended but not begun");
	perfcnt_region_begin(region);
	ASSERT_EQ(0, perfcnt_reset(self->perfcnt, 1 << 1));
	ASSERT_EQ(0, perfcnt_region_end(region));
	EXPECT_FAILS(perfcnt_region_count(region, 1, &value), ESTALE, CHANGED);
	EXPECT_EQ(17, value);
	/* and it is as good as new */
	perfcnt_region_begin(region);
	ASSERT_EQ(0, perfcnt_region_end(region));
	EXPECT_EQ(0, perfcnt_region_count(region, 1, &value));
	EXPECT_EQ(0, value);
	perfcnt_region_free(region);
}

TEST_HARNESS_MAIN
