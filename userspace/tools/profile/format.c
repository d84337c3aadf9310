// SPDX-License-Identifier: GPL-2.0
/* The table of formats. */
#include <string.h>

#include "base/memory.h"
#include "format.h"

/**
 * struct sample_format - a format
 * @name: its name
 * @print: prints a run
 */
struct sample_format {
	const char *name;
	void (*print)(FILE *out, const struct sample_view *view);
};

static const struct sample_format formats[] = {
	{ "table", sample_table_print },
	{ "csv", sample_csv_print },
	{ "json", sample_json_print },
	{ "folded", sample_folded_print },
	{ "perf-script", sample_script_print },
	{ "pprof", sample_pprof_print },
	{ "samples", sample_list_print },
};

const struct sample_format *sample_format_named(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(name, formats[i].name))
			return &formats[i];
	return NULL;
}

void sample_format_write(const struct sample_format *format, FILE *out,
			 const struct sample_view *view)
{
	format->print(out, view);
}
