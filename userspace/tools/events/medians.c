// SPDX-License-Identifier: GPL-2.0
/* From the counts of repetitions to their medians. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "dump.h"
#include "medians.h"

static void evaluate(struct result *result, bool keep_outliers)
{
	result->outlier = zeros(result->count, sizeof(*result->outlier));
	if ((!keep_outliers &&
	     statistics_outliers(result->values, result->count,
				 result->outlier)) ||
	    statistics_of(result->values, result->outlier, result->count,
			  &result->statistics))
		out_of_memory();
}

void medians_add(struct measurement *medians, const struct reading *reading,
		 const uint64_t *values, unsigned int count,
		 bool keep_outliers)
{
	struct reading median = *reading;
	struct result *result;

	medians->results = grow(medians->results, medians->count,
				sizeof(*medians->results));
	result = &medians->results[medians->count];
	*result = (struct result){
		.values = resize(NULL, count, sizeof(*values)),
		.count = count,
	};
	memcpy(result->values, values, count * sizeof(*values));
	evaluate(result, keep_outliers);
	median.count = result->statistics.median;
	dump_add(medians, &median);
}

/* What is so of all of its runs. */
static void add_runs(struct measurement *medians, const struct measurement *repetition)
{
	size_t i;

	if (medians->counters < repetition->counters)
		medians->counters = repetition->counters;
	if (repetition->differ)
		dump_set_differ(medians, repetition->differ);
	for (i = 0; i < repetition->time_count; i++)
		dump_add_time(medians, &repetition->times[i]);
}

/* Does a measurement repeat the one before? */
static bool is_repetition(const struct measurement *measurement)
{
	const struct measurement *before = measurement - 1;
	unsigned int number, number_before;
	size_t length = title_without_repetition(measurement->title, &number);

	return number > 1 &&
	       title_without_repetition(before->title, &number_before) == length &&
	       number_before == number - 1 &&
	       !strncmp(measurement->title, before->title, length);
}

/* The place that a reading has in the others, too. */
static const struct reading *counterpart(const struct measurement *repetition,
					 const struct reading *reading)
{
	const struct series *series = series_of(repetition->series, reading);
	size_t place = SERIES_NONE;

	if (series)
		place = series_find(series, reading->run);
	return place == SERIES_NONE ? NULL : &repetition->readings[place];
}

/* A reading that none of the repetitions before has. */
static void add_reading(struct measurement *medians,
			const struct measurement *first, size_t count,
			const struct reading *reading, bool keep_outliers)
{
	uint64_t *values = resize(NULL, count, sizeof(*values));
	unsigned int found = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct reading *other = counterpart(&first[i], reading);

		if (other)
			values[found++] = other->count;
	}
	medians_add(medians, reading, values, found, keep_outliers);
	free(values);
}

/* @count repetitions, one after the other. */
static void add_measurement(struct dump *all, const struct measurement *first,
			    size_t count, bool keep_outliers)
{
	char *title = copy_text(first->title);
	struct measurement *medians;
	unsigned int number;
	size_t i, j;

	if (count > 1)
		title[title_without_repetition(title, &number)] = '\0';
	medians = dump_begin(all, title);
	free(title);
	medians->file = first->file ? copy_text(first->file) : NULL;
	medians->scope = first->scope;
	for (i = 0; i < count; i++) {
		if (first[i].partial)
			dump_set_partial(medians, first[i].partial);
		add_runs(medians, &first[i]);
		for (j = 0; j < first[i].count; j++) {
			const struct reading *reading = &first[i].readings[j];

			if (reading_is_shown(reading) &&
			    !counterpart(medians, reading))
				add_reading(medians, first, count, reading,
					    keep_outliers);
		}
	}
}

void medians_of(const struct dump *dump, struct dump *medians,
		bool keep_outliers)
{
	size_t i, count;

	for (i = 0; i < dump->count; i += count) {
		count = 1;
		while (i + count < dump->count &&
		       is_repetition(&dump->measurements[i + count]))
			count++;
		add_measurement(medians, &dump->measurements[i], count,
				keep_outliers);
	}
}

unsigned int result_outliers(const struct result *result)
{
	return result->count - result->statistics.kept;
}

void results_begin(struct results *results, const char *title)
{
	struct measurement *medians = dump_begin(&results->medians, title);
	size_t i;

	dump_set_partial(medians, results->partial);
	medians->scope = results->scope;
	for (i = 0; i < results->dump->count; i++)
		add_runs(medians, &results->dump->measurements[i]);
}

void results_free(struct results *results)
{
	dump_free(&results->medians);
}
