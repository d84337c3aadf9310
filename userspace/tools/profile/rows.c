// SPDX-License-Identifier: GPL-2.0
/* Sums of samples, and what follows from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rows.h"

/* What a ratio of such numbers can be off, at most. */
#define ROUNDING	0.000000001

/* 95 % of a normal distribution are within so many standard deviations. */
#define DEVIATIONS	2

/* So many average samples more on either side. */
#define MORE	2

/* By name, so that the order does not depend on anything else. */
static int compare_names(const struct sample_row *one, const struct sample_row *other)
{
	int order = strcmp(one->module, other->module);

	if (!order && one->function && other->function)
		order = strcmp(one->function, other->function);
	return order ?: (one->start > other->start) - (one->start < other->start);
}

static int compare_by_events(const void *left, const void *right, void *argument)
{
	const struct sample_row *one = left, *other = right;
	unsigned int event = *(unsigned int *)argument;

	if (one->sums[event].events != other->sums[event].events)
		return one->sums[event].events < other->sums[event].events ? 1 : -1;
	return compare_names(one, other);
}

/* The row of a spot, as if it was the only one. */
static struct sample_row make_row(const struct place *place, bool by_module)
{
	return (struct sample_row){
		.module = place->module,
		.function = by_module ? NULL : place->function,
		.file = by_module ? NULL : place->file,
		.start = by_module ? 0 : place->start,
	};
}

/* How spots are sorted. */
struct order {
	const struct place *places;
	bool by_module; /* and not by function */
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

/* The numbers of all spots, those of a row after each other. */
static size_t *sort_spots(const struct sample_view *view, bool by_module)
{
	struct order order = { view->places, by_module };
	size_t count = view->samples->spot_count, i;
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
	size_t *numbers = sort_spots(view, by_module), i;

	*rows = (struct sample_rows){
		.event = view->event,
		.numbers = numbers,
		.total = samples->triggers[view->event].all.events,
	};
	for (i = 0; i < samples->spot_count; i++) {
		const struct sample_spot *spot = &samples->spots[numbers[i]];
		struct sample_row row = make_row(&view->places[numbers[i]], by_module);

		if (!rows->count || compare_names(&row, &rows->rows[rows->count - 1])) {
			row.first = i;
			rows->rows = grow(rows->rows, rows->count, sizeof(row));
			rows->rows[rows->count++] = row;
		}
		rows->rows[rows->count - 1].hits++;
		sample_sum_merge(&rows->rows[rows->count - 1].sums[spot->trigger], &spot->sum);
	}
	if (rows->count)
		qsort_r(rows->rows, rows->count, sizeof(*rows->rows),
			compare_by_events, &rows->event);
	for (i = 1; i < rows->count; i++)
		rows->rows[i].before = rows->rows[i - 1].before +
				       rows->rows[i - 1].sums[rows->event].events;
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
		    (percent(rows->rows[i].sums[rows->event].events, rows->total) <
			     cutoff->percent ||
		     percent(rows->rows[i].before, rows->total) >= cutoff->cumulative))
			break;
	return i;
}

/* Of numbers that are so large that this could overflow, what is cut off is nothing. */
uint64_t sample_rows_percent(uint64_t part, uint64_t total)
{
	for (; part > UINT64_MAX / 40000 || total > UINT64_MAX / 40000; total /= 2)
		part /= 2;
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

/* Its part of the exact count, as samples can be lost; 0 if nothing is known. */
static long double events_of(const struct sample_trigger *trigger,
			     const struct sample_sum *part)
{
	return trigger->all.events ?
	       (long double)trigger->count * part->events / trigger->all.events : 0;
}

double sample_rows_cpi(const struct samples *samples,
		       const struct sample_sum sums[SAMPLES_MOST_TRIGGERS])
{
	int instructions = find_trigger(samples, "instructions");
	const struct sample_trigger *triggers = samples->triggers;

	if (instructions < 0 || sums[instructions].samples < SAMPLE_ROWS_LEAST ||
	    !events_of(&triggers[instructions], &sums[instructions]) ||
	    !events_of(triggers, &triggers->all))
		return -1;
	/* a little more, for what is half but for a rounding of the machine's */
	return floorl(100 * events_of(triggers, sums) /
		      events_of(&triggers[instructions], &sums[instructions]) +
		      0.5L + ROUNDING) / 100;
}

uint64_t sample_rows_estimate(const struct sample_trigger *trigger,
			      const struct sample_sum *part)
{
	const long double events = events_of(trigger, part) + 0.5L;

	return events < (long double)UINT64_MAX ? events : UINT64_MAX;
}

double sample_rows_share(const struct sample_trigger *trigger,
			 const struct sample_sum *part)
{
	return trigger->all.events ? (double)part->events / trigger->all.events : NAN;
}

/*
 * The variance of a ratio of sums, the squares of what each sample adds to or takes from it.
 * Of a place that has all samples or none that would be 0: four average samples more, half
 * of them there, make it right (Agresti and Coull, for samples that all weigh the same).
 */
double sample_rows_margin(const struct sample_trigger *trigger,
			  const struct sample_sum *part)
{
	const struct sample_sum *all = &trigger->all;
	double events, squares, total, share;

	if (!all->events)
		return NAN;
	events = MORE * (double)all->events / all->samples;
	squares = MORE * all->squares / all->samples;
	total = all->events + 2 * events;
	share = (part->events + events) / total;
	return DEVIATIONS / total *
	       sqrt((1 - share) * (1 - share) * (part->squares + squares) +
		    share * share * (all->squares - part->squares + squares));
}
