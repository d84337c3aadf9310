// SPDX-License-Identifier: LGPL-2.1-or-later
/* Where slots go, by the registers of Intel's cores: arithmetic alone. */
#include "handle.h"

#define FIELD_BITS	8
#define LEVEL_1_FIELDS	4
#define SLOTS_MASK	((UINT64_C(1) << 48) - 1)	/* as wide as the counter */

static int fail(int error)
{
	errno = error;
	return -1;
}

PERFCNT_API void perfcnt_topdown_decode(uint64_t metrics,
					uint8_t fields[PERFCNT_TOPDOWN_FIELDS])
{
	unsigned int i;

	for (i = 0; i < PERFCNT_TOPDOWN_FIELDS; i++)
		fields[i] = metrics >> FIELD_BITS * i & PERFCNT_TOPDOWN_SCALE;
}

/*
 * All in 64 bits: a field times slots has 56 at most.  What wraps is right modulo
 * 2^64, and the difference has a sign.
 */
PERFCNT_API int
perfcnt_topdown_delta(const struct perfcnt_topdown_reading *before,
		      const struct perfcnt_topdown_reading *after,
		      unsigned int level, struct perfcnt_topdown *topdown)
{
	const unsigned int fields = level < 2 ? LEVEL_1_FIELDS :
						PERFCNT_TOPDOWN_FIELDS;
	uint8_t first[PERFCNT_TOPDOWN_FIELDS], last[PERFCNT_TOPDOWN_FIELDS];
	const uint64_t slots = (after->slots - before->slots) & SLOTS_MASK;
	const uint64_t end = before->slots + slots;
	unsigned int i;

	if (level < 1 || level > 2 || topdown->size != sizeof(*topdown))
		return fail(EINVAL);
	perfcnt_topdown_decode(before->metrics, first);
	perfcnt_topdown_decode(after->metrics, last);
	topdown->level = level;
	topdown->method = PERFCNT_TOPDOWN_METRICS;
	topdown->flags = 0;
	topdown->slots = slots;
	topdown->valid = (1u << fields) - 1;
	topdown->running = 1;
	topdown->sum = 0;
	for (i = 0; i < LEVEL_1_FIELDS; i++)
		topdown->sum += last[i];
	if (!slots || !after->metrics)
		return fail(ENODATA);
	for (i = 0; i < fields; i++)
		topdown->part[i] = last[i] * end - first[i] * before->slots;
	topdown->resolution = ((double)before->slots + end) /
			      ((double)PERFCNT_TOPDOWN_SCALE * slots);
	return perfcnt_topdown_derive(topdown);
}

/* What level 2 leaves of a part of level 1. */
static const struct {
	unsigned int part, of, without;
} rests[] = {
	{ PERFCNT_TOPDOWN_LIGHT_OPERATIONS, PERFCNT_TOPDOWN_RETIRING,
	  PERFCNT_TOPDOWN_HEAVY_OPERATIONS },
	{ PERFCNT_TOPDOWN_MACHINE_CLEARS, PERFCNT_TOPDOWN_BAD_SPECULATION,
	  PERFCNT_TOPDOWN_BRANCH_MISPREDICTS },
	{ PERFCNT_TOPDOWN_FETCH_BANDWIDTH, PERFCNT_TOPDOWN_FRONTEND_BOUND,
	  PERFCNT_TOPDOWN_FETCH_LATENCY },
	{ PERFCNT_TOPDOWN_CORE_BOUND, PERFCNT_TOPDOWN_BACKEND_BOUND,
	  PERFCNT_TOPDOWN_MEMORY_BOUND },
};

PERFCNT_API int perfcnt_topdown_derive(struct perfcnt_topdown *topdown)
{
	const double all = (double)PERFCNT_TOPDOWN_SCALE * topdown->slots;
	unsigned int i;

	if (topdown->size != sizeof(*topdown))
		return fail(EINVAL);
	if (!topdown->slots)
		return fail(ENODATA);
	for (i = 0; i < sizeof(rests) / sizeof(*rests); i++) {
		const uint32_t both = 1u << rests[i].of | 1u << rests[i].without;

		if ((topdown->valid & both) != both)
			continue;
		topdown->part[rests[i].part] = topdown->part[rests[i].of] -
					       topdown->part[rests[i].without];
		topdown->valid |= 1u << rests[i].part;
	}
	for (i = 0; i < PERFCNT_TOPDOWN_PARTS; i++)
		topdown->ratio[i] = topdown->valid & 1u << i ?
				    topdown->part[i] / all : 0;
	return 0;
}
