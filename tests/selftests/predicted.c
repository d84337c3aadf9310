// SPDX-License-Identifier: GPL-2.0
/* Samples of a 34K's registers: each lies on the instruction that is predicted. */
#include <stdio.h>
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

FIXTURE_SETUP(predicted)
{
	char name[64];

	close(open_stopped());
	self->rings.count = 0;
	set_rate(0);
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
	struct perfcnt_sampling wanted = sampling(0, variant->period);
	unsigned int samples = 0, inside = 0, other = 0, remotes = 0, c;
	unsigned int fits = (1 << KNOWN_LOOP) - 1;
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost;
	uint64_t count;
	bool remote;

	wanted.ring_order = 6;
	begin_sampling(self->fd, &self->rings, wanted);
	known_loop(variant->iterations);
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	count = sample(self->fd).counts[0];
	while (next_sample(&self->rings, &got)) {
		uint64_t at = (got.ip - (uintptr_t)known_loop) / 4;

		samples++;
		remote = got.record.flags & PERFCNT_SAMPLE_REMOTE;
		remotes += remote;
		if (got.cpu != variant->cpu || got.period != variant->period ||
		    got.pid != (uint32_t)getpid())
			other++;
		if (got.ip < (uintptr_t)known_loop ||
		    got.ip >= (uintptr_t)known_loop_end)
			continue;
		inside++;
		if ((got.record.flags & ~PERFCNT_SAMPLE_REMOTE) != PERFCNT_SAMPLE_USER)
			other++;
		for (c = 0; c < KNOWN_LOOP && !remote; c++)
			if (at != place_after(c + samples * variant->period))
				fits &= ~(1u << c);
	}
	lost = all_lost(&self->rings);
	printf("# %llu instructions, %u samples, %u in the loop, %u remote\n",
	       (unsigned long long)count, samples, inside, remotes);
	EXPECT_EQ(0, other);
	EXPECT_EQ(0, lost.samples);
	EXPECT_EQ(0, lost.periods);
	EXPECT_NE(0, fits);
	EXPECT_LE(KNOWN_LOOP * variant->iterations, count);
	EXPECT_LE(KNOWN_LOOP * variant->iterations / variant->period - 2, inside);
	EXPECT_LE(samples * variant->period, count + variant->period);
	EXPECT_LE(count, (samples + 1) * variant->period);
}
#endif

TEST_HARNESS_MAIN
