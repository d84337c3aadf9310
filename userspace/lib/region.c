// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Regions of a program: two readings, less what they themselves count.
 *
 * Between the two the counters see the way out of the first system call and
 * the way into the second.  Both must be the same instructions every time, so
 * there is no condition there but whether the call has failed.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "reading.h"

/* Of a counter that was not read when the region was empty. */
#define NO_COST	UINT64_MAX

/**
 * struct perfcnt_region - a region
 * @perfcnt: the handle
 * @begun: how often it was begun since it was last ended
 * @error: the errno of the first reading
 * @before: the first reading
 * @after: the second
 * @cost: what an empty region counts, for each counter
 */
struct perfcnt_region {
	struct perfcnt *perfcnt;
	unsigned int begun;
	int error;
	struct perfcnt_reading before;
	struct perfcnt_reading after;
	uint64_t cost[MASK_COUNTERS];
};

PERFCNT_API struct perfcnt_region *perfcnt_region_new(struct perfcnt *perfcnt)
{
	struct perfcnt_region *region = calloc(1, sizeof(*region));

	if (!region)
		return NULL;
	region->perfcnt = perfcnt;
	perfcnt_reading_begin(&region->before);
	perfcnt_reading_begin(&region->after);
	return region;
}

PERFCNT_API void perfcnt_region_free(struct perfcnt_region *region)
{
	perfcnt_handle_free(region);
}

/* Before the first reading: both are in the same way. */
static void shorten(struct perfcnt *perfcnt, struct perfcnt_read *read)
{
	if (!ioctl(perfcnt->fd, PERFCNT_IOC_READ, read))
		perfcnt_reading_shorten(perfcnt, read);
}

PERFCNT_API void perfcnt_region_begin(struct perfcnt_region *region)
{
	struct perfcnt *perfcnt = region->perfcnt;

	region->begun++;
	region->error = 0;
	perfcnt_reading_forget(&region->after); /* until the region has ended */
	if (!perfcnt_reading_is_current(&region->before, perfcnt)) {
		perfcnt_reading_note(&region->before, perfcnt,
				     &region->before.first);
		shorten(perfcnt, &region->before.read);
	}
	if (perfcnt_reading_take(&region->before, perfcnt))
		region->error = errno;
}

/* Is the region whole?  Otherwise errno says why not. */
static bool is_whole(const struct perfcnt_region *region, bool was_read)
{
	if (!region->begun)
		errno = EPROTO;
	else if (region->begun > 1)
		errno = EALREADY;
	else if (region->error)
		errno = region->error;
	else if (was_read && region->before.length != region->after.length)
		errno = EAGAIN; /* one was short, which is less to count */
	else
		return was_read;
	return false;
}

PERFCNT_API int perfcnt_region_end(struct perfcnt_region *region)
{
	struct perfcnt *perfcnt = region->perfcnt;
	bool was_read = !perfcnt_reading_take(&region->after, perfcnt);
	bool whole = is_whole(region, was_read);
	const struct moment *first = &region->before.first;
	struct moment *last = &region->after.last;

	if (!perfcnt_reading_is_current(&region->after, perfcnt))
		perfcnt_reading_note(&region->after, perfcnt, last);
	region->begun = 0;
	perfcnt->refused = 0;
	if (!whole) {
		perfcnt_reading_forget(&region->after);
		return -1;
	}
	/* what other threads have set is theirs to read */
	if (perfcnt_self_was_alone(first, last, first->mine | last->mine))
		return 0;
	errno = EAGAIN;
	return -1;
}

PERFCNT_API int perfcnt_region_count(const struct perfcnt_region *region,
				     unsigned int counter, uint64_t *value)
{
	uint64_t delta, cost = region->cost[counter % MASK_COUNTERS];

	if (perfcnt_reading_delta(&region->before, &region->after, counter,
				  &delta))
		return -1;
	if (cost == NO_COST)
		cost = 0;
	*value = delta < cost ? 0 : delta - cost;
	return 0;
}

PERFCNT_API void perfcnt_region_empty(struct perfcnt_region *region,
				      unsigned int tries)
{
	unsigned int i;

	for (i = 0; i < MASK_COUNTERS; i++) {
		uint64_t delta;

		if (perfcnt_reading_delta(&region->before, &region->after, i,
					  &delta))
			delta = NO_COST;
		if (!tries || delta < region->cost[i])
			region->cost[i] = delta;
	}
}

/* For other languages: what the header has for C stands in the caller. */
PERFCNT_API int (perfcnt_region_calibrate)(struct perfcnt_region *region)
{
	return perfcnt_region_calibrate_here(region);
}
