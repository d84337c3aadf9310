// SPDX-License-Identifier: LGPL-2.1-or-later
/* Lines of text: labels filled with dots, and numbers in columns. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report.h"

/* Of columns, each of which has a blank before it. */
#define COUNT_WIDTH	15
#define TIME_WIDTH	12
#define WIDTH		(3 + R10000_LABEL_WIDTH + 1 + COUNT_WIDTH + 3 * (1 + TIME_WIDTH))

/* ~ stands before the label of what is only near. */
static void put_label(FILE *out, const char *label, bool approximate)
{
	int length = strlen(label) + approximate;

	fprintf(out, "%s%s", approximate ? "~" : "", label);
	for (; length < R10000_LABEL_WIDTH; length++)
		fputc('.', out);
}

static void put_event(FILE *out, const struct perfex_line *line)
{
	if (line->number == PERFEX_BY_NAME)
		fputs("   ", out);
	else
		fprintf(out, "%2d ", line->number);
	put_label(out, line->label, line->approximate);
	if (line->counted)
		fprintf(out, " %*" PRIu64, COUNT_WIDTH, line->count);
	else
		fprintf(out, " %*s", COUNT_WIDTH, "not counted");
}

/* A count that was computed says so, and how sure it is. */
static void put_scale(FILE *out, const struct perfex_line *line)
{
	if (!line->counted || line->factor == 1)
		return;
	fprintf(out, "  scaled x%.2f", line->factor);
	if (isnan(line->error))
		fputs(", error not known", out);
	else if (line->count)
		fprintf(out, " +-%.1f%%", 100 * line->error / line->count);
	else
		fprintf(out, " +-%.0f", line->error);
}

void perfex_report_counts(FILE *out, const struct perfex_line *lines,
			  size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		put_event(out, &lines[i]);
		put_scale(out, &lines[i]);
		fputc('\n', out);
	}
}

static void put_rule(FILE *out, int width)
{
	for (; width; width--)
		fputc('=', out);
	fputc('\n', out);
}

static void put_heads(FILE *out)
{
	fprintf(out, "%*s %*s %*s %*s\n", 3 + R10000_LABEL_WIDTH + 1 + COUNT_WIDTH, "",
		TIME_WIDTH, "Typical", TIME_WIDTH, "Minimum", TIME_WIDTH,
		"Maximum");
	fprintf(out, "   %-*s %*s %*s %*s %*s\n", R10000_LABEL_WIDTH,
		"Event Counter Name", COUNT_WIDTH, "Counter Value", TIME_WIDTH,
		"Time (sec)", TIME_WIDTH, "Time (sec)", TIME_WIDTH,
		"Time (sec)");
	put_rule(out, WIDTH);
}

static void put_times(FILE *out, const struct perfex_line *line)
{
	if (line->cost && line->counted)
		fprintf(out, " %*.6f %*.6f %*.6f", TIME_WIDTH, line->typical,
			TIME_WIDTH, line->minimum, TIME_WIDTH, line->maximum);
	else
		fprintf(out, " %*s %*s %*s", TIME_WIDTH, "-", TIME_WIDTH, "-",
			TIME_WIDTH, "-");
}

/* One that is an estimate says how sure it is; nothing is said of what may be anything. */
static void put_ratio(FILE *out, const struct perfex_ratio_value *found)
{
	if (perfex_ratio_is_shown(found))
		fprintf(out, " %*.6f", COUNT_WIDTH, found->value);
	else
		fprintf(out, " %*s", COUNT_WIDTH, "-");
	if (isnan(found->error))
		fputs("  error not known", out);
	else if (found->error && found->value)
		fprintf(out, "  +-%.1f%%", 100 * found->error / fabs(found->value));
	else if (found->error)
		fprintf(out, "  +-%.6f", found->error);
	fputc('\n', out);
}

static void put_ratios(FILE *out, const struct perfex_line *lines,
		       size_t count, const struct perfex_clock *clock)
{
	const struct perfex_ratio *ratio;
	struct perfex_ratio_value found;
	bool any = false;
	size_t i;

	for (i = 0; (ratio = perfex_ratio(i)); i++) {
		if (!perfex_ratio_value(i, lines, count, clock, &found))
			continue;
		if (!any) {
			fputs("\nStatistics\n", out);
			put_rule(out, WIDTH);
		}
		any = true;
		fputs("   ", out);
		put_label(out, ratio->label, found.approximate);
		put_ratio(out, &found);
	}
}

void perfex_report_costs(FILE *out, const struct perfex_line *lines,
			 size_t count, const struct perfex_clock *clock,
			 const char *processor)
{
	unsigned int times = 0;
	size_t i;

	fprintf(out, "Based on %.10g MHz\n%s\n\n", clock->mhz, processor);
	put_heads(out);
	for (i = 0; i < count; i++) {
		put_event(out, &lines[i]);
		put_times(out, &lines[i]);
		put_scale(out, &lines[i]);
		fputc('\n', out);
		times += lines[i].cost && lines[i].counted;
	}
	if (times > 1)
		fputs("Events overlap: the sum of these estimates usually exceeds the run time.\n",
		      out);
	put_ratios(out, lines, count, clock);
}
