// SPDX-License-Identifier: GPL-2.0
/* Names of formats. */
#include <string.h>

#include "base/memory.h"
#include "ring_csv.h"
#include "ring_format.h"
#include "ring_json.h"
#include "ring_locations.h"
#include "ring_sheet.h"
#include "ring_table.h"
#include "ring_teja.h"
#include "ring_trace.h"

struct ring_format {
	const char *name;
	void (*write)(FILE *out, const struct ring_view *view);
};

static const struct ring_format formats[] = {
	{ "table", ring_table },
	{ "csv", ring_csv },
	{ "sheet", ring_sheet },
	{ "json", ring_json },
	{ "trace", ring_trace },
	{ "ver1.1", ring_teja },
	{ "locations", ring_locations },
};

const struct ring_format *ring_format_named(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

void ring_format_write(const struct ring_format *format, FILE *out,
		       const struct ring_view *view)
{
	format->write(out, view);
}
