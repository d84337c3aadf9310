/* SPDX-License-Identifier: GPL-2.0 */
/* The events that counters go on with: making them, and putting away what is left. */
#ifndef PERFCNT_EVENTS_H
#define PERFCNT_EVENTS_H

#include <linux/perf_event.h>
#include <linux/types.h>

#include "../../encoding/reason.h"

/**
 * struct perfcnt_events_change - counters that go on with other events
 * @counters: mask of the counters; counting->next says what they will count
 * @generation: of the CPUs that are there
 * @active: those of them that will count in some mode
 * @gaps: those whose old events have stopped to make room for the others
 */
struct perfcnt_events_change {
	unsigned long counters;
	unsigned int generation;
	unsigned long active;
	unsigned long gaps;
};

bool perfcnt_events_counts(const struct perf_event *event);
int perfcnt_events_prepare(struct perfcnt_events_change *change, struct perfcnt_reason *reason);
int perfcnt_events_make_room(struct perfcnt_events_change *change, struct perfcnt_reason *reason);
void perfcnt_events_put_away(unsigned long counters);
void perfcnt_events_put_away_later(unsigned long counters);
void perfcnt_events_put_away_left(void);
void perfcnt_events_free_standby(unsigned long mask);
void perfcnt_events_free_offline(void);
/* Do our events leave a counter of a PMU for those of others? */
void perfcnt_events_check_capacity(void);

void perfcnt_events_exit(void);

#endif /* PERFCNT_EVENTS_H */
