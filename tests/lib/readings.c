// SPDX-License-Identifier: GPL-2.0
/* Counters by their numbers on a machine: set, started, read, stopped. */
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "library.h"

FIXTURE(counting) {
	struct perfcnt *perfcnt;
	const char *event;
};

/* Counter 1, so that its place in a reading is not its number. */
FIXTURE_SETUP(counting)
{
	self->perfcnt = open_handle();
	pin_to_cpu(0);
	ASSERT_EQ(0, perfcnt_claim(self->perfcnt, 1 << 1));
	self->event = "instructions:u";
	if (perfcnt_set_name(self->perfcnt, 1, self->event, 0))
		self->event = "cpu-clock:uk"; /* QEMU without -icount */
	must(self->perfcnt, perfcnt_set_name(self->perfcnt, 1, self->event, 0),
	     "set");
}

FIXTURE_TEARDOWN(counting)
{
	perfcnt_close(self->perfcnt);
}

static struct perfcnt_read read_now(struct perfcnt *perfcnt)
{
	struct perfcnt_read read = { .size = sizeof(read), .flags = 0x7 };

	must(perfcnt, perfcnt_read_counters(perfcnt, &read), "read");
	return read;
}

static uint64_t count_now(struct perfcnt *perfcnt)
{
	struct perfcnt_read read = read_now(perfcnt);

	if (read.counters != 0x2)
		fatal("counters 0x%x were read", read.counters);
	return read.counts[0];
}

static void work(void)
{
	mixed_loop(1000000);
	move();
}

TEST_F(counting, start_and_stop)
{
	struct perfcnt *perfcnt = self->perfcnt;
	uint64_t count;

	/* 100 before it passes 2^64 - 1 */
	must(perfcnt, perfcnt_set_name(perfcnt, 1, self->event, -100), "set");
	/* a counter that is not started stands */
	EXPECT_EQ(0, read_now(perfcnt).running);
	work();
	EXPECT_EQ((uint64_t)-100, count_now(perfcnt));
	/* one that is started counts */
	ASSERT_EQ(0, perfcnt_start(perfcnt, 1 << 1));
	EXPECT_EQ(1 << 1, read_now(perfcnt).running);
	work();
	ASSERT_EQ(0, perfcnt_stop(perfcnt, 1 << 1));
	count = count_now(perfcnt);
	EXPECT_GE(count + 100, 1000);
	/* one that is stopped stands */
	work();
	EXPECT_EQ(count, count_now(perfcnt));
	ASSERT_EQ(0, perfcnt_reset(perfcnt, 1 << 1));
	EXPECT_EQ(0, count_now(perfcnt));
	ASSERT_EQ(0, perfcnt_release(perfcnt, 1 << 1));
	EXPECT_EQ(0, read_now(perfcnt).counters);
}

/* All CPUs, by names: what perfcnt_open() has opened. */
TEST_F(counting, all_cpus)
{
	struct perfcnt *perfcnt = open_handle();
	uint64_t first, second;

	must(perfcnt, perfcnt_add(perfcnt, self->event), "add");
	perfcnt_begin(perfcnt);
	work();
	must(perfcnt, perfcnt_end(perfcnt), "end");
	must(perfcnt, perfcnt_count(perfcnt, 0, &first), "count");
	EXPECT_GE(first, 1000);
	must(perfcnt, perfcnt_read(perfcnt, &second, 1), "read");
	EXPECT_GE(second, first);
	perfcnt_close(perfcnt);
}

TEST_HARNESS_MAIN
