/* SPDX-License-Identifier: GPL-2.0 */
/* What the core offers: the counters as a whole, their settings and their readings. */
#ifndef PERFCNT_COUNTERS_H
#define PERFCNT_COUNTERS_H

#include "../encoding/grammar.h"
#include "../encoding/reason.h"
#include "pmu.h"

struct perfcnt_multiplexer;
struct pid;

/**
 * struct perfcnt_owner - an open file that can claim counters
 * @pid: the process that opened the file
 * @name: what it is, if it is no process that has opened a file; or NULL
 * @mask: its claimed counters, one bit per counter; owner.c maintains it
 * @multiplexer: events that take turns on counters of it, or NULL; changed with the core's
 *	      lock and counts held
 * @notify: a counter with IE has become half full, or there are samples to be read; any
 *	    context
 */
struct perfcnt_owner {
	struct pid *pid;
	const char *name;
	u32 mask;
	struct perfcnt_multiplexer *multiplexer;
	void (*notify)(struct perfcnt_owner *owner);
};

/* The counters as a whole: the driver, the limits, init and exit. */
void perfcnt_counters_init(const struct perfcnt_pmu *pmu);
void perfcnt_counters_exit(void);
const struct perfcnt_pmu *perfcnt_counters_pmu(void);
const struct perfcnt_limits *perfcnt_counters_limits(void);
unsigned long perfcnt_counters_stopped(unsigned long mask);

/* Settings of counters: checking and applying them. */
int perfcnt_settings_apply(const struct perfcnt_setting *settings,
			   struct perfcnt_owner *owner,
			   struct perfcnt_reason *reason);

/**
 * struct perfcnt_reading - counters at the same instant
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @counters: mask of the counters
 * @running: mask of those that run
 * @half_full: mask of those with IE that have become half full since the last reading
 * @count: their counts, one after the other; scratch space beyond them
 * @control: their control words, as a reader sees them
 */
struct perfcnt_reading {
	u64 time;
	u32 counters;
	u32 running;
	u32 half_full;
	u64 count[PERFCNT_MAX_COUNTERS];
	u32 control[PERFCNT_MAX_COUNTERS];
};

bool perfcnt_reading_fast(const struct perfcnt_owner *owner, u32 mask,
			  unsigned int what, struct perfcnt_reading *reading);
bool perfcnt_reading_fast_counts(const struct perfcnt_owner *owner, u32 mask,
				 struct perfcnt_reading *reading);
int perfcnt_reading_take(struct perfcnt_owner *owner, u32 mask, unsigned int what,
			 struct perfcnt_reading *reading,
			 struct perfcnt_reason *reason);
bool perfcnt_reading_stamp(u32 mask, u64 *counts);
int perfcnt_reading_all(struct perfcnt_shown *readings,
			struct perfcnt_reason *reason);

#endif /* PERFCNT_COUNTERS_H */
