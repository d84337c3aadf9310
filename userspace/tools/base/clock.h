/* SPDX-License-Identifier: GPL-2.0 */
/* A clock that nobody sets. */
#ifndef PERFCNT_TOOLS_BASE_CLOCK_H
#define PERFCNT_TOOLS_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_SECOND	1000000000ull

/* CLOCK_MONOTONIC, in nanoseconds. */
static inline uint64_t clock_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * CLOCK_SECOND + time.tv_nsec;
}

#endif /* PERFCNT_TOOLS_BASE_CLOCK_H */
