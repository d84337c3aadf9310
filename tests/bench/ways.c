// SPDX-License-Identifier: GPL-2.0
/* What all ways share: their events, their words, and the loop around them. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

/* Any PMU that has these counts four at once. */
static const struct event both_modes[MOST_COUNTERS] = {
	{ "instructions:u", "perf::INSTRUCTIONS:u", PERF_COUNT_HW_INSTRUCTIONS, false },
	{ "cycles:u", "perf::CYCLES:u", PERF_COUNT_HW_CPU_CYCLES, false },
	{ "instructions:k", "perf::INSTRUCTIONS:k", PERF_COUNT_HW_INSTRUCTIONS, true },
	{ "cycles:k", "perf::CYCLES:k", PERF_COUNT_HW_CPU_CYCLES, true },
};

/* What a user without privileges may count. */
static const struct event user_mode[MOST_COUNTERS] = {
	{ "instructions:u", "perf::INSTRUCTIONS:u", PERF_COUNT_HW_INSTRUCTIONS, false },
	{ "cycles:u", "perf::CYCLES:u", PERF_COUNT_HW_CPU_CYCLES, false },
	{ "branches:u", "perf::BRANCHES:u", PERF_COUNT_HW_BRANCH_INSTRUCTIONS, false },
	{ "branch-misses:u", "perf::BRANCH-MISSES:u", PERF_COUNT_HW_BRANCH_MISSES, false },
};

const struct event *counted_events = both_modes;

void count_user_mode(void)
{
	counted_events = user_mode;
}

bool with_kernel(void)
{
	return counted_events == both_modes;
}

/* Words for open(): why it cannot be. */
const char *why_not(const char *what)
{
	static char why[512];

	snprintf(why, sizeof(why), "%s", what);
	return why;
}

/* The same, with errno's. */
const char *why_error(const char *what)
{
	static char why[512];

	snprintf(why, sizeof(why), "%s: %s", what, strerror(errno));
	return why;
}

/* Kept whole, so that there is the same around every way. */
__attribute__((noipa))
void repeat(void (*once)(void), unsigned long times)
{
	while (times--)
		once();
}
