/* SPDX-License-Identifier: GPL-2.0 */
/* The runs that a machine can do. */
#ifndef PERFCNT_TOOLS_SCHEDULE_H
#define PERFCNT_TOOLS_SCHEDULE_H

#include "machine.h"
#include "requests.h"

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
