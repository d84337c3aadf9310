// SPDX-License-Identifier: LGPL-2.1-or-later
/* Where slots go, by events that count what was lost: arithmetic alone. */
#include <stddef.h>

#include "handle.h"
#include "topdown_counts.h"

/* MIDR_EL1: implementer, architecture and part number; variant and revision. */
#define MIDR_CORE	0xff0ffff0
#define MIDR_REVISION	0x00f0000f
#define NEOVERSE_V1	0x410fd400
#define NEOVERSE_N2	0x410fd490
#define NEOVERSE_V2	0x410fd4f0
#define R0P3		0x00000003

static int fail(int error)
{
	errno = error;
	return -1;
}

/* As the metrics of the kernel's perf for these cores have it. */
const struct topdown_core *perfcnt_topdown_core_find(uint64_t midr)
{
	static const struct topdown_core v1 = { 4, 0, 4, false };
	static const struct topdown_core n2 = { 1, 3, 4, false };
	static const struct topdown_core first_n2 = { 1, 3, 4, true };

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

/* Each slot was counted: there are no units that a share could be wrong by. */
static void begin(struct perfcnt_topdown *topdown, uint64_t slots)
{
	unsigned int i;

	topdown->level = 1;
	topdown->slots = slots;
	topdown->valid = 0;
	topdown->resolution = 0;
	topdown->sum = PERFCNT_TOPDOWN_SCALE;
	for (i = 0; i < PERFCNT_TOPDOWN_PARTS; i++)
		topdown->part[i] = 0;
}

/* @slots is below 0 if events that are not exact say so. */
static void set(struct perfcnt_topdown *topdown, unsigned int part, int64_t slots)
{
	topdown->part[part] = PERFCNT_TOPDOWN_SCALE * slots;
	topdown->valid |= 1u << part;
}

int perfcnt_topdown_of_intel(const uint64_t *counts, struct perfcnt_topdown *topdown)
{
	const int64_t retired = counts[INTEL_RETIRED];
	const int64_t bubbles = counts[INTEL_BUBBLES];
	const int64_t bad = counts[INTEL_ISSUED] - retired +
			    counts[INTEL_RECOVERY];

	begin(topdown, counts[INTEL_TOTAL]);
	if (!topdown->slots || !(retired | bubbles | bad))
		return fail(ENODATA);
	set(topdown, PERFCNT_TOPDOWN_RETIRING, retired);
	set(topdown, PERFCNT_TOPDOWN_BAD_SPECULATION, bad);
	set(topdown, PERFCNT_TOPDOWN_FRONTEND_BOUND, bubbles);
	set(topdown, PERFCNT_TOPDOWN_BACKEND_BOUND,
	    (int64_t)topdown->slots - retired - bad - bubbles);
	return perfcnt_topdown_derive(topdown);
}

/* What was begun, and of that what completed; what branches cost comes in addition. */
static void divide_rest(struct perfcnt_topdown *topdown, int64_t rest,
			const uint64_t *counts, int64_t branches)
{
	const double share = (double)counts[ARM_OP_RETIRED] /
			     counts[ARM_OP_SPEC];
	int64_t *const part = topdown->part;
	double retiring;

	set(topdown, PERFCNT_TOPDOWN_BAD_SPECULATION, rest + branches);
	set(topdown, PERFCNT_TOPDOWN_RETIRING, 0);
	retiring = share * PERFCNT_TOPDOWN_SCALE * rest;
	part[PERFCNT_TOPDOWN_RETIRING] = retiring + (retiring < 0 ? -0.5 : 0.5);
	part[PERFCNT_TOPDOWN_BAD_SPECULATION] -= part[PERFCNT_TOPDOWN_RETIRING];
}

int perfcnt_topdown_of_arm(const uint64_t *counts, unsigned int width,
			   const struct topdown_core *core,
			   struct perfcnt_topdown *topdown)
{
	int64_t frontend = counts[ARM_STALL_FRONTEND];
	int64_t backend = counts[ARM_STALL_BACKEND];
	int64_t stalls = counts[ARM_STALL];
	int64_t branch = 0;

	begin(topdown, counts[ARM_CYCLES] * (width ?: 1));
	if (!topdown->slots ||
	    !(frontend | backend | (int64_t)counts[ARM_OP_SPEC]))
		return fail(ENODATA);
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
	set(topdown, PERFCNT_TOPDOWN_FRONTEND_BOUND, frontend);
	set(topdown, PERFCNT_TOPDOWN_BACKEND_BOUND, backend);
	if (counts[ARM_OP_SPEC])
		divide_rest(topdown, topdown->slots - stalls, counts, branch);
	return perfcnt_topdown_derive(topdown);
}

int perfcnt_topdown_of_arm_memory(const uint64_t *counts, unsigned int width,
				  struct perfcnt_topdown *topdown)
{
	const uint64_t cycles =
		counts[width ? ARM_STALL_CYCLES : ARM_STALL_BACKEND];
	const double share = (double)counts[ARM_STALL_MEMORY] / (cycles ?: 1);
	const int64_t backend = topdown->part[PERFCNT_TOPDOWN_BACKEND_BOUND];

	if (!cycles && backend)
		return 0; /* an event that counts nothing says nothing */
	topdown->level = 2;
	set(topdown, PERFCNT_TOPDOWN_MEMORY_BOUND, 0);
	topdown->part[PERFCNT_TOPDOWN_MEMORY_BOUND] =
		backend * (share < 1 ? share : 1) + 0.5;
	return perfcnt_topdown_derive(topdown);
}
