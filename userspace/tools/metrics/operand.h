/* SPDX-License-Identifier: GPL-2.0 */
/* The counts of an event that a formula names. */
#ifndef PERFCNT_TOOLS_OPERAND_H
#define PERFCNT_TOOLS_OPERAND_H

#include <stdbool.h>
#include <stdint.h>

#include "events/dump.h"

/**
 * struct operand - an event by its name
 * @like: a reading of each counter bank that may have it, without modes and filter
 * @is_wide: whether it may have to be counted with a wider filter than is meant
 * @count: how many banks may have it
 */
struct operand {
	struct reading like[2];
	bool is_wide[2];
	unsigned int count;
};

/**
 * struct search - where the counts of a formula are looked for
 * @measurement: the measurement
 * @control: a word with the modes and the filter that are meant
 * @exact: whether one that was found has that very filter
 */
struct search {
	const struct measurement *measurement;
	uint32_t control;
	bool exact;
};

/**
 * operand_named() - an operand from a name
 * @name: of an event of the 34K's table, or else of a native one
 *
 * Return: the operand.
 */
struct operand operand_named(const char *name);

/**
 * operand_count() - find the first count of an event
 * @operand: the event
 * @search: where; one with the very filter is preferred
 * @count: gets it
 *
 * Return: whether there is one.
 */
bool operand_count(const struct operand *operand, struct search *search,
		   double *count);

/**
 * operand_count_in() - find the count that an event has in a run
 * @operand: the event
 * @search: where; one with the very filter is preferred
 * @run: the run
 * @count: gets it
 *
 * Return: whether there is one.
 */
bool operand_count_in(const struct operand *operand, struct search *search,
		      unsigned int run, double *count);

/**
 * operand_next_run() - find a run that has counted an event
 * @operand: the event
 * @search: where
 * @from: the first run that is meant
 *
 * Return: the run, UINT_MAX if there is none.
 */
unsigned int operand_next_run(const struct operand *operand,
			      const struct search *search, unsigned int from);

#endif /* PERFCNT_TOOLS_OPERAND_H */
