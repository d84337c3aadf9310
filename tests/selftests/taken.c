// SPDX-License-Identifier: GPL-2.0
/* One counter is taken by others of the PMU: whose it was is told, and nobody else. */
#include <errno.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include "ioctls.h"
#include "counters.h"
#include "fakes.h"
#include "kselftest_harness.h"

#define ROOM "/sys/module/fake_pmu/parameters/room"

FIXTURE(taken) {
	int proc;
	int fd[2]; /* of who has counter 0, and of who has counter 1 */
};

/* Claims a counter, for cycles in user mode on CPU 0, and starts it at 0. */
static int owner(unsigned int counter)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set),
		.controls = 1u << counter,
		.counts = 1u << counter,
	};
	int fd = open_device();

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1u << counter), "claim");
	set.counter[counter].what = what_of(fd, counter, "cycles:u@tc0");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(with_mask(fd, PERFCNT_IOC_START, 1u << counter), "start");
	return fd;
}

/*
 * The PMU has room for one event less, and one comes that makes perf schedule all
 * of the CPU's anew: the last of ours finds none.
 */
static int take_one(void)
{
	struct perf_event_attr attr = {
		.type = type_of_pmu("fake"),
		.config = BIG_INSTRUCTIONS,
		.pinned = 1,
	};

	if (write_file(ROOM, "1"))
		fatal(ROOM);
	return open_perf_event(&attr, -1, 0, -1);
}

FIXTURE_SETUP(taken)
{
	self->proc = -1;
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
	pin_to_cpu(0);
	self->proc = load_over_fake("room=2");
	self->fd[0] = owner(0);
	self->fd[1] = owner(1);
}

FIXTURE_TEARDOWN(taken)
{
	if (self->proc < 0)
		return;
	close(self->fd[0]);
	close(self->fd[1]);
	EXPECT_TRUE(none_claimed());
	unload_over_fake(self->proc);
}

TEST_F(taken, one_of_two)
{
	struct perfcnt_counts reading;
	struct snapshot snapshot;
	int event;

	happen(0, BIG_CYCLES, 'u', 7);
	event = take_one();
	ASSERT_LE(0, event);

	EXPECT_REFUSED(self->fd[1], with_mask(self->fd[1], PERFCNT_IOC_STOP, 2),
		       EIO, "counter 1: perf has taken the PMU");
	reading = (struct perfcnt_counts){ .size = sizeof(struct perfcnt_counts) };
	EXPECT_EQ(EIO, call(self->fd[1], PERFCNT_IOC_READ, &reading));

	/* the other one goes on, to the last event */
	happen(0, BIG_CYCLES, 'u', 3);
	EXPECT_EQ(10, sample(self->fd[0]).counts[0]);
	EXPECT_EQ(0, with_mask(self->fd[0], PERFCNT_IOC_STOP, 1));
	EXPECT_EQ(0, with_mask(self->fd[0], PERFCNT_IOC_START, 1));
	read_counters(self->proc, &snapshot);
	EXPECT_EQ(10, snapshot.count[0]);
	EXPECT_EQ(7, snapshot.count[1]);
	EXPECT_EQ(0, snapshot.control[1] & PERFCNT_CTL_MODES);
	happen(0, BIG_CYCLES, 'u', 5);
	EXPECT_EQ(15, sample(self->fd[0]).counts[0]);
	close(event);
}

/* What was short is given back, and stands at 0. */
TEST_F(taken, and_given_back)
{
	struct snapshot snapshot;
	int event;

	happen(0, BIG_CYCLES, 'u', 7);
	event = take_one();
	ASSERT_LE(0, event);
	EXPECT_EQ(0, with_mask(self->fd[1], PERFCNT_IOC_RELEASE, 2));
	read_counters(self->proc, &snapshot);
	EXPECT_EQ(7, snapshot.count[0]);
	EXPECT_EQ(0, snapshot.count[1]);
	close(event);
}

/* Where a thread was, a counter was lost: it is told where the thread is now. */
TEST_F(taken, where_a_thread_was)
{
	struct perfcnt_scope scope = { sizeof(scope), .counters = 2 };
	struct perfcnt_counts reading = { .size = sizeof(struct perfcnt_counts) };
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 2, .counts = 2,
	};
	int event;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		SKIP(return, "there is one CPU");
	set.counter[1].what = what_of(self->fd[1], 1, "cycles:u");
	must(call(self->fd[1], PERFCNT_IOC_SET, &set), reason(self->fd[1]));
	must(call(self->fd[1], PERFCNT_IOC_SCOPE, &scope), reason(self->fd[1]));
	EXPECT_EQ(0, call(self->fd[1], PERFCNT_IOC_READ, &reading));
	event = take_one();
	ASSERT_LE(0, event);
	pin_to_cpu(1);
	EXPECT_EQ(EIO, call(self->fd[1], PERFCNT_IOC_READ, &reading));
	EXPECT_REFUSED(self->fd[1], with_mask(self->fd[1], PERFCNT_IOC_STOP, 2),
		       EIO, "counter 1: perf has taken the PMU");
	close(event);
}

TEST_HARNESS_MAIN
