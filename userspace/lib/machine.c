// SPDX-License-Identifier: LGPL-2.1-or-later
/* What the machine has, which events have a name, and what all counters hold. */
#include <string.h>

#include "handle.h"
#include "kernel.h"

PERFCNT_API int perfcnt_describe(struct perfcnt *perfcnt, struct perfcnt_describe *describe)
{
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_DESCRIBE, describe);
}

PERFCNT_API int perfcnt_list_event(struct perfcnt *perfcnt, unsigned int index,
				   struct perfcnt_event_row *row)
{
	row->index = index;
	row->reserved = 0;
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_EVENT, row);
}

PERFCNT_API int perfcnt_find_event(struct perfcnt *perfcnt, const char *name,
				   struct perfcnt_event_row *row)
{
	struct perfcnt_event_row found;
	const size_t size = row->size;

	if (perfcnt_kernel_event_by_name(perfcnt, name, &found))
		return -1;
	memcpy(row, &found, size < sizeof(found) ? size : sizeof(found));
	row->size = size;
	return 0;
}

PERFCNT_API int perfcnt_read_counters(struct perfcnt *perfcnt, struct perfcnt_read *read)
{
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_READ, read);
}
