// SPDX-License-Identifier: GPL-2.0
/* Names of formats. */
#include <string.h>

#include "base/memory.h"
#include "format.h"

bool region_view_is_t1(const struct region_summary *summary)
{
	size_t i, j;

	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++) {
			const struct interval *interval =
				summary->cpus[i].intervals[j];

			if (interval->group != REGION_GROUP_CPU ||
			    interval->events[0].type != REGION_T1_INSTRUCTIONS)
				return false;
		}
	return true;
}

struct region_format {
	const char *name;
	void (*write)(FILE *out, const struct region_view *view);
};

static const struct region_format formats[] = {
	{ "table", region_table },
	{ "csv", region_csv },
	{ "sheet", region_sheet },
	{ "classic", region_classic },
	{ "json", region_json },
};

const struct region_format *region_format_named(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

void region_format_write(const struct region_format *format, FILE *out,
			 const struct region_view *view)
{
	format->write(out, view);
}

struct ring_format {
	const char *name;
	void (*write)(FILE *out, const struct ring_view *view);
};

static const struct ring_format ring_formats[] = {
	{ "table", ring_table },
	{ "csv", ring_csv },
	{ "json", ring_json },
	{ "trace", ring_trace },
	{ "ver1.1", ring_teja },
	{ "locations", ring_locations },
};

const struct ring_format *ring_format_named(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ring_formats); i++)
		if (!strcmp(ring_formats[i].name, name))
			return &ring_formats[i];
	return NULL;
}

void ring_format_write(const struct ring_format *format, FILE *out,
		       const struct ring_view *view)
{
	format->write(out, view);
}
