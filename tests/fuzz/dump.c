// SPDX-License-Identifier: GPL-2.0
/* Raw dumps, as the tools read them: the input is a file. */
#include <stdlib.h>
#include <string.h>

#include "events/dump.h"
#include "fuzz.h"

#define NAME "file"

/* What is said on standard error while a file is read. */
static char *said;

static void read_dump(struct dump *dump, const void *data, size_t size)
{
	FILE *file = size ? fmemopen((void *)data, size, "r") :
			    fopen("/dev/null", "r");
	FILE *usual = stderr;
	size_t length;

	require(file);
	free(said);
	stderr = open_memstream(&said, &length);
	require(stderr);
	require(!dump_read(dump, file, NAME));
	fclose(stderr);
	stderr = usual;
	fclose(file);
}

/* "dump: file: N more bad lines", which is the last. */
static size_t count_more(const char *at)
{
	size_t more;
	int used = 0;

	require(sscanf(at, "%*[^:]: " NAME ": %zu more bad lines%n", &more,
		       &used) == 1);
	require(!strcmp(at + used, "\n"));
	return more;
}

/* Each thing that is damaged is told with its line, or counted. */
static void check_said(const struct dump *dump, const uint8_t *data,
		       size_t size)
{
	size_t i, lines = 1, told = 0, line;
	const char *at = said, *end;
	int used;

	for (i = 0; i < size; i++)
		lines += data[i] == '\n';
	for (; *at && told < DUMP_MOST_MESSAGES; at = end + 1, told++) {
		used = 0;
		require(sscanf(at, NAME ":%zu: %n", &line, &used) == 1 && used);
		require(line <= lines);
		end = strchr(at, '\n');
		require(end && end > at + used);
	}
	if (*at)
		told += count_more(at);
	require(told == dump->damaged);
}

static void check_measurement(const struct measurement *measurement)
{
	unsigned int run = 0;
	size_t i;

	require(measurement->title);
	require(measurement->count && measurement->runs);
	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];

		require(reading->counter < PERFCNT_MAX_COUNTERS);
		require(!(reading->control & PERFCNT_CTL_MBZ));
		require(strnlen(reading->native, sizeof(reading->native)) <
			sizeof(reading->native));
		require(reading->run == run || reading->run == run + 1);
		require(reading->run < measurement->runs);
		if (i && reading->run == run)
			require(reading->counter > reading[-1].counter);
		run = reading->run;
	}
	require(run + 1 == measurement->runs);
}

static void check_same(const struct measurement *a, const struct measurement *b)
{
	size_t i;

	require(!strcmp(a->title, b->title));
	require(!a->partial == !b->partial);
	require(!a->partial || !strcmp(a->partial, b->partial));
	require(a->scope == b->scope);
	require(a->time_count == b->time_count);
	for (i = 0; i < a->time_count; i++)
		require(!memcmp(&a->times[i], &b->times[i], sizeof(*a->times)));
	require(a->count == b->count && a->runs == b->runs);
	for (i = 0; i < a->count; i++) {
		const struct reading *one = &a->readings[i];
		const struct reading *other = &b->readings[i];

		require(one->run == other->run);
		require(one->counter == other->counter);
		require(!((one->control ^ other->control) & ~PERFCNT_CTL_M));
		require(one->count == other->count);
		require(!strcmp(one->native, other->native));
		require(one->shared == other->shared);
	}
}

/*
 * Only a counter that does not follow the last one tells that a run has ended:
 * after damage that may be missing.
 */
static bool runs_can_be_told(const struct measurement *measurement)
{
	const struct reading *reading = measurement->readings;
	size_t i;

	for (i = 1; i < measurement->count; i++)
		if (reading[i].run != reading[i - 1].run &&
		    reading[i].counter > reading[i - 1].counter)
			return false;
	return true;
}

/* A measurement that is written is read as it was; an empty title is lost. */
static void check_again(const struct measurement *measurement)
{
	struct dump again = { 0 };
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	require(file);
	dump_write(file, measurement);
	fclose(file);
	read_dump(&again, text, size);
	require(!again.damaged);
	if (*measurement->title && runs_can_be_told(measurement)) {
		require(again.count == 1);
		check_same(measurement, again.measurements);
	}
	dump_free(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dump dump = { 0 };
	size_t i;

	read_dump(&dump, data, size);
	check_said(&dump, data, size);
	for (i = 0; i < dump.count; i++) {
		check_measurement(&dump.measurements[i]);
		check_again(&dump.measurements[i]);
	}
	dump_free(&dump);
	return 0;
}
