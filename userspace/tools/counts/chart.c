// SPDX-License-Identifier: GPL-2.0
/* The names of a picture's lines, which tell them apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "chart.h"

/* A name, to find others that are the same. */
struct name {
	const char *text; /* the name */
	size_t line; /* of this line */
};

static bool group_differs(const struct chart *chart, uint32_t bits)
{
	size_t i;

	for (i = 1; i < chart->count; i++)
		if ((chart->lines[i]->head->group ^
		     chart->lines[0]->head->group) & bits)
			return true;
	return false;
}

static void append(char **name, const char *before, const char *word,
		   const char *after)
{
	char *old = *name;

	*name = formatted("%s%s%s%s%s", old, *old ? " " : "", before, word, after);
	free(old);
}

static void append_group(char **name, const struct row *row, uint32_t bits)
{
	const struct filter filter_bits = filter_of(row->group, 0);
	char modes[5], filter[FILTER_TEXT_SIZE];

	row_modes(row, modes);
	filter_text(&filter_bits, filter);
	if (bits & PERFCNT_CTL_MODES)
		append(name, "[", modes, "]");
	if (bits & FILTER_BITS && *filter)
		append(name, "[", filter, "]");
}

static bool is_count(const struct row *row)
{
	return row->reading || row->metric->unit == METRIC_COUNT;
}

static bool has_counts(const struct chart *chart,
		       const struct comparison_line *line)
{
	size_t i;

	for (i = 0; i < chart->headings.count; i++)
		if (line->cells[i] && line->cells[i]->reading->count)
			return true;
	return false;
}

/*
 * Beside all cycles and instructions stalls would be too short to see, and there
 * are many causes that a program does not have.
 */
static bool is_shown(const struct chart *chart,
		     const struct comparison_line *line)
{
	if (!chart->comparison.view->stalls || !line->head->reading)
		return true;
	if (line->head->stall.cause)
		return has_counts(chart, line);
	return !strcmp(row_name(line->head), "stalls");
}

static void choose_lines(struct chart *chart, bool counts)
{
	const struct comparison *comparison = &chart->comparison;
	size_t i;

	for (i = 0; i < comparison->count; i++) {
		const struct comparison_line *line = &comparison->lines[i];

		if (is_count(line->head) == counts &&
		    is_shown(chart, line))
			chart->lines[chart->count++] = line;
	}
	if (counts)
		chart->counts = chart->count;
}

/* What all lines have stands once, the rest in their names. */
static void name_lines(struct chart *chart)
{
	uint32_t bits = 0;
	size_t i;

	if (group_differs(chart, PERFCNT_CTL_MODES))
		bits |= PERFCNT_CTL_MODES;
	if (group_differs(chart, FILTER_BITS))
		bits |= FILTER_BITS;
	chart->group = copy_text("");
	if (chart->count)
		append_group(&chart->group, chart->lines[0]->head, ~bits);
	for (i = 0; i < chart->count; i++) {
		const struct row *head = chart->lines[i]->head;

		chart->names[i] = text_printable(row_label(head));
		append_group(&chart->names[i], head, bits);
	}
}

static int compare_names(const void *a, const void *b)
{
	const struct name *x = a, *y = b;

	return strcmp(x->text, y->text);
}

/* Cycles of both banks, say. */
static void tell_apart(struct chart *chart)
{
	struct name *names = zeros(chart->counts, sizeof(*names));
	bool *same = zeros(chart->counts, sizeof(*same));
	size_t i;

	for (i = 0; i < chart->counts; i++)
		names[i] = (struct name){ chart->names[i], i };
	qsort(names, chart->counts, sizeof(*names), compare_names);
	for (i = 1; i < chart->counts; i++)
		if (!strcmp(names[i].text, names[i - 1].text)) {
			same[names[i].line] = true;
			same[names[i - 1].line] = true;
		}
	free(names);
	for (i = 0; i < chart->counts; i++) {
		char event[ROW_EVENT_SIZE];

		row_event(chart->lines[i]->head, event);
		if (same[i] && *event)
			append(&chart->names[i], "", event, "");
	}
	free(same);
}

/* One that is not between 0 and 100 %, though it should. */
static bool is_impossible(const struct chart *chart, size_t line)
{
	size_t i;

	for (i = 0; i < chart->headings.count; i++) {
		const struct row *row = chart->lines[line]->cells[i];

		if (row && !row->reading &&
		    !metric_is_possible(row->metric, row->value))
			return true;
	}
	return false;
}

static void mark_impossible(struct chart *chart)
{
	size_t i;

	for (i = chart->counts; i < chart->count; i++)
		if (is_impossible(chart, i))
			append(&chart->names[i], "(", "impossible", ")");
}

struct chart chart_make(const struct view *view)
{
	struct chart chart = {
		.comparison = comparison_make(view),
		.headings = headings_make(view->dump),
	};

	chart.lines = zeros(chart.comparison.count, sizeof(*chart.lines));
	chart.names = zeros(chart.comparison.count, sizeof(*chart.names));
	choose_lines(&chart, true);
	choose_lines(&chart, false);
	name_lines(&chart);
	tell_apart(&chart);
	mark_impossible(&chart);
	return chart;
}

void chart_free(struct chart *chart)
{
	size_t i;

	for (i = 0; i < chart->count; i++)
		free(chart->names[i]);
	free(chart->names);
	free(chart->lines);
	free(chart->group);
	headings_free(&chart->headings);
	comparison_free(&chart->comparison);
}

char *chart_title(const struct chart *chart, const char *title)
{
	char *whole = copy_text(title ?: "");

	if (*chart->group)
		append(&whole, "", chart->group, "");
	return whole;
}
