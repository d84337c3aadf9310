// SPDX-License-Identifier: GPL-2.0
/* Rows about stalls, chosen from those about everything. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rows.h"
#include "stall_rows.h"

/* What all causes are compared with; they come first. */
enum { CYCLES, INSTRUCTIONS, STALLS, TOTALS };

static const char *const totals[TOTALS] = {
	[CYCLES] = "cycles",
	[INSTRUCTIONS] = "instructions",
	[STALLS] = "stalls",
};

/* What is left of all stalls, or what is too much. */
enum { NO_STAGE, BOTH_STAGES, NO_CAUSE, TWO_CAUSES };

static const struct metric rests[] = {
	[NO_STAGE] = { .name = "stalls-without-stage",
		       .label = "in no stage counted", .unit = METRIC_COUNT },
	[BOTH_STAGES] = { .name = "stalls-in-two-stages",
			  .label = "in two stages at once",
			  .unit = METRIC_COUNT },
	[NO_CAUSE] = { .name = "stalls-without-cause",
		       .label = "no cause counted",
		       .unit = METRIC_COUNT },
	[TWO_CAUSES] = { .name = "stalls-with-two-causes",
			 .label = "with two causes or more",
			 .unit = METRIC_COUNT },
};

/* Rows that grow. */
struct report {
	const struct measurement *measurement; /* what they are about */
	struct grouping grouping; /* its filters */
	struct row *rows;
	size_t count;
};

static void add(struct report *report, const struct row *row)
{
	report->rows = grow(report->rows, report->count, sizeof(*report->rows));
	report->rows[report->count++] = *row;
}

/* The name of the event at a place of the report, NULL after the last. */
static const char *name_at(size_t place, const struct cause **cause)
{
	size_t count;
	const struct cause *causes = causes_all(&count);

	*cause = NULL;
	if (place < TOTALS)
		return totals[place];
	if (place - TOTALS >= count)
		return NULL;
	*cause = &causes[place - TOTALS];
	return (*cause)->event;
}

/* The event's row of a group, NULL if it was not counted. */
static const struct row *find(const struct row *rows, size_t count,
			      uint32_t group, const char *name)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (rows[i].reading && rows[i].group == group &&
		    !strcmp(row_name(&rows[i]), name))
			return &rows[i];
	return NULL;
}

/* A count over another; of one run, if one has both. */
static double over(const struct report *report, uint32_t group,
		   const char *name, const char *other)
{
	char *text = formatted("%s / %s", name, other);
	double value = NAN;
	struct formula *formula;
	const char *wrong;

	formula = formula_parse(text, &wrong);
	free(text);
	if (!formula)
		return NAN;
	if (!grouping_value(&report->grouping, formula, report->measurement,
			    report->measurement, group, &value))
		value = NAN;
	formula_free(formula);
	return value;
}

static void add_event(struct report *report, const struct row *found,
		      const struct cause *cause)
{
	const char *name = row_name(found);
	struct row row = *found;

	row.stall = (struct row_stall){
		.cause = cause,
		.of_cycles = over(report, row.group, name, totals[CYCLES]),
		.of_stalls = NAN,
		.per_instruction = over(report, row.group, name,
					totals[INSTRUCTIONS]),
		.each = NAN,
	};
	if (cause || !strcmp(name, totals[STALLS]))
		row.stall.of_stalls = over(report, row.group, name,
					   totals[STALLS]);
	if (cause && cause->per)
		row.stall.each = over(report, row.group, name, cause->per);
	add(report, &row);
}

static double part(double cycles, const struct row *of)
{
	return of && of->reading->count ? cycles / of->reading->count : NAN;
}

static void add_rest(struct report *report, const struct metric *metric,
		     uint32_t group, double cycles)
{
	const struct row *all[TOTALS];
	struct row row = {
		.group = group,
		.relative = NAN,
		.metric = metric,
		.value = cycles,
	};
	unsigned int i;

	for (i = 0; i < TOTALS; i++)
		all[i] = find(report->rows, report->count, group, totals[i]);
	row.stall = (struct row_stall){
		.of_cycles = part(cycles, all[CYCLES]),
		.of_stalls = part(cycles, all[STALLS]),
		.per_instruction = part(cycles, all[INSTRUCTIONS]),
		.each = NAN,
	};
	add(report, &row);
}

/* What stages or causes have together, and how many there are. */
static double sum(const struct report *report, uint32_t group, bool stages,
		  unsigned int *found)
{
	double cycles = 0;
	size_t i;

	*found = 0;
	for (i = 0; i < report->count; i++) {
		const struct row *row = &report->rows[i];
		const struct cause *cause = row->stall.cause;

		if (!cause || row->group != group || cause->is_stage != stages)
			continue;
		if (cause->within && find(report->rows, report->count, group,
					  cause->within))
			continue;
		cycles += row->reading->count;
		(*found)++;
	}
	return cycles;
}

/* One stage alone leaves the other, which is nothing to be told. */
static void add_rests(struct report *report, uint32_t group)
{
	const struct row *all = find(report->rows, report->count, group,
				     totals[STALLS]);
	unsigned int stages, causes;
	double left;

	if (!all)
		return;
	left = all->reading->count - sum(report, group, true, &stages);
	if (stages > 1)
		add_rest(report, &rests[left < 0 ? BOTH_STAGES : NO_STAGE],
			 group, fabs(left));
	all = find(report->rows, report->count, group, totals[STALLS]);
	left = all->reading->count - sum(report, group, false, &causes);
	if (causes)
		add_rest(report, &rests[left < 0 ? TWO_CAUSES : NO_CAUSE],
			 group, fabs(left));
}

/* Is a metric of cycles, instructions and all stalls alone? */
static bool is_of_totals(const struct metric *metric)
{
	const char *names[TOTALS];
	unsigned int count = formula_names(metric->formula, names, TOTALS);
	unsigned int i, k;

	if (count > TOTALS)
		return false;
	for (i = 0; i < count; i++) {
		for (k = 0; k < TOTALS; k++)
			if (!strcmp(names[i], totals[k]))
				break;
		if (k == TOTALS)
			return false;
	}
	return true;
}

static void add_metrics(struct report *report, const struct row *rows,
			size_t count, uint32_t group)
{
	size_t i;

	for (i = 0; i < count; i++) {
		struct row row = rows[i];

		if (row.reading || row.group != group ||
		    !is_of_totals(row.metric))
			continue;
		row.stall = (struct row_stall){
			.of_cycles = NAN,
			.of_stalls = NAN,
			.per_instruction = NAN,
			.each = NAN,
		};
		add(report, &row);
	}
}

static bool begins_group(const struct row *rows, size_t place)
{
	return rows[place].reading &&
	       (!place || rows[place - 1].group != rows[place].group);
}

/* Frees all rows of the measurement, and has those of a stall report instead. */
static struct row *replace(struct row *rows, size_t *count, const struct measurement *measurement)
{
	struct report report = {
		.measurement = measurement,
		.grouping = grouping_of(measurement),
	};
	const struct cause *cause;
	const char *name;
	size_t i, place;

	for (i = 0; i < *count; i++) {
		if (!begins_group(rows, i))
			continue;
		for (place = 0; (name = name_at(place, &cause)); place++) {
			const struct row *found = find(rows, *count,
						       rows[i].group, name);

			if (found)
				add_event(&report, found, cause);
		}
	}
	for (i = 0; i < *count; i++) {
		if (!begins_group(rows, i))
			continue;
		add_rests(&report, rows[i].group);
		add_metrics(&report, rows, *count, rows[i].group);
	}
	free(rows);
	*count = report.count;
	return report.rows;
}

const char *stall_rows_next_missing(const struct row *rows, size_t count,
				    size_t *at)
{
	const struct cause *cause;
	const char *name;
	size_t i;

	while ((name = name_at((*at)++, &cause))) {
		for (i = 0; i < count; i++)
			if (rows[i].reading && !strcmp(row_name(&rows[i]), name))
				break;
		if (i == count)
			return name;
	}
	return NULL;
}

struct row *chosen_rows(const struct view *view,
			const struct measurement *measurement, size_t *count)
{
	struct row *rows = rows_make(view, measurement, count);

	return view->stalls ? replace(rows, count, measurement) : rows;
}
