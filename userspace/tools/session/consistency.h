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

/**
 * consistency_begin() - find out which instructions say if the runs are alike
 * @requests: what is counted, with its plan: one at least
 * @instructions: comes back, in the first counter of the bank where they are asked
 *		  for
 */
void consistency_begin(const struct requests *requests,
		       struct request *instructions);

/**
 * consistency_spare() - let a counter that a run has left count the instructions
 * @instructions: from consistency_begin()
 * @requests: what is counted, with its plan
 * @machine: the machine
 * @run: the run
 * @spare: comes back: what the counter can count
 *
 * Return: whether there is such a counter, and the run does not have them yet.
 */
bool consistency_spare(const struct request *instructions,
		       const struct requests *requests,
		       const struct machine *machine, unsigned int run,
		       struct request *spare);

/**
 * consistency_differ() - do the runs differ?
 * @event: from consistency_begin(), or another event of the 34K's table that runs
 *	   have in common
 * @dump: all that was read
 * @keep_outliers: do not discard outliers first
 *
 * If not all runs have the event, their times on the CPUs are compared.
 *
 * Return: NULL if they are alike, as far as that is known, or how they differ, in words, to be
 * freed by free().
 */
char *consistency_differ(const struct request *event, const struct dump *dump,
			 bool keep_outliers);

#endif /* PERFCNT_TOOLS_CONSISTENCY_H */
