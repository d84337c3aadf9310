// SPDX-License-Identifier: GPL-2.0
/*
 * The library's arithmetic for Intel's SLOTS and PERF_METRICS, beside figures that were
 * worked out exactly.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <perfcnt.h>

#include "unit.h"

#define A	0x2d1f141a4d331966	/* 102 25 51 77, 26 20 31 45 */
#define B	0x40100c204f201080	/* 128 16 32 79, 32 12 16 64 */

#define SLOTS_END	(UINT64_C(1) << 48)

/* In the order of the document. */
static const unsigned int shown[PERFCNT_TOPDOWN_SHARES] = {
	PERFCNT_TOPDOWN_RETIRING, PERFCNT_TOPDOWN_BAD_SPECULATION,
	PERFCNT_TOPDOWN_FRONTEND_BOUND, PERFCNT_TOPDOWN_BACKEND_BOUND,
	PERFCNT_TOPDOWN_HEAVY_OPERATIONS, PERFCNT_TOPDOWN_LIGHT_OPERATIONS,
	PERFCNT_TOPDOWN_BRANCH_MISPREDICTS, PERFCNT_TOPDOWN_MACHINE_CLEARS,
	PERFCNT_TOPDOWN_FETCH_LATENCY, PERFCNT_TOPDOWN_FETCH_BANDWIDTH,
	PERFCNT_TOPDOWN_MEMORY_BOUND, PERFCNT_TOPDOWN_CORE_BOUND,
};

static struct perfcnt_topdown_reading registers(uint64_t slots, uint64_t metrics,
						unsigned int level)
{
	return (struct perfcnt_topdown_reading){
		.size = sizeof(struct perfcnt_topdown_reading),
		.method = PERFCNT_TOPDOWN_METRICS,
		.level = level,
		.flags = PERFCNT_TOPDOWN_IS_REGISTERS,
		.values = 2,
		.raw = { slots, metrics },
	};
}

static int between(uint64_t slots_a, uint64_t a, uint64_t slots_b, uint64_t b,
		   unsigned int level, struct perfcnt_topdown_shares *shares)
{
	const struct perfcnt_topdown_reading before = registers(slots_a, a, level);
	const struct perfcnt_topdown_reading after = registers(slots_b, b, level);

	memset(shares, 0x55, sizeof(*shares));
	shares->size = sizeof(*shares);
	return perfcnt_topdown_between(&before, &after, shares);
}

/* Hundredths of a percent. */
static int64_t hundredths(const struct perfcnt_topdown_shares *shares, unsigned int part)
{
	return llround(10000 * shares->share[part].ratio);
}

static void expect_shares(struct __test_metadata *_metadata,
			  const struct perfcnt_topdown_shares *shares,
			  const int64_t *wanted, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		EXPECT_EQ(wanted[i], hundredths(shares, shown[i]));
}

/* To all 53 bits: @parts are 255ths of a slot. */
static void expect_parts(struct __test_metadata *_metadata,
			 const struct perfcnt_topdown_shares *shares,
			 const int64_t *parts, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		EXPECT_TRUE(shares->share[i].ratio == parts[i] / (255.0 * shares->slots));
		EXPECT_EQ(llround(parts[i] / 255.0), shares->share[i].slots);
	}
}

static void expect_resolution(struct __test_metadata *_metadata,
			      const struct perfcnt_topdown_shares *shares,
			      const char *percent)
{
	char text[32];

	snprintf(text, sizeof(text), "%.2f", 100 * shares->resolution);
	EXPECT_STREQ(percent, text);
}

/* From 0 on each field is its share: 102 25 51 77, 26 20 31 45 of 255. */
TEST(fields)
{
	static const int64_t parts[] = { 102, 25, 51, 77, 26, 20, 31, 45 };
	struct perfcnt_topdown_shares shares;

	ASSERT_EQ(0, between(0, 0, 1, A, 2, &shares));
	expect_parts(_metadata, &shares, parts, 8);
	ASSERT_EQ(0, between(0, 0, 1, 0xff00000000000001, 2, &shares));
	EXPECT_TRUE(shares.share[PERFCNT_TOPDOWN_RETIRING].ratio == 1 / 255.0);
	EXPECT_TRUE(shares.share[PERFCNT_TOPDOWN_MEMORY_BOUND].ratio == 1);
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
	static const int64_t slots[] = { 1105882, 90196, 176471, 627451 };
	struct perfcnt_topdown_shares found;
	unsigned int i;

	ASSERT_EQ(0, between(1000000, A, 3000000, B, 2, &found));
	EXPECT_EQ(2000000, found.slots);
	EXPECT_EQ(255, found.sum);
	EXPECT_EQ(0xfff, found.valid);
	expect_parts(_metadata, &found, parts, 8);
	for (i = 0; i < 4; i++)
		EXPECT_EQ(slots[i], found.share[i].slots);
	expect_shares(_metadata, &found, shares, 12);
	expect_resolution(_metadata, &found, "0.78");
}

TEST(from_a_reset)
{
	static const int64_t shares[] = {
		5020, 627, 1255, 3098, 1255, 3765, 471, 157, 627, 627, 2510, 588,
	};
	struct perfcnt_topdown_shares found;

	ASSERT_EQ(0, between(0, 0, 3000000, B, 2, &found));
	expect_shares(_metadata, &found, shares, 12);
	expect_resolution(_metadata, &found, "0.39");
	/* level 1 alone: nothing of level 2 is left of what was there before */
	ASSERT_EQ(0, between(0, 0, 3000000, B, 1, &found));
	expect_shares(_metadata, &found, shares, 4);
	EXPECT_EQ(0xf, found.valid);
	EXPECT_EQ(0, found.share[PERFCNT_TOPDOWN_HEAVY_OPERATIONS].ratio);
	EXPECT_EQ(0, found.share[PERFCNT_TOPDOWN_CORE_BOUND].ratio);
}

TEST(wrap)
{
	static const int64_t shares[] = { 5020, 627, 1255, 3098 };
	static const int64_t parts[] = {
		192000000, 24000000, 48000000, 118500000,
	};
	struct perfcnt_topdown_shares found;

	ASSERT_EQ(-1, between(SLOTS_END - 1000000, B, 500000, B, 2, &found));
	EXPECT_EQ(ERANGE, errno); /* but the shares are there */
	EXPECT_EQ(1500000, found.slots);
	expect_parts(_metadata, &found, parts, 4);
	expect_shares(_metadata, &found, shares, 4);
	expect_resolution(_metadata, &found, "147176458.28");
	/* one unit moves from the first field to the second */
	ASSERT_EQ(-1, between(SLOTS_END - 1000000, B, 500000,
			      (B & ~UINT64_C(0xffff)) | 0x117f, 2, &found));
	EXPECT_TRUE(found.share[PERFCNT_TOPDOWN_RETIRING].ratio ==
		    -281474785210656 / (255.0 * 1500000));
	EXPECT_EQ(-7358817914, hundredths(&found, PERFCNT_TOPDOWN_RETIRING));
	EXPECT_EQ(7358823561,
		  hundredths(&found, PERFCNT_TOPDOWN_BAD_SPECULATION));
}

TEST(nothing)
{
	struct perfcnt_topdown_shares found;

	EXPECT_EQ(-1, between(5000, A, 5000, B, 2, &found));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_STREQ("there were no slots", perfcnt_strerror(NULL));
	EXPECT_EQ(-1, between(5000, A, 6000, 0, 2, &found));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_STREQ("nothing was counted but all slots", perfcnt_strerror(NULL));
	EXPECT_EQ(1000, found.slots);
	EXPECT_EQ(0, found.valid);
	ASSERT_EQ(0, between(10, B, 5, B, 2, &found));
	EXPECT_EQ(281474976710651, found.slots);
}

static int refusal(const struct perfcnt_topdown_reading *before,
		   const struct perfcnt_topdown_reading *after)
{
	struct perfcnt_topdown_shares found = { .size = sizeof(found) };

	errno = 0;
	return perfcnt_topdown_between(before, after, &found) == -1 ? errno : 0;
}

/* Readings that no object has made, or not the same one. */
TEST(refuses)
{
	const struct perfcnt_topdown_reading before = registers(1000, A, 2);
	struct perfcnt_topdown_reading after = registers(2000, A, 2);
	struct perfcnt_topdown_shares found = { .size = sizeof(found) - 1 };

	EXPECT_EQ(0, refusal(&before, &after));
	EXPECT_EQ(0, refusal(NULL, &after));
	EXPECT_EQ(-1, perfcnt_topdown_between(&before, &after, &found));
	EXPECT_EQ(EINVAL, errno);
	after.size--;
	EXPECT_EQ(EINVAL, refusal(&before, &after));
	EXPECT_EQ(EINVAL, refusal(NULL, &after));
	EXPECT_STREQ("a reading's size is 175, less than 176", perfcnt_strerror(NULL));
	after.size += 9; /* of a later release */
	EXPECT_EQ(0, refusal(&before, &after));
	after.level = 3;
	EXPECT_EQ(EINVAL, refusal(NULL, &after));
	after.level = 0;
	EXPECT_EQ(EINVAL, refusal(NULL, &after));
	after.level = 1;
	EXPECT_EQ(0, refusal(NULL, &after));
	EXPECT_EQ(EINVAL, refusal(&before, &after));
	EXPECT_STREQ("the readings are of different objects", perfcnt_strerror(NULL));
	after = registers(2000, A, 2);
	after.method = 3;
	EXPECT_EQ(EINVAL, refusal(NULL, &after));
	after = registers(2000, A, 2);
	after.values = 3;
	EXPECT_EQ(EINVAL, refusal(NULL, &after));
	EXPECT_STREQ("a reading has 3 values: it is to have 2", perfcnt_strerror(NULL));
	after = registers(2000, A, 2);
	after.since = 1;
	EXPECT_EQ(EINVAL, refusal(&before, &after));
	EXPECT_STREQ("the readings are of different objects, or the object was reset between them",
		     perfcnt_strerror(NULL));
}

/* It takes more than an hour to pass 2^48. */
TEST(set_to_0)
{
	struct perfcnt_topdown_reading before = registers(9000, A, 2);
	struct perfcnt_topdown_reading after = registers(1000, B, 2);

	before.running_ns = 1000;
	after.running_ns = 1000000;
	EXPECT_EQ(EAGAIN, refusal(&before, &after));
	EXPECT_STREQ("the registers were set to 0 between the readings",
		     perfcnt_strerror(NULL));
	after.running_ns += 5000000000000;
	EXPECT_EQ(0, refusal(&before, &after));
}

/* A program of a later release has a larger struct: what is known is said, and how much. */
TEST(sizes)
{
	const struct perfcnt_topdown_reading after = registers(2000, A, 2);
	struct {
		struct perfcnt_topdown_shares known;
		struct perfcnt_topdown_share more;
	} found = { .known.size = sizeof(found), .more = { 17, 17 } };

	ASSERT_EQ(0, perfcnt_topdown_between(NULL, &after, &found.known));
	EXPECT_EQ(sizeof(found.known), found.known.size);
	EXPECT_EQ(17, found.more.slots);
}

/* Of the time in which slots were to be counted. */
TEST(running)
{
	struct perfcnt_topdown_reading before = registers(1000, A, 2);
	struct perfcnt_topdown_reading after = registers(2000, A, 2);
	struct perfcnt_topdown_shares found = { .size = sizeof(found) };

	before.enabled_ns = 1000;
	before.running_ns = 500;
	after.enabled_ns = 5000;
	after.running_ns = 1500;
	ASSERT_EQ(0, perfcnt_topdown_between(&before, &after, &found));
	EXPECT_EQ(0.25, found.running);
	ASSERT_EQ(0, perfcnt_topdown_between(NULL, &after, &found));
	EXPECT_EQ(0.3, found.running);
}

/* Counts of the kernel are slots: what the fields have is taken as it is. */
TEST(counts_of_fields)
{
	struct perfcnt_topdown_reading before = registers(0, 0, 2), after;
	struct perfcnt_topdown_shares found = { .size = sizeof(found) };
	unsigned int i;

	before.flags = 0;
	before.values = 9;
	after = before;
	before.raw[0] = 1000;
	after.raw[0] = 3000;
	for (i = 1; i < 9; i++) {
		before.raw[i] = 100 * i;
		after.raw[i] = 300 * i;
	}
	ASSERT_EQ(0, perfcnt_topdown_between(&before, &after, &found));
	EXPECT_EQ(2000, found.slots);
	EXPECT_EQ(0xfff, found.valid);
	EXPECT_EQ(255, found.sum);
	EXPECT_EQ(1 / 255.0, found.resolution);
	EXPECT_EQ(200, found.share[PERFCNT_TOPDOWN_RETIRING].slots);
	EXPECT_EQ(0.1, found.share[PERFCNT_TOPDOWN_RETIRING].ratio);
	EXPECT_EQ(1600, found.share[PERFCNT_TOPDOWN_MEMORY_BOUND].slots);
	EXPECT_EQ(-800, found.share[PERFCNT_TOPDOWN_CORE_BOUND].slots);
	EXPECT_EQ(-0.4, found.share[PERFCNT_TOPDOWN_CORE_BOUND].ratio);
	EXPECT_EQ(EINVAL, refusal(&after, &before));
	EXPECT_STREQ("the second reading was made before the first", perfcnt_strerror(NULL));
	after.level = 1;
	EXPECT_EQ(EINVAL, refusal(NULL, &after));
	EXPECT_STREQ("a reading has 9 values: it is to have 5", perfcnt_strerror(NULL));
}

/* Eight bits are little for a short section late in a long period. */
TEST(precision)
{
	struct perfcnt_topdown_shares found;

	ASSERT_EQ(0, between(100000000, B, 102000000, B, 2, &found));
	EXPECT_EQ(5020, hundredths(&found, PERFCNT_TOPDOWN_RETIRING));
	expect_resolution(_metadata, &found, "39.61");
	ASSERT_EQ(0, between(100000000, B, 102000000, B - 1 + 0x100, 2, &found));
	EXPECT_EQ(3020, hundredths(&found, PERFCNT_TOPDOWN_RETIRING));
	EXPECT_EQ(2627, hundredths(&found, PERFCNT_TOPDOWN_BAD_SPECULATION));
	ASSERT_EQ(0, between(0, 0, 2000000, B, 2, &found));
	expect_resolution(_metadata, &found, "0.39");
}

/* Nothing is made to fit. */
TEST(sum_that_is_not_all)
{
	static const int64_t shares[] = {
		3922, 784, 1961, 3137, 392, 3529, 784, 0, 980, 980, 3176, -39,
	};
	struct perfcnt_topdown_shares found;

	ASSERT_EQ(0, between(0, 0, 1000000, 0x5119140a50321464, 2, &found));
	EXPECT_EQ(250, found.sum);
	expect_shares(_metadata, &found, shares, 12);
}

TEST(negative)
{
	static const int64_t parts[] = { 1020000, -750000, 510000, 1770000 };
	static const int64_t shares[] = { 4000, -2941, 2000, 6941 };
	struct perfcnt_topdown_shares found;

	/* 102 26 51 76, and 102 25 51 77 */
	ASSERT_EQ(-1, between(1000000, 0x4c331a66, 1010000, 0x4d331966, 1,
			      &found));
	EXPECT_EQ(ERANGE, errno);
	expect_parts(_metadata, &found, parts, 4);
	expect_shares(_metadata, &found, shares, 4);
	expect_resolution(_metadata, &found, "78.82");
}

TEST(rounding)
{
	static const int64_t shares[] = { 39, 78, 118, 9765 };
	struct perfcnt_topdown_shares found;

	ASSERT_EQ(0, between(0, 0, 255, 0xf9030201, 1, &found));
	expect_shares(_metadata, &found, shares, 4);
	ASSERT_EQ(0, between(0, 0, 255, 0xff, 1, &found));
	EXPECT_EQ(10000, hundredths(&found, PERFCNT_TOPDOWN_RETIRING));
	ASSERT_EQ(0, between(0, 0, 255, 51, 1, &found));
	EXPECT_EQ(2000, hundredths(&found, PERFCNT_TOPDOWN_RETIRING));
}

TEST_HARNESS_MAIN
