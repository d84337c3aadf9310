// SPDX-License-Identifier: LGPL-2.1-or-later
/* Counters: claim, set, start, stop, reset, read. */
#include <errno.h>
#include <stddef.h>
#include <sys/ioctl.h>

#include "internal.h"

static int with_mask(struct perfcnt *perfcnt, unsigned long command,
		     uint32_t mask)
{
	struct perfcnt_mask arg = { .size = sizeof(arg), .mask = mask };

	return ioctl(perfcnt->fd, command, &arg);
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

/* A counter that no machine has is left to the kernel, which has words for it. */
static uint32_t mask_of(unsigned int counter)
{
	return 1u << (counter < 32 ? counter : 31);
}

static int set_one(struct perfcnt *perfcnt, unsigned int counter,
		   const struct perfcnt_what *what, uint64_t count)
{
	struct perfcnt_set set = {
		.size = sizeof(set),
		.controls = mask_of(counter),
		.counts = mask_of(counter),
	};

	if (counter < PERFCNT_MAX_COUNTERS) {
		set.what[counter] = *what;
		set.count[counter] = count;
	}
	return perfcnt_set_all(perfcnt, &set);
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

	return perfcnt_name(perfcnt, counter, name, &what) ? -1 :
	       set_one(perfcnt, counter, &what, count);
}

PERFCNT_API int perfcnt_set_all(struct perfcnt *perfcnt,
				const struct perfcnt_set *set)
{
	return ioctl(perfcnt->fd, PERFCNT_IOC_SET, set);
}

PERFCNT_API int perfcnt_read(struct perfcnt *perfcnt, struct perfcnt_read *read)
{
	read->size = sizeof(*read);
	return ioctl(perfcnt->fd, PERFCNT_IOC_READ, read);
}

static const struct perfcnt_count *find(const struct perfcnt_read *read,
					unsigned int counter)
{
	uint32_t i;

	for (i = 0; i < read->counters && i < PERFCNT_MAX_COUNTERS; i++)
		if (read->entries[i].counter == counter)
			return &read->entries[i];
	errno = EINVAL;
	return NULL;
}

PERFCNT_API uint64_t perfcnt_count(const struct perfcnt_read *read,
				   unsigned int counter)
{
	const struct perfcnt_count *entry = find(read, counter);

	return entry ? entry->count : 0;
}

PERFCNT_API uint64_t perfcnt_delta(const struct perfcnt_read *before,
				   const struct perfcnt_read *after,
				   unsigned int counter)
{
	const struct perfcnt_count *first = find(before, counter);
	const struct perfcnt_count *last = find(after, counter);

	return first && last ? last->count - first->count : 0;
}
