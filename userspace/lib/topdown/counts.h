/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where slots go, by events that count what was lost. */
#ifndef PERFCNT_TOPDOWN_COUNTS_H
#define PERFCNT_TOPDOWN_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "perfcnt.h"

/* The events of Intel's cores before Ice Lake, in slots: the last may be 0. */
enum {
	INTEL_TOTAL,
	INTEL_ISSUED,
	INTEL_RETIRED,
	INTEL_BUBBLES,
	INTEL_RECOVERY,
	INTEL_COUNTS,
};

/*
 * Those of Arm's: cycles, slots, operations; mispredicts for some cores only.  The last
 * two are cycles, for level 2.
 */
enum {
	ARM_CYCLES,
	ARM_STALL_FRONTEND,
	ARM_STALL_BACKEND,
	ARM_OP_RETIRED,
	ARM_OP_SPEC,
	ARM_STALL,
	ARM_MISPREDICTS,
	ARM_STALL_CYCLES,
	ARM_STALL_MEMORY,
	ARM_COUNTS,
};

/**
 * perfcnt_topdown_core_is_known() - is it known what an Arm core's events count otherwise?
 * @midr: its register MIDR_EL1
 *
 * Return: whether it is.
 */
bool perfcnt_topdown_core_is_known(uint32_t midr);

/*
 * These set the slots and what is known of the shares, which are zeros but for their level:
 * nothing is known if there were no slots, or if nothing was counted but them.
 */

/**
 * perfcnt_topdown_of_intel() - level 1, by what was issued and what retired
 * @counts: INTEL_COUNTS of them
 * @shares: gets them
 */
void perfcnt_topdown_of_intel(const uint64_t *counts, struct perfcnt_topdown_shares *shares);

/**
 * perfcnt_topdown_of_arm() - level 1, by the slots in which nothing was begun
 * @counts: ARM_COUNTS of them
 * @reading: has the width and the core
 * @shares: gets them, on level 2 those of the backend, too
 *
 * Without operations retiring and bad speculation are not valid: they are the rest.
 * Without ARM_STALL it is taken for the sum of its two parts.
 */
void perfcnt_topdown_of_arm(const uint64_t *counts,
			    const struct perfcnt_topdown_reading *reading,
			    struct perfcnt_topdown_shares *shares);

#endif /* PERFCNT_TOPDOWN_COUNTS_H */
