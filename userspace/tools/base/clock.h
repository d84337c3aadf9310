/* SPDX-License-Identifier: GPL-2.0 */
/* A clock that nobody sets, and what it says of a run. */
#ifndef PERFCNT_TOOLS_BASE_CLOCK_H
#define PERFCNT_TOOLS_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_SECOND	1000000000ull

/* How long a run took, in seconds; NAN is what is not known. */
struct seconds {
	double elapsed; /* by the clock */
	double user; /* of the CPUs in user mode */
	double system; /* of the CPUs in kernel mode */
};

/* CLOCK_MONOTONIC, in nanoseconds. */
static inline uint64_t clock_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * CLOCK_SECOND + time.tv_nsec;
}

#endif /* PERFCNT_TOOLS_BASE_CLOCK_H */
