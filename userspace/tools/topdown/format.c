// SPDX-License-Identifier: GPL-2.0
/* A writer a format. */
#include <string.h>

#include "base/memory.h"
#include "format.h"

/* A format. */
struct topdown_format {
	const char *name; /* what --format calls it */
	bool is_text; /* is it for people? */
	bool says_partial; /* does it say to people why results are partial? */
	const char *between; /* what stands between two measurements */
	/* writes what stands before all, or NULL */
	void (*begin)(FILE *out, const struct topdown *first);
	void (*write)(FILE *out, const struct topdown *topdown); /* writes a measurement */
	/* writes all, instead of these */
	void (*whole)(FILE *out, const struct topdown *all, size_t count);
};

static const struct topdown_format formats[] = {
	{ "table", true, true, "\n", .write = topdown_table },
	{ "bars", true, true, "\n", .write = topdown_bars },
	{ "lines", true, false, "", topdown_lines_names, topdown_lines, NULL },
	{ "csv", false, false, "", topdown_csv_names, topdown_csv, NULL },
	{ "json", false, false, "", .write = topdown_json },
	{ "plot", false, false, .whole = topdown_plot },
};

const struct topdown_format *topdown_format_named(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

bool topdown_format_is_text(const struct topdown_format *format)
{
	return format->is_text;
}

bool topdown_format_says_partial(const struct topdown_format *format)
{
	return format->says_partial;
}

bool topdown_format_is_whole(const struct topdown_format *format)
{
	return format->whole;
}

void topdown_format_write(const struct topdown_format *format, FILE *out,
			  const struct topdown *all, size_t count, bool first)
{
	size_t i;

	if (format->whole) {
		format->whole(out, all, count);
		return;
	}
	if (first && format->begin)
		format->begin(out, count ? all : NULL);
	for (i = 0; i < count; i++) {
		if (i || !first)
			fputs(format->between, out);
		format->write(out, &all[i]);
	}
}
