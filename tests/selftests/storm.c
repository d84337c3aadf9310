// SPDX-License-Identifier: GPL-2.0
/*
 * A sample at each period of the shortest that there are, where they come often:
 * the machine goes on. What a program does is in a sample, or in what is told to be in
 * none; of other events it is told that not all are in samples. A count is told, unless perf
 * has stopped the counter for some time.
 */
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "known_loop.h"
#include "kselftest_harness.h"
#include "rings.h"

#define SECOND 1000000000ULL /* ns */

/* The module's own limit, and by how much a part of a second may exceed it. */
#define RATE	10000

/* How often the program does its loop, and takes samples. */
#define ROUNDS	2000

/* No event happens more often in a nanosecond on a CPU. */
#define MOST	10

/* The most periods that are left out before a sample. */
#define LEFT_OUT_MOST	16384

/**
 * struct storm - what it came to
 * @error: why these are not told, or 0
 * @count: events that were counted
 * @samples: records of samples
 * @told: events that these stand for
 * @left_out: periods that these say were left out before them
 * @lost: what is in none
 * @time: how long it was, in ns
 */
struct storm {
	int error;
	uint64_t count;
	uint64_t samples;
	uint64_t told;
	uint64_t left_out;
	struct perfcnt_ring_lost lost;
	uint64_t time;
};

FIXTURE(storm) {
	int fd;
	struct rings rings;
};

FIXTURE_VARIANT(storm) {
	const char *event;
	uint64_t period;
	unsigned int rate; /* samples a second */
	bool is_user; /* what the handler does is not counted */
};

FIXTURE_VARIANT_ADD(storm, instructions_of_a_program) {
	.event = "instructions:u@tc0", .period = 2, .rate = RATE, .is_user = true,
};

FIXTURE_VARIANT_ADD(storm, cycles_of_all) {
	.event = "cycles:uk", .period = 2, .rate = RATE,
};

/* Where there is no PMU, it is the busiest; fewer samples are allowed than any host takes. */
FIXTURE_VARIANT_ADD(storm, clock) {
	.event = "cpu-clock:uk", .period = 10000, .rate = 10,
};

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

FIXTURE_SETUP(storm)
{
	char line[64];
	bool taken;
	int fd = open_stopped();

	snprintf(line, sizeof(line), "0 %s", variant->event);
	taken = is_taken(fd, line);
	stop_counters(fd);
	close(fd);
	self->rings.count = 0;
	self->fd = open_device();
	if (which_driver() == SIM)
		SKIP(return, "nothing happens by itself");
	if (!taken)
		SKIP(return, "nothing counts %s", variant->event);
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, variant->event);
	set_rate(variant->rate);
	pin_to_cpu(0);
}

FIXTURE_TEARDOWN(storm)
{
	set_rate(RATE);
	unmap_rings(&self->rings);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

static void take(struct rings *rings, struct storm *storm)
{
	struct perfcnt_ring_sample got;

	while (next_sample(rings, &got)) {
		storm->samples++;
		storm->told += events_of(&got);
		storm->left_out += got.left_out;
	}
}

/* A program that goes on beside it, and takes the samples. */
static struct storm weather(int fd, struct rings *rings, uint64_t period)
{
	struct perfcnt_counts read = { .size = sizeof(read), .counters = 1 };
	struct perfcnt_sampling wanted = sampling(0, period);
	struct storm storm = { 0 };
	uint64_t begun = now();
	unsigned int i;

	wanted.ring_order = 6;
	wanted.flags = PERFCNT_SAMPLING_SHARED;
	begin_sampling(fd, rings, wanted);
	for (i = 0; i < ROUNDS || !storm.samples; i++) {
		known_loop(1000);
		take(rings, &storm);
	}
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	storm.time = now() - begun;
	storm.error = call(fd, PERFCNT_IOC_READ, &read);
	storm.count = read.counts[0];
	must(sampled_no_more(fd, 0), "end");
	take(rings, &storm);
	storm.lost = all_lost(rings);
	printf("# %llu events in %llu ms, %llu samples; ",
	       (unsigned long long)storm.count,
	       (unsigned long long)storm.time / 1000000,
	       (unsigned long long)storm.samples);
	printf("no room for %llu, %llu left out, throttled %llu times\n",
	       (unsigned long long)storm.lost.samples,
	       (unsigned long long)(storm.left_out + storm.lost.periods),
	       (unsigned long long)storm.lost.throttles);
	return storm;
}

TEST_F(storm, of_samples)
{
	struct storm storm = weather(self->fd, &self->rings, variant->period);
	uint64_t left_out = storm.left_out + storm.lost.periods;
	uint64_t lost = (storm.lost.samples + storm.lost.periods) * variant->period;
	uint64_t most = LEFT_OUT_MOST * variant->period;

	EXPECT_EQ(storm.lost.throttles ? EIO : 0, storm.error);
	if (storm.error)
		return;
	EXPECT_LT(0, storm.count);
	EXPECT_GT(MOST * storm.time * sysconf(_SC_NPROCESSORS_CONF), storm.count);
	if (variant->is_user) {
		EXPECT_LE(storm.told + lost, storm.count + most);
		EXPECT_LE(storm.count, storm.told + lost + most);
	} else {
		EXPECT_LT(0, storm.lost.samples + left_out);
	}
}

TEST_HARNESS_MAIN
