/* SPDX-License-Identifier: GPL-2.0 */
/* Which run counts what, with which counter. */
#ifndef PERFCNT_TOOLS_SCHEDULE_H
#define PERFCNT_TOOLS_SCHEDULE_H

#include "machine.h"
#include "requests.h"

/**
 * placement_make() - say which run and which counter counts what
 * @requests: the requests
 * @counters: how many counters the machine has
 * @at_once: how many of them can count hardware events at the same time
 *
 * The parts of a metric are in one run if that costs no more runs.
 *
 * Return: the number of runs, or -1 as perfcnt_plan().
 */
int placement_make(struct requests *requests, unsigned int counters,
		   unsigned int at_once);

/**
 * schedule_make() - place the requests so that the machine takes every run
 * @machine: the machine; how many of its counters count at the same time comes
 *	     back, if they are claimed
 * @requests: what is to be counted; those that are missing are removed
 * @strict: fail if any is missing
 *
 * Says what is skipped.  Ends the tool with a message if nothing is left.
 *
 * Return: the number of runs.
 */
unsigned int schedule_make(struct machine *machine, struct requests *requests,
			   bool strict);

#endif /* PERFCNT_TOOLS_SCHEDULE_H */
