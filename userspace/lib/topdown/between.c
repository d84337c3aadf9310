// SPDX-License-Identifier: LGPL-2.1-or-later
/* Where slots went between two readings: arithmetic alone, which needs no object. */
#include <stdbool.h>

#include "counts.h"
#include "handle.h"

#define LEVEL_1_FIELDS	4
#define FIELDS		8	/* of PERF_METRICS */
#define FIELD_BITS	8
#define FIELD_MASK	0xff
#define SCALE		255	/* a field of this much is all slots */
#define SLOTS_MASK	((UINT64_C(1) << 48) - 1)	/* as wide as the counter */

/* More than any core has: 8 in a cycle, at 8 GHz. */
#define MOST_PER_NS	64

/* Above this shares say nothing: there were too few slots for so long after a reset. */
#define MOST_RESOLUTION	0.5

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

#define RESTS	(sizeof(rests) / sizeof(*rests))

static unsigned int fields_of(const struct perfcnt_topdown_reading *reading)
{
	return reading->level < 2 ? LEVEL_1_FIELDS : FIELDS;
}

static unsigned int values_of(const struct perfcnt_topdown_reading *reading)
{
	switch (reading->method) {
	case PERFCNT_TOPDOWN_METRICS:
		return reading->flags & PERFCNT_TOPDOWN_IS_REGISTERS ?
		       PERFCNT_TOPDOWN_RAW_METRICS + 1 : 1 + fields_of(reading);
	case PERFCNT_TOPDOWN_EVENTS:
		return INTEL_COUNTS;
	case PERFCNT_TOPDOWN_ARM:
		return ARM_COUNTS;
	}
	return 0;
}

/* A program of a later release has a larger struct. */
static int take(struct perfcnt_topdown_reading *to, const struct perfcnt_topdown_reading *from)
{
	if (from->size < sizeof(*to))
		return perfcnt_refuse_call(EINVAL, "a reading's size is %u, less than %zu",
					   from->size, sizeof(*to));
	*to = *from;
	if (to->level < 1 || to->level > 2)
		return perfcnt_refuse_call(EINVAL, "a reading's level is %u: it is 1 or 2",
					   to->level);
	if (!values_of(to))
		return perfcnt_refuse_call(EINVAL, "a reading's method is %u: there is none such",
					   to->method);
	if (to->values != values_of(to))
		return perfcnt_refuse_call(EINVAL, "a reading has %u values: it is to have %u",
					   to->values, values_of(to));
	return 0;
}

static bool are_alike(const struct perfcnt_topdown_reading *one,
		      const struct perfcnt_topdown_reading *other)
{
	return one->method == other->method && one->level == other->level &&
	       one->flags == other->flags && one->width == other->width &&
	       one->core == other->core;
}

/* What counts events goes on from one reading to the next; SLOTS can pass its end. */
static int check_order(const struct perfcnt_topdown_reading *before,
		       const struct perfcnt_topdown_reading *after)
{
	if (!are_alike(before, after))
		return perfcnt_refuse_call(EINVAL, "the readings are of different objects");
	if (before->since != after->since)
		return perfcnt_refuse_call(EINVAL,
					   "the readings are of different objects, or the object was reset between them");
	if (!(after->flags & PERFCNT_TOPDOWN_IS_REGISTERS) &&
	    (after->raw[0] < before->raw[0] || after->enabled_ns < before->enabled_ns))
		return perfcnt_refuse_call(EINVAL, "the second reading was made before the first");
	return 0;
}

static bool is_known(const struct perfcnt_topdown_shares *shares, unsigned int part)
{
	return shares->valid & 1u << part;
}

/* What level 2 leaves, and all ratios. */
static void derive(struct perfcnt_topdown_shares *shares)
{
	struct perfcnt_topdown_share *share = shares->share;
	unsigned int i;

	for (i = 0; i < RESTS; i++) {
		if (!is_known(shares, rests[i].of) || !is_known(shares, rests[i].without))
			continue;
		share[rests[i].part].slots = share[rests[i].of].slots -
					     share[rests[i].without].slots;
		shares->valid |= 1u << rests[i].part;
	}
	for (i = 0; i < PERFCNT_TOPDOWN_SHARES; i++)
		share[i].ratio = shares->slots ? share[i].slots / (double)shares->slots : 0;
}

static int64_t nearest(int64_t part)
{
	return (part + (part < 0 ? -SCALE / 2 : SCALE / 2)) / SCALE;
}

static uint64_t field(const struct perfcnt_topdown_reading *reading, unsigned int number)
{
	return reading->raw[PERFCNT_TOPDOWN_RAW_METRICS] >> FIELD_BITS * number & FIELD_MASK;
}

/*
 * All in 64 bits: a field times slots has 56 at most.  What wraps is right modulo
 * 2^64, and the difference has a sign.  Ratios are of what was not rounded to slots.
 */
static int by_registers(const struct perfcnt_topdown_reading *before,
			const struct perfcnt_topdown_reading *after,
			struct perfcnt_topdown_shares *shares)
{
	const uint64_t first = before->raw[PERFCNT_TOPDOWN_RAW_SLOTS];
	const uint64_t slots = (after->raw[PERFCNT_TOPDOWN_RAW_SLOTS] - first) & SLOTS_MASK;
	const uint64_t last = first + slots;
	const double all = (double)SCALE * slots;
	int64_t part[PERFCNT_TOPDOWN_SHARES] = { 0 };
	unsigned int i;

	shares->slots = slots;
	for (i = 0; i < LEVEL_1_FIELDS; i++)
		shares->sum += field(after, i);
	if (!slots || !after->raw[PERFCNT_TOPDOWN_RAW_METRICS])
		return 0;
	for (i = 0; i < fields_of(after); i++) {
		part[i] = field(after, i) * last - field(before, i) * first;
		shares->share[i].slots = nearest(part[i]);
		shares->valid |= 1u << i;
	}
	derive(shares);
	for (i = 0; i < RESTS; i++)
		part[rests[i].part] = part[rests[i].of] - part[rests[i].without];
	for (i = 0; i < PERFCNT_TOPDOWN_SHARES; i++)
		shares->share[i].ratio = is_known(shares, i) ? part[i] / all : 0;
	shares->resolution = ((double)first + last) / all;
	if (shares->resolution > MOST_RESOLUTION)
		return perfcnt_refuse_call(ERANGE,
					   "too few slots so long after a reset: ratios can be wrong by %g",
					   shares->resolution);
	return 0;
}

/* What the kernel counts of a field is slots already, rounded down at each reading. */
static void by_metrics(const uint64_t *counts, unsigned int fields,
		       struct perfcnt_topdown_shares *shares)
{
	uint64_t first = 0;
	unsigned int i;

	shares->slots = counts[0];
	shares->resolution = 1.0 / SCALE;
	for (i = 0; i < fields; i++) {
		shares->share[i].slots = counts[1 + i];
		if (i < LEVEL_1_FIELDS)
			first += counts[1 + i];
	}
	if (shares->slots)
		shares->sum = SCALE * ((double)first / shares->slots) + 0.5;
	if (first)
		shares->valid = (1u << fields) - 1;
}

static int by_counts(const struct perfcnt_topdown_reading *before,
		     const struct perfcnt_topdown_reading *after,
		     struct perfcnt_topdown_shares *shares)
{
	uint64_t counts[PERFCNT_TOPDOWN_RAW] = { 0 };
	unsigned int i;

	for (i = 0; i < after->values; i++)
		counts[i] = after->raw[i] - before->raw[i];
	if (after->method == PERFCNT_TOPDOWN_METRICS)
		by_metrics(counts, fields_of(after), shares);
	else if (after->method == PERFCNT_TOPDOWN_EVENTS)
		perfcnt_topdown_of_intel(counts, shares);
	else
		perfcnt_topdown_of_arm(counts, after, shares);
	derive(shares);
	return 0;
}

/* It takes hours to pass 2^48: something has set the registers to 0, as a reset does. */
static bool is_too_fast(const struct perfcnt_topdown_reading *first,
			const struct perfcnt_topdown_reading *last)
{
	const uint64_t before = first->raw[PERFCNT_TOPDOWN_RAW_SLOTS];
	const uint64_t after = last->raw[PERFCNT_TOPDOWN_RAW_SLOTS];

	return last->flags & PERFCNT_TOPDOWN_IS_REGISTERS && after < before &&
	       last->running_ns &&
	       ((after - before) & SLOTS_MASK) / MOST_PER_NS > last->running_ns - first->running_ns;
}

/* A program of another release has another size of a struct; the shares are its end. */
PERFCNT_API int perfcnt_topdown_between(const struct perfcnt_topdown_reading *before,
					const struct perfcnt_topdown_reading *after,
					struct perfcnt_topdown_shares *shares)
{
	struct perfcnt_topdown_reading first = { 0 }, last = { 0 };
	struct perfcnt_topdown_shares made = { 0 };
	int64_t enabled;
	int result, error;

	perfcnt_forget_words();
	if (take(&last, after) ||
	    (before && (take(&first, before) || check_order(&first, &last))))
		return -1;
	if (is_too_fast(&first, &last))
		return perfcnt_refuse_call(EAGAIN,
					   "the registers were set to 0 between the readings");
	enabled = last.enabled_ns - first.enabled_ns;
	made.level = last.level;
	made.method = last.method;
	made.flags = last.flags;
	made.running = enabled > 0 ? (double)(last.running_ns - first.running_ns) / enabled : 1;
	result = last.flags & PERFCNT_TOPDOWN_IS_REGISTERS ? by_registers(&first, &last, &made) :
							     by_counts(&first, &last, &made);
	error = errno;
	if (perfcnt_handle_give(shares, &made, sizeof(made), sizeof(made)))
		return -1;
	if (!made.slots)
		return perfcnt_refuse_call(ENODATA, "there were no slots");
	if (!made.valid)
		return perfcnt_refuse_call(ENODATA, "nothing was counted but all slots");
	errno = error;
	return result;
}
