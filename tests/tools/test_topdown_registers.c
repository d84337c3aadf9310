// SPDX-License-Identifier: GPL-2.0
/*
 * The library's arithmetic for Intel's SLOTS and PERF_METRICS, beside figures that were
 * worked out exactly.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <perfcnt.h>

#include "topdown/topdown.h"
#include "unit.h"

#define A	0x2d1f141a4d331966	/* 102 25 51 77, 26 20 31 45 */
#define B	0x40100c204f201080	/* 128 16 32 79, 32 12 16 64 */

#define SLOTS_END	(UINT64_C(1) << 48)

/* In the order of the document. */
static const unsigned int shown[PERFCNT_TOPDOWN_PARTS] = {
	PERFCNT_TOPDOWN_RETIRING, PERFCNT_TOPDOWN_BAD_SPECULATION,
	PERFCNT_TOPDOWN_FRONTEND_BOUND, PERFCNT_TOPDOWN_BACKEND_BOUND,
	PERFCNT_TOPDOWN_HEAVY_OPERATIONS, PERFCNT_TOPDOWN_LIGHT_OPERATIONS,
	PERFCNT_TOPDOWN_BRANCH_MISPREDICTS, PERFCNT_TOPDOWN_MACHINE_CLEARS,
	PERFCNT_TOPDOWN_FETCH_LATENCY, PERFCNT_TOPDOWN_FETCH_BANDWIDTH,
	PERFCNT_TOPDOWN_MEMORY_BOUND, PERFCNT_TOPDOWN_CORE_BOUND,
};

static int delta(uint64_t slots_a, uint64_t a, uint64_t slots_b, uint64_t b,
		 unsigned int level, struct perfcnt_topdown *topdown)
{
	const struct perfcnt_topdown_reading before = { slots_a, a };
	const struct perfcnt_topdown_reading after = { slots_b, b };

	memset(topdown, 0x55, sizeof(*topdown));
	topdown->size = sizeof(*topdown);
	return perfcnt_topdown_delta(&before, &after, level, topdown);
}

/* Hundredths of a percent, by integers. */
static int64_t hundredths(const struct perfcnt_topdown *topdown,
			  unsigned int part)
{
	const int64_t value = topdown->part[part];
	const uint64_t all = PERFCNT_TOPDOWN_SCALE * topdown->slots;

	return value < 0 ? -(int64_t)topdown_hundredths(-value, all) :
			   (int64_t)topdown_hundredths(value, all);
}

static void expect_shares(struct __test_metadata *_metadata,
			  const struct perfcnt_topdown *topdown,
			  const int64_t *shares, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		/* to all 53 bits */
		EXPECT_TRUE(topdown->ratio[shown[i]] ==
			    (double)topdown->part[shown[i]] /
			    (255.0 * topdown->slots));
		EXPECT_EQ(shares[i], hundredths(topdown, shown[i]));
	}
}

static void expect_resolution(struct __test_metadata *_metadata,
			      const struct perfcnt_topdown *topdown,
			      const char *percent)
{
	char text[32];

	snprintf(text, sizeof(text), "%.2f", 100 * topdown->resolution);
	EXPECT_STREQ(percent, text);
}

TEST(decode)
{
	static const uint8_t wanted[8] = { 102, 25, 51, 77, 26, 20, 31, 45 };
	uint8_t fields[8];

	perfcnt_topdown_decode(A, fields);
	EXPECT_EQ(0, memcmp(wanted, fields, sizeof(fields)));
	perfcnt_topdown_decode(0xff00000000000001, fields);
	EXPECT_EQ(1, fields[PERFCNT_TOPDOWN_RETIRING]);
	EXPECT_EQ(255, fields[PERFCNT_TOPDOWN_MEMORY_BOUND]);
}

TEST(section)
{
	static const int64_t shares[] = {
		5529, 451, 882, 3137, 1373, 4157, 314, 137, 333, 549, 2882, 255,
	};
	static const int64_t parts[] = {
		282000000, 23000000, 45000000, 160000000,
		70000000, 16000000, 17000000, 147000000,
	};
	static const int64_t slots[] = { 1105882, 90196, 176470, 627450 };
	struct perfcnt_topdown topdown;
	unsigned int i;

	ASSERT_EQ(0, delta(1000000, A, 3000000, B, 2, &topdown));
	EXPECT_EQ(2000000, topdown.slots);
	EXPECT_EQ(255, topdown.sum);
	EXPECT_EQ(0xfff, topdown.valid);
	EXPECT_EQ(0, memcmp(parts, topdown.part, sizeof(parts)));
	for (i = 0; i < 4; i++)
		EXPECT_EQ(slots[i], topdown.part[i] / PERFCNT_TOPDOWN_SCALE);
	expect_shares(_metadata, &topdown, shares, 12);
	expect_resolution(_metadata, &topdown, "0.78");
}

TEST(from_a_reset)
{
	static const int64_t shares[] = {
		5020, 627, 1255, 3098, 1255, 3765, 471, 157, 627, 627, 2510, 588,
	};
	struct perfcnt_topdown topdown;

	ASSERT_EQ(0, delta(0, 0, 3000000, B, 2, &topdown));
	expect_shares(_metadata, &topdown, shares, 12);
	expect_resolution(_metadata, &topdown, "0.39");
	/* level 1 alone: nothing of level 2 is left of what was there before */
	ASSERT_EQ(0, delta(0, 0, 3000000, B, 1, &topdown));
	expect_shares(_metadata, &topdown, shares, 4);
	EXPECT_EQ(0xf, topdown.valid);
	EXPECT_EQ(0, topdown.ratio[PERFCNT_TOPDOWN_HEAVY_OPERATIONS]);
	EXPECT_EQ(0, topdown.ratio[PERFCNT_TOPDOWN_CORE_BOUND]);
}

TEST(wrap)
{
	static const int64_t shares[] = { 5020, 627, 1255, 3098 };
	static const int64_t parts[] = {
		192000000, 24000000, 48000000, 118500000,
	};
	struct perfcnt_topdown topdown;

	ASSERT_EQ(0, delta(SLOTS_END - 1000000, B, 500000, B, 2, &topdown));
	EXPECT_EQ(1500000, topdown.slots);
	EXPECT_EQ(0, memcmp(parts, topdown.part, sizeof(parts)));
	expect_shares(_metadata, &topdown, shares, 4);
	expect_resolution(_metadata, &topdown, "147176458.28");
	/* one unit moves from the first field to the second */
	ASSERT_EQ(0, delta(SLOTS_END - 1000000, B, 500000,
			   (B & ~UINT64_C(0xffff)) | 0x117f, 2, &topdown));
	EXPECT_EQ(-281474785210656, topdown.part[PERFCNT_TOPDOWN_RETIRING]);
	EXPECT_EQ(-7358817914, hundredths(&topdown, PERFCNT_TOPDOWN_RETIRING));
	EXPECT_EQ(7358823561,
		  hundredths(&topdown, PERFCNT_TOPDOWN_BAD_SPECULATION));
}

TEST(nothing)
{
	struct perfcnt_topdown topdown;

	EXPECT_EQ(-1, delta(5000, A, 5000, B, 2, &topdown));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(-1, delta(5000, A, 6000, 0, 2, &topdown));
	EXPECT_EQ(ENODATA, errno);
	ASSERT_EQ(0, delta(10, B, 5, B, 2, &topdown));
	EXPECT_EQ(281474976710651, topdown.slots);
	EXPECT_EQ(-1, delta(0, 0, 1, B, 3, &topdown));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, delta(0, 0, 1, B, 0, &topdown));
	EXPECT_EQ(EINVAL, errno);
	topdown.size--;
	EXPECT_EQ(-1, perfcnt_topdown_derive(&topdown));
	EXPECT_EQ(EINVAL, errno);
	topdown = (struct perfcnt_topdown){ .size = sizeof(topdown) };
	EXPECT_EQ(-1, perfcnt_topdown_derive(&topdown));
	EXPECT_EQ(ENODATA, errno);
}

/* Eight bits are little for a short section late in a long period. */
TEST(precision)
{
	struct perfcnt_topdown topdown;

	ASSERT_EQ(0, delta(100000000, B, 102000000, B, 2, &topdown));
	EXPECT_EQ(5020, hundredths(&topdown, PERFCNT_TOPDOWN_RETIRING));
	expect_resolution(_metadata, &topdown, "39.61");
	ASSERT_EQ(0, delta(100000000, B, 102000000, B - 1 + 0x100, 2, &topdown));
	EXPECT_EQ(3020, hundredths(&topdown, PERFCNT_TOPDOWN_RETIRING));
	EXPECT_EQ(2627, hundredths(&topdown, PERFCNT_TOPDOWN_BAD_SPECULATION));
	ASSERT_EQ(0, delta(0, 0, 2000000, B, 2, &topdown));
	expect_resolution(_metadata, &topdown, "0.39");
}

/* Nothing is made to fit. */
TEST(sum_that_is_not_all)
{
	static const int64_t shares[] = {
		3922, 784, 1961, 3137, 392, 3529, 784, 0, 980, 980, 3176, -39,
	};
	struct perfcnt_topdown topdown;

	ASSERT_EQ(0, delta(0, 0, 1000000, 0x5119140a50321464, 2, &topdown));
	EXPECT_EQ(250, topdown.sum);
	expect_shares(_metadata, &topdown, shares, 12);
}

TEST(negative)
{
	static const int64_t parts[] = { 1020000, -750000, 510000, 1770000 };
	static const int64_t shares[] = { 4000, -2941, 2000, 6941 };
	struct perfcnt_topdown topdown;

	/* 102 26 51 76, and 102 25 51 77 */
	ASSERT_EQ(0, delta(1000000, 0x4c331a66, 1010000, 0x4d331966, 1,
			   &topdown));
	EXPECT_EQ(0, memcmp(parts, topdown.part, sizeof(parts)));
	expect_shares(_metadata, &topdown, shares, 4);
	expect_resolution(_metadata, &topdown, "78.82");
}

TEST(rounding)
{
	static const int64_t shares[] = { 39, 78, 118, 9765 };
	struct perfcnt_topdown topdown;

	ASSERT_EQ(0, delta(0, 0, 255, 0xf9030201, 1, &topdown));
	expect_shares(_metadata, &topdown, shares, 4);
	ASSERT_EQ(0, delta(0, 0, 255, 0xff, 1, &topdown));
	EXPECT_EQ(10000, hundredths(&topdown, PERFCNT_TOPDOWN_RETIRING));
	ASSERT_EQ(0, delta(0, 0, 255, 51, 1, &topdown));
	EXPECT_EQ(2000, hundredths(&topdown, PERFCNT_TOPDOWN_RETIRING));
}

/* Parts and slots are added, not ratios. */
TEST(two_cpus)
{
	struct perfcnt_topdown topdown = {
		.size = sizeof(topdown),
		.slots = 1000000 + 3000000,
		.valid = 1u << PERFCNT_TOPDOWN_BACKEND_BOUND,
	};

	topdown.part[PERFCNT_TOPDOWN_BACKEND_BOUND] =
		PERFCNT_TOPDOWN_SCALE * (INT64_C(500000) + 300000);
	ASSERT_EQ(0, perfcnt_topdown_derive(&topdown));
	EXPECT_EQ(2000, hundredths(&topdown, PERFCNT_TOPDOWN_BACKEND_BOUND));
	EXPECT_EQ(1u << PERFCNT_TOPDOWN_BACKEND_BOUND, topdown.valid);
}

TEST_HARNESS_MAIN
