// SPDX-License-Identifier: LGPL-2.1-or-later
/* The CPU's clock, which has the time of counts by pages. */
#include <time.h>

#include "recording.h"

/* How often two clocks are compared. */
#define TRIES	8

struct pages_hot perfcnt_regions_none;

/* When the CPU's clock was 0, as the shortest of some tries says. */
static uint64_t find_zero(uint64_t tick)
{
	uint64_t shortest = UINT64_MAX, zero = 0;
	unsigned int try;

	for (try = 0; try < TRIES; try++) {
		uint64_t before = pages_ticks(), length;
		struct timespec now;

		clock_gettime(CLOCK_MONOTONIC, &now);
		length = pages_ticks() - before;
		if (length >= shortest)
			continue;
		shortest = length;
		zero = now.tv_sec * 1000000000ull + now.tv_nsec -
		       pages_nanoseconds(before + length / 2, tick);
	}
	return zero;
}

/*
 * All threads of the process have the same, so that their times can be compared; so have
 * those that count nothing.
 */
const char *perfcnt_regions_clock(struct pages *pages)
{
	static uint64_t zero;
	struct pages_hot *hot = pages->hot;
	const struct perf_event_mmap_page *page = hot->page[0];
	uint64_t none = 0;

	if (!page->cap_user_time || !pages_ticks())
		return "the kernel does not say how long a tick of this CPU's clock is";
	hot->tick = ((uint64_t)page->time_mult << 32) >> page->time_shift;
	hot->zero = find_zero(hot->tick);
	if (!__atomic_compare_exchange_n(&zero, &none, hot->zero, false, __ATOMIC_RELAXED,
					 __ATOMIC_RELAXED))
		hot->zero = none;
	__atomic_store_n(&perfcnt_regions_none.zero, hot->zero, __ATOMIC_RELAXED);
	__atomic_store_n(&perfcnt_regions_none.tick, hot->tick, __ATOMIC_RELEASE);
	return NULL;
}
