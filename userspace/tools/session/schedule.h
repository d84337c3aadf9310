/* SPDX-License-Identifier: GPL-2.0 */
/* Which run counts what, with which counter. */
#ifndef PERFCNT_TOOLS_SCHEDULE_H
#define PERFCNT_TOOLS_SCHEDULE_H

#include "machine.h"
#include "requests.h"

/*
 * Says which run and which counter counts what.  @at_once: how many of the counters can count
 * hardware events at the same time.  The parts of a metric are in one run if that costs no more
 * runs.  Returns the number of runs, or -1 as perfcnt_plan().
 */
int placement_make(struct requests *requests, unsigned int counters,
		   unsigned int at_once);

/*
 * Places the requests so that the machine takes every run.  How many of its counters count at the
 * same time comes back in @machine, if they are claimed.  Requests that are missing are removed;
 * with @strict the tool ends then.  Says what is skipped.  Ends the tool with a message if nothing
 * is left.  Returns the number of runs.
 */
unsigned int schedule_make(struct machine *machine, struct requests *requests,
			   bool strict);

#endif /* PERFCNT_TOOLS_SCHEDULE_H */
