// SPDX-License-Identifier: GPL-2.0
/* From counters of CPUs and programs to the parts that are shown. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "topdown/slots.h"
#include "topdown/topdown.h"
#include "unit.h"

#define CPUS 4

static struct measurement measurement = { .title = (char *)"test", .runs = 1 };

/* What CPU or program @counter has done, in slots of each part of level 1. */
static void set(struct slots_counter *counter, int cpu, unsigned int core,
		uint64_t slots, uint64_t backend)
{
	*counter = (struct slots_counter){ .cpu = cpu, .core = core };
	counter->since = (struct perfcnt_topdown_shares){
		.level = 1,
		.valid = 0xf,
		.slots = slots,
		.running = 1,
		.resolution = 1.0 / 255,
	};
	counter->since.share[PERFCNT_TOPDOWN_BACKEND_BOUND].slots = backend;
	counter->since.share[PERFCNT_TOPDOWN_RETIRING].slots = slots - backend;
}

static void show(const struct perfcnt_topdown_shares *found, unsigned int level,
		 bool normalize, struct topdown *topdown)
{
	topdown_metrics(found, &measurement, PERFCNT_CTL_U, level, normalize,
			topdown);
	topdown_judge(topdown, &topdown_thresholds);
}

/* Half of a million and a tenth of three: a fifth of all, not 30 %. */
TEST(sums_and_not_ratios)
{
	struct slots_counter counters[2];
	const struct slots slots = { .counters = counters, .count = 2, .level = 1 };
	struct slots_sum *sums;
	struct topdown topdown;

	set(&counters[0], 0, 0, 1000000, 500000);
	set(&counters[1], 1, 1, 3000000, 300000);
	ASSERT_EQ(1, slots_sums(&slots, SLOTS_TOGETHER, false, &sums));
	EXPECT_EQ(4000000, sums->found.slots);
	EXPECT_EQ(800000, sums->found.share[PERFCNT_TOPDOWN_BACKEND_BOUND].slots);
	EXPECT_EQ(2, sums->cpus.count);
	EXPECT_STREQ("", sums->name);
	show(&sums->found, 1, false, &topdown);
	EXPECT_EQ(800000, topdown.values[TOPDOWN_BACKEND].part);
	EXPECT_EQ(2000, topdown_hundredths(topdown.values[TOPDOWN_BACKEND].part,
					   topdown.slots));
	EXPECT_EQ(TOPDOWN_NODES, topdown.bottleneck); /* 20 % is not more */
	topdown_free(&topdown);
	slots_sums_free(sums, 1);
}

/* Two threads of a core are summed; a core that did nothing is left out. */
TEST(cores)
{
	struct slots_counter counters[CPUS];
	const struct slots slots = { .counters = counters, .count = CPUS };
	struct slots_sum *sums;
	unsigned int i;
	size_t count;

	for (i = 0; i < CPUS; i++)
		set(&counters[i], i, i % 2, i % 2 ? 24 : 1000 * i, 0);
	counters[1].since.running = 0.5;
	count = slots_sums(&slots, SLOTS_PER_CORE, false, &sums);
	ASSERT_EQ(1, count);
	EXPECT_STREQ("S0-C0", sums->name);
	EXPECT_EQ(2000, sums->found.slots);
	EXPECT_EQ(0, sums->cpus.numbers[0]);
	EXPECT_EQ(2, sums->cpus.numbers[1]);
	EXPECT_EQ(1, sums->found.running);
	slots_sums_free(sums, count);
	count = slots_sums(&slots, SLOTS_PER_CORE, true, &sums);
	ASSERT_EQ(2, count);
	EXPECT_EQ(48, sums[1].found.slots);
	EXPECT_EQ(0.5, sums[1].found.running);
	slots_sums_free(sums, count);
	count = slots_sums(&slots, SLOTS_PER_CPU, true, &sums);
	ASSERT_EQ(CPUS, count);
	EXPECT_STREQ("CPU3", sums[3].name);
	slots_sums_free(sums, count);
	counters[2].since.slots = 480; /* 24 is a twentieth of it */
	EXPECT_EQ(3, count = slots_sums(&slots, SLOTS_PER_CPU, false, &sums));
	slots_sums_free(sums, count);
}

/* In place of the library's counters of slots: each counts ten times the one before. */
static struct opened {
	uint64_t slots;
	bool open;
} opened[CPUS];
static unsigned int opens;

struct perfcnt_topdown *
__wrap_perfcnt_topdown_open(const struct perfcnt_topdown_request *request)
{
	struct opened *next = &opened[opens];

	(void)request;
	if (opens == CPUS)
		return NULL;
	next->slots = opens++ ? 10 * next[-1].slots : 1;
	next->open = true;
	return (struct perfcnt_topdown *)next;
}

int __wrap_perfcnt_topdown_read(struct perfcnt_topdown *counter,
				struct perfcnt_topdown_reading *reading)
{
	const struct opened *from = (struct opened *)counter;

	*reading = (struct perfcnt_topdown_reading){
		.size = sizeof(*reading),
		.level = 1,
		.values = 5,
		.enabled_ns = 1000,
		.running_ns = 1000 - from->slots,
		.raw = { from->slots, 2 * from->slots },
	};
	return 0;
}

void __wrap_perfcnt_topdown_close(struct perfcnt_topdown *counter)
{
	((struct opened *)counter)->open = false;
}

/* Several runs of a program have a counter each: what they count is one sum. */
TEST(several_runs)
{
	struct slots slots = { .level = 1 };
	struct slots_sum *sums;

	ASSERT_TRUE(slots_open(&slots));
	slots_again(&slots);
	slots_again(&slots);
	ASSERT_EQ(1, slots.count);
	EXPECT_FALSE(opened[0].open);
	EXPECT_FALSE(opened[1].open);
	EXPECT_TRUE(opened[2].open);
	slots_read(&slots);
	ASSERT_EQ(1, slots_sums(&slots, SLOTS_TOGETHER, true, &sums));
	EXPECT_EQ(111, sums->found.slots);
	EXPECT_EQ(222, sums->found.share[PERFCNT_TOPDOWN_RETIRING].slots);
	EXPECT_EQ(0.9, sums->found.running);
	slots_sums_free(sums, 1);
	/* after that reading there is the last run's alone */
	slots_again(&slots);
	slots_read(&slots);
	ASSERT_EQ(1, slots_sums(&slots, SLOTS_TOGETHER, true, &sums));
	EXPECT_EQ(1000, sums->found.slots);
	slots_sums_free(sums, 1);
	slots_close(&slots);
	EXPECT_FALSE(opened[3].open);
}

static int since_reset(uint64_t slots, uint64_t metrics, unsigned int level,
		       struct perfcnt_topdown_shares *found)
{
	const struct perfcnt_topdown_reading reading = {
		.size = sizeof(reading), .level = level, .flags = PERFCNT_TOPDOWN_IS_REGISTERS,
		.values = 2, .raw = { slots, metrics },
	};

	*found = (struct perfcnt_topdown_shares){ .size = sizeof(*found) };
	return perfcnt_topdown_between(NULL, &reading, found);
}

static uint64_t share(const struct topdown *topdown, enum topdown_node node)
{
	return topdown_hundredths(topdown->values[node].part, topdown->slots);
}

/* 100 20 50 80, 10 20 25 81: not made to fit unless that is wanted. */
TEST(a_sum_that_is_not_all)
{
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, since_reset(1000000, 0x5119140a50321464, 2, &found));
	show(&found, 2, false, &topdown);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("level 1 adds up to 250/255", topdown.notes[0]);
	EXPECT_EQ(3922, share(&topdown, TOPDOWN_RETIRING));
	EXPECT_EQ(784, share(&topdown, TOPDOWN_BAD));
	EXPECT_EQ(1961, share(&topdown, TOPDOWN_FRONTEND));
	EXPECT_EQ(3137, share(&topdown, TOPDOWN_BACKEND));
	EXPECT_EQ(392, share(&topdown, TOPDOWN_HEAVY));
	EXPECT_EQ(3529, share(&topdown, TOPDOWN_LIGHT));
	EXPECT_EQ(0, share(&topdown, TOPDOWN_CLEARS));
	EXPECT_EQ(3176, share(&topdown, TOPDOWN_MEMORY));
	/* -0.39 % */
	EXPECT_EQ(0, topdown.values[TOPDOWN_CORE].part);
	EXPECT_EQ(-3922, topdown.values[TOPDOWN_CORE].cut);
	EXPECT_TRUE(topdown.values[TOPDOWN_CORE].marks & TOPDOWN_CUT);
	topdown_free(&topdown);
	show(&found, 2, true, &topdown);
	EXPECT_EQ(4000, share(&topdown, TOPDOWN_RETIRING));
	EXPECT_EQ(800, share(&topdown, TOPDOWN_BAD));
	EXPECT_EQ(2000, share(&topdown, TOPDOWN_FRONTEND));
	EXPECT_EQ(3200, share(&topdown, TOPDOWN_BACKEND));
	topdown_free(&topdown);
}

/* As the section from a reset that has a bottleneck on level 2. */
TEST(bottleneck)
{
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, since_reset(3000000, 0x40100c204f201080, 2, &found));
	show(&found, 2, false, &topdown);
	EXPECT_EQ(0, topdown.note_count);
	EXPECT_EQ(TOPDOWN_MEMORY, topdown.bottleneck);
	EXPECT_TRUE(topdown.values[TOPDOWN_HEAVY].over);
	EXPECT_EQ(2510, share(&topdown, TOPDOWN_MEMORY));
	EXPECT_EQ(588, share(&topdown, TOPDOWN_CORE));
	EXPECT_FALSE(topdown.values[TOPDOWN_MEMORY].marks & TOPDOWN_COARSE);
	topdown_free(&topdown);
	/* the same late in a long time */
	found.resolution = 0.0501;
	show(&found, 2, false, &topdown);
	EXPECT_TRUE(topdown.values[TOPDOWN_MEMORY].marks & TOPDOWN_COARSE);
	topdown_free(&topdown);
}

TEST(level_1_alone)
{
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, since_reset(3000000, 0x4f201080, 1, &found));
	show(&found, 2, false, &topdown);
	EXPECT_EQ(1, topdown.level);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("this core has no level 2", topdown.notes[0]);
	EXPECT_FALSE(topdown.values[TOPDOWN_MEMORY].known);
	EXPECT_EQ(TOPDOWN_BACKEND, topdown.bottleneck);
	topdown_free(&topdown);
	show(&found, 1, false, &topdown);
	EXPECT_EQ(0, topdown.note_count);
	topdown_free(&topdown);
}

TEST(nothing)
{
	const struct perfcnt_topdown_shares found = { .level = 2, .valid = 0xfff };
	struct topdown topdown;

	show(&found, 2, false, &topdown);
	EXPECT_FALSE(topdown.values[TOPDOWN_RETIRING].known);
	EXPECT_EQ(TOPDOWN_NODES, topdown.bottleneck);
	EXPECT_EQ(0, topdown.slots);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("no slots were counted", topdown.notes[0]);
	topdown_free(&topdown);
}

TEST(a_part_of_the_time)
{
	struct perfcnt_topdown_shares found;
	struct topdown topdown;

	ASSERT_EQ(0, since_reset(3000000, 0x40100c204f201080, 2, &found));
	found.running = 0.25;
	show(&found, 2, false, &topdown);
	ASSERT_EQ(1, topdown.note_count);
	EXPECT_STREQ("counted for 25.0% of the time: others count slots, too",
		     topdown.notes[0]);
	topdown_free(&topdown);
}

TEST(number_lists)
{
	static const char *const wrong[] = { "", ",", "1-", "3-2", "0,", "65536",
					     "-1", "1,2\n", "1;2" };
	struct number_list list = { 0 };
	unsigned int i;
	char *text;

	ASSERT_EQ(0, number_list_read(&list, 65535, "0-2,5,7-8"));
	EXPECT_EQ(6, list.count);
	text = number_list_text(&list);
	EXPECT_STREQ("0-2,5,7-8", text);
	free(text);
	number_list_free(&list);
	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		EXPECT_EQ(-1, number_list_read(&list, 65535, wrong[i]));
		number_list_free(&list);
	}
}

TEST_HARNESS_MAIN
