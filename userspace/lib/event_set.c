// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Event sets: events that are counted together, for a program and all that it starts, or for all
 * CPUs.
 *
 * Where several CPUs share the counters, as the VPEs of a 34K do, an event has a counter
 * for each VPE, and its count is the sum.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "kernel.h"
#include "event_set.h"

struct perfcnt_event_set *perfcnt_event_set_new(struct perfcnt *perfcnt)
{
	struct perfcnt_describe machine;
	struct perfcnt_event_set *set;

	if (perfcnt_kernel_describe(perfcnt, &machine))
		return NULL;
	set = calloc(1, sizeof(*set));
	if (!set)
		return NULL;
	set->perfcnt = perfcnt;
	set->vpes = machine.flags & PERFCNT_HAS_SHARED ? SET_PARTS : 1;
	return set;
}

void perfcnt_event_set_count_cpus(struct perfcnt_event_set *set)
{
	set->cpus = true;
	set->vpes = 1;
}

void perfcnt_event_set_release(struct perfcnt_event_set *set)
{
	int error = errno;

	if (set->follows)
		perfcnt_event_set_leave(set);
	set->follows = false;
	set->started = false;
	if (set->claimed && set->multiplexes)
		perfcnt_multiplex_release(set);
	else if (set->claimed)
		perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_RELEASE, set->claimed);
	set->claimed = 0;
	errno = error;
}

void perfcnt_event_set_drop_records(struct perfcnt_event_set *set)
{
	set->records.at = set->records.length;
}

void perfcnt_event_set_free(struct perfcnt_event_set *set)
{
	if (set && perfcnt_handle_is_own(set->perfcnt)) /* the parent of a child still counts */
		perfcnt_event_set_release(set);
	perfcnt_handle_free(set);
}

/* What is to count has to be in a scope first, if nothing else is allowed. */
static int start(struct perfcnt_event_set *set)
{
	if (!set->started)
		return 0;
	return perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_START, set->claimed);
}

int perfcnt_event_set_enter(struct perfcnt_event_set *set, pid_t pid,
			    unsigned int flags)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .flags = flags, .pid = pid,
	};

	if (perfcnt_event_set_claim(set))
		return -1;
	/* of counters that were set, who set them has said so */
	if (!set->count && !set->shared)
		scope.flags &= ~PERFCNT_SCOPE_SHARED;
	if (set->keeps_records)
		scope.flags |= PERFCNT_SCOPE_RECORDS;
	scope.counters = set->claimed;
	if (!set->cpus && perfcnt_kernel(set->perfcnt, PERFCNT_IOC_SCOPE, &scope))
		return -1;
	set->follows = true;
	return start(set);
}

int perfcnt_event_set_leave(struct perfcnt_event_set *set)
{
	if (!set->cpus && perfcnt_kernel(set->perfcnt, PERFCNT_IOC_LEAVE, NULL))
		return -1;
	set->follows = false;
	return 0;
}

int perfcnt_event_set_start(struct perfcnt_event_set *set)
{
	if (set->started)
		return 0;
	set->started = true;
	if (!set->follows || !start(set))
		return 0; /* counts begin when it is entered */
	set->started = false;
	return -1;
}

int perfcnt_event_set_stop(struct perfcnt_event_set *set)
{
	if (set->follows && perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_STOP, set->claimed))
		return -1;
	set->started = false;
	return 0;
}

int perfcnt_event_set_reset(struct perfcnt_event_set *set)
{
	unsigned int i;

	if (!set->claimed)
		return 0;
	if (perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_RESET, set->claimed))
		return -1;
	for (i = 0; i < set->count; i++)
		set->events[i].counted = 0;
	return 0;
}

int perfcnt_event_set_left(const struct perfcnt_event_set *set)
{
	struct perfcnt_counts read = { .size = sizeof(read), .flags = PERFCNT_READ_LEFT };

	if (set->cpus)
		return 0;
	return perfcnt_kernel(set->perfcnt, PERFCNT_IOC_READ, &read) ? -1 : (int)read.left;
}

bool perfcnt_event_set_shared(const struct perfcnt_event_set *set, unsigned int event)
{
	const bool *alone = set->events[event].alone;

	return set->vpes > 1 && !alone[SET_EVEN] && !alone[SET_ODD];
}
