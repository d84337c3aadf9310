/* SPDX-License-Identifier: GPL-2.0 */
/* Formulas of counts: names of events, numbers, + - * / and parentheses. */
#ifndef PERFCNT_TOOLS_FORMULA_H
#define PERFCNT_TOOLS_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "events/dump.h"

struct formula;

/*
 * A name has letters, digits, '-', '_', '.' and ':', so that operators need blanks around them.
 * first(NAME) is the count of the first measurement; time(elapsed), time(user) and time(system) are
 * seconds, medians of the runs.  Returns a formula for formula_free(), or NULL and in @wrong words
 * on what is wrong.
 */
struct formula *formula_parse(const char *text, const char **wrong);

void formula_free(struct formula *formula);

/* The formula as it was written. */
const char *formula_text(const struct formula *formula);

/* Is first() in it, so that it needs the first measurement? */
bool formula_is_relative(const struct formula *formula);

/*
 * Gives the names of the events whose counts belong together, each once, without those of first().
 * Returns how many there are, which may be more than @most.
 */
unsigned int formula_names(const struct formula *formula, const char **names,
			   unsigned int most);

/*
 * Computes a formula for the modes and the filter of a control word; @value is NAN if it is divided
 * by 0.  Counts of one run are taken if it has all that are needed, otherwise each event's first.
 * An event that cannot be filtered so narrowly is taken with the filter that it can have, as Figure
 * 8 of MD00548 does with cycles.  Returns whether all events were counted, one at least with that
 * very filter.
 */
bool formula_value(struct formula *formula,
		   const struct measurement *measurement,
		   const struct measurement *first, uint32_t control,
		   double *value);

#endif /* PERFCNT_TOOLS_FORMULA_H */
