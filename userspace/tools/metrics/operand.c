// SPDX-License-Identifier: GPL-2.0
/* From a name to counts. */
#include <limits.h>
#include <stdio.h>

#include "events/events.h"
#include "events/filter.h"
#include "operand.h"

/* The bits of a control word that are meant beside the event. */
#define MEANT	(PERFCNT_CTL_MODES | FILTER_BITS)

struct operand operand_named(const char *name)
{
	struct operand operand = { 0 };
	unsigned int bank;

	for (bank = 0; bank < BANK_COUNT; bank++) {
		const struct event *event = event_named(bank, name);

		if (!event)
			continue;
		operand.is_wide[operand.count] = event->scope != SCOPE_TC;
		operand.like[operand.count++] = (struct reading){
			.counter = bank,
			.control = event->code << PERFCNT_CTL_EVENT_SHIFT,
		};
	}
	for (bank = 0; !operand.count && bank < BANK_COUNT; bank++) {
		struct reading *like = &operand.like[bank];

		like->counter = bank;
		like->control = PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT;
		snprintf(like->native, sizeof(like->native), "%s", name);
	}
	if (!operand.count)
		operand.count = BANK_COUNT;
	return operand;
}

/*
 * The series of an event in a bank; the widest filter is what an event of a 34K has that
 * cannot have a narrow one.
 */
static const struct series *series_in(const struct operand *operand,
				      unsigned int i,
				      const struct search *search, bool wide)
{
	struct reading like = operand->like[i];

	if (wide && (!operand->is_wide[i] || !(search->control & FILTER_BITS) ||
		     !measurement_is_of_34k(search->measurement)))
		return NULL;
	like.control |= search->control & (wide ? PERFCNT_CTL_MODES : MEANT);
	return series_of(search->measurement->series, &like);
}

/* The earliest place in either bank; that of a run, or UINT_MAX for any. */
static size_t find_place(const struct operand *operand,
			 const struct search *search, unsigned int run,
			 bool wide)
{
	size_t best = SERIES_NONE;
	unsigned int i;

	for (i = 0; i < operand->count; i++) {
		const struct series *series = series_in(operand, i, search,
							wide);
		size_t place;

		if (!series)
			continue;
		place = run == UINT_MAX ? series_first(series) :
					  series_find(series, run);
		if (place < best)
			best = place;
	}
	return best;
}

bool operand_count_in(const struct operand *operand, struct search *search,
		      unsigned int run, double *count)
{
	size_t place = find_place(operand, search, run, false);

	if (place != SERIES_NONE)
		search->exact = true;
	else
		place = find_place(operand, search, run, true);
	if (place == SERIES_NONE)
		return false;
	*count = search->measurement->readings[place].count;
	return true;
}

bool operand_count(const struct operand *operand, struct search *search,
		   double *count)
{
	return operand_count_in(operand, search, UINT_MAX, count);
}

unsigned int operand_next_run(const struct operand *operand,
			      const struct search *search, unsigned int from)
{
	unsigned int next = UINT_MAX, wide, i;

	for (i = 0; i < operand->count; i++) {
		for (wide = 0; wide < 2; wide++) {
			const struct series *series =
				series_in(operand, i, search, wide);
			unsigned int run = series ?
					   series_next_run(series, from) :
					   UINT_MAX;

			if (run < next)
				next = run;
		}
	}
	return next;
}
