// SPDX-License-Identifier: GPL-2.0
/* The writers. */
#include <string.h>

#include "base/memory.h"
#include "compare.h"
#include "csv.h"
#include "format.h"
#include "json.h"
#include "raw.h"
#include "table.h"

static const struct format formats[] = {
	{ "table", report_table, results_table, results_table },
	{ "compare", report_compare, NULL, NULL },
	{ "csv", report_csv, results_csv, results_csv_lines },
	{ "json", report_json, results_json, results_json },
	{ "raw", report_raw, results_raw, results_raw },
};

const struct format *format_named(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}
