// SPDX-License-Identifier: GPL-2.0
/* The writers, and how to tell what they have written. */
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "events/dump.h"
#include "format.h"

/* Measurements as they were read, with all events. */
static void report_raw(FILE *out, const struct view *view)
{
	size_t i;

	for (i = 0; i < view->dump->count; i++)
		dump_write(out, &view->dump->measurements[i]);
}

/* A format. */
struct format {
	const char *name; /* what --format calls it */
	const char *begins[4]; /* how its files begin: one of these */
	void (*report)(FILE *out, const struct view *view); /* writes measurements */
	void (*more)(FILE *out, const struct view *view); /* the same after others, or NULL */
	/* writes measurements side by side, or NULL */
	void (*compare)(FILE *out, const struct view *view);
	bool exports; /* is it what the counters count now, and no more? */
};

enum {
	TABLE,
	BARS,
	CSV,
	JSON,
	RAW,
	PLOT,
	SVG,
	PNG,
	OPENMETRICS,
	PROMETHEUS,
	FORMATS
};

static const struct format formats[FORMATS] = {
	[TABLE] = { "table", { "[mode]", "partial: " }, report_table,
		    report_table, report_compare },
	[BARS] = { "bars", { NULL }, report_bars, report_bars, compare_bars },
	[CSV] = { "csv", { "title,modes,", "modes,filter," }, report_csv,
		  report_csv_lines, compare_csv },
	[JSON] = { "json", { "{" }, report_json, report_json, compare_json },
	[RAW] = { "raw", { "# measurement:", "# time:", "# PerfCnt[",
			   "PerfCnt[" }, report_raw, report_raw, NULL },
	/* these always have the measurements side by side */
	[PLOT] = { "plot", { PLOT_BEGINS }, report_plot, NULL, report_plot },
	[SVG] = { "svg", { PICTURE_SVG_BEGINS }, report_svg, NULL, report_svg },
	[PNG] = { "png", { PICTURE_PNG_BEGINS }, report_png, NULL, report_png },
	[OPENMETRICS] = { "openmetrics", { OPENMETRICS_BEGINS },
			  report_openmetrics, .exports = true },
	[PROMETHEUS] = { "prometheus", { PROMETHEUS_BEGINS },
			 report_prometheus, .exports = true },
};

const struct format *format_named(const char *name)
{
	unsigned int i;

	for (i = 0; i < FORMATS; i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

bool format_can_append(const struct format *format)
{
	return format->more;
}

bool format_exports(const struct format *format)
{
	return format->exports;
}

const char *format_name(const struct format *format)
{
	return format->name;
}

/* The format of a file by its first line, NULL if it is none of them. */
static const struct format *format_of(const char *line)
{
	unsigned int i, k;

	for (i = 0; i < FORMATS; i++)
		for (k = 0; k < ARRAY_SIZE(formats[i].begins); k++)
			if (formats[i].begins[k] &&
			    !strncmp(line, formats[i].begins[k],
				     strlen(formats[i].begins[k])))
				return &formats[i];
	return NULL;
}

/* People may have written anything before a table, bars or a dump. */
static bool follows_anything(const struct format *format)
{
	return format == &formats[TABLE] || format == &formats[BARS] ||
	       format == &formats[RAW];
}

static void check_first(const struct format *format, const char *path,
			const char *line)
{
	const struct format *found = format_of(line);
	char *names;

	if (!found && follows_anything(format))
		return;
	if (found != format)
		fail("%s: the file has %s in it; %s cannot be appended", path,
		     found ? found->name : "something else", format->name);
	names = report_csv_names();
	if (format == &formats[CSV] && strcmp(line, names))
		fail("%s: the file has CSV with other columns", path);
	free(names);
}

bool format_appends(const struct format *format, const char *path)
{
	struct lines lines;

	if (!lines_first(&lines, path))
		return false;
	if (lines.number)
		check_first(format, path, lines.text);
	return true;
}

void format_report(const struct format *format, FILE *out,
		   const struct view *view, bool appended)
{
	if (appended)
		format->more(out, view);
	else
		format->report(out, view);
}

void format_compare(const struct format *format, FILE *out,
		    const struct view *view)
{
	format->compare(out, view);
}

void format_results(const struct format *format, FILE *out,
		    const struct results *results, bool appended)
{
	const struct view medians = { .dump = &results->medians };
	const struct view all = { .dump = results->dump };

	if (format == &formats[JSON])
		results_json(out, results);
	else
		format_report(format, out,
			      format == &formats[RAW] ? &all : &medians,
			      appended);
}
