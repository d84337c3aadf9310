// SPDX-License-Identifier: GPL-2.0
/* perfex's tables of costs and of events: what is read, and what is printed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sanitizer/lsan_interface.h>

#include "estimates.h"
#include "unit.h"

#define COUNT(array)	(sizeof(array) / sizeof(*(array)))

#define COSTS		"userspace/libperfex/r10000.costs"

static bool is_known(const char *name)
{
	return perfex_is_34k_name(name);
}

FIXTURE(tables) {
	struct perfex_costs costs;
	char path[32];
	struct perfex_costs_error error;
};

FIXTURE_SETUP(tables)
{
	int fd;

	memset(self, 0, sizeof(*self));
	strcpy(self->path, "/tmp/perfex.XXXXXX");
	fd = mkstemp(self->path);
	ASSERT_GE(fd, 0);
	close(fd);
}

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE_TEARDOWN(tables)
{
	unlink(self->path);
	perfex_costs_free(&self->costs);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

static int read_text(struct _test_data_tables *self, const char *text)
{
	FILE *file = fopen(self->path, "w");

	fputs(text, file);
	fclose(file);
	return perfex_costs_read(&self->costs, self->path, is_known, &self->error);
}

static void read_example(struct __test_metadata *_metadata,
			 struct _test_data_tables *self)
{
	ASSERT_EQ(perfex_costs_read(&self->costs, COSTS, is_known,
				    &self->error), 0)
		TH_LOG("%s", self->error.words);
}

TEST_F(tables, later_tables_count_more)
{
	read_example(_metadata, self);
	ASSERT_EQ(read_text(self, "26 3 2 4 nsec\n23 7 7 7 clks\n"), 0);
	ASSERT_EQ(read_text(self, "26 5 5 5 clks\n"), 0);
	EXPECT_EQ(perfex_costs_find(&self->costs, 26, "")->typical, 5);
	EXPECT_EQ(perfex_costs_find(&self->costs, 26, "")->unit, PERFEX_CLKS);
	EXPECT_EQ(perfex_costs_find(&self->costs, 23, "")->typical, 7);
	EXPECT_EQ(perfex_costs_find(&self->costs, 25, "")->minimum, 2.82);
	EXPECT_EQ(perfex_costs_find(&self->costs, 27, ""), NULL);
}

/* What is printed, in memory of its own. */
static char *print(const struct perfex_costs *costs)
{
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	perfex_costs_print(out, costs);
	fclose(out);
	return text;
}

TEST_F(tables, a_printed_table_is_read_as_the_same)
{
	struct perfex_cost cost;
	char *first, *second;

	ASSERT_EQ(read_text(self, "dcache-misses 0.1 0.000001 1e300 nsec\n"
			    "31 0.333333333333333 0.1 1.125 clks # x\n"
			    "\tcycles\t1 1 1 clks what follows\r\n\n"
			    "0 1e-5 1e-17 3 clks"), 0)
		TH_LOG("%s", self->error.words);
	first = print(&self->costs);
	cost = *perfex_costs_find(&self->costs, 31, "");
	perfex_costs_free(&self->costs);
	ASSERT_EQ(read_text(self, first), 0) TH_LOG("%s", self->error.words);
	second = print(&self->costs);
	EXPECT_STREQ(first, second);
	EXPECT_EQ(perfex_costs_find(&self->costs, 31, "")->typical,
		  cost.typical);
	EXPECT_EQ(perfex_costs_find(&self->costs, PERFEX_BY_NAME,
				    "dcache-misses")->maximum, 1e300);
	free(first);
	free(second);
}

TEST_F(tables, wrong_lines)
{
	static const struct {
		const char *text;
		size_t line;
		const char *words;
	} wrong[] = {
		{ "32 1 1 1 clks", 1, "no event '32'; use 0 to 31, or a name" },
		{ "\n0x1 1 1 1 clks", 2, "no event '0x1'" },
		{ "-1 1 1 1 clks", 1, "unknown event '-1'" },
		{ "fish 1 1 1 clks", 1, "unknown event 'fish'" },
		{ "1", 1, "missing typical cost" },
		{ "1 1", 1, "missing minimum cost" },
		{ "1 1 1 # 1 clks", 1, "missing maximum cost" },
		{ "1 1 1 1", 1, "missing unit; use clks or nsec" },
		{ "1 1 1 1 secs", 1, "unknown unit 'secs'" },
		{ "1 -1 1 1 clks", 1, "typical cost '-1' is not a number" },
		{ "1 1 +1 1 clks", 1, "minimum cost '+1' is not a number" },
		{ "1 1 1 inf clks", 1, "maximum cost 'inf' is not a number" },
		{ "1 1 1 nan clks", 1, "maximum cost 'nan'" },
		{ "1 1 1 1e999 clks", 1, "maximum cost '1e999'" },
		{ "1 0x1 1 1 clks", 1, "typical cost '0x1'" },
		{ "1 1,5 1 2 clks", 1, "typical cost '1,5'" },
		{ "1 . 1 1 clks", 1, "typical cost '.'" },
		{ "1 1 2 3 clks", 1, "minimum <= typical <= maximum" },
		{ "1 3 1 2 clks", 1, "minimum <= typical <= maximum" },
		{ "1 1 1 1 clks\n# 2\n1 1 1 1 clks", 3,
		  "the event stands in line 1 already" },
		{ "loads 1 1 1 clks\nloads 1 1 1 clks", 2,
		  "the event stands in line 1 already" },
	};
	size_t i;

	read_example(_metadata, self);
	for (i = 0; i < COUNT(wrong); i++) {
		EXPECT_EQ(read_text(self, wrong[i].text), -1)
			TH_LOG("%s", wrong[i].text);
		EXPECT_EQ(errno, EINVAL);
		EXPECT_EQ(self->error.line, wrong[i].line);
		EXPECT_NE(strstr(self->error.words, wrong[i].words), NULL)
			TH_LOG("%s", self->error.words);
		EXPECT_EQ(self->costs.count, 20);
	}
	EXPECT_EQ(perfex_costs_read(&self->costs, "/nothing", is_known,
				    &self->error), -1);
	EXPECT_EQ(self->error.line, 0);
	EXPECT_EQ(perfex_costs_read(&self->costs, "/", is_known,
				    &self->error), -1);
	EXPECT_STREQ(self->error.words, "Is a directory");
}

TEST_F(tables, modes_do_not_hide_a_cost)
{
	struct perfex_line line = {
		.number = PERFEX_BY_NAME, .name = "loads:uk", .counted = true,
		.count = 1000000,
	};

	ASSERT_EQ(read_text(self, "loads 2 1 3 nsec\n"), 0);
	perfex_estimate(&line, 1, &self->costs, 100);
	EXPECT_EQ(line.typical, 0.002);
}

static bool expect_names(const struct perfex_equivalent *equivalent,
			 unsigned int count, const char *first,
			 const char *second)
{
	return equivalent->count == count && !strcmp(equivalent->name[0], first) &&
	       !strcmp(equivalent->name[1], second);
}

TEST_F(tables, equivalents)
{
	struct perfex_equivalent found;

	EXPECT_TRUE(perfex_equivalent(23, PERFEX_34K, 0, &found));
	EXPECT_TRUE(expect_names(&found, 2, "jtlb-instruction-misses",
				 "jtlb-data-misses"));
	EXPECT_FALSE(found.approximate);
	EXPECT_FALSE(perfex_equivalent(23, PERFEX_34K, 1, &found));
	EXPECT_TRUE(perfex_equivalent(23, PERFEX_ARM64, 1, &found));
	EXPECT_TRUE(expect_names(&found, 2, "r05", "r02"));
	EXPECT_STREQ(found.listed[1], "l1i_tlb_refill");
	EXPECT_TRUE(found.approximate);
	EXPECT_FALSE(perfex_equivalent(23, PERFEX_ARM64, 2, &found));
	EXPECT_TRUE(perfex_equivalent(18, PERFEX_ARM64, 0, &found));
	EXPECT_FALSE(found.approximate);
	EXPECT_TRUE(perfex_equivalent(22, PERFEX_34K, 0, &found));
	EXPECT_EQ(found.lines, PERFEX_L1_LINES);
	EXPECT_TRUE(expect_names(&found, 1, "dcache-writebacks", ""));
	EXPECT_FALSE(perfex_equivalent(1, PERFEX_34K, 0, &found));
	EXPECT_STREQ(perfex_missing(1, PERFEX_34K), "a 34K issues in order");
	EXPECT_EQ(perfex_missing(0, PERFEX_34K), NULL);
}

/* Every event has something, or a reason, on each machine; names are a 34K's. */
TEST_F(tables, the_table_is_whole)
{
	struct perfex_equivalent found;
	unsigned int number, kind, i;

	for (number = 0; number < R10000_EVENTS; number++) {
		EXPECT_LE(strlen(perfex_label(number)), R10000_LABEL_WIDTH - 2);
		for (kind = 0; kind < PERFEX_KINDS; kind++) {
			if (perfex_missing(number, kind))
				continue;
			ASSERT_TRUE(perfex_equivalent(number, kind, 0, &found));
			ASSERT_GE(found.count, 1);
			for (i = 0; i < found.count; i++)
				EXPECT_TRUE(perfex_is_34k_name(found.name[i]) ||
					    (kind == PERFEX_ARM64 &&
					     *found.name[i] == 'r'))
					TH_LOG("%s", found.name[i]);
		}
	}
}

TEST_F(tables, event_numbers)
{
	EXPECT_EQ(perfex_event_number("0"), 0);
	EXPECT_EQ(perfex_event_number("31"), 31);
	EXPECT_EQ(perfex_event_number("32"), -1);
	EXPECT_EQ(perfex_event_number(""), -1);
	EXPECT_EQ(perfex_event_number("-1"), -1);
	EXPECT_EQ(perfex_event_number("+1"), -1);
	EXPECT_EQ(perfex_event_number("1x"), -1);
	EXPECT_EQ(perfex_event_number("99999999999999999999"), -1);
}

TEST_HARNESS_MAIN
