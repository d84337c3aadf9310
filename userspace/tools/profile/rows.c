// SPDX-License-Identifier: GPL-2.0
/* Sums of samples, and what follows from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rows.h"

/* What a ratio of such numbers can be off, at most. */
#define ROUNDING	0.000000001

/* By name, so that the order does not depend on anything else. */
static int compare_names(const struct sample_row *one, const struct sample_row *other)
{
	int order = strcmp(one->module, other->module);

	if (!order && one->function && other->function)
		order = strcmp(one->function, other->function);
	return order ?: (one->start > other->start) - (one->start < other->start);
}

static int compare_by_samples(const void *left, const void *right, void *argument)
{
	const struct sample_row *one = left, *other = right;
	unsigned int event = *(unsigned int *)argument;

	if (one->samples[event] != other->samples[event])
		return one->samples[event] < other->samples[event] ? 1 : -1;
	return compare_names(one, other);
}

/* The row of a sample, as if it was the only one. */
static struct sample_row make_row(const struct place *place, bool by_module)
{
	return (struct sample_row){
		.module = place->module,
		.function = by_module ? NULL : place->function,
		.file = by_module ? NULL : place->file,
		.start = by_module ? 0 : place->start,
	};
}

/**
 * struct order - how samples are sorted
 * @places: their places
 * @by_module: by module, and not by function
 */
struct order {
	const struct place *places;
	bool by_module;
};

static int compare_places(const void *left, const void *right, void *argument)
{
	const struct order *order = argument;
	const struct sample_row one = make_row(&order->places[*(const size_t *)left],
					       order->by_module);
	const struct sample_row other = make_row(&order->places[*(const size_t *)right],
						 order->by_module);

	return compare_names(&one, &other);
}

/* The numbers of all samples, those of a row after each other. */
static size_t *sort_samples(const struct sample_view *view, bool by_module)
{
	struct order order = { view->places, by_module };
	size_t count = view->samples->count, i;
	size_t *numbers = resize(NULL, count, sizeof(*numbers));

	for (i = 0; i < count; i++)
		numbers[i] = i;
	if (count)
		qsort_r(numbers, count, sizeof(*numbers), compare_places, &order);
	return numbers;
}

void sample_rows_make(struct sample_rows *rows, const struct sample_view *view,
		      bool by_module)
{
	const struct samples *samples = view->samples;
	size_t *numbers = sort_samples(view, by_module), i;

	*rows = (struct sample_rows){
		.event = view->event,
		.numbers = numbers,
		.total = samples->triggers[view->event].samples,
	};
	for (i = 0; i < samples->count; i++) {
		struct sample_row row = make_row(&view->places[numbers[i]], by_module);

		if (!rows->count || compare_names(&row, &rows->rows[rows->count - 1])) {
			row.first = i;
			rows->rows = grow(rows->rows, rows->count, sizeof(row));
			rows->rows[rows->count++] = row;
		}
		rows->rows[rows->count - 1].hits++;
		rows->rows[rows->count - 1]
			.samples[samples->samples[numbers[i]].trigger]++;
	}
	if (rows->count)
		qsort_r(rows->rows, rows->count, sizeof(*rows->rows),
			compare_by_samples, &rows->event);
	for (i = 1; i < rows->count; i++)
		rows->rows[i].before = rows->rows[i - 1].before +
				       rows->rows[i - 1].samples[rows->event];
}

void sample_rows_free(struct sample_rows *rows)
{
	free(rows->rows);
	free(rows->numbers);
}

static double percent(uint64_t part, uint64_t total)
{
	return total ? 100.0 * part / total : 0;
}

size_t sample_rows_listed(const struct sample_rows *rows,
			  const struct sample_cutoff *cutoff)
{
	size_t i;

	for (i = 0; i < rows->count; i++)
		if (i >= cutoff->least &&
		    (percent(rows->rows[i].samples[rows->event], rows->total) <
			     cutoff->percent ||
		     percent(rows->rows[i].before, rows->total) >= cutoff->cumulative))
			break;
	return i;
}

uint64_t sample_rows_percent(uint64_t part, uint64_t total)
{
	return total ? (part * 20000 + total) / (2 * total) : 0;
}

/* The number of an event, or -1; modes are not looked at. */
static int find_trigger(const struct samples *samples, const char *name)
{
	size_t length = strlen(name);
	unsigned int i;

	for (i = 0; i < samples->trigger_count; i++) {
		const char *event = samples->triggers[i].event;

		if (!strncmp(event, name, length) &&
		    (!event[length] || event[length] == ':'))
			return i;
	}
	return -1;
}

bool sample_rows_has_cycles(const struct sample_view *view)
{
	return !find_trigger(view->samples, "cycles") &&
	       (!view->event ||
		find_trigger(view->samples, "instructions") == (int)view->event);
}

/* Its part of the exact count, as periods can be left out; 0 if nothing is known. */
static long double events_of(const struct sample_trigger *trigger, uint64_t part)
{
	return trigger->samples ?
	       (long double)trigger->count * part / trigger->samples : 0;
}

double sample_rows_cpi(const struct samples *samples,
		       const uint64_t counts[SAMPLES_MOST_TRIGGERS])
{
	int instructions = find_trigger(samples, "instructions");
	const struct sample_trigger *triggers = samples->triggers;

	if (instructions < 0 || counts[instructions] < SAMPLE_ROWS_LEAST ||
	    !events_of(&triggers[instructions], triggers[instructions].samples) ||
	    !events_of(triggers, triggers->samples))
		return -1;
	/* a little more, for what is half but for a rounding of the machine's */
	return floorl(100 * events_of(triggers, *counts) /
		      events_of(&triggers[instructions], counts[instructions]) +
		      0.5L + ROUNDING) / 100;
}

uint64_t sample_rows_estimate(const struct sample_trigger *trigger, uint64_t part)
{
	return events_of(trigger, part) + 0.5L;
}
