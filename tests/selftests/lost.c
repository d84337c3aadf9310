// SPDX-License-Identifier: GPL-2.0
/*
 * A counter whose hardware others of the PMU have taken says EIO in every way to a number,
 * until it is set again: then it counts again.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "fakes.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define ROOM "/sys/module/fake_pmu/parameters/room"
#define TAKEN "counter 1: perf has taken the PMU"
#define IT 2 /* the mask of counter 1 */

FIXTURE(lost) {
	int proc;
	int other; /* who has counter 0, which stays */
	int fd;	   /* who has counter 1 */
	int event; /* who takes it */
};

/* Whether somebody else looks at all counters when one is lost. */
FIXTURE_VARIANT(lost) {
	bool seen;
};

FIXTURE_VARIANT_ADD(lost, seen) { .seen = true };
FIXTURE_VARIANT_ADD(lost, unseen) { .seen = false };

/* Sets the event or the count of a counter, or both. */
static int set(int fd, unsigned int counter, const char *event, const uint64_t *count)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set) };

	if (event) {
		set.controls = 1u << counter;
		set.counter[counter].what = what_of(fd, counter, event);
	}
	if (count) {
		set.counts = 1u << counter;
		set.counter[counter].count = *count;
	}
	return call(fd, PERFCNT_IOC_SET, &set);
}

static int set_count(int fd, uint64_t count)
{
	return set(fd, 1, NULL, &count);
}

static int claim(unsigned int counter)
{
	int fd = open_device();

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1u << counter), "claim");
	must(set(fd, counter, "cycles:u", NULL), reason(fd));
	return fd;
}

static void room_for(const char *events)
{
	if (write_file(ROOM, events))
		fatal(ROOM);
}

/*
 * The PMU has room for one event less, and one comes that makes perf schedule all of the
 * CPU's anew: the last of ours finds none.
 */
static int take_one(int proc, bool seen)
{
	struct perf_event_attr attr = {
		.type = type_of_pmu("fake"),
		.config = BIG_INSTRUCTIONS, .pinned = 1,
	};
	struct snapshot snapshot;
	int event;

	room_for("1");
	event = open_perf_event(&attr, -1, 0, -1);
	if (event < 0)
		fatal("perf_event_open");
	if (seen)
		read_counters(proc, &snapshot);
	return event;
}

static void give_back(int *event)
{
	close(*event);
	*event = -1;
	room_for("2");
}

static int read_error(int fd)
{
	struct perfcnt_counts reading = { .size = sizeof(struct perfcnt_counts) };

	return call(fd, PERFCNT_IOC_READ, &reading);
}

FIXTURE_SETUP(lost)
{
	self->proc = -1;
	self->event = -1;
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
	pin_to_cpu(0);
	self->proc = load_over_fake("room=2");
	self->other = claim(0);
	must(with_mask(self->other, PERFCNT_IOC_START, 1), "start");
	self->fd = claim(1);
}

FIXTURE_TEARDOWN(lost)
{
	if (self->proc < 0)
		return;
	if (self->event >= 0)
		close(self->event);
	close(self->other);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
	unload_over_fake(self->proc);
}

/* Everything but a count that is set; then all of it is as if nothing had been. */
#define EXPECT_LOST(self) do {							\
	EXPECT_EQ(EIO, read_error((self)->fd));					\
	EXPECT_REFUSED((self)->fd, with_mask((self)->fd, PERFCNT_IOC_STOP, IT),	\
		       EIO, TAKEN);						\
	EXPECT_REFUSED((self)->fd, with_mask((self)->fd, PERFCNT_IOC_START, IT),	\
		       EIO, TAKEN);						\
	EXPECT_REFUSED((self)->fd, with_mask((self)->fd, PERFCNT_IOC_RESET, IT),	\
		       EIO, TAKEN);						\
} while (0)

/* It counts these, and no more when it is stopped. */
#define EXPECT_COUNTS_FROM(self, from) do {					\
	EXPECT_EQ(from, sample((self)->fd).counts[0]);				\
	happen(0, BIG_CYCLES, 'u', 5);						\
	EXPECT_EQ((from) + 5, sample((self)->fd).counts[0]);			\
	EXPECT_EQ(0, with_mask((self)->fd, PERFCNT_IOC_STOP, IT));		\
	happen(0, BIG_CYCLES, 'u', 5);						\
	EXPECT_EQ((from) + 5, sample((self)->fd).counts[0]);			\
	EXPECT_EQ(0, with_mask((self)->fd, PERFCNT_IOC_RESET, IT));		\
	EXPECT_EQ(0, with_mask((self)->fd, PERFCNT_IOC_START, IT));		\
	happen(0, BIG_CYCLES, 'u', 3);						\
	EXPECT_EQ(3, sample((self)->fd).counts[0]);				\
} while (0)

TEST_F(lost, its_count_is_set)
{
	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	happen(0, BIG_CYCLES, 'u', 7);
	self->event = take_one(self->proc, variant->seen);
	EXPECT_LOST(self);
	/* there is no hardware for it yet */
	EXPECT_NE(0, set_count(self->fd, 100));
	EXPECT_LOST(self);
	give_back(&self->event);
	EXPECT_LOST(self);
	EXPECT_EQ(0, set_count(self->fd, 100));
	EXPECT_COUNTS_FROM(self, 100);
	EXPECT_EQ(7 + 5 + 5 + 3, sample(self->other).counts[0]);
}

/* Its event alone: the count stays too low. */
TEST_F(lost, its_event_is_set)
{
	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	self->event = take_one(self->proc, variant->seen);
	give_back(&self->event);
	EXPECT_EQ(0, set(self->fd, 1, "cycles:u", NULL));
	EXPECT_LOST(self);
	EXPECT_EQ(0, set_count(self->fd, 0));
	EXPECT_COUNTS_FROM(self, 0);
}

/* In a scope its event cannot be set, so its count is what there is. */
TEST_F(lost, in_a_scope)
{
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = IT };
	uint64_t count = 1000;

	must(call(self->fd, PERFCNT_IOC_SCOPE, &scope), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	happen(0, BIG_CYCLES, 'u', 7);
	EXPECT_EQ(7, sample(self->fd).counts[0]);
	self->event = take_one(self->proc, variant->seen);
	EXPECT_LOST(self);
	EXPECT_EQ(EBUSY, set(self->fd, 1, "cycles:u", &count));
	give_back(&self->event);
	EXPECT_EQ(0, set_count(self->fd, count));
	EXPECT_COUNTS_FROM(self, 1000);
}

TEST_F(lost, before_a_scope)
{
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = IT };

	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	self->event = take_one(self->proc, variant->seen);
	give_back(&self->event);
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_SCOPE, &scope), EIO, TAKEN);
	EXPECT_LOST(self);
	EXPECT_EQ(0, set_count(self->fd, 0));
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_SCOPE, &scope));
	EXPECT_COUNTS_FROM(self, 0);
}

/* The same event twice, in slices of a second; 0 ends it. */
static int multiplex(int fd, unsigned int events)
{
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .nr = events,
		.slice_us = PERFCNT_MULTIPLEX_SLICE_MAX, .counters = events ? IT : 0,
	};
	unsigned int i;

	for (i = 0; i < events; i++) {
		wanted.event[i].banks = PERFCNT_BANK_IS_ODD;
		wanted.event[i].what = what_of(fd, 1, "cycles:u");
	}
	return call(fd, PERFCNT_IOC_MULTIPLEX, &wanted);
}

/* What both have counted, or an error below 0. */
static long multiplexed(int fd)
{
	struct perfcnt_multiplexed result = { .size = sizeof(struct perfcnt_multiplexed) };
	int error = call(fd, PERFCNT_IOC_MULTIPLEXED, &result);

	return error ? -error : (long)(result.event[0].count + result.event[1].count);
}

/* "End the multiplexing and begin another one." */
#define EXPECT_ANOTHER_MULTIPLEXING(self) do {						\
	EXPECT_EQ(0, multiplex((self)->fd, 0)) TH_LOG("%s", reason((self)->fd));	\
	EXPECT_EQ(EIO, read_error((self)->fd));						\
	give_back(&(self)->event);							\
	EXPECT_EQ(0, multiplex((self)->fd, 2)) TH_LOG("%s", reason((self)->fd));	\
	EXPECT_EQ(0, with_mask((self)->fd, PERFCNT_IOC_START, IT));			\
	happen(0, BIG_CYCLES, 'u', 5);							\
	EXPECT_EQ(5, multiplexed((self)->fd));						\
	EXPECT_EQ(5, sample((self)->fd).counts[0]);					\
	EXPECT_EQ(0, with_mask((self)->fd, PERFCNT_IOC_STOP, IT));			\
	happen(0, BIG_CYCLES, 'u', 5);							\
	EXPECT_EQ(5, multiplexed((self)->fd));						\
} while (0)

TEST_F(lost, multiplexed)
{
	must(multiplex(self->fd, 2), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	happen(0, BIG_CYCLES, 'u', 7);
	EXPECT_EQ(7, multiplexed(self->fd));
	self->event = take_one(self->proc, variant->seen);
	EXPECT_EQ(-EIO, multiplexed(self->fd));
	EXPECT_LOST(self);
	EXPECT_EQ(EBUSY, set_count(self->fd, 0));
	EXPECT_EQ(-EIO, multiplexed(self->fd));
	EXPECT_ANOTHER_MULTIPLEXING(self);
}

TEST_F(lost, multiplexed_in_a_scope)
{
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = IT };

	must(multiplex(self->fd, 2), reason(self->fd));
	must(call(self->fd, PERFCNT_IOC_SCOPE, &scope), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	self->event = take_one(self->proc, variant->seen);
	EXPECT_EQ(-EIO, multiplexed(self->fd));
	EXPECT_LOST(self);
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_LEAVE, NULL));
	EXPECT_EQ(-EIO, multiplexed(self->fd));
	EXPECT_ANOTHER_MULTIPLEXING(self);
}

/* What was to be multiplexed is not what counts. */
TEST_F(lost, before_multiplexing)
{
	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	happen(0, BIG_CYCLES, 'u', 7);
	self->event = take_one(self->proc, variant->seen);
	EXPECT_LOST(self);
	EXPECT_EQ(EBUSY, multiplex(self->fd, 2)); /* it is started */
	give_back(&self->event);
	EXPECT_EQ(0, set_count(self->fd, 100));
	EXPECT_EQ(0, with_mask(self->fd, PERFCNT_IOC_STOP, IT));
	EXPECT_EQ(0, multiplex(self->fd, 2)) TH_LOG("%s", reason(self->fd));
	EXPECT_EQ(0, with_mask(self->fd, PERFCNT_IOC_START, IT));
	happen(0, BIG_CYCLES, 'u', 5);
	EXPECT_EQ(5, multiplexed(self->fd));
	EXPECT_EQ(105, sample(self->fd).counts[0]);
}

/* A thread that lives for so many events. */
static void thread(unsigned long long events)
{
	pid_t pid = fork();

	if (!pid) {
		happen(0, BIG_CYCLES, 'u', events);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		fatal("fork");
}

/* What the next thread has counted, or an error below 0. */
static long next_thread(int fd)
{
	struct perfcnt_thread thread;
	ssize_t got = read(fd, &thread, offsetof(struct perfcnt_thread, counts[1]));

	return got < 0 ? -errno : (long)thread.counts[0].count;
}

/* Those of before are right; from then on none is, until another scope. */
#define EXPECT_RECORDS(self) do {						\
	struct perfcnt_scope scope_ = {						\
		.size = sizeof(scope_), .counters = IT,				\
		.flags = PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS,		\
	};									\
										\
	must(call((self)->fd, PERFCNT_IOC_SCOPE, &scope_), reason((self)->fd));	\
	must(with_mask((self)->fd, PERFCNT_IOC_START, IT), reason((self)->fd));	\
	thread(7);								\
	(self)->event = take_one((self)->proc, variant->seen);			\
	thread(5);								\
	EXPECT_EQ(7, next_thread((self)->fd));					\
	EXPECT_EQ(-EIO, next_thread((self)->fd));				\
	EXPECT_TRUE(reason_has((self)->fd, EIO, "was taken away"));		\
} while (0)

#define EXPECT_NEXT_RECORDS(self) do {						\
	struct perfcnt_scope scope_ = {						\
		.size = sizeof(scope_), .counters = IT,				\
		.flags = PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS,		\
	};									\
										\
	EXPECT_EQ(0, call((self)->fd, PERFCNT_IOC_SCOPE, &scope_));		\
	EXPECT_EQ(0, with_mask((self)->fd, PERFCNT_IOC_START, IT));		\
	thread(4);								\
	EXPECT_EQ(4, next_thread((self)->fd));					\
} while (0)

TEST_F(lost, records)
{
	EXPECT_RECORDS(self);
	give_back(&self->event);
	EXPECT_EQ(0, set_count(self->fd, 0));
	thread(6);
	EXPECT_EQ(6, sample(self->fd).counts[0]);
	EXPECT_EQ(-EIO, next_thread(self->fd));
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_LEAVE, NULL));
	EXPECT_EQ(-EIO, next_thread(self->fd));
	EXPECT_NEXT_RECORDS(self);
}

TEST_F(lost, records_of_multiplexed_events)
{
	must(multiplex(self->fd, 1), reason(self->fd));
	EXPECT_RECORDS(self);
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_LEAVE, NULL));
	EXPECT_EQ(-EIO, next_thread(self->fd));
	EXPECT_EQ(0, multiplex(self->fd, 0));
	give_back(&self->event);
	EXPECT_EQ(0, multiplex(self->fd, 1));
	EXPECT_NEXT_RECORDS(self);
}

/* Who waits for a notice is told that none comes. */
TEST_F(lost, a_notice)
{
	struct pollfd poller = { .fd = self->fd, .events = POLLIN };
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = IT, .counts = IT,
	};

	set.counter[1].what = what_of(self->fd, 1, "cycles:u");
	set.counter[1].what.control |= PERFCNT_CTL_IE;
	must(call(self->fd, PERFCNT_IOC_SET, &set), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_START, IT), reason(self->fd));
	EXPECT_EQ(0, poll(&poller, 1, 0));
	self->event = take_one(self->proc, variant->seen);
	EXPECT_EQ(1, poll(&poller, 1, AGES));
	EXPECT_EQ(POLLERR, poller.revents);
	EXPECT_LOST(self);
	give_back(&self->event);
	EXPECT_EQ(0, set_count(self->fd, 0));
	EXPECT_EQ(0, poll(&poller, 1, 0));
}

TEST_HARNESS_MAIN
