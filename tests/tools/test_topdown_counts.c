// SPDX-License-Identifier: GPL-2.0
/*
 * From events to where slots went, on Intel's older cores and on Arm's: the library's
 * arithmetic, and what pc_topdown says of it.  The machines here have no such cores.
 */
#include <errno.h>
#include <string.h>

#include "topdown/topdown.h"
#include "topdown/counts.h"
#include "unit.h"

#define NEOVERSE_V1	0x411fd401
#define NEOVERSE_N2	0x410fd490	/* r0p0 */
#define NEOVERSE_N2_P3	0x410fd493
#define NEOVERSE_V2	0x410fd4f1
#define CORTEX_A57	0x411fd070

static struct measurement measurement = { .title = (char *)"test", .runs = 1 };

static int of_arm(const uint64_t *counts, unsigned int width, uint32_t core,
		  unsigned int level, struct perfcnt_topdown_shares *found)
{
	struct perfcnt_topdown_reading reading = {
		.size = sizeof(reading), .method = PERFCNT_TOPDOWN_ARM, .level = level,
		.width = width, .core = core, .values = ARM_COUNTS,
	};

	memcpy(reading.raw, counts, ARM_COUNTS * sizeof(*counts));
	found->size = sizeof(*found);
	return perfcnt_topdown_between(NULL, &reading, found);
}

static int of_intel(const uint64_t *counts, struct perfcnt_topdown_shares *found)
{
	struct perfcnt_topdown_reading reading = {
		.size = sizeof(reading), .method = PERFCNT_TOPDOWN_EVENTS, .level = 1,
		.values = INTEL_COUNTS,
	};

	memcpy(reading.raw, counts, INTEL_COUNTS * sizeof(*counts));
	found->size = sizeof(*found);
	return perfcnt_topdown_between(NULL, &reading, found);
}

static int64_t hundredths(const struct perfcnt_topdown_shares *found, unsigned int part)
{
	const int64_t slots = found->share[part].slots;

	return slots < 0 ? -(int64_t)topdown_hundredths(-slots, found->slots) :
			   (int64_t)topdown_hundredths(slots, found->slots);
}

static void expect(struct __test_metadata *_metadata,
		   const struct perfcnt_topdown_shares *topdown, uint64_t retiring,
		   uint64_t bad, uint64_t frontend, uint64_t backend)
{
	EXPECT_EQ(retiring, hundredths(topdown, PERFCNT_TOPDOWN_RETIRING));
	EXPECT_EQ(bad, hundredths(topdown, PERFCNT_TOPDOWN_BAD_SPECULATION));
	EXPECT_EQ(frontend, hundredths(topdown, PERFCNT_TOPDOWN_FRONTEND_BOUND));
	EXPECT_EQ(backend, hundredths(topdown, PERFCNT_TOPDOWN_BACKEND_BOUND));
	EXPECT_EQ(1, topdown->level);
	EXPECT_EQ(0, topdown->resolution);
}

static void show(struct perfcnt_topdown_shares *found, unsigned int method, uint32_t flags,
		 struct topdown *topdown)
{
	found->method = method;
	found->flags = flags;
	topdown_metrics(found, &measurement, PERFCNT_CTL_U, 1, false, topdown);
	topdown_judge(topdown, &topdown_thresholds);
}

static const uint64_t arm[ARM_COUNTS] = {
	[ARM_CYCLES] = 1000000, [ARM_STALL_FRONTEND] = 1200000,
	[ARM_STALL_BACKEND] = 3200000, [ARM_STALL] = 4400000,
	[ARM_OP_RETIRED] = 3240000, [ARM_OP_SPEC] = 3600000,
	[ARM_MISPREDICTS] = 10000,
};

TEST(arm_slots)
{
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, of_arm(arm, 8, 0, 1, &found));
	EXPECT_EQ(8000000, found.slots);
	EXPECT_EQ(0xf, found.valid);
	expect(_metadata, &found, 4050, 450, 1500, 4000);
	show(&found, PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_PLAIN, &topdown);
	EXPECT_STREQ("arm", topdown.method->name);
	EXPECT_STREQ("slots", topdown.method->unit);
	EXPECT_FALSE(topdown.values[TOPDOWN_FRONTEND].over); /* 15 is not more */
	EXPECT_EQ(TOPDOWN_BACKEND, topdown.bottleneck);
	EXPECT_FALSE(topdown.values[TOPDOWN_MEMORY].known);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("not corrected: it is not known what this core's events count otherwise",
		     topdown.notes[0]);
	topdown_free(&topdown);
}

/* STALL_SLOT is not the sum of its two parts: nothing is made to fit. */
TEST(arm_sum)
{
	uint64_t counts[ARM_COUNTS];
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	memcpy(counts, arm, sizeof(counts));
	counts[ARM_STALL_FRONTEND] = 1250000;
	ASSERT_EQ(0, of_arm(counts, 8, 0, 1, &found));
	expect(_metadata, &found, 4050, 450, 1563, 4000);
	show(&found, PERFCNT_TOPDOWN_ARM, 0, &topdown);
	EXPECT_TRUE(topdown.values[TOPDOWN_FRONTEND].over);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("level 1 adds up to 100.63%", topdown.notes[0]);
	topdown_free(&topdown);
}

TEST(arm_without_operations)
{
	uint64_t counts[ARM_COUNTS];
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	memcpy(counts, arm, sizeof(counts));
	counts[ARM_OP_SPEC] = 0;
	ASSERT_EQ(0, of_arm(counts, 8, 0, 1, &found));
	EXPECT_EQ(1u << PERFCNT_TOPDOWN_FRONTEND_BOUND |
		  1u << PERFCNT_TOPDOWN_BACKEND_BOUND, found.valid);
	show(&found, PERFCNT_TOPDOWN_ARM, 0, &topdown);
	EXPECT_FALSE(topdown.values[TOPDOWN_RETIRING].known);
	EXPECT_FALSE(topdown.values[TOPDOWN_BAD].known);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("Retiring and Bad speculation together: 45.00%",
		     topdown.notes[0]);
	topdown_free(&topdown);
}

/* Mispredicts: 10000 of 4 cycles are 4 % of these. */
TEST(arm_corrected)
{
	struct perfcnt_topdown_shares found;
	uint64_t counts[ARM_COUNTS];

	ASSERT_EQ(0, of_arm(arm, 8, NEOVERSE_V1, 1, &found));
	expect(_metadata, &found, 4050, 850, 1100, 4000);
	ASSERT_EQ(0, of_arm(arm, 8, NEOVERSE_V2, 1, &found));
	expect(_metadata, &found, 4050, 850, 1400, 3700);
	ASSERT_EQ(0, of_arm(arm, 8, NEOVERSE_N2_P3, 1, &found));
	expect(_metadata, &found, 4050, 850, 1400, 3700);
	ASSERT_EQ(0, of_arm(arm, 8, CORTEX_A57, 1, &found));
	expect(_metadata, &found, 4050, 450, 1500, 4000);
	EXPECT_TRUE(perfcnt_topdown_core_is_known(NEOVERSE_N2));
	EXPECT_FALSE(perfcnt_topdown_core_is_known(CORTEX_A57));
	EXPECT_FALSE(perfcnt_topdown_core_is_known(0));
	/* the first ones count a slot of each cycle too much, in both */
	memcpy(counts, arm, sizeof(counts));
	counts[ARM_STALL_FRONTEND] += counts[ARM_CYCLES];
	counts[ARM_STALL] += counts[ARM_CYCLES];
	ASSERT_EQ(0, of_arm(counts, 8, NEOVERSE_N2, 1, &found));
	expect(_metadata, &found, 4050, 850, 1400, 3700);
}

/* Of cycles: what stalled is not told by slot. */
TEST(arm_cycles)
{
	static const uint64_t counts[ARM_COUNTS] = {
		[ARM_CYCLES] = 1000, [ARM_STALL_FRONTEND] = 100,
		[ARM_STALL_BACKEND] = 300, [ARM_OP_RETIRED] = 90,
		[ARM_OP_SPEC] = 120,
	};
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, of_arm(counts, 0, 0, 1, &found));
	EXPECT_EQ(1000, found.slots);
	expect(_metadata, &found, 4500, 1500, 1000, 3000);
	show(&found, PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_CYCLES, &topdown);
	EXPECT_STREQ("cycles", topdown.method->unit);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("shares of cycles: a stalled cycle does not say how many slots it lost",
		     topdown.notes[0]);
	topdown_free(&topdown);
}

static void expect_backend(struct __test_metadata *_metadata,
			   const struct perfcnt_topdown_shares *topdown, uint64_t memory,
			   uint64_t core)
{
	EXPECT_EQ(2, topdown->level);
	EXPECT_EQ(memory, hundredths(topdown, PERFCNT_TOPDOWN_MEMORY_BOUND));
	EXPECT_EQ(core, hundredths(topdown, PERFCNT_TOPDOWN_CORE_BOUND));
	EXPECT_EQ(0, topdown->valid & 1u << PERFCNT_TOPDOWN_FETCH_LATENCY);
	EXPECT_EQ(0, topdown->valid & 1u << PERFCNT_TOPDOWN_LIGHT_OPERATIONS);
}

/* Of 40 % backend bound: 300 of 400 cycles; without STALL_SLOT it is the sum. */
TEST(arm_memory)
{
	uint64_t counts[ARM_COUNTS];
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	memcpy(counts, arm, sizeof(counts));
	counts[ARM_STALL] = 0;
	counts[ARM_STALL_CYCLES] = 400;
	counts[ARM_STALL_MEMORY] = 300;
	ASSERT_EQ(0, of_arm(counts, 8, 0, 1, &found));
	expect(_metadata, &found, 4050, 450, 1500, 4000);
	ASSERT_EQ(0, of_arm(counts, 8, 0, 2, &found));
	expect_backend(_metadata, &found, 3000, 1000);
	found.method = PERFCNT_TOPDOWN_ARM;
	found.flags = PERFCNT_TOPDOWN_IS_PLAIN;
	topdown_metrics(&found, &measurement, PERFCNT_CTL_U, 2, false, &topdown);
	topdown_judge(&topdown, &topdown_thresholds);
	EXPECT_EQ(TOPDOWN_MEMORY, topdown.bottleneck);
	EXPECT_TRUE(topdown.values[TOPDOWN_CORE].known);
	EXPECT_FALSE(topdown.values[TOPDOWN_LATENCY].known);
	EXPECT_EQ(1, topdown.note_count);
	topdown_free(&topdown);
	/* more than there is of it, and nothing at all */
	counts[ARM_STALL_MEMORY] = 500;
	ASSERT_EQ(0, of_arm(counts, 8, 0, 2, &found));
	expect_backend(_metadata, &found, 4000, 0);
	counts[ARM_STALL_CYCLES] = 0;
	ASSERT_EQ(0, of_arm(counts, 8, 0, 2, &found));
	EXPECT_EQ(1, found.level);
	EXPECT_EQ(0, found.valid & 1u << PERFCNT_TOPDOWN_MEMORY_BOUND);
}

/* Of cycles: the backend's are those of the event itself. */
TEST(arm_memory_of_cycles)
{
	static const uint64_t counts[ARM_COUNTS] = {
		[ARM_CYCLES] = 1000, [ARM_STALL_FRONTEND] = 100,
		[ARM_STALL_BACKEND] = 300, [ARM_OP_RETIRED] = 90,
		[ARM_OP_SPEC] = 120, [ARM_STALL_MEMORY] = 100,
	};
	struct perfcnt_topdown_shares found;

	ASSERT_EQ(0, of_arm(counts, 0, 0, 2, &found));
	expect_backend(_metadata, &found, 1000, 2000);
}

/* A raw event that a PMU lacks counts 0, and that is no share. */
TEST(events_that_count_nothing)
{
	static const uint64_t arm_cycles[ARM_COUNTS] = { 1000 };
	static const uint64_t intel_slots[INTEL_COUNTS] = { 1000 };
	static const uint64_t none[ARM_COUNTS];
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	EXPECT_EQ(-1, of_arm(none, 8, 0, 1, &found));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(-1, of_arm(arm_cycles, 8, 0, 1, &found));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(0, found.valid);
	EXPECT_EQ(-1, of_intel(none, &found));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(-1, of_intel(intel_slots, &found));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(0, found.valid);
	show(&found, PERFCNT_TOPDOWN_EVENTS, 0, &topdown);
	EXPECT_FALSE(topdown.values[TOPDOWN_BACKEND].known);
	EXPECT_EQ(TOPDOWN_NODES, topdown.bottleneck);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("no part of them was counted", topdown.notes[0]);
	topdown_free(&topdown);
}

TEST(intel)
{
	static const uint64_t counts[INTEL_COUNTS] = {
		[INTEL_TOTAL] = 1000000, [INTEL_ISSUED] = 560000,
		[INTEL_RETIRED] = 500000, [INTEL_BUBBLES] = 120000,
		[INTEL_RECOVERY] = 40000,
	};
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, of_intel(counts, &found));
	EXPECT_EQ(0xf, found.valid);
	expect(_metadata, &found, 5000, 1000, 1200, 2800);
	show(&found, PERFCNT_TOPDOWN_EVENTS, PERFCNT_TOPDOWN_IS_SHARED, &topdown);
	EXPECT_STREQ("events", topdown.method->name);
	EXPECT_EQ(TOPDOWN_BACKEND, topdown.bottleneck);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("a thread of a core has half of the slots that both had",
		     topdown.notes[0]);
	topdown_free(&topdown);
}

/* More was lost than there was: it is taken for 0, and said. */
TEST(intel_negative)
{
	static const uint64_t counts[INTEL_COUNTS] = {
		[INTEL_TOTAL] = 1000, [INTEL_ISSUED] = 690,
		[INTEL_RETIRED] = 700, [INTEL_BUBBLES] = 400,
	};
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, of_intel(counts, &found));
	EXPECT_EQ(-90, found.share[PERFCNT_TOPDOWN_BACKEND_BOUND].slots);
	EXPECT_EQ(-0.09, found.share[PERFCNT_TOPDOWN_BACKEND_BOUND].ratio);
	show(&found, PERFCNT_TOPDOWN_EVENTS, 0, &topdown);
	EXPECT_EQ(0, topdown.values[TOPDOWN_BACKEND].part);
	EXPECT_EQ(-90, topdown.values[TOPDOWN_BACKEND].cut);
	EXPECT_EQ(TOPDOWN_CUT, topdown.values[TOPDOWN_BAD].marks);
	EXPECT_EQ(-10, topdown.values[TOPDOWN_BAD].cut);
	topdown_free(&topdown);
}

TEST_HARNESS_MAIN
