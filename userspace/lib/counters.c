// SPDX-License-Identifier: LGPL-2.1-or-later
/* Counters: claim, release, set, start, stop, reset, read; and what the machine has. */
#include <errno.h>
#include <string.h>

#include "handle.h"
#include "kernel.h"

static int with_mask(struct perfcnt *perfcnt, unsigned long command, uint32_t mask)
{
	struct perfcnt_mask arg = { .size = sizeof(arg), .mask = mask };

	return perfcnt_kernel(perfcnt, command, &arg);
}

PERFCNT_API int perfcnt_claim(struct perfcnt *perfcnt, uint32_t mask)
{
	return with_mask(perfcnt, PERFCNT_IOC_CLAIM, mask);
}

PERFCNT_API int perfcnt_release(struct perfcnt *perfcnt, uint32_t mask)
{
	return with_mask(perfcnt, PERFCNT_IOC_RELEASE, mask);
}

PERFCNT_API int perfcnt_start(struct perfcnt *perfcnt, uint32_t mask)
{
	return with_mask(perfcnt, PERFCNT_IOC_START, mask);
}

PERFCNT_API int perfcnt_stop(struct perfcnt *perfcnt, uint32_t mask)
{
	return with_mask(perfcnt, PERFCNT_IOC_STOP, mask);
}

PERFCNT_API int perfcnt_reset(struct perfcnt *perfcnt, uint32_t mask)
{
	return with_mask(perfcnt, PERFCNT_IOC_RESET, mask);
}

static int set_one(struct perfcnt *perfcnt, unsigned int counter,
		   const struct perfcnt_what *what, uint64_t count)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set) };

	if (counter >= PERFCNT_MAX_COUNTERS)
		return perfcnt_refuse_call(EINVAL,
					     "counter %u: no such counter", counter);
	set.controls = 1u << counter;
	set.counts = 1u << counter;
	set.counter[counter].what = *what;
	set.counter[counter].count = count;
	return perfcnt_kernel_set(perfcnt, &set);
}

PERFCNT_API int perfcnt_set(struct perfcnt *perfcnt, unsigned int counter,
			    uint32_t control, uint64_t count)
{
	struct perfcnt_what what = { .control = control };

	return set_one(perfcnt, counter, &what, count);
}

PERFCNT_API int perfcnt_set_name(struct perfcnt *perfcnt, unsigned int counter,
				 const char *name, uint64_t count)
{
	struct perfcnt_what what;

	if (perfcnt_kernel_name(perfcnt, counter, name, &what))
		return -1;
	return set_one(perfcnt, counter, &what, count);
}

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
