// SPDX-License-Identifier: GPL-2.0
/* How much events may grow from one measurement to another. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/events.h"
#include "comparison.h"
#include "limits.h"

static void add(struct limits *limits, char *word)
{
	char *text = strchr(word, '='), *end;
	double percent;

	if (!text || text == word)
		fail("--limit: '%s' is not NAME=PERCENT", word);
	*text++ = '\0';
	percent = strtod(text, &end);
	if (end == text || strspn(text, "0123456789.") != (size_t)(end - text) ||
	    (*end && strcmp(end, "%")))
		fail("--limit: '%s' is not a percentage, such as 0.5%%", text);
	limits->limits = grow(limits->limits, limits->count, sizeof(*limits->limits));
	limits->limits[limits->count++] = (struct limit){ word, percent };
}

void limits_add(struct limits *limits, char *list)
{
	static const char separators[] = ", \t\n";
	char *word, *at;

	for (word = strtok_r(list, separators, &at); word;
	     word = strtok_r(NULL, separators, &at))
		add(limits, word);
}

/* Counters that count nothing show 0, and so does a program that ended at once. */
static void check_counted(const char *name, double before, double now,
			  const struct measurement *first,
			  const struct measurement *later)
{
	if (before && !now)
		fail("--limit: '%s' was not counted in %s: it is 0 there, and %.9g in %s",
		     name, later->title, before, first->title);
}

/* Nothing grows from 0 by a percentage: more than 0 is more than any. */
static bool has_grown(double before, double now, double percent)
{
	return now > before * (1 + percent / 100);
}

static void say_grown(const struct row *row, double before, double now,
		      const char *title, double percent)
{
	char modes[5], *growth;

	row_modes(row, modes);
	if (before)
		growth = formatted("%+.2f%%, the limit is %g%%",
				   100 * (now / before - 1), percent);
	else
		growth = copy_text("no limit allows more than 0 if there was none");
	say("%s%s%s: %.9g, %.9g in %s: %s", row_name(row), *modes ? ":" : "", modes,
	    before, now, title, growth);
	free(growth);
}

/* Returns whether it holds in all measurements, which all have the row. */
static bool holds(const struct limit *limit, const struct comparison_line *line,
		  const struct dump *dump)
{
	bool good = true;
	size_t i;

	for (i = 0; i < dump->count; i++) {
		double before, now;

		if (!line->cells[0] || !line->cells[i])
			fail("--limit: '%s' was not counted in %s", limit->name,
			     dump->measurements[line->cells[0] ? i : 0].title);
		before = row_value(line->cells[0]);
		now = row_value(line->cells[i]);
		if (isnan(before) || isnan(now))
			fail("--limit: '%s' has no value in %s", limit->name,
			     dump->measurements[isnan(before) ? 0 : i].title);
		check_counted(limit->name, before, now, &dump->measurements[0],
			      &dump->measurements[i]);
		if (!has_grown(before, now, limit->percent))
			continue;
		say_grown(line->cells[i], before, now, dump->measurements[i].title,
			  limit->percent);
		good = false;
	}
	return good;
}

/* NAME, or NAME:MODES. */
static bool is_of(const struct limit *limit, const struct row *row)
{
	const char *name = row_name(row);
	const size_t length = strlen(name);
	char text[5], *letter;
	uint32_t modes;

	if (strncmp(limit->name, name, length))
		return false;
	if (!limit->name[length])
		return true;
	if (limit->name[length] != ':' || strlen(limit->name + length + 1) >= sizeof(text))
		return false;
	strcpy(text, limit->name + length + 1);
	for (letter = text; *letter; letter++)
		*letter = tolower((unsigned char)*letter);
	return !control_read_modes(text, &modes) && modes &&
	       modes == (row->group & PERFCNT_CTL_MODES);
}

/* What has grown may be just what is missing. */
static void check_whole(const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		if (dump->measurements[i].partial)
			fail("--limit: %s is partial: %s", dump->measurements[i].title,
			     dump->measurements[i].partial);
}

bool limits_hold(const struct limits *limits, const struct dump *dump)
{
	const struct view view = { .dump = dump };
	struct comparison comparison;
	bool good = true;
	size_t i, j;

	if (dump->count < 2)
		fail("--limit: there is nothing to compare with; give two measurements");
	check_whole(dump);
	comparison = comparison_make(&view);
	for (i = 0; i < limits->count; i++) {
		bool seen = false;

		for (j = 0; j < comparison.count; j++) {
			const struct comparison_line *line = &comparison.lines[j];

			if (!is_of(&limits->limits[i], line->head))
				continue;
			good &= holds(&limits->limits[i], line, dump);
			seen = true;
		}
		if (!seen)
			fail("--limit: no event or metric '%s' in the input",
			     limits->limits[i].name);
	}
	comparison_free(&comparison);
	return good;
}

void limits_free(struct limits *limits)
{
	free(limits->limits);
}
