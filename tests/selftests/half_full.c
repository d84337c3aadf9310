// SPDX-License-Identifier: GPL-2.0
/* IE: who is told that a count has become half full, and who is not. */
#include <poll.h>
#include <stdint.h>
#include <unistd.h>

#include "ioctls.h"
#include "counters.h"
#include "kselftest_harness.h"

#define HALF_FULL 0x80000000u

/* How long none must be told, in ms. */
#define WHILE 100

/* How many pages are touched to become half full. */
#define PAGES 1000

/* How often a counter is stopped around the middle. */
#define STOPS 16

/*
 * A count that becomes half full soon, but not while it is being set: in units of
 * move(), instructions or page faults of this process.
 */
static uint64_t below_half(void)
{
	switch (which_driver()) {
	case SIM:
		return HALF_FULL - 500;
	case MIPS:
		return HALF_FULL - 2000000;
	default:
		return HALF_FULL - PAGES / 2;
	}
}

/* Sets counter 0, which is claimed: what it counts, from where on, or both. */
static int set_counter(int fd, uint32_t control, uint32_t count, uint32_t ie,
		       uint64_t value)
{
	struct perfcnt_what what;
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set),
		.controls = control,
		.counts = count,
		.counter[0].count = value,
	};

	what = what_of(fd, 0, which_driver() == PERF ? "page-faults:u@tc0" :
						       "instructions:u@vpe0");
	what.control |= ie;
	set.counter[0].what = what;
	return call(fd, PERFCNT_IOC_SET, &set);
}

/* A file that has counter 0, with IE, which counts from here on. */
static int owner(uint64_t from)
{
	int fd = open_device();

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	must(set_counter(fd, 1, 1, PERFCNT_CTL_IE, from), "set");
	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
	return fd;
}

/* Is the owner told within so many ms? */
static int is_told(int fd, int ms)
{
	struct pollfd poller = { .fd = fd, .events = POLLIN };

	return poll(&poller, 1, ms) == 1;
}

/* Counter 0 becomes half full, and has been interrupted when this returns. */
static void become_half_full(int fd)
{
	switch (which_driver()) {
	case SIM:
		move();
		break;
	case MIPS:
		short_loop(2000000);
		break;
	default:
		touch_pages(PAGES);
		is_told(fd, AGES); /* somebody looks every 10 ms */
	}
}

/* What is counted between START and STOP. */
static void count_some(void)
{
	switch (which_driver()) {
	case SIM:
		move();
		break;
	case MIPS:
		short_loop(100);
		break;
	default:
		touch_pages(STOPS);
	}
}

/* How far below half full the count is at START: the first ones are reached. */
static unsigned int before_stop(unsigned int i)
{
	switch (which_driver()) {
	case SIM:
		return i < STOPS / 2 ? 1000 - i : 1001 + i;
	case MIPS:
		return 100 + 40 * i;
	default:
		return STOPS / 2 + i;
	}
}

FIXTURE(half_full) {
	int fd;
};

FIXTURE_SETUP(half_full)
{
	close(open_stopped());
	pin_to_cpu(0); /* what tells owners runs here as soon as this sleeps */
	self->fd = owner(0);
}

FIXTURE_TEARDOWN(half_full)
{
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

/* IE is asked for when the counter counts already. */
TEST_F(half_full, ie_added_while_counting)
{
	must(set_counter(self->fd, 1, 1, 0, below_half()), "set without IE");
	must(set_counter(self->fd, 1, 0, PERFCNT_CTL_IE, 0), "set with IE");
	become_half_full(self->fd);
	EXPECT_TRUE(is_told(self->fd, AGES));
}

TEST_F(half_full, told_once)
{
	must(set_counter(self->fd, 0, 1, 0, below_half()), "set");
	become_half_full(self->fd);
	EXPECT_TRUE(is_told(self->fd, AGES));
	sample(self->fd);
	EXPECT_FALSE(is_told(self->fd, WHILE));
}

/*
 * A counter that is stopped soon after that, or just before: what tells its owner has not
 * run yet, and nothing looks at the counter any more.
 */
TEST_F(half_full, stopped_at_once)
{
	int proc = open_counters();
	unsigned int i, halves = 0;

	keep_cpu(); /* what tells owners runs when this sleeps, and not before */
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	for (i = 0; i < STOPS; i++) {
		struct snapshot now;

		must(set_counter(self->fd, 0, 1, 0, HALF_FULL - before_stop(i)), "set");
		must(with_mask(self->fd, PERFCNT_IOC_START, 1), "start");
		count_some();
		must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
		read_counters(proc, &now);
		halves += now.count[0] >= HALF_FULL;
		EXPECT_EQ(now.count[0] >= HALF_FULL, is_told(self->fd, 0)) {
			TH_LOG("stopped at %#llx", (unsigned long long)now.count[0]);
		}
		EXPECT_EQ(now.count[0] >= HALF_FULL, sample(self->fd).half_full);
		EXPECT_FALSE(is_told(self->fd, 0));
	}
	EXPECT_LT(0, halves);
	EXPECT_GT(STOPS, halves);
	EXPECT_FALSE(is_told(self->fd, WHILE));
	close(proc);
}

/* What happened before a count was set is of that count no more. */
TEST_F(half_full, forgotten_by_reset)
{
	must(set_counter(self->fd, 0, 1, 0, below_half()), "set");
	become_half_full(self->fd);
	must(with_mask(self->fd, PERFCNT_IOC_RESET, 1), "reset");
	EXPECT_FALSE(is_told(self->fd, WHILE));
}

TEST_F(half_full, forgotten_by_a_new_count)
{
	must(set_counter(self->fd, 0, 1, 0, below_half()), "set");
	become_half_full(self->fd);
	must(set_counter(self->fd, 0, 1, 0, 0), "set");
	EXPECT_FALSE(is_told(self->fd, WHILE));
}

TEST_F(half_full, next_owner_is_not_told)
{
	must(set_counter(self->fd, 0, 1, 0, below_half()), "set");
	become_half_full(self->fd);
	close(self->fd);
	self->fd = owner(0);
	EXPECT_FALSE(is_told(self->fd, WHILE));
}

TEST_HARNESS_MAIN
