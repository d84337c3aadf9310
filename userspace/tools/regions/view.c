// SPDX-License-Identifier: GPL-2.0
/* Which of the original's layouts a summary has. */
#include "view.h"

bool region_view_is_t1(const struct region_summary *summary)
{
	size_t i, j;

	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++) {
			const struct interval *interval =
				summary->cpus[i].intervals[j];

			if (interval->group != REGION_GROUP_CPU ||
			    interval->events[0].type != REGION_T1_INSTRUCTIONS)
				return false;
		}
	return true;
}
