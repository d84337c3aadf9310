/* SPDX-License-Identifier: GPL-2.0 */
/* The counts of an event that a formula names. */
#ifndef PERFCNT_TOOLS_OPERAND_H
#define PERFCNT_TOOLS_OPERAND_H

#include <stdbool.h>
#include <stdint.h>

#include "events/dump.h"

/* An event that a formula names. */
struct operand {
	/* a reading of each counter bank that may have it, without modes and filter */
	struct reading like[2];
	bool is_wide[2]; /* may it have to be counted with a wider filter than is meant? */
	unsigned int count; /* how many banks may have it */
};

/* Where the counts of a formula are looked for. */
struct search {
	const struct measurement *measurement;
	uint32_t control; /* a word with the modes and the filter that are meant */
	bool exact; /* has one that was found that very filter? */
};

/* The name is that of an event of the 34K's table, or else of a native one. */
struct operand operand_named(const char *name);

/*
 * Finds the first count of an event, with the very filter rather than a wider one.  Returns whether
 * there is one.
 */
bool operand_count(const struct operand *operand, struct search *search,
		   double *count);

/* The same of a run. */
bool operand_count_in(const struct operand *operand, struct search *search,
		      unsigned int run, double *count);

/* The first run, from @from on, that has counted an event; UINT_MAX if there is none. */
unsigned int operand_next_run(const struct operand *operand,
			      const struct search *search, unsigned int from);

#endif /* PERFCNT_TOOLS_OPERAND_H */
