// SPDX-License-Identifier: LGPL-2.1-or-later
/* Where slots go, by events that count what was lost: arithmetic alone. */
#include <stdbool.h>
#include <stddef.h>

#include "counts.h"

/* MIDR_EL1: implementer, architecture and part number; variant and revision. */
#define MIDR_CORE	0xff0ffff0
#define MIDR_REVISION	0x00f0000f
#define NEOVERSE_V1	0x410fd400
#define NEOVERSE_N2	0x410fd490
#define NEOVERSE_V2	0x410fd4f0
#define R0P3		0x00000003

/**
 * struct core - what an Arm core's events count otherwise
 * @frontend: cycles that belong to mispredicted branches, and not to the frontend,
 *	      for each of these
 * @backend: and not to the backend
 * @bad: cycles that a mispredicted branch costs
 * @cycle_more: STALL_SLOT and STALL_SLOT_FRONTEND have a slot too much in each cycle
 */
struct core {
	unsigned int frontend;
	unsigned int backend;
	unsigned int bad;
	bool cycle_more;
};

/* As the metrics of the kernel's perf for these cores have it. */
static const struct core *find_core(uint32_t midr)
{
	static const struct core v1 = { 4, 0, 4, false };
	static const struct core n2 = { 1, 3, 4, false };
	static const struct core first_n2 = { 1, 3, 4, true };

	switch (midr & MIDR_CORE) {
	case NEOVERSE_V1:
		return &v1;
	case NEOVERSE_N2:
		return (midr & MIDR_REVISION) < R0P3 ? &first_n2 : &n2;
	case NEOVERSE_V2:
		return &n2;
	}
	return NULL;
}

bool perfcnt_topdown_core_is_known(uint32_t midr)
{
	return find_core(midr);
}

/* @slots is below 0 if events that are not exact say so. */
static void set(struct perfcnt_topdown_shares *shares, unsigned int part, int64_t slots)
{
	shares->share[part].slots = slots;
	shares->valid |= 1u << part;
}

void perfcnt_topdown_of_intel(const uint64_t *counts, struct perfcnt_topdown_shares *shares)
{
	const int64_t retired = counts[INTEL_RETIRED];
	const int64_t bubbles = counts[INTEL_BUBBLES];
	const int64_t bad = counts[INTEL_ISSUED] - retired +
			    counts[INTEL_RECOVERY];

	shares->slots = counts[INTEL_TOTAL];
	if (!shares->slots || !(retired | bubbles | bad))
		return;
	set(shares, PERFCNT_TOPDOWN_RETIRING, retired);
	set(shares, PERFCNT_TOPDOWN_BAD_SPECULATION, bad);
	set(shares, PERFCNT_TOPDOWN_FRONTEND_BOUND, bubbles);
	set(shares, PERFCNT_TOPDOWN_BACKEND_BOUND,
	    (int64_t)shares->slots - retired - bad - bubbles);
}

static int64_t nearest(double slots)
{
	return slots + (slots < 0 ? -0.5 : 0.5);
}

/* What was begun, and of that what completed; what branches cost comes in addition. */
static void divide_rest(struct perfcnt_topdown_shares *shares, int64_t rest,
			const uint64_t *counts, int64_t branches)
{
	const double share = (double)counts[ARM_OP_RETIRED] /
			     counts[ARM_OP_SPEC];
	const int64_t retiring = nearest(share * rest);

	set(shares, PERFCNT_TOPDOWN_RETIRING, retiring);
	set(shares, PERFCNT_TOPDOWN_BAD_SPECULATION, rest + branches - retiring);
}

/*
 * Of the backend's slots memory has the share that it has of the cycles in which the
 * backend stalls.  STALL_BACKEND_MEM counts those that wait for memory beyond the last
 * cache, so what waits for a cache is core bound.
 */
static void divide_backend(struct perfcnt_topdown_shares *shares, const uint64_t *counts,
			   unsigned int width)
{
	const uint64_t cycles =
		counts[width ? ARM_STALL_CYCLES : ARM_STALL_BACKEND];
	const double share = (double)counts[ARM_STALL_MEMORY] / (cycles ?: 1);
	const int64_t backend = shares->share[PERFCNT_TOPDOWN_BACKEND_BOUND].slots;

	if (!cycles && backend)
		shares->level = 1; /* an event that counts nothing says nothing */
	else
		set(shares, PERFCNT_TOPDOWN_MEMORY_BOUND,
		    nearest(backend * (share < 1 ? share : 1)));
}

void perfcnt_topdown_of_arm(const uint64_t *counts,
			    const struct perfcnt_topdown_reading *reading,
			    struct perfcnt_topdown_shares *shares)
{
	const struct core *core = find_core(reading->core);
	const unsigned int width = reading->width;
	int64_t frontend = counts[ARM_STALL_FRONTEND];
	int64_t backend = counts[ARM_STALL_BACKEND];
	int64_t stalls = counts[ARM_STALL];
	int64_t branch = 0;

	shares->slots = counts[ARM_CYCLES] * (width ?: 1);
	if (!shares->slots ||
	    !(frontend | backend | (int64_t)counts[ARM_OP_SPEC]))
		return;
	if (!stalls)
		stalls = frontend + backend;
	if (core && core->cycle_more) {
		frontend -= counts[ARM_CYCLES];
		stalls -= counts[ARM_CYCLES];
	}
	if (core) {
		branch = counts[ARM_MISPREDICTS] * width;
		frontend -= branch * core->frontend;
		backend -= branch * core->backend;
		branch *= core->bad;
	}
	set(shares, PERFCNT_TOPDOWN_FRONTEND_BOUND, frontend);
	set(shares, PERFCNT_TOPDOWN_BACKEND_BOUND, backend);
	if (counts[ARM_OP_SPEC])
		divide_rest(shares, shares->slots - stalls, counts, branch);
	if (shares->level > 1)
		divide_backend(shares, counts, width);
}
