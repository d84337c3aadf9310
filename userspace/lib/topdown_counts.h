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
 * struct topdown_core - what an Arm core's events count otherwise
 * @frontend: cycles that belong to mispredicted branches, and not to the frontend,
 *	      for each of these
 * @backend: and not to the backend
 * @bad: cycles that a mispredicted branch costs
 * @cycle_more: STALL_SLOT and STALL_SLOT_FRONTEND have a slot too much in each cycle
 */
struct topdown_core {
	unsigned int frontend;
	unsigned int backend;
	unsigned int bad;
	bool cycle_more;
};

/**
 * perfcnt_topdown_core_find() - what is known of an Arm core
 * @midr: its register MIDR_EL1
 *
 * Return: the core, or NULL.
 */
const struct topdown_core *perfcnt_topdown_core_find(uint64_t midr);

/**
 * perfcnt_topdown_of_intel() - the parts of level 1, by what was issued and what retired
 * @counts: INTEL_COUNTS of them
 * @topdown: gets them; its size is set
 *
 * Return: 0 or -1: ENODATA if there were no slots, or if nothing was counted but them.
 */
int perfcnt_topdown_of_intel(const uint64_t *counts, struct perfcnt_topdown *topdown);

/**
 * perfcnt_topdown_of_arm() - the parts of level 1, by the slots in which nothing was begun
 * @counts: ARM_COUNTS of them
 * @width: slots a cycle; 0: the stalls are cycles
 * @core: what the events count otherwise, or NULL
 * @topdown: gets them; its size is set
 *
 * Without operations retiring and bad speculation are not valid: they are the rest.
 * Without ARM_STALL it is taken for the sum of its two parts.
 *
 * Return: 0 or -1: ENODATA if there were no slots, or if nothing was counted but them.
 */
int perfcnt_topdown_of_arm(const uint64_t *counts, unsigned int width,
			   const struct topdown_core *core,
			   struct perfcnt_topdown *topdown);

/**
 * perfcnt_topdown_of_arm_memory() - the parts of level 2 that can be told: the backend's
 * @counts: ARM_COUNTS of them
 * @width: as in perfcnt_topdown_of_arm()
 * @topdown: what that has made of them; gets the parts
 *
 * Of the backend's slots memory has the share that it has of the cycles in which the
 * backend stalls.  STALL_BACKEND_MEM counts those that wait for memory beyond the last
 * cache, so what waits for a cache is core bound.
 *
 * Return: 0.
 */
int perfcnt_topdown_of_arm_memory(const uint64_t *counts, unsigned int width,
				  struct perfcnt_topdown *topdown);

#endif /* PERFCNT_TOPDOWN_COUNTS_H */
