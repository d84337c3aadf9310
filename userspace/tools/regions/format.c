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

region_format *region_format_named(const char *name)
{
	static const struct {
		const char *name;
		region_format *write;
	} formats[] = {
		{ "table", region_table },
		{ "csv", region_csv },
		{ "sheet", region_sheet },
		{ "classic", region_classic },
		{ "json", region_json },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return formats[i].write;
	return NULL;
}

ring_format *ring_format_named(const char *name)
{
	static const struct {
		const char *name;
		ring_format *write;
	} formats[] = {
		{ "table", ring_table },
		{ "csv", ring_csv },
		{ "json", ring_json },
		{ "trace", ring_trace },
		{ "ver1.1", ring_teja },
		{ "locations", ring_locations },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return formats[i].write;
	return NULL;
}
