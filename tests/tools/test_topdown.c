// SPDX-License-Identifier: GPL-2.0
/* Where cycles go: MD00548's Table 8, and figures that were worked out by hand. */
#include <stdlib.h>
#include <string.h>

#include "events/events.h"
#include "topdown/topdown.h"
#include "unit.h"

struct count {
	const char *name;
	uint64_t value;
	unsigned int run;
};

/* The names of both banks are different enough. */
static struct reading reading_of(const struct count *count)
{
	const struct event *event = event_named(BANK_EVEN, count->name) ?:
				    event_named(BANK_ODD, count->name);

	return (struct reading){
		.run = count->run,
		.counter = event->bank,
		.control = PERFCNT_CTL_U |
			   event->code << PERFCNT_CTL_EVENT_SHIFT,
		.count = count->value,
	};
}

/* The counts, up to one without a name, where @changed has other values. */
static void measure(struct dump *dump, const struct count *counts,
		    const struct count *changed)
{
	struct measurement *measurement = dump_begin(dump, "test");
	size_t i, k;

	for (i = 0; counts[i].name; i++) {
		struct reading reading = reading_of(&counts[i]);

		for (k = 0; changed && changed[k].name; k++)
			if (!strcmp(changed[k].name, counts[i].name))
				reading.count = changed[k].value;
		dump_add(measurement, &reading);
	}
}

/* What was found: hundredths of a percent, or why not. */
struct found {
	char *wrong;
	struct topdown topdown;
	uint64_t shares[TOPDOWN_NODES];
	struct dump dump;
};

static void find(struct found *found, const struct count *counts,
		 const struct count *changed, unsigned int level)
{
	enum topdown_node node;

	memset(found, 0, sizeof(*found));
	measure(&found->dump, counts, changed);
	found->wrong = topdown_34k(found->dump.measurements, PERFCNT_CTL_U,
				   level, &found->topdown);
	if (found->wrong)
		return;
	topdown_judge(&found->topdown, &topdown_thresholds);
	for (node = 0; node < TOPDOWN_NODES; node++)
		found->shares[node] =
			topdown_hundredths(found->topdown.values[node].part,
					   found->topdown.slots);
}

static void forget(struct found *found)
{
	free(found->wrong);
	topdown_free(&found->topdown);
	dump_free(&found->dump);
}

static void expect_first(struct __test_metadata *_metadata,
			 const struct found *found, const uint64_t shares[4])
{
	EXPECT_EQ(shares[0], found->shares[TOPDOWN_RETIRING]);
	EXPECT_EQ(shares[1], found->shares[TOPDOWN_BAD]);
	EXPECT_EQ(shares[2], found->shares[TOPDOWN_FRONTEND]);
	EXPECT_EQ(shares[3], found->shares[TOPDOWN_BACKEND]);
}

/* MD00548, Table 8: C, I, S, F, B by threads. */
TEST(table_8)
{
	static const uint64_t columns[5][5] = {
		{ 183624622, 151020049, 26770910, 11057833, 15819932 },
		{ 168450653, 151086135, 11939387, 4310231, 7382784 },
		{ 167250453, 151120799, 10932458, 3534592, 7240907 },
		{ 169070742, 151162631, 12451991, 3819503, 8032199 },
		{ 172441901, 151206089, 15394697, 4321247, 11102178 },
	};
	static const uint64_t shares[5][4] = {
		{ 8224, 318, 596, 862 },
		{ 8969, 322, 256, 453 },
		{ 9036, 311, 211, 442 },
		{ 8941, 323, 226, 511 },
		{ 8769, 339, 249, 644 },
	};
	unsigned int i;

	for (i = 0; i < 5; i++) {
		const struct count counts[] = {
			{ "cycles", columns[i][0], 0 },
			{ "instructions", columns[i][1], 0 },
			{ "stalls", columns[i][2], 0 },
			{ "ifu-stalls", columns[i][3], 1 },
			{ "alu-stalls", columns[i][4], 1 },
			{ 0 }
		};
		const struct topdown_value *values;
		struct found found;

		find(&found, counts, NULL, 1);
		ASSERT_EQ(NULL, found.wrong);
		expect_first(_metadata, &found, shares[i]);
		values = found.topdown.values;
		EXPECT_EQ(columns[i][0], values[TOPDOWN_RETIRING].part +
			  values[TOPDOWN_BAD].part +
			  values[TOPDOWN_FRONTEND].part +
			  values[TOPDOWN_BACKEND].part);
		EXPECT_EQ(0, values[TOPDOWN_RETIRING].marks);
		EXPECT_EQ(TOPDOWN_SEVERAL_RUNS, values[TOPDOWN_BACKEND].marks);
		EXPECT_EQ(1, found.topdown.note_count);
		EXPECT_STREQ("branch-miss-stalls", found.topdown.missing);
		forget(&found);
	}
}

/* All in cycles of one length, in the six runs of a plan. */
static const struct count six_runs[] = {
	{ "cycles", 1000000, 0 }, { "instructions", 600000, 0 },
	{ "stalls", 350000, 0 }, { "alu-stalls", 240000, 0 },
	{ "ifu-stalls", 130000, 1 }, { "branch-miss-stalls", 40000, 1 },
	{ "cycles", 1000000, 1 }, { "icache-miss-stalls", 50000, 2 },
	{ "ispram-stalls", 0, 2 }, { "dcache-miss-stalls", 90000, 2 },
	{ "cycles", 1000000, 2 }, { "uncached-stalls", 5000, 3 },
	{ "dspram-stalls", 0, 3 }, { "cacheop-stalls", 0, 3 },
	{ "cycles", 1000000, 3 }, { "load-use-stalls", 30000, 4 },
	{ "fsb-full-stalls", 10000, 4 }, { "ldq-full-stalls", 3000, 4 },
	{ "cycles", 1000000, 4 }, { "wbb-full-stalls", 2000, 5 },
	{ "multiplies-divides", 20000, 5 }, { "fpu-instructions", 10000, 5 },
	{ "cycles", 1000000, 5 }, { 0 }
};

TEST(both_levels)
{
	static const uint64_t shares[TOPDOWN_NODES] = {
		6000, 300, 5700, 900, 400, 500, 700, 500, 200, 2400, 1400, 1000,
	};
	struct found found;

	find(&found, six_runs, NULL, 2);
	ASSERT_EQ(NULL, found.wrong);
	EXPECT_EQ(0, memcmp(shares, found.shares, sizeof(shares)));
	EXPECT_EQ(NULL, found.topdown.missing);
	EXPECT_EQ(0, found.topdown.note_count);
	/* neither of its own two is over its threshold */
	EXPECT_EQ(TOPDOWN_BACKEND, found.topdown.bottleneck);
	EXPECT_TRUE(found.topdown.values[TOPDOWN_BACKEND].over);
	EXPECT_FALSE(found.topdown.values[TOPDOWN_MEMORY].over);
	EXPECT_FALSE(found.topdown.values[TOPDOWN_CORE].over);
	EXPECT_FALSE(found.topdown.values[TOPDOWN_HEAVY].over);
	EXPECT_FALSE(found.topdown.values[TOPDOWN_RETIRING].over);
	forget(&found);
}

TEST(a_part_is_its_parent_at_most)
{
	static const struct count misses[] = {
		{ "icache-miss-stalls", 80000, 0 }, { 0 }
	};
	static const struct count branches[] = {
		{ "branch-miss-stalls", 150000, 0 }, { 0 }
	};
	const struct topdown_value *values;
	struct found found;

	find(&found, six_runs, misses, 2);
	ASSERT_EQ(NULL, found.wrong);
	values = found.topdown.values;
	EXPECT_EQ(700, found.shares[TOPDOWN_LATENCY]);
	EXPECT_EQ(0, found.shares[TOPDOWN_BANDWIDTH]);
	EXPECT_EQ(10000, values[TOPDOWN_LATENCY].cut);
	EXPECT_TRUE(values[TOPDOWN_LATENCY].marks & TOPDOWN_CUT);
	EXPECT_FALSE(values[TOPDOWN_MEMORY].marks & TOPDOWN_CUT);
	forget(&found);
	find(&found, six_runs, branches, 2);
	ASSERT_EQ(NULL, found.wrong);
	EXPECT_EQ(1600, found.shares[TOPDOWN_BAD]);
	EXPECT_EQ(1100, found.shares[TOPDOWN_MISPREDICTS]);
	EXPECT_EQ(500, found.shares[TOPDOWN_CLEARS]);
	EXPECT_EQ(0, found.shares[TOPDOWN_FRONTEND]);
	EXPECT_EQ(40000, found.topdown.values[TOPDOWN_MISPREDICTS].cut);
	forget(&found);
}

TEST(more_instructions_and_stalls_than_cycles)
{
	static const struct count few[] = { { "instructions", 660000, 0 }, { 0 } };
	static const struct count many[] = { { "instructions", 700000, 0 }, { 0 } };
	static const struct count limit[] = { { "instructions", 670000, 0 }, { 0 } };
	static const uint64_t shares[4] = { 6600, 400, 700, 2400 };
	struct found found;

	find(&found, six_runs, few, 2);
	ASSERT_EQ(NULL, found.wrong);
	expect_first(_metadata, &found, shares);
	EXPECT_EQ(-10000, found.topdown.values[TOPDOWN_BAD].cut);
	EXPECT_TRUE(found.topdown.values[TOPDOWN_BAD].marks & TOPDOWN_CUT);
	forget(&found);
	find(&found, six_runs, many, 2);
	ASSERT_NE(NULL, found.wrong);
	EXPECT_NE(NULL, strstr(found.wrong, "are 50000 more than the 1000000 "));
	forget(&found);
	find(&found, six_runs, limit, 2);
	EXPECT_NE(NULL, found.wrong);
	forget(&found);
}

/* Each count is a share of the cycles of its own run. */
TEST(runs_of_other_lengths)
{
	static const struct count counts[] = {
		{ "cycles", 1000, 0 }, { "instructions", 500, 0 },
		{ "stalls", 400, 0 }, { "alu-stalls", 300, 0 },
		{ "cycles", 2000, 1 }, { "ifu-stalls", 160, 1 },
		{ "branch-miss-stalls", 61, 1 }, { 0 }
	};
	struct found found;

	find(&found, counts, NULL, 1);
	ASSERT_EQ(NULL, found.wrong);
	EXPECT_EQ(131, found.topdown.values[TOPDOWN_BAD].part); /* 100 + 30.5 */
	EXPECT_EQ(49, found.topdown.values[TOPDOWN_FRONTEND].part);
	EXPECT_EQ(320, found.topdown.values[TOPDOWN_BACKEND].part);
	forget(&found);
}

TEST(what_it_needs)
{
	static const char *const needed[] = {
		"cycles", "instructions", "stalls", "alu-stalls",
	};
	struct count counts[5];
	struct found found;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		memcpy(counts, six_runs, 4 * sizeof(*counts));
		counts[4].name = NULL;
		counts[i] = counts[3];
		counts[3].name = NULL;
		find(&found, counts, NULL, 2);
		ASSERT_NE(NULL, found.wrong);
		EXPECT_NE(NULL, strstr(found.wrong, needed[i]));
		forget(&found);
	}
}

/* Exactly 0.392157, 0.784314, 1.176471 and 97.647059 percent. */
TEST(rounding)
{
	EXPECT_EQ(39, topdown_hundredths(1, 255));
	EXPECT_EQ(78, topdown_hundredths(2, 255));
	EXPECT_EQ(118, topdown_hundredths(3, 255));
	EXPECT_EQ(9765, topdown_hundredths(249, 255));
	EXPECT_EQ(10000, topdown_hundredths(255, 255));
	EXPECT_EQ(1, topdown_hundredths(1, 20000));
	EXPECT_EQ(0, topdown_hundredths(1, 20001));
	EXPECT_EQ(5000, topdown_hundredths(UINT64_MAX / 2 + 1, UINT64_MAX));
	EXPECT_EQ(10000, topdown_hundredths(UINT64_MAX, UINT64_MAX));
	EXPECT_EQ(10100, topdown_hundredths(101, 100));
}

static void judge(struct topdown *topdown, uint64_t bad, uint64_t frontend,
		  uint64_t backend, uint64_t memory)
{
	enum topdown_node node;

	memset(topdown, 0, sizeof(*topdown));
	topdown->slots = 255;
	for (node = 0; node < TOPDOWN_NODES; node++)
		topdown->values[node].known = true;
	topdown->values[TOPDOWN_RETIRING].part = 255 - bad - frontend - backend;
	topdown->values[TOPDOWN_BAD].part = bad;
	topdown->values[TOPDOWN_FRONTEND].part = frontend;
	topdown->values[TOPDOWN_BACKEND].part = backend;
	topdown->values[TOPDOWN_MEMORY].part = memory;
	topdown->values[TOPDOWN_CORE].part = backend - memory;
	topdown_judge(topdown, &topdown_thresholds);
}

TEST(bottleneck)
{
	struct topdown topdown;

	judge(&topdown, 0, 0, 51, 0); /* exactly 20 % is not over it */
	EXPECT_EQ(TOPDOWN_NODES, topdown.bottleneck);
	EXPECT_FALSE(topdown.values[TOPDOWN_BACKEND].over);
	EXPECT_FALSE(topdown.values[TOPDOWN_CORE].over);
	judge(&topdown, 0, 0, 52, 0);
	EXPECT_EQ(TOPDOWN_CORE, topdown.bottleneck);
	judge(&topdown, 0, 0, 120, 60); /* equal: the first */
	EXPECT_EQ(TOPDOWN_MEMORY, topdown.bottleneck);
	judge(&topdown, 80, 80, 80, 40);
	EXPECT_EQ(TOPDOWN_BAD, topdown.bottleneck);
	judge(&topdown, 0, 90, 100, 26); /* 10.2 %, and 29 % */
	EXPECT_EQ(TOPDOWN_CORE, topdown.bottleneck);
	judge(&topdown, 0, 0, 0, 0);
	EXPECT_EQ(TOPDOWN_NODES, topdown.bottleneck);
	EXPECT_TRUE(topdown.values[TOPDOWN_RETIRING].over);
}

TEST(names)
{
	enum topdown_node node;

	for (node = 0; node < TOPDOWN_NODES; node++)
		EXPECT_EQ(node, topdown_named(topdown_name(node)));
	EXPECT_EQ(TOPDOWN_NODES, topdown_named("memory"));
}

TEST_HARNESS_MAIN
