/* SPDX-License-Identifier: GPL-2.0 */
/* Sampling: every so many events of a counter, a record of where the program is. */
#ifndef PERFCNT_SAMPLER_H
#define PERFCNT_SAMPLER_H

#include "../core/pmu.h"
#include "../encoding/period.h"
#include "profile.h"
#include "ring.h"

struct perfcnt_owner;
struct pid_namespace;

/* No driver has more periods under way than this and the one that is running. */
#define PERFCNT_BEHIND_MOST 2

/**
 * struct perfcnt_stretch - a period, and what comes before it
 * @length: its events
 * @left_out: so many periods of that length come before it, without a sample
 */
struct perfcnt_stretch {
	u64 length;
	u64 left_out;
};

/**
 * struct perfcnt_phase - how far a register, or an event of the kernel's, is
 * @period: draws its periods
 * @running: the one that is running
 * @armed: the next ones, as far as they are under way already
 * @last: the one that has ended last
 * @ended: when that was
 * @surplus: events that are in no period yet, as they were too few for one
 * @since: when the part of time began in which samples are counted
 * @samples: number of samples since then
 * @took: how long they have taken, less what they were allowed to, in nanoseconds
 * @leave_out: so many periods are left out before each sample, as there are too many
 * @most: more samples than these in such a part have been too many for perf
 * @given: of a profile: so many periods that are left out before the next sample were counted
 *	   with the one before, which came late
 * @fresh: of a profile: so many that were left out before the last sample were not
 * @untold: the period that has ended last has no sample, from no CPU
 * @told: that perf has stopped the event last has been told
 */
struct perfcnt_phase {
	struct perfcnt_period period;
	struct perfcnt_stretch running;
	struct perfcnt_stretch armed[PERFCNT_BEHIND_MOST];
	struct perfcnt_stretch last;
	u64 ended;
	u64 surplus;
	u64 since;
	u32 samples;
	u64 took;
	u64 leave_out;
	u32 most;
	u64 given;
	u64 fresh;
	bool untold;
	bool told;
};

/**
 * struct perfcnt_sampler - a counter that is sampled
 * @trigger: what the driver calls
 * @counter: its number
 * @word: its control word
 * @share: the part of the time that its samples may take, in thousandths; 0: all
 * @rings: where the samples go
 * @profile: or where they are counted, if it is not NULL
 * @ns: the PID namespace of its owner
 * @phase: one a CPU; where CPUs share a register, the first one's is used
 */
struct perfcnt_sampler {
	struct perfcnt_trigger trigger;
	unsigned int counter;
	u32 word;
	u32 share;
	struct perfcnt_rings *rings;
	struct perfcnt_profile *profile;
	struct pid_namespace *ns;
	struct perfcnt_phase __percpu *phase;
};

extern unsigned int perfcnt_sample_rate;

int perfcnt_sampler_begin(struct perfcnt_owner *owner, unsigned int i,
			  const struct perfcnt_sampling *wanted,
			  struct perfcnt_rings *rings, struct perfcnt_profile *profile,
			  struct perfcnt_reason *reason);
int perfcnt_sampler_end(struct perfcnt_owner *owner, unsigned int i,
			struct perfcnt_reason *reason);
void perfcnt_sampler_end_all(struct perfcnt_owner *owner);

#endif /* PERFCNT_SAMPLER_H */
