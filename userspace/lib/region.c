// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Regions of a program: two readings, less what they themselves count.
 *
 * Between the two the counters see the way out of the first system call and
 * the way into the second.  Both must be the same instructions every time, so
 * there is no condition there but whether the call has failed.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "internal.h"

/**
 * struct perfcnt_region - a region
 * @fd: the handle's descriptor
 * @error: the errno of the first reading
 * @before: the first reading
 * @after: the second
 * @cost: what an empty region counts, for each counter
 */
struct perfcnt_region {
	int fd;
	int error;
	struct perfcnt_read before;
	struct perfcnt_read after;
	uint64_t cost[PERFCNT_MAX_COUNTERS];
};

PERFCNT_API struct perfcnt_region *perfcnt_region_new(struct perfcnt *perfcnt)
{
	struct perfcnt_region *region = calloc(1, sizeof(*region));

	if (!region)
		return NULL;
	region->fd = perfcnt->fd;
	region->before.size = sizeof(region->before);
	region->after.size = sizeof(region->after);
	return region;
}

PERFCNT_API void perfcnt_region_free(struct perfcnt_region *region)
{
	int error = errno;

	free(region);
	errno = error;
}

PERFCNT_API void perfcnt_region_begin(struct perfcnt_region *region)
{
	region->error = 0;
	if (ioctl(region->fd, PERFCNT_IOC_READ, &region->before))
		region->error = errno;
}

PERFCNT_API int perfcnt_region_end(struct perfcnt_region *region)
{
	if (ioctl(region->fd, PERFCNT_IOC_READ, &region->after))
		return -1;
	if (!region->error)
		return 0;
	errno = region->error;
	return -1;
}

PERFCNT_API uint64_t perfcnt_region_count(const struct perfcnt_region *region,
					  unsigned int counter)
{
	uint64_t delta = perfcnt_delta(&region->before, &region->after, counter);

	if (counter >= PERFCNT_MAX_COUNTERS || delta < region->cost[counter])
		return 0;
	return delta - region->cost[counter];
}

PERFCNT_API void perfcnt_region_empty(struct perfcnt_region *region,
				      unsigned int tries)
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		uint64_t delta = perfcnt_delta(&region->before, &region->after,
					       i);

		if (!tries || delta < region->cost[i])
			region->cost[i] = delta;
	}
}
