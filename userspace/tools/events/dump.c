// SPDX-License-Identifier: GPL-2.0
/* Measurements, and what they are made of. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "dump.h"
#include "events.h"

#define OPENING " ("

char *title_of(char *const *command)
{
	size_t length = 0;
	char *const *word;
	char *title, *c;

	for (word = command; *word; word++)
		length += strlen(*word) + 1;
	title = zeros(length, 1);
	c = title;
	for (word = command; *word; word++) {
		c = stpcpy(c, *word);
		if (word[1])
			c = stpcpy(c, " ");
	}
	title[utf8_cut(title, TITLE_MOST)] = '\0';
	for (c = title; *c; c++)
		if (iscntrl((unsigned char)*c))
			*c = ' ';
	return title;
}

char *title_repetition(const char *title, unsigned int number,
		       unsigned int count)
{
	return formatted("%s" OPENING "%u of %u)", title, number, count);
}

/* The last @opening of a text. */
static const char *find_last(const char *text, const char *opening)
{
	const char *last = NULL;

	while ((text = strstr(text, opening)))
		last = text++;
	return last;
}

size_t title_without_repetition(const char *title, unsigned int *number)
{
	const char *opening = find_last(title, OPENING), *at;
	uint64_t which, count;

	*number = 0;
	if (!opening)
		return strlen(title);
	at = opening + strlen(OPENING);
	if (number_take(&at, 10, UINT32_MAX, &which) ||
	    strncmp(at, " of ", 4))
		return strlen(title);
	at += 4;
	if (number_take(&at, 10, UINT32_MAX, &count) || strcmp(at, ")") ||
	    !which || which > count)
		return strlen(title);
	*number = which;
	return opening - title;
}

struct measurement *dump_begin(struct dump *dump, const char *title)
{
	struct measurement *measurement;

	dump->measurements = grow(dump->measurements, dump->count,
				  sizeof(*dump->measurements));
	measurement = &dump->measurements[dump->count++];
	*measurement = (struct measurement){ .title = text_printable(title) };
	return measurement;
}

void dump_add(struct measurement *measurement, const struct reading *reading)
{
	measurement->readings = grow(measurement->readings, measurement->count,
				     sizeof(*measurement->readings));
	if (reading_is_shown(reading))
		series_add(&measurement->series, reading, measurement->count);
	measurement->readings[measurement->count++] = *reading;
	if (measurement->runs <= reading->run)
		measurement->runs = reading->run + 1;
	if (measurement->counters <= reading->counter)
		measurement->counters = reading->counter + 1;
}

void dump_add_time(struct measurement *measurement,
		   const struct run_time *time)
{
	measurement->times = grow(measurement->times, measurement->time_count,
				  sizeof(*measurement->times));
	measurement->times[measurement->time_count++] = *time;
}

void dump_set_partial(struct measurement *measurement, const char *reason)
{
	if (!*reason)
		return;
	free(measurement->partial);
	measurement->partial = text_printable(reason);
}

void dump_set_differ(struct measurement *measurement, const char *how)
{
	free(measurement->differ);
	measurement->differ = text_printable(how);
}

const char *dump_scope_name(enum scope_of_counts scope)
{
	static const char *const names[] = {
		[SCOPE_UNKNOWN] = "",
		[SCOPE_TASKS] = "tasks",
		[SCOPE_MACHINE] = "machine",
	};

	return names[scope];
}

const struct reading *dump_find(const struct measurement *measurement,
				const struct reading *like)
{
	const struct series *series = series_of(measurement->series, like);

	return series ? &measurement->readings[series_first(series)] : NULL;
}

static void free_measurement(struct measurement *measurement)
{
	size_t i;

	for (i = 0; measurement->results && i < measurement->count; i++) {
		free(measurement->results[i].values);
		free(measurement->results[i].outlier);
	}
	free(measurement->results);
	series_free(measurement->series);
	free(measurement->times);
	free(measurement->readings);
	free(measurement->differ);
	free(measurement->partial);
	free(measurement->file);
	free(measurement->title);
}

bool measurement_is_of_34k(const struct measurement *measurement)
{
	return measurement->counters <= COUNTERS_OF_34K;
}

bool dump_is_of_34k(const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		if (!measurement_is_of_34k(&dump->measurements[i]))
			return false;
	return true;
}

void dump_free(struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		free_measurement(&dump->measurements[i]);
	free(dump->measurements);
	*dump = (struct dump){ 0 };
}

static double median(const uint64_t *values, size_t count)
{
	struct statistics found;

	if (statistics_of(values, NULL, count, &found))
		out_of_memory();
	return found.median / 1e9;
}

struct seconds run_times_median(const struct measurement *measurement)
{
	size_t count = measurement->time_count, i;
	uint64_t *elapsed = zeros(count, sizeof(*elapsed));
	uint64_t *user = zeros(count, sizeof(*user));
	uint64_t *system = zeros(count, sizeof(*system));
	struct seconds seconds = { NAN, NAN, NAN };

	for (i = 0; i < count; i++) {
		elapsed[i] = measurement->times[i].elapsed;
		user[i] = measurement->times[i].user;
		system[i] = measurement->times[i].system;
	}
	if (count) {
		seconds.elapsed = median(elapsed, count);
		seconds.user = median(user, count);
		seconds.system = median(system, count);
	}
	free(elapsed);
	free(user);
	free(system);
	return seconds;
}

/* The median of two is what neither of them took. */
static void print_both(FILE *out, const struct run_time times[2])
{
	fprintf(out, "elapsed %.6f and %.6f s, ", times[0].elapsed / 1e9, times[1].elapsed / 1e9);
	fprintf(out, "user %.6f and %.6f s, ", times[0].user / 1e9, times[1].user / 1e9);
	fprintf(out, "system %.6f and %.6f s (2 runs)\n", times[0].system / 1e9,
		times[1].system / 1e9);
}

void seconds_print(FILE *out, const struct measurement *measurement)
{
	const struct seconds seconds = run_times_median(measurement);

	if (!measurement->time_count)
		return;
	if (measurement->time_count == 2) {
		print_both(out, measurement->times);
		return;
	}
	fprintf(out, "elapsed %.6f s, user %.6f s, system %.6f s",
		seconds.elapsed, seconds.user, seconds.system);
	if (measurement->time_count > 1)
		fprintf(out, " (medians of %zu runs)", measurement->time_count);
	fputc('\n', out);
}

/* Raw dumps as /proc/perf prints them. */

#define BILLION 1000000000u

/* The M bit of a word in a dump: it says that the next counter follows. */
static uint32_t more_bit(const struct measurement *measurement, size_t i)
{
	const struct reading *reading = &measurement->readings[i];
	const struct reading *next = reading + 1;

	return i + 1 < measurement->count && next->run == reading->run &&
	       next->counter == reading->counter + 1 ? PERFCNT_CTL_M : 0;
}

static void write_seconds(FILE *file, const char *name, uint64_t time)
{
	fprintf(file, " %s %" PRIu64 ".%09" PRIu64, name, time / BILLION,
		time % BILLION);
}

static void write_time(FILE *file, const struct run_time *time)
{
	fputs("# time:", file);
	write_seconds(file, "elapsed", time->elapsed);
	write_seconds(file, "user", time->user);
	write_seconds(file, "system", time->system);
	fputc('\n', file);
}

static void write_reading(FILE *file, const struct reading *reading,
			  uint32_t more, bool is_34k)
{
	const struct event *event = is_34k && reading_counts(reading) ?
				    event_of(reading->counter, reading->control) : NULL;
	const char *doubt = event ? event_doubt(event) : NULL;

	if (reading->native[0])
		fprintf(file, "# PerfCnt[%u].Name : %s\n", reading->counter,
			reading->native);
	if (reading->shared)
		fprintf(file, "# PerfCnt[%u].Shared : core\n",
			reading->counter);
	if (doubt)
		fprintf(file, "# PerfCnt[%u].Doubt : %s\n", reading->counter, doubt);
	fprintf(file, "PerfCnt[%u].Ctl : 0x%08" PRIx32 "\n"
		"PerfCnt[%u].Cnt : %" PRIu64 "\n", reading->counter,
		(reading->control & ~PERFCNT_CTL_M) | more, reading->counter,
		reading->count);
}

void dump_write(FILE *file, const struct measurement *measurement)
{
	size_t i, timed = 0;

	if (measurement->title[0])
		fprintf(file, "# measurement: %s\n", measurement->title);
	if (measurement->partial)
		fprintf(file, "# partial: %s\n", measurement->partial);
	if (measurement->differ)
		fprintf(file, "# differ: %s\n", measurement->differ);
	if (measurement->scope)
		fprintf(file, "# scope: %s\n",
			dump_scope_name(measurement->scope));
	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];

		if (timed < measurement->time_count &&
		    measurement->times[timed].run == reading->run)
			write_time(file, &measurement->times[timed++]);
		write_reading(file, reading, more_bit(measurement, i),
			      measurement_is_of_34k(measurement));
	}
}
