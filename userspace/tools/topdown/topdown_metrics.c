// SPDX-License-Identifier: GPL-2.0
/* From the library's parts to those of a report. */
#include <inttypes.h>

#include "topdown.h"

/* Outside of these the fields of level 1 are not all slots, which are so many. */
#define SCALE		255
#define LEAST_SUM	251
#define MOST_SUM	259

#define LEVEL_1		0xf

/* Of exact counts one in this many slots may be missing unsaid. */
#define MOST_AWAY	200

/* A share that can be wrong by more is marked. */
#define COARSE		0.05

/* The share of the time that may be lost unsaid. */
#define LEAST_AWAY	0.001

static const struct topdown_words words[TOPDOWN_NODES] = {
	[TOPDOWN_RETIRING] = { "Retiring", NULL, NULL },
	[TOPDOWN_HEAVY] = { "Heavy operations", NULL, NULL },
	[TOPDOWN_LIGHT] = { "Light operations", NULL, NULL },
	[TOPDOWN_BAD] = { "Bad speculation",
		"what was executed had to be thrown away",
		"branches,branch-misses" },
	[TOPDOWN_MISPREDICTS] = { "Branch mispredicts",
		"branches are not predicted",
		"branches,branch-misses" },
	[TOPDOWN_CLEARS] = { "Machine clears",
		"the pipeline was emptied, and not because of a branch",
		"branches,branch-misses" },
	[TOPDOWN_FRONTEND] = { "Frontend bound",
		"there are no instructions to execute",
		"icache-misses,itlb-misses" },
	[TOPDOWN_LATENCY] = { "Fetch latency",
		"instructions do not come at all for some time",
		"icache-misses,itlb-misses" },
	[TOPDOWN_BANDWIDTH] = { "Fetch bandwidth",
		"too few instructions come in each cycle",
		"cycles,instructions" },
	[TOPDOWN_BACKEND] = { "Backend bound",
		"instructions wait to be executed",
		"dcache-accesses,dcache-misses,dtlb-misses" },
	[TOPDOWN_MEMORY] = { "Memory bound",
		"instructions wait for data",
		"dcache-accesses,dcache-misses,dtlb-misses" },
	[TOPDOWN_CORE] = { "Core bound",
		"instructions wait for results, or for a unit that is busy",
		"cycles,instructions" },
};

static const struct topdown_method methods[] = {
	[PERFCNT_TOPDOWN_METRICS] = { "metrics", "slots", words },
	[PERFCNT_TOPDOWN_EVENTS] = { "events", "slots", words },
	[PERFCNT_TOPDOWN_ARM] = { "arm", "slots", words },
};

static const struct topdown_method arm_cycles = { "arm", "cycles", words };

/* The library's number of each part. */
static const unsigned int numbers[TOPDOWN_NODES] = {
	[TOPDOWN_RETIRING] = PERFCNT_TOPDOWN_RETIRING,
	[TOPDOWN_HEAVY] = PERFCNT_TOPDOWN_HEAVY_OPERATIONS,
	[TOPDOWN_LIGHT] = PERFCNT_TOPDOWN_LIGHT_OPERATIONS,
	[TOPDOWN_BAD] = PERFCNT_TOPDOWN_BAD_SPECULATION,
	[TOPDOWN_MISPREDICTS] = PERFCNT_TOPDOWN_BRANCH_MISPREDICTS,
	[TOPDOWN_CLEARS] = PERFCNT_TOPDOWN_MACHINE_CLEARS,
	[TOPDOWN_FRONTEND] = PERFCNT_TOPDOWN_FRONTEND_BOUND,
	[TOPDOWN_LATENCY] = PERFCNT_TOPDOWN_FETCH_LATENCY,
	[TOPDOWN_BANDWIDTH] = PERFCNT_TOPDOWN_FETCH_BANDWIDTH,
	[TOPDOWN_BACKEND] = PERFCNT_TOPDOWN_BACKEND_BOUND,
	[TOPDOWN_MEMORY] = PERFCNT_TOPDOWN_MEMORY_BOUND,
	[TOPDOWN_CORE] = PERFCNT_TOPDOWN_CORE_BOUND,
};

static bool has_level_1(const struct perfcnt_topdown_shares *found)
{
	return (found->valid & LEVEL_1) == LEVEL_1;
}

static int64_t sum_of_level_1(const struct perfcnt_topdown_shares *found)
{
	unsigned int i;
	int64_t sum = 0;

	for (i = PERFCNT_TOPDOWN_RETIRING; i <= PERFCNT_TOPDOWN_BACKEND_BOUND; i++)
		sum += found->share[i].slots;
	return sum;
}

static void note_share(struct topdown *topdown, const char *what, int64_t part,
		       uint64_t slots)
{
	const uint64_t share = topdown_hundredths(part < 0 ? 0 : part, slots);

	topdown_note(topdown, "%s %" PRIu64 ".%02" PRIu64 "%%", what, share / 100,
		     share % 100);
}

/*
 * What the fields of level 1 add up to, if they keep their word: about 255.  Events say
 * it to the slot, if they do; but for operations that were never begun they are all.
 */
static void check_sum(const struct perfcnt_topdown_shares *found, struct topdown *topdown)
{
	const int64_t slots = found->slots;
	int64_t sum = sum_of_level_1(found);

	if (found->method == PERFCNT_TOPDOWN_METRICS) {
		sum = (sum * SCALE + slots / 2) / slots;
		if (sum < LEAST_SUM || sum > MOST_SUM)
			topdown_note(topdown, "level 1 adds up to %" PRId64 "/%d",
				     sum, SCALE);
		return;
	}
	if (has_level_1(found) && (sum < slots - slots / MOST_AWAY ||
				   sum > slots + slots / MOST_AWAY))
		note_share(topdown, "level 1 adds up to", sum, slots);
}

/* What the events of this core cannot say. */
static void note_flags(const struct perfcnt_topdown_shares *found, struct topdown *topdown)
{
	const int64_t rest = (int64_t)found->slots - sum_of_level_1(found);

	if (found->flags & PERFCNT_TOPDOWN_IS_CYCLES)
		topdown_note(topdown,
			     "shares of cycles: a stalled cycle does not say how many slots it lost");
	if (found->flags & PERFCNT_TOPDOWN_IS_PLAIN)
		topdown_note(topdown,
			     "not corrected: it is not known what this core's events count otherwise");
	if (found->flags & PERFCNT_TOPDOWN_IS_SHARED)
		topdown_note(topdown,
			     "a thread of a core has half of the slots that both had");
	if (!has_level_1(found))
		note_share(topdown, "Retiring and Bad speculation together:", rest,
			   found->slots);
}

/* All slots as those of the four parts. */
static uint64_t normalized(const struct perfcnt_topdown_shares *found)
{
	const int64_t sum = sum_of_level_1(found);

	return sum > 0 ? sum : 0;
}

static void set_value(struct topdown_value *value, int64_t part, double resolution)
{
	value->known = true;
	value->part = part < 0 ? 0 : part;
	value->cut = part < 0 ? part : 0;
	value->marks = (part < 0 ? TOPDOWN_CUT : 0) |
		       (resolution > COARSE ? TOPDOWN_COARSE : 0);
}

const struct topdown_method *
topdown_metrics_method(const struct perfcnt_topdown_shares *found)
{
	return found->flags & PERFCNT_TOPDOWN_IS_CYCLES ? &arm_cycles :
							  &methods[found->method];
}

void topdown_metrics(const struct perfcnt_topdown_shares *found,
		     const struct measurement *measurement, uint32_t modes,
		     unsigned int level, bool normalize, struct topdown *topdown)
{
	enum topdown_node node;

	*topdown = (struct topdown){
		.method = topdown_metrics_method(found),
		.level = level < found->level ? level : found->level,
		.modes = modes,
		.measurement = measurement,
		.resolution = found->resolution,
		.slots = normalize ? normalized(found) : found->slots,
		.bottleneck = TOPDOWN_NODES,
	};
	if (level > found->level)
		topdown_note(topdown, "this core has no level 2");
	if (!found->slots) {
		topdown_note(topdown, "no %s were counted", topdown->method->unit);
		topdown->slots = 0;
		return;
	}
	if (!sum_of_level_1(found)) {
		topdown_note(topdown, "no part of them was counted");
		return;
	}
	check_sum(found, topdown);
	note_flags(found, topdown);
	if (found->running < 1 - LEAST_AWAY)
		topdown_note(topdown,
			     "counted for %.1f%% of the time: others count slots, too",
			     100 * found->running);
	for (node = 0; node < TOPDOWN_NODES; node++)
		if (found->valid & 1u << numbers[node])
			set_value(&topdown->values[node],
				  found->share[numbers[node]].slots, found->resolution);
}
