// SPDX-License-Identifier: GPL-2.0
/*
 * The library's arithmetic beside the formulas of the kernel's own
 * tools/perf/Documentation/topdown.txt, as that prints them; where it is wrong, "mended"
 * says so.
 */
#include <stdio.h>
#include <string.h>

#include <perfcnt.h>

#include "topdown/topdown.h"
#include "unit.h"

#define GET_METRIC(m, i)	(((m) >> ((i) * 8)) & 0xff)

/* L1 Topdown metric events */
#define TOPDOWN_RETIRING(val)	((float)GET_METRIC(val, 0) / 0xff)
#define TOPDOWN_BAD_SPEC(val)	((float)GET_METRIC(val, 1) / 0xff)
#define TOPDOWN_FE_BOUND(val)	((float)GET_METRIC(val, 2) / 0xff)
#define TOPDOWN_BE_BOUND(val)	((float)GET_METRIC(val, 3) / 0xff)

/*
 * L2 Topdown metric events.
 * Available on Sapphire Rapids and later platforms.
 */
#define TOPDOWN_HEAVY_OPS(val)		((float)GET_METRIC(val, 4) / 0xff)
#define TOPDOWN_BR_MISPREDICT(val)	((float)GET_METRIC(val, 5) / 0xff)
#define TOPDOWN_FETCH_LAT(val)		((float)GET_METRIC(val, 6) / 0xff)
#define TOPDOWN_MEM_BOUND(val)		((float)GET_METRIC(val, 7) / 0xff)

/* The document does not divide by what a field is of. */
static float mended(float ratio)
{
	return ratio / 0xff;
}

#define TEXT_SIZE	512

/**
 * struct printed - what the document's program prints
 * @level_1: its first line
 * @level_2: its second one
 * @ratios: the same numbers
 */
struct printed {
	char level_1[TEXT_SIZE];
	char level_2[TEXT_SIZE];
	float ratios[PERFCNT_TOPDOWN_SHARES];
};

#define LEVEL_1 \
	"Retiring %.2f%% Bad Speculation %.2f%% FE Bound %.2f%% BE Bound %.2f%%\n"
#define LEVEL_2 \
	"Heavy Operations %.2f%% Light Operations %.2f%% " \
	"Branch Mispredict %.2f%% Machine Clears %.2f%% " \
	"Fetch Latency %.2f%% Fetch Bandwidth %.2f%% " \
	"Mem Bound %.2f%% Core Bound %.2f%%\n"

static void document_program(uint64_t slots_a, uint64_t metric_a, uint64_t slots_b,
			     uint64_t metric_b, struct printed *printed)
{
	int64_t retiring_slots_a, bad_spec_slots_a, fe_bound_slots_a;
	int64_t be_bound_slots_a, heavy_ops_slots_a, br_mispredict_slots_a;
	int64_t fetch_lat_slots_a, mem_bound_slots_a;
	int64_t retiring_slots, bad_spec_slots, fe_bound_slots, be_bound_slots;
	int64_t heavy_ops_slots, br_mispredict_slots, fetch_lat_slots;
	int64_t mem_bound_slots;
	uint64_t slots_delta;
	float retiring_ratio, bad_spec_ratio, fe_bound_ratio, be_bound_ratio;
	float heavy_ops_ratio, light_ops_ratio, br_mispredict_ratio;
	float machine_clears_ratio, fetch_lat_ratio, fetch_bw_ratio;
	float mem_bound_ratio, core_bound_ratio;

	/* compute scaled metrics for measurement a */
	retiring_slots_a = GET_METRIC(metric_a, 0) * slots_a;
	bad_spec_slots_a = GET_METRIC(metric_a, 1) * slots_a;
	fe_bound_slots_a = GET_METRIC(metric_a, 2) * slots_a;
	be_bound_slots_a = GET_METRIC(metric_a, 3) * slots_a;

	/* compute delta scaled metrics between b and a */
	retiring_slots = GET_METRIC(metric_b, 0) * slots_b - retiring_slots_a;
	bad_spec_slots = GET_METRIC(metric_b, 1) * slots_b - bad_spec_slots_a;
	fe_bound_slots = GET_METRIC(metric_b, 2) * slots_b - fe_bound_slots_a;
	be_bound_slots = GET_METRIC(metric_b, 3) * slots_b - be_bound_slots_a;

	slots_delta = slots_b - slots_a;
	retiring_ratio = mended((float)retiring_slots / slots_delta);
	bad_spec_ratio = mended((float)bad_spec_slots / slots_delta);
	fe_bound_ratio = mended((float)fe_bound_slots / slots_delta);
	be_bound_ratio = mended((float)be_bound_slots / slots_delta); /* slota_delta */

	snprintf(printed->level_1, TEXT_SIZE, LEVEL_1,
		 retiring_ratio * 100.,
		 bad_spec_ratio * 100.,
		 fe_bound_ratio * 100.,
		 be_bound_ratio * 100.);

	/* compute scaled metrics for measurement a */
	heavy_ops_slots_a = GET_METRIC(metric_a, 4) * slots_a;
	br_mispredict_slots_a = GET_METRIC(metric_a, 5) * slots_a;
	fetch_lat_slots_a = GET_METRIC(metric_a, 6) * slots_a;
	mem_bound_slots_a = GET_METRIC(metric_a, 7) * slots_a;

	/* compute delta scaled metrics between b and a */
	heavy_ops_slots = GET_METRIC(metric_b, 4) * slots_b - heavy_ops_slots_a;
	br_mispredict_slots = GET_METRIC(metric_b, 5) * slots_b - br_mispredict_slots_a;
	fetch_lat_slots = GET_METRIC(metric_b, 6) * slots_b - fetch_lat_slots_a;
	mem_bound_slots = GET_METRIC(metric_b, 7) * slots_b - mem_bound_slots_a;

	slots_delta = slots_b - slots_a;
	heavy_ops_ratio = mended((float)heavy_ops_slots / slots_delta);
	light_ops_ratio = retiring_ratio - heavy_ops_ratio;

	br_mispredict_ratio = mended((float)br_mispredict_slots / slots_delta);
	machine_clears_ratio = bad_spec_ratio - br_mispredict_ratio;

	fetch_lat_ratio = mended((float)fetch_lat_slots / slots_delta);
	fetch_bw_ratio = fe_bound_ratio - fetch_lat_ratio;

	mem_bound_ratio = mended((float)mem_bound_slots / slots_delta); /* slota_delta */
	core_bound_ratio = be_bound_ratio - mem_bound_ratio;

	snprintf(printed->level_2, TEXT_SIZE, LEVEL_2,
		 heavy_ops_ratio * 100.,
		 light_ops_ratio * 100.,
		 br_mispredict_ratio * 100.,
		 machine_clears_ratio * 100.,
		 fetch_lat_ratio * 100.,
		 fetch_bw_ratio * 100.,
		 mem_bound_ratio * 100.,
		 core_bound_ratio * 100.);

	printed->ratios[PERFCNT_TOPDOWN_RETIRING] = retiring_ratio;
	printed->ratios[PERFCNT_TOPDOWN_BAD_SPECULATION] = bad_spec_ratio;
	printed->ratios[PERFCNT_TOPDOWN_FRONTEND_BOUND] = fe_bound_ratio;
	printed->ratios[PERFCNT_TOPDOWN_BACKEND_BOUND] = be_bound_ratio;
	printed->ratios[PERFCNT_TOPDOWN_HEAVY_OPERATIONS] = heavy_ops_ratio;
	printed->ratios[PERFCNT_TOPDOWN_LIGHT_OPERATIONS] = light_ops_ratio;
	printed->ratios[PERFCNT_TOPDOWN_BRANCH_MISPREDICTS] = br_mispredict_ratio;
	printed->ratios[PERFCNT_TOPDOWN_MACHINE_CLEARS] = machine_clears_ratio;
	printed->ratios[PERFCNT_TOPDOWN_FETCH_LATENCY] = fetch_lat_ratio;
	printed->ratios[PERFCNT_TOPDOWN_FETCH_BANDWIDTH] = fetch_bw_ratio;
	printed->ratios[PERFCNT_TOPDOWN_MEMORY_BOUND] = mem_bound_ratio;
	printed->ratios[PERFCNT_TOPDOWN_CORE_BOUND] = core_bound_ratio;
}

static void library(uint64_t slots_a, uint64_t metric_a, uint64_t slots_b,
		    uint64_t metric_b, struct printed *printed,
		    struct perfcnt_topdown_shares *shares)
{
	const struct perfcnt_topdown_reading before = {
		.size = sizeof(before), .level = 2, .flags = PERFCNT_TOPDOWN_IS_REGISTERS,
		.values = 2, .raw = { slots_a, metric_a },
	};
	struct perfcnt_topdown_reading after = before;
	const struct perfcnt_topdown_share *share = shares->share;

	after.raw[PERFCNT_TOPDOWN_RAW_SLOTS] = slots_b;
	after.raw[PERFCNT_TOPDOWN_RAW_METRICS] = metric_b;
	memset(shares, 0, sizeof(*shares));
	shares->size = sizeof(*shares);
	perfcnt_topdown_between(&before, &after, shares);
	snprintf(printed->level_1, TEXT_SIZE, LEVEL_1,
		 share[PERFCNT_TOPDOWN_RETIRING].ratio * 100.,
		 share[PERFCNT_TOPDOWN_BAD_SPECULATION].ratio * 100.,
		 share[PERFCNT_TOPDOWN_FRONTEND_BOUND].ratio * 100.,
		 share[PERFCNT_TOPDOWN_BACKEND_BOUND].ratio * 100.);
	snprintf(printed->level_2, TEXT_SIZE, LEVEL_2,
		 share[PERFCNT_TOPDOWN_HEAVY_OPERATIONS].ratio * 100.,
		 share[PERFCNT_TOPDOWN_LIGHT_OPERATIONS].ratio * 100.,
		 share[PERFCNT_TOPDOWN_BRANCH_MISPREDICTS].ratio * 100.,
		 share[PERFCNT_TOPDOWN_MACHINE_CLEARS].ratio * 100.,
		 share[PERFCNT_TOPDOWN_FETCH_LATENCY].ratio * 100.,
		 share[PERFCNT_TOPDOWN_FETCH_BANDWIDTH].ratio * 100.,
		 share[PERFCNT_TOPDOWN_MEMORY_BOUND].ratio * 100.,
		 share[PERFCNT_TOPDOWN_CORE_BOUND].ratio * 100.);
}

#define A	0x2d1f141a4d331966	/* 102 25 51 77, 26 20 31 45 */
#define B	0x40100c204f201080	/* 128 16 32 79, 32 12 16 64 */

/* To the letter. */
TEST(prints_the_same)
{
	static const struct {
		uint64_t slots_a, a, slots_b, b;
		double shares[PERFCNT_TOPDOWN_SHARES]; /* in the document's order */
	} cases[] = {
		{ 1000000, A, 3000000, B,
		  { 55.29, 4.51, 8.82, 31.37, 13.73, 41.57, 3.14, 1.37, 3.33, 5.49,
		    28.82, 2.55 } },
		{ 0, 0, 3000000, B,
		  { 50.20, 6.27, 12.55, 30.98, 12.55, 37.65, 4.71, 1.57, 6.27, 6.27,
		    25.10, 5.88 } },
	};
	struct perfcnt_topdown_shares found;
	struct printed ours, theirs;
	char wanted[TEXT_SIZE];
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const double *share = cases[i].shares;

		document_program(cases[i].slots_a, cases[i].a, cases[i].slots_b,
				 cases[i].b, &theirs);
		library(cases[i].slots_a, cases[i].a, cases[i].slots_b, cases[i].b,
			&ours, &found);
		snprintf(wanted, TEXT_SIZE, LEVEL_1, share[0], share[1], share[2],
			 share[3]);
		EXPECT_STREQ(wanted, theirs.level_1);
		snprintf(wanted, TEXT_SIZE, LEVEL_2, share[4], share[5], share[6],
			 share[7], share[8], share[9], share[10], share[11]);
		EXPECT_STREQ(wanted, theirs.level_2);
		EXPECT_STREQ(theirs.level_1, ours.level_1);
		EXPECT_STREQ(theirs.level_2, ours.level_2);
	}
}

/* The macros of a single reading are the ratios since the registers were at 0. */
TEST(one_reading)
{
	static const float theirs[] = {
		TOPDOWN_RETIRING(A), TOPDOWN_BAD_SPEC(A), TOPDOWN_FE_BOUND(A),
		TOPDOWN_BE_BOUND(A), TOPDOWN_HEAVY_OPS(A),
		TOPDOWN_BR_MISPREDICT(A), TOPDOWN_FETCH_LAT(A),
		TOPDOWN_MEM_BOUND(A),
	};
	struct perfcnt_topdown_shares found;
	struct printed ours;
	unsigned int i;

	library(0, 0, 1000000, A, &ours, &found);
	for (i = 0; i < 8; i++)
		EXPECT_TRUE(theirs[i] == (float)found.share[i].ratio);
}

static uint64_t seed = 1;

/* Knuth's MMIX: its upper bits. */
static uint64_t next_random(void)
{
	seed = seed * 6364136223846793005 + 1442695040888963407;
	return seed >> 16;
}

/*
 * Any two readings, with negative parts and sums that are not 255 among them: their
 * numbers have the 24 bits of float.  Of the difference of two a float keeps what it
 * keeps of these.
 */
TEST(any_two_readings)
{
	struct perfcnt_topdown_shares found;
	struct printed ours, theirs;
	unsigned int i, part, negative = 0;

	for (i = 0; i < 10000; i++) {
		const uint64_t slots_a = next_random() % 1000000000;
		const uint64_t slots_b = slots_a + 1 + next_random() % 1000000000;
		const uint64_t a = next_random() << 32 ^ next_random();
		const uint64_t b = next_random() << 32 ^ next_random();

		document_program(slots_a, a, slots_b, b, &theirs);
		library(slots_a, a, slots_b, b, &ours, &found);
		for (part = 0; part < PERFCNT_TOPDOWN_SHARES; part++) {
			const double differ = theirs.ratios[part] -
					      found.share[part].ratio;
			const double most = (double)slots_b /
					    (slots_b - slots_a) / (1 << 21);

			EXPECT_GT(most, differ);
			EXPECT_LT(-most, differ);
			negative += found.share[part].ratio < 0;
		}
	}
	EXPECT_LT(1000, negative);
}

TEST_HARNESS_MAIN
