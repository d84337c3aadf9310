// SPDX-License-Identifier: LGPL-2.1-or-later
/* Readings of all claimed counters. */
#include <stdlib.h>

#include "handle.h"
#include "kernel.h"
#include "reading.h"

struct perfcnt_reading *perfcnt_reading_new(void)
{
	return calloc(1, sizeof(struct perfcnt_reading));
}

void perfcnt_reading_free(struct perfcnt_reading *reading)
{
	perfcnt_handle_free(reading);
}

int perfcnt_reading_take(struct perfcnt *perfcnt, struct perfcnt_reading *reading)
{
	reading->read = (struct perfcnt_read){ PERFCNT_SIZES(perfcnt_read, entries) };
	if (!perfcnt_kernel(perfcnt, PERFCNT_IOC_READ, &reading->read))
		return 0;
	reading->read.counters = 0;
	return -1;
}

int perfcnt_reading_count(const struct perfcnt_reading *reading, unsigned int counter,
			  uint64_t *value)
{
	const struct perfcnt_read *read = &reading->read;
	uint32_t i;

	for (i = 0; i < read->counters && i < PERFCNT_MAX_COUNTERS; i++) {
		if (read->entries[i].counter != counter)
			continue;
		*value = read->entries[i].count;
		return 0;
	}
	return perfcnt_refuse_call(ENODATA, "nothing was read of this counter");
}
