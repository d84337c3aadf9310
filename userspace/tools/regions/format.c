// SPDX-License-Identifier: GPL-2.0
/* Names of formats. */
#include <string.h>

#include "base/memory.h"
#include "classic.h"
#include "csv.h"
#include "format.h"
#include "json.h"
#include "region_sheet.h"
#include "table.h"

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
