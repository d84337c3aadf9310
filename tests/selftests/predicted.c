// SPDX-License-Identifier: GPL-2.0
/* Samples of a 34K's registers: each lies on the instruction that is predicted. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "rings.h"

#ifdef __mips__
#include "known_loop.h"

/*
 * The emulated 34K executes exactly as many instructions as a period has: only between
 * a branch and its delay slot there is no interrupt.  A VPE that had to be told that it
 * has a sample may have executed more meanwhile: that sample says so.
 */
FIXTURE(predicted) {
	int fd;
	struct rings rings;
};

FIXTURE_VARIANT(predicted) {
	unsigned int cpu;
	uint64_t period;
	unsigned long iterations;
	uint64_t jitter;
	unsigned int flags;
	unsigned int rate;
	unsigned int share;
};

FIXTURE_VARIANT_ADD(predicted, vpe0_100) {
	.cpu = 0, .period = 100, .iterations = 20000
};

FIXTURE_VARIANT_ADD(predicted, vpe1_100) {
	.cpu = 1, .period = 100, .iterations = 20000
};

FIXTURE_VARIANT_ADD(predicted, vpe0_1001) {
	.cpu = 0, .period = 1001, .iterations = 200000
};

FIXTURE_VARIANT_ADD(predicted, vpe1_1001) {
	.cpu = 1, .period = 1001, .iterations = 200000
};

FIXTURE_VARIANT_ADD(predicted, vpe0_99999) {
	.cpu = 0, .period = 99999, .iterations = 2000000
};

FIXTURE_VARIANT_ADD(predicted, vpe1_99999) {
	.cpu = 1, .period = 99999, .iterations = 2000000
};

FIXTURE_VARIANT_ADD(predicted, vpe0_10000000) {
	.cpu = 0, .period = 10000003, .iterations = 10000000
};

/* The shortest period has 101 instructions: one of 1 can be over as it begins, and is left out. */
FIXTURE_VARIANT_ADD(predicted, jitter) {
	.cpu = 0, .period = 1001, .iterations = 200000, .jitter = 900
};

FIXTURE_VARIANT_ADD(predicted, left_out) {
	.cpu = 1, .period = 100, .iterations = 200000, .jitter = 50, .rate = 1000
};

FIXTURE_VARIANT_ADD(predicted, frequency) {
	.cpu = 0, .period = 5000, .iterations = 2000000,
	.flags = PERFCNT_SAMPLING_FREQUENCY
};

FIXTURE_VARIANT_ADD(predicted, frequency_and_rate) {
	.cpu = 1, .period = 1000, .iterations = 2000000,
	.flags = PERFCNT_SAMPLING_FREQUENCY, .rate = 1000
};

FIXTURE_VARIANT_ADD(predicted, share) {
	.cpu = 0, .period = 1001, .iterations = 200000, .share = 20
};

FIXTURE_SETUP(predicted)
{
	char name[64];

	close(open_stopped());
	self->rings.count = 0;
	set_rate(variant->rate);
	self->fd = open_device();
	if (which_driver() != MIPS)
		SKIP(return, "not a 34K's registers");
	if ((long)variant->cpu >= sysconf(_SC_NPROCESSORS_ONLN))
		SKIP(return, "one CPU");
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	snprintf(name, sizeof(name), "instructions:u@vpe%u", variant->cpu);
	set_event(self->fd, name);
	pin_to_cpu(variant->cpu);
	keep_cpu();
}

FIXTURE_TEARDOWN(predicted)
{
	set_rate(10000);
	unmap_rings(&self->rings);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

/* Where it is that so many instructions of the loop have been executed. */
static unsigned int place_after(uint64_t instructions)
{
	unsigned int place = instructions % KNOWN_LOOP;

	return place == KNOWN_LOOP - 1 ? 0 : place;
}

TEST_F(predicted, all)
{
	unsigned int samples = 0, inside = 0, other = 0, remotes = 0, c;
	bool fixed = !(variant->flags & PERFCNT_SAMPLING_FREQUENCY);
	struct perfcnt_sampling wanted = sampling(0, variant->period);
	unsigned int fits = (1 << KNOWN_LOOP) - 1;
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost;
	uint64_t count, begun, time, sum = 0, left_out = 0, longest = 0;
	bool remote;

	wanted.jitter = variant->jitter;
	wanted.flags = variant->flags;
	wanted.share = variant->share;
	wanted.ring_order = 8; /* a run that is sampled often takes longer, and has more of them */
	begin_sampling(self->fd, &self->rings, wanted);
	begun = sample(self->fd).time;
	known_loop(variant->iterations);
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	count = sample(self->fd).counts[0];
	time = sample(self->fd).time - begun;
	while (next_sample(&self->rings, &got)) {
		uint64_t at = (got.ip - (uintptr_t)known_loop) / 4;

		samples++;
		sum += events_of(&got);
		left_out += got.left_out;
		if (events_of(&got) > longest)
			longest = events_of(&got);
		remote = got.record.flags & PERFCNT_SAMPLE_REMOTE;
		remotes += remote;
		if (got.cpu != variant->cpu || got.pid != (uint32_t)getpid() ||
		    (fixed && (got.period < variant->period - variant->jitter ||
			       got.period > variant->period + variant->jitter)))
			other++;
		if (got.ip < (uintptr_t)known_loop ||
		    got.ip >= (uintptr_t)known_loop_end)
			continue;
		inside++;
		if ((got.record.flags & ~PERFCNT_SAMPLE_REMOTE) != PERFCNT_SAMPLE_USER)
			other++;
		for (c = 0; c < KNOWN_LOOP && !remote; c++)
			if (at != place_after(c + sum))
				fits &= ~(1u << c);
	}
	lost = all_lost(&self->rings);
	printf("# %llu instructions, %u samples, %u in the loop, %u remote, ",
	       (unsigned long long)count, samples, inside, remotes);
	printf("%llu left out, %llu us\n", (unsigned long long)left_out,
	       (unsigned long long)time / 1000);
	EXPECT_EQ(0, other);
	EXPECT_EQ(0, lost.samples);
	EXPECT_EQ(0, lost.periods);
	EXPECT_TRUE(are_as_many_as_asked(&wanted, samples, time));
	EXPECT_NE(0, fits);
	EXPECT_EQ(fixed && (variant->rate || variant->share), left_out != 0);
	EXPECT_LE(KNOWN_LOOP * variant->iterations, count);
	if (fixed && !left_out && !variant->jitter)
		EXPECT_LE(KNOWN_LOOP * variant->iterations / variant->period - 2, inside);
	EXPECT_LE(95 * samples, 100 * inside + 1000);
	EXPECT_LE(sum, count + variant->period);
	EXPECT_LE(count, sum + 8 * longest);
}

/* A counter of what both VPEs do in user mode, whose interrupt comes to either. */
FIXTURE(both_vpes) {
	int fd;
	struct rings rings;
};

FIXTURE_VARIANT(both_vpes) {
	unsigned int cpu;
};

FIXTURE_VARIANT_ADD(both_vpes, vpe0) { .cpu = 0 };
FIXTURE_VARIANT_ADD(both_vpes, vpe1) { .cpu = 1 };

FIXTURE_SETUP(both_vpes)
{
	close(open_stopped());
	self->rings.count = 0;
	set_rate(0);
	self->fd = open_device();
	if (which_driver() != MIPS)
		SKIP(return, "not a 34K's registers");
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		SKIP(return, "one CPU");
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, "instructions:u");
	pin_to_cpu(variant->cpu);
}

FIXTURE_TEARDOWN(both_vpes)
{
	set_rate(10000);
	unmap_rings(&self->rings);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

/* Nothing of a program is missing from the count, also where the other VPE is interrupted. */
static void count_all(struct __test_metadata *_metadata, struct _test_data_both_vpes *self,
		      uint64_t period)
{
	const unsigned long iterations = 2000000;
	struct perfcnt_sampling wanted = sampling(0, period);
	uint64_t before;

	wanted.flags = PERFCNT_SAMPLING_SHARED;
	begin_sampling(self->fd, &self->rings, wanted);
	before = sample(self->fd).counts[0];
	mixed_loop(iterations);
	EXPECT_LE(iterations * MIXED_INSTRUCTIONS, sample(self->fd).counts[0] - before);
}

TEST_F(both_vpes, all_is_counted_of_short_periods)
{
	count_all(_metadata, self, 1001);
}

TEST_F(both_vpes, all_is_counted)
{
	count_all(_metadata, self, 99999);
}

/* Nor where samples of the other VPE begin and end. */
TEST_F(both_vpes, begin_and_end_elsewhere)
{
	const unsigned long iterations = 2000000;
	struct perfcnt_sampling wanted = sampling(0, 1000000);
	unsigned int times = 0;
	pid_t pid;

	set_event(self->fd, variant->cpu ? "instructions:u@vpe0" : "instructions:u@vpe1");
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), "start");
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid) {
		pin_to_cpu(!variant->cpu);
		mixed_loop(iterations);
		_exit(0);
	}
	while (!waitpid(pid, NULL, WNOHANG)) {
		must(sampled(self->fd, &wanted), "sample");
		must(sampled_no_more(self->fd, 0), "sample no more");
		times++;
	}
	EXPECT_LE(iterations * MIXED_INSTRUCTIONS, sample(self->fd).counts[0]) {
		TH_LOG("%u times", times);
	}
}
#endif

TEST_HARNESS_MAIN
