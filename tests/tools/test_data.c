// SPDX-License-Identifier: GPL-2.0
/* Measurements: their titles, and how their readings are found. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "events/dump.h"
#include "events/medians.h"
#include "unit.h"

static void expect_title(struct __test_metadata *_metadata,
			 char *const *command, const char *wanted)
{
	char *title = title_of(command);

	EXPECT_STREQ(title, wanted);
	free(title);
}

TEST(title_is_the_command)
{
	char *const words[] = { "sh", "-c", "a\n\tb", "caf\xc3\xa9", NULL };

	expect_title(_metadata, words, "sh -c a  b caf\xc3\xa9");
	expect_title(_metadata, words + 4, "");
}

/* Two bytes a character: after "x" none ends at the limit, which is even. */
TEST(title_is_not_cut_inside_a_character)
{
	char text[2 * TITLE_MOST + 2] = "x", wanted[TITLE_MOST + 1];
	char *const words[] = { text, NULL };
	unsigned int i;

	for (i = 0; i < TITLE_MOST; i++)
		strcat(text, "\xc3\xa9");
	strncpy(wanted, text, TITLE_MOST - 1);
	wanted[TITLE_MOST - 1] = '\0';
	expect_title(_metadata, words, wanted);
}

static void expect_repetition(struct __test_metadata *_metadata,
			      const char *title, size_t length,
			      unsigned int number)
{
	unsigned int found;

	EXPECT_EQ(title_without_repetition(title, &found), length)
		TH_LOG("%s", title);
	EXPECT_EQ(found, number) TH_LOG("%s", title);
}

TEST(title_of_a_repetition)
{
	char *title = title_repetition("a (1 of 2) b", 3, 10);

	EXPECT_STREQ(title, "a (1 of 2) b (3 of 10)");
	expect_repetition(_metadata, title, 12, 3);
	free(title);
	expect_repetition(_metadata, "a (1 of 2) b", 12, 0);
	expect_repetition(_metadata, "a", 1, 0);
	expect_repetition(_metadata, "", 0, 0);
	expect_repetition(_metadata, " (1 of 1)", 0, 1);
	expect_repetition(_metadata, "a (2 of 1)", 10, 0);
	expect_repetition(_metadata, "a (0 of 1)", 10, 0);
	expect_repetition(_metadata, "a (x of 1)", 10, 0);
	expect_repetition(_metadata, "a (1 of", 7, 0);
	expect_repetition(_metadata, "a (99999999999 of 99999999999)", 30, 0);
}

/* Readings of runs 0, 2 and 4 count one event, those of 1 and 3 another. */
TEST(series)
{
	struct dump dump = { 0 };
	struct measurement *measurement = dump_begin(&dump, "");
	struct reading reading = { .control = PERFCNT_CTL_U };
	const struct series *series;

	for (reading.run = 0; reading.run < 5; reading.run++) {
		reading.counter = reading.run % 2;
		dump_add(measurement, &reading);
	}
	reading = (struct reading){ .counter = 2, .control = PERFCNT_CTL_U |
				    PERFCNT_CTL_M | PERFCNT_CTL_IE };
	series = series_of(measurement->series, &reading);
	ASSERT_NE(series, NULL);
	EXPECT_EQ(series_first(series), 0);
	EXPECT_EQ(series_find(series, 2), 2);
	EXPECT_EQ(series_find(series, 3), SERIES_NONE);
	EXPECT_EQ(series_find(series, 5), SERIES_NONE);
	EXPECT_EQ(series_next_run(series, 0), 0);
	EXPECT_EQ(series_next_run(series, 3), 4);
	EXPECT_EQ(series_next_run(series, 5), UINT_MAX);
	EXPECT_EQ(dump_find(measurement, &reading), measurement->readings);
	strcpy(reading.native, "x");
	EXPECT_EQ(dump_find(measurement, &reading), NULL);
	dump_free(&dump);
}

/* The title of medians is the command's, and what is partial stays so. */
TEST(medians)
{
	struct dump dump = { 0 }, medians = { 0 };
	struct reading reading = { .control = PERFCNT_CTL_U };
	const struct measurement *found;
	unsigned int i;

	for (i = 1; i <= 3; i++) {
		char *title = title_repetition("x", i, 3);

		reading.count = 10 * i;
		dump_add(dump_begin(&dump, title), &reading);
		free(title);
	}
	dump_set_partial(&dump.measurements[2], "why\nnot");
	medians_of(&dump, &medians, false);
	ASSERT_EQ(medians.count, 1);
	found = medians.measurements;
	EXPECT_STREQ(found->title, "x");
	EXPECT_STREQ(found->partial, "why\\nnot");
	EXPECT_EQ(found->readings[0].count, 20);
	EXPECT_EQ(found->results[0].count, 3);
	EXPECT_EQ(result_outliers(&found->results[0]), 0);
	dump_free(&medians);
	dump_free(&dump);
}

TEST_HARNESS_MAIN
