// SPDX-License-Identifier: GPL-2.0
/* The table of formats. */
#include <string.h>

#include "base/memory.h"
#include "format.h"

static const struct {
	const char *name;
	sample_format *print;
} formats[] = {
	{ "table", sample_table_print },
	{ "csv", sample_csv_print },
	{ "json", sample_json_print },
	{ "folded", sample_folded_print },
	{ "perf-script", sample_script_print },
	{ "pprof", sample_pprof_print },
	{ "samples", sample_list_print },
};

sample_format *sample_format_named(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(name, formats[i].name))
			return formats[i].print;
	return NULL;
}

bool sample_format_lists(sample_format *format)
{
	return format == sample_list_print || format == sample_script_print;
}
