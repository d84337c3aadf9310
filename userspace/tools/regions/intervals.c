// SPDX-License-Identifier: GPL-2.0
/* An array. */
#include <stdlib.h>

#include "base/memory.h"
#include "intervals.h"

void intervals_add(struct intervals *intervals, const struct interval *interval)
{
	intervals->all = grow(intervals->all, intervals->count,
			      sizeof(*intervals->all));
	intervals->all[intervals->count++] = *interval;
}

void intervals_free(struct intervals *intervals)
{
	size_t i;

	for (i = 0; i < intervals->count; i++)
		free(intervals->all[i].user);
	free(intervals->all);
	*intervals = (struct intervals){ 0 };
}
