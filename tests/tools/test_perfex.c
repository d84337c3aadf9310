// SPDX-License-Identifier: GPL-2.0
/* perfex's arithmetic: times, ratios and reports, to the digit; and its loops. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sanitizer/lsan_interface.h>

#include "perfex/workloads.h"
#include "ratios.h"
#include "report.h"
#include "unit.h"

#define COUNT(array)	(sizeof(array) / sizeof(*(array)))

#define COSTS		"userspace/libperfex/r10000.costs"

/* A run of a program on an Origin2000 at 196 MHz. */
static const struct {
	int number;
	uint64_t count;
} counts[] = {
	{ 0, 1639802080 }, { 1, 673476960 }, { 2, 109918560 }, { 3, 43923616 },
	{ 6, 52497360 }, { 7, 61712384 }, { 9, 8272 }, { 10, 768 },
	{ 15, 364303776 }, { 16, 1639802080 }, { 18, 88890736 },
	{ 19, 33430240 }, { 21, 28371152 }, { 22, 32385280 }, { 23, 5693808 },
	{ 24, 417440 }, { 25, 16368384 }, { 26, 7736432 }, { 30, 7545984 },
};

/* In the order of their costs. */
static const struct {
	int number;
	const char *times[3];
} estimates[] = {
	{ 0, { "8.366337", "8.366337", "8.366337" } },
	{ 16, { "8.366337", "8.366337", "8.366337" } },
	{ 26, { "2.920580", "1.909429", "3.248837" } },
	{ 23, { "1.978017", "1.978017", "1.978017" } },
	{ 7, { "1.973562", "1.305834", "1.973562" } },
	{ 25, { "0.752445", "0.235504", "0.752445" } },
	{ 22, { "0.636139", "0.518825", "0.735278" } },
	{ 2, { "0.560809", "0.560809", "0.560809" } },
	{ 18, { "0.453524", "0.453524", "0.453524" } },
	{ 6, { "0.267844", "0.267844", "0.267844" } },
	{ 3, { "0.224100", "0.224100", "0.224100" } },
	{ 19, { "0.170562", "0.170562", "0.170562" } },
	{ 21, { "0.144751", "0.072375", "7.527040" } },
	{ 30, { "0.038500", "0.038500", "0.038500" } },
	{ 24, { "0.003024", "0.001363", "0.011118" } },
	{ 9, { "0.000761", "0.000238", "0.000761" } },
	{ 10, { "0.000290", "0.000190", "0.000323" } },
	{ 1, { "0.000000", "0.000000", "3.436107" } },
	{ 15, { "0.000000", "0.000000", "1.858693" } },
};

/* In the order of the report; two need an event that was not counted. */
static const struct {
	const char *name;
	const char *value;
} ratios[] = {
	{ "instructions-per-cycle", "0.222163" },
	{ "fp-instructions-per-cycle", "0.017302" },
	{ "loads-and-stores-per-cycle", "0.074595" },
	{ "loads-and-stores-per-fp-instruction", "4.311456" },
	{ "mispredicted-per-decoded-branch", "0.007952" },
	{ "graduated-per-issued-load", "0.808696" },
	{ "graduated-per-issued-store", "0.761099" },
	{ "l1-line-reuse", "6.473003" },
	{ "l2-line-reuse", "1.115754" },
	{ "l1-data-hit-rate", "0.866185" },
	{ "l2-data-hit-rate", "0.527355" },
	{ "memory-time-share", "0.750045" },
	{ "l1-l2-bandwidth", "124.541093" },
	{ "memory-bandwidth", "236.383187" },
	{ "mflops", "3.391108" },
};

static const struct perfex_clock origin = {
	.mhz = 196, .l1_line = 32, .l2_line = 128,
};

FIXTURE(perfex) {
	struct perfex_costs costs;
	struct perfex_line lines[COUNT(counts)];
};

FIXTURE_SETUP(perfex)
{
	size_t i;

	memset(self, 0, sizeof(*self));
	for (i = 0; i < COUNT(counts); i++)
		self->lines[i] = (struct perfex_line){
			.number = counts[i].number,
			.name = "",
			.label = perfex_label(counts[i].number),
			.counted = true,
			.count = counts[i].count,
			.factor = 1,
		};
}

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE_TEARDOWN(perfex)
{
	perfex_costs_free(&self->costs);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

static void read_example(struct __test_metadata *_metadata,
			 struct _test_data_perfex *self)
{
	struct perfex_costs_error error;

	ASSERT_EQ(perfex_costs_read(&self->costs, COSTS, perfex_is_34k_name,
				    &error), 0)
		TH_LOG("%s", error.words);
}

static void expect_number(struct __test_metadata *_metadata, double value,
			  const char *wanted)
{
	char text[32];

	snprintf(text, sizeof(text), "%.6f", value);
	EXPECT_STREQ(text, wanted);
}

TEST_F(perfex, times_and_their_order)
{
	size_t i;

	read_example(_metadata, self);
	perfex_estimate(self->lines, COUNT(counts), &self->costs, 196);
	perfex_sort(self->lines, COUNT(counts));
	for (i = 0; i < COUNT(estimates); i++) {
		const struct perfex_line *line = &self->lines[i];

		EXPECT_EQ(line->number, estimates[i].number);
		expect_number(_metadata, line->typical, estimates[i].times[0]);
		expect_number(_metadata, line->minimum, estimates[i].times[1]);
		expect_number(_metadata, line->maximum, estimates[i].times[2]);
	}
}

TEST_F(perfex, ratios_in_their_order)
{
	struct perfex_ratio_value found;
	size_t i, at = 0;

	read_example(_metadata, self);
	perfex_estimate(self->lines, COUNT(counts), &self->costs, 196);
	for (i = 0; perfex_ratio(i); i++) {
		if (!perfex_ratio_value(i, self->lines, COUNT(counts), &origin,
					&found))
			continue;
		ASSERT_LT(at, COUNT(ratios));
		EXPECT_STREQ(perfex_ratio(i)->name, ratios[at].name);
		expect_number(_metadata, found.value, ratios[at].value);
		EXPECT_FALSE(found.approximate);
		at++;
	}
	EXPECT_EQ(at, COUNT(ratios));
}

/* The ratios of some lines, as their names with a space behind each. */
static void name_ratios(const struct perfex_line *lines, size_t count,
			char names[512])
{
	struct perfex_ratio_value found;
	size_t i;

	*names = '\0';
	for (i = 0; perfex_ratio(i); i++)
		if (perfex_ratio_value(i, lines, count, &origin, &found))
			strcat(strcat(names, perfex_ratio(i)->name), " ");
}

TEST_F(perfex, ratios_of_two_events)
{
	char names[512];

	name_ratios(&self->lines[16], 2, names);
	EXPECT_STREQ(names, "l2-line-reuse l2-data-hit-rate ");
	self->lines[17].count = 0;
	name_ratios(&self->lines[16], 2, names);
	EXPECT_STREQ(names, "l2-data-hit-rate ");
	self->lines[17].counted = false;
	name_ratios(&self->lines[16], 2, names);
	EXPECT_STREQ(names, "");
}

TEST_F(perfex, no_miss_is_a_hit_rate_of_1)
{
	struct perfex_ratio_value found = { 0 };
	size_t i;

	self->lines[17].count = 0;
	for (i = 0; strcmp(perfex_ratio(i)->name, "l2-data-hit-rate"); i++)
		;
	EXPECT_TRUE(perfex_ratio_value(i, self->lines, COUNT(counts), &origin,
				       &found));
	expect_number(_metadata, found.value, "1.000000");
}

/* Where its counts are estimates. */
static void estimate(struct perfex_line *line, double error)
{
	line->factor = 8;
	line->error = error;
}

static bool ratio_named(const struct perfex_line *lines, const char *name,
			struct perfex_ratio_value *found)
{
	size_t i;

	for (i = 0; strcmp(perfex_ratio(i)->name, name); i++)
		;
	return perfex_ratio_value(i, lines, COUNT(counts), &origin, found);
}

/*
 * Of L misses (25) and M (26): M / L has sqrt((dM / M)^2 + (dL / L)^2) of itself; the hit
 * rate 1 - M / L has the same error.
 */
TEST_F(perfex, errors_of_ratios)
{
	struct perfex_ratio_value found;

	ASSERT_TRUE(ratio_named(self->lines, "l2-data-hit-rate", &found));
	EXPECT_EQ(found.error, 0);
	EXPECT_TRUE(perfex_ratio_is_shown(&found));
	estimate(&self->lines[16], 0.03 * self->lines[16].count);
	estimate(&self->lines[17], 0.04 * self->lines[17].count);
	ASSERT_TRUE(ratio_named(self->lines, "l2-data-hit-rate", &found));
	expect_number(_metadata, found.error, "0.023632"); /* 0.05 of 1 - 0.527355 */
	EXPECT_TRUE(perfex_ratio_is_shown(&found));
	ASSERT_TRUE(ratio_named(self->lines, "l2-line-reuse", &found));
	expect_number(_metadata, found.error, "0.105788"); /* 0.05 of 1 + 1.115754 */
	/* those of 34k: 50.8 % and 53.2 % */
	estimate(&self->lines[16], 0.532 * self->lines[16].count);
	ASSERT_TRUE(ratio_named(self->lines, "l2-data-hit-rate", &found));
	EXPECT_FALSE(perfex_ratio_is_shown(&found));
	/* what is not an estimate has no error; what is not known has none that is known */
	ASSERT_TRUE(ratio_named(self->lines, "instructions-per-cycle", &found));
	EXPECT_EQ(found.error, 0);
	estimate(&self->lines[17], NAN);
	ASSERT_TRUE(ratio_named(self->lines, "l2-data-hit-rate", &found));
	EXPECT_TRUE(found.error != found.error);
	EXPECT_TRUE(perfex_ratio_is_shown(&found));
	/* nor of none: it may be that none was seen */
	self->lines[17].count = 0;
	ASSERT_TRUE(ratio_named(self->lines, "l2-data-hit-rate", &found));
	expect_number(_metadata, found.value, "1.000000");
	EXPECT_TRUE(found.error != found.error);
}

/* Of a rate by the time that cycles make: the same relative error. */
TEST_F(perfex, errors_of_rates)
{
	struct perfex_ratio_value found;

	estimate(&self->lines[12], 0.1 * self->lines[12].count);
	ASSERT_TRUE(ratio_named(self->lines, "mflops", &found));
	expect_number(_metadata, found.error, "0.339111");
	estimate(&self->lines[0], 0.1 * self->lines[0].count);
	ASSERT_TRUE(ratio_named(self->lines, "mflops", &found));
	expect_number(_metadata, found.error, "0.479575"); /* sqrt(2) of it */
}

TEST_F(perfex, a_report_has_errors)
{
	struct perfex_line *lines = &self->lines[16];
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	estimate(&lines[0], 0.03 * lines[0].count);
	estimate(&lines[1], 0.04 * lines[1].count);
	perfex_report_costs(out, lines, 2, &origin, "R10000");
	estimate(&lines[1], 0.4 * lines[1].count);
	perfex_report_costs(out, lines, 2, &origin, "R10000");
	estimate(&lines[1], NAN);
	perfex_report_costs(out, lines, 2, &origin, "R10000");
	fclose(out);
	EXPECT_NE(strstr(text, ".        0.527355  +-4.5%\n"), NULL) TH_LOG("%s", text);
	EXPECT_NE(strstr(text, ".               -  +-36.0%\n"), NULL);
	EXPECT_NE(strstr(text, ".        0.527355  error not known\n"), NULL);
	free(text);
}

/* An average of what ran, whatever ran at once; the whole is by the elapsed time. */
TEST_F(perfex, a_rate_has_an_amount)
{
	struct perfex_ratio_value found;
	size_t i;

	for (i = 0; strcmp(perfex_ratio(i)->name, "mflops"); i++)
		;
	ASSERT_TRUE(perfex_ratio_value(i, self->lines, COUNT(counts), &origin, &found));
	expect_number(_metadata, found.amount, "28.371152");
}

TEST_F(perfex, a_ratio_of_what_is_near_is_near)
{
	struct perfex_ratio_value found;
	unsigned int near = 0;
	char *text;
	size_t i, size;
	FILE *out;

	self->lines[17].approximate = true;
	for (i = 0; perfex_ratio(i); i++)
		if (perfex_ratio_value(i, self->lines, COUNT(counts), &origin, &found))
			near += found.approximate;
	EXPECT_EQ(near, 3); /* reuse, hit rate and bandwidth */
	out = open_memstream(&text, &size);
	perfex_report_costs(out, &self->lines[16], 2, &origin, "R10000");
	fclose(out);
	EXPECT_NE(strstr(text, "\n26 ~Secondary data cache misses."), NULL);
	EXPECT_NE(strstr(text, "\n   ~L2 Data Cache Hit Rate....."), NULL)
		TH_LOG("%s", text);
	free(text);
}

/* Nothing is said of times and statistics that are not there. */
TEST_F(perfex, a_report_without_costs)
{
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	perfex_report_costs(out, self->lines, 1, &origin, "R10000");
	fclose(out);
	EXPECT_EQ(strstr(text, "Events overlap"), NULL);
	EXPECT_EQ(strstr(text, "Statistics"), NULL);
	free(text);
}

/* Without a cost there is no time that could be a part of another. */
TEST_F(perfex, no_costs_no_share_of_time)
{
	char names[512];

	name_ratios(self->lines, COUNT(counts), names);
	EXPECT_EQ(strstr(names, "memory-time-share"), NULL);
	EXPECT_NE(strstr(names, "memory-bandwidth"), NULL);
}

TEST_F(perfex, cycles_and_nanoseconds)
{
	expect_number(_metadata, perfex_seconds(1000000, 68.09, PERFEX_CLKS, 196),
		      "0.347398");
	expect_number(_metadata, perfex_seconds(1000000, 68.09, PERFEX_CLKS, 250),
		      "0.272360");
	expect_number(_metadata, perfex_seconds(1000000, 68.09, PERFEX_CLKS, 300),
		      "0.226967");
	expect_number(_metadata, perfex_seconds(1000000, 377.51, PERFEX_NSEC, 196),
		      "0.377510");
	expect_number(_metadata, perfex_seconds(1000000, 377.51, PERFEX_NSEC, 250),
		      "0.377510");
}

TEST_F(perfex, scaling)
{
	EXPECT_EQ(perfex_scale(1000, 160, 10), 16000);
	EXPECT_EQ(perfex_scale(1000, 500, 30), 16667);
	EXPECT_EQ(perfex_scale(1000, 500, 500), 1000);
	EXPECT_EQ(perfex_scale(123456789012345, 10000000000, 10000000),
		  123456789012345000);
}

TEST_F(perfex, lines_are_quadwords)
{
	EXPECT_EQ(perfex_quadwords(1000, 32), 2000);
	EXPECT_EQ(perfex_quadwords(1000, 128), 8000);
}

static char *report(const struct perfex_line *lines, size_t count)
{
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	perfex_report_counts(out, lines, count);
	fclose(out);
	return text;
}

TEST_F(perfex, a_line_is_as_on_irix)
{
	char *text = report(&self->lines[8], 1);

	EXPECT_STREQ(text,
		     "15 Graduated instructions......................................       364303776\n");
	free(text);
}

TEST_F(perfex, wide_columns_are_apart)
{
	const struct perfex_cost cost = { 0 };
	struct perfex_line line = {
		.number = PERFEX_BY_NAME,
		.name = "",
		.label = "a label that has more letters than any of the R10000's has room",
		.counted = true,
		.count = UINT64_MAX,
		.factor = 1,
		.cost = &cost,
		.typical = 12345678.5,
		.minimum = 12345678.25,
		.maximum = 12345678.75,
	};
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	perfex_report_costs(out, &line, 1, &origin, "R10000");
	fclose(out);
	EXPECT_NE(strstr(text, " has room 18446744073709551615 12345678.500000 "), NULL)
		TH_LOG("%s", text);
	EXPECT_NE(strstr(text, ".500000 12345678.250000 12345678.750000\n"), NULL);
	free(text);
}

TEST_F(perfex, a_scaled_count_says_so)
{
	struct perfex_line *line = &self->lines[8];
	char *text;

	line->factor = 16;
	line->error = line->count / 100.0;
	text = report(line, 1);
	EXPECT_NE(strstr(text, "364303776  scaled x16.00 +-1.0%\n"), NULL)
		TH_LOG("%s", text);
	free(text);
	line->error = 0.0 / 0.0;
	line->approximate = true;
	text = report(line, 1);
	EXPECT_NE(strstr(text, "  scaled x16.00, error not known\n"), NULL);
	EXPECT_EQ(strncmp(text, "15 ~G", 5), 0);
	free(text);
	line->counted = false;
	text = report(line, 1);
	EXPECT_NE(strstr(text, "....     not counted\n"), NULL)
		TH_LOG("%s", text);
	free(text);
}

/* The loops of --calibrate share their memory: each finds it as it was made. */
TEST(loops_leave_chains_whole)
{
	size_t stride = 32, size = 64 * stride, links = 0;
	struct area area;
	void **at;

	area_make(&area, size, stride, true);
	store_strides(&area, 1000);
	at = area.start;
	do {
		ASSERT_TRUE((char *)at >= area.memory && (char *)at < area.memory + size)
			TH_LOG("link %zu is %p", links, at);
		at = *at;
	} while (++links < size / stride);
	EXPECT_EQ(at, area.start);
	chase_pointers(&area, 1000);
	__lsan_ignore_object(area.memory); /* is never freed */
}

/* Each word has a place of its own: otherwise a later link has replaced an earlier one. */
TEST(sparse_words_are_apart)
{
	size_t links = 0;
	struct area area;
	void **at;

	area_make_sparse(&area, 2048);
	at = area.start;
	do
		at = *at;
	while (++links < 2048 && at != area.start);
	EXPECT_EQ(links, 2048);
	EXPECT_EQ(at, area.start);
}

TEST_HARNESS_MAIN
