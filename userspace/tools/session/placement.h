/* SPDX-License-Identifier: GPL-2.0 */
/* Which run and which counter counts a request: a plan for requests. */
#ifndef PERFCNT_TOOLS_PLACEMENT_H
#define PERFCNT_TOOLS_PLACEMENT_H

#include "requests.h"

/**
 * placement_make() - say which run and which counter counts what
 * @requests: the requests
 * @counters: how many counters the machine has
 * @at_once: how many of them can count at the same time
 *
 * The parts of a metric are in one run if that costs no more runs.
 *
 * Return: the number of runs, or -1 as perfcnt_plan().
 */
int placement_make(struct requests *requests, unsigned int counters,
		   unsigned int at_once);

#endif /* PERFCNT_TOOLS_PLACEMENT_H */
