/* SPDX-License-Identifier: GPL-2.0 */
/* Formulas of counts: names of events, numbers, + - * / and parentheses. */
#ifndef PERFCNT_TOOLS_FORMULA_H
#define PERFCNT_TOOLS_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "events/dump.h"

struct formula;

/**
 * formula_parse() - understand a formula
 * @text: the formula
 * @wrong: gets words on what is wrong with it
 *
 * A name has letters, digits, '-', '_', '.' and ':', so that operators need blanks
 * around them.  first(NAME) is the count of the first measurement; time(elapsed),
 * time(user) and time(system) are seconds, medians of the runs.
 *
 * Return: the formula, to be freed by formula_free(), or NULL.
 */
struct formula *formula_parse(const char *text, const char **wrong);

/**
 * formula_free() - free a formula
 * @formula: the formula
 */
void formula_free(struct formula *formula);

/**
 * formula_text() - a formula as it was written
 * @formula: the formula
 *
 * Return: the text.
 */
const char *formula_text(const struct formula *formula);

/**
 * formula_is_relative() - does a formula need the first measurement?
 * @formula: the formula
 *
 * Return: whether first() is in it.
 */
bool formula_is_relative(const struct formula *formula);

/**
 * formula_names() - the events whose counts belong together
 * @formula: the formula
 * @names: gets their names, each once; not those of first()
 * @most: how many there is room for
 *
 * Return: how many there are, which may be more than @most.
 */
unsigned int formula_names(const struct formula *formula, const char **names,
			   unsigned int most);

/**
 * formula_value() - compute a formula
 * @formula: the formula
 * @measurement: where the counts are
 * @first: the first measurement
 * @control: a word with the modes and the filter that are meant
 * @value: the result; NAN if it is divided by 0
 *
 * Counts of one run are taken if it has all that are needed, otherwise each
 * event's first.  An event that cannot be filtered so narrowly is taken with
 * the filter that it can have, as Figure 8 of MD00548 does with cycles.
 *
 * Return: whether all of its events were counted, one at least with that very
 * filter.
 */
bool formula_value(struct formula *formula,
		   const struct measurement *measurement,
		   const struct measurement *first, uint32_t control,
		   double *value);

#endif /* PERFCNT_TOOLS_FORMULA_H */
