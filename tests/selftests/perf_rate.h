/* SPDX-License-Identifier: GPL-2.0 */
/* How often perf lets its events interrupt. */
#ifndef PERF_RATE_H
#define PERF_RATE_H

#include <stdio.h>

#include "counters.h"

/* What perf allows its interrupts: percent of the time, and how many a second. */
#define PERF_SHARE	"/proc/sys/kernel/perf_cpu_time_max_percent"
#define PERF_RATE	"/proc/sys/kernel/perf_event_max_sample_rate"

/* So many a second; perf takes no rate while a share of 100 allows any. */
static inline void perf_rate_allow(unsigned int rate)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", rate);
	must(write_file(PERF_SHARE, "25"), PERF_SHARE);
	must(write_file(PERF_RATE, text), PERF_RATE);
}

/* An emulator's interrupts take long, so perf would throttle them. */
static inline void perf_rate_allow_any(void)
{
	perf_rate_allow(10000000);
	must(write_file(PERF_SHARE, "100"), PERF_SHARE);
}

#endif /* PERF_RATE_H */
