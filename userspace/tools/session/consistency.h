/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Do the runs do the same?  Otherwise what they counted cannot be compared.
 * Where a run has a counter left it counts the instructions, which tell.
 */
#ifndef PERFCNT_TOOLS_CONSISTENCY_H
#define PERFCNT_TOOLS_CONSISTENCY_H

#include "data/dump.h"
#include "machine.h"
#include "requests.h"

/**
 * consistency_request() - the instructions, for a run that has a counter left
 * @requests: what is counted, with its plan: one at least
 * @machine: the machine
 * @run: the run
 * @extra: comes back: what the counter can count
 *
 * Return: whether there is such a counter, and the run does not have them yet.
 */
bool consistency_request(const struct requests *requests,
			 const struct machine *machine, unsigned int run,
			 struct request *extra);

/**
 * consistency_check() - say if the runs differ
 * @requests: what was counted: one at least
 * @dump: all that was read
 * @keep_outliers: leave no run out
 */
void consistency_check(const struct requests *requests, const struct dump *dump,
		       bool keep_outliers);

#endif /* PERFCNT_TOOLS_CONSISTENCY_H */
