// SPDX-License-Identifier: GPL-2.0
/* Dumps of the Netra DPS profiler, as pc_regions reads and prints them: the input is a file. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "events/dump.h"
#include "regions/format.h"
#include "regions/reader.h"
#include "fuzz.h"
#include "printed.h"

#define NAME "file"

/* Whether a format is one value of JSON, or lines of the same number of fields. */
static const struct {
	const char *name;
	void (*check)(const char *text);
} formats[] = {
	{ "table", NULL },
	{ "csv", NULL },
	{ "classic", NULL },
	{ "sheet", printed_csv },
	{ "json", printed_json },
};

static bool read_dumps(struct intervals *intervals, const void *data, size_t size)
{
	FILE *file = size ? fmemopen((void *)data, size, "r") :
			    fopen("/dev/null", "r");
	bool good;

	require(file);
	good = region_read(intervals, file, NAME);
	fclose(file);
	return good;
}

/* Each message has the file and a line of it, or only the file. */
static void check_said(const char *said, const uint8_t *data, size_t size,
		       bool good)
{
	size_t lines = 1, line, i;
	const char *end;

	require(good || *said);
	for (i = 0; i < size; i++)
		lines += data[i] == '\n';
	for (; *said; said = end + 1) {
		end = strchr(said, '\n');
		require(end);
		if (strncmp(said, NAME ":", strlen(NAME ":")))
			continue; /* NAME is elsewhere: fuzz: file: ... */
		require(sscanf(said, NAME ":%zu: ", &line) == 1);
		require(line && line <= lines);
	}
}

static void check_intervals(const struct intervals *intervals)
{
	size_t i;

	for (i = 0; i < intervals->count; i++) {
		const struct interval *interval = &intervals->all[i];

		require(interval->event_count == 1 || interval->event_count == 2);
		require(interval->begin + interval->cycles >= interval->begin);
	}
}

static void print_all(const struct intervals *intervals, size_t skip)
{
	static const struct region_parameters parameters = {
		.packets = { .given = true, .user = 1, .step = true },
		.idle_loops = { .given = true, .number = 1000 },
		.idle_cycles = 12.5,
		.mhz = 1200,
	};
	struct region_summary summary;
	struct region_view view = {
		.summary = &summary,
		.parameters = &parameters,
		.skip = skip,
		.histogram = true,
	};
	size_t i;

	region_summary_make(&summary, intervals, skip);
	for (i = 0; summary.cpu_count && summary.user_count &&
	     i < sizeof(formats) / sizeof(*formats); i++) {
		region_format *write = region_format_named(formats[i].name);
		const char *text;

		write(printed_begin(), &view);
		text = printed_end();
		require(*text);
		if (formats[i].check)
			formats[i].check(text);
	}
	region_summary_warn(&summary);
	region_summary_free(&summary);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct intervals intervals = { 0 };
	bool good;

	printed_listen();
	good = read_dumps(&intervals, data, size);
	check_said(printed_said(), data, size, good);
	check_intervals(&intervals);
	printed_listen();
	print_all(&intervals, size % 2);
	printed_said();
	intervals_free(&intervals);
	return 0;
}
