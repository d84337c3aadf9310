/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Do the runs do the same?  Otherwise what they counted cannot be compared.
 * Where a run has a counter left it counts the instructions, which must be alike.
 */
#ifndef PERFCNT_TOOLS_CONSISTENCY_H
#define PERFCNT_TOOLS_CONSISTENCY_H

#include "events/dump.h"
#include "machine.h"
#include "requests.h"

/*
 * Finds out which instructions say if the runs are alike; the requests, one at least, have their
 * plan.  They are in the first counter of the bank where they are asked for.
 */
void consistency_begin(const struct requests *requests,
		       struct request *instructions);

/*
 * Lets a counter that a run has left count the instructions, from consistency_begin(): @spare is
 * what the counter can count.  Returns whether there is such a counter, and the run does not have
 * them yet.
 */
bool consistency_spare(const struct request *instructions,
		       const struct requests *requests,
		       const struct machine *machine, unsigned int run,
		       struct request *spare);

/*
 * Do the runs differ?  @event is from consistency_begin(), or another event of the 34K's table that
 * runs have in common.  If not all runs have it, their times on the CPUs are compared.  With
 * @keep_outliers outliers are not discarded first.  Returns NULL if the runs are alike, as far as
 * that is known, or how they differ, in words, to be freed by free().
 */
char *consistency_differ(const struct request *event, const struct dump *dump,
			 bool keep_outliers);

#endif /* PERFCNT_TOOLS_CONSISTENCY_H */
