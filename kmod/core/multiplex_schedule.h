/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rounds: which events have their turn when, and on which counters; and what each event
 * has counted.
 *
 * In a round each event has one turn.  Rounds have a random order each, so that a
 * program whose phases have the length of a slice or a round is not counted in the same
 * phase always.
 */
#ifndef PERFCNT_MULTIPLEX_SCHEDULE_H
#define PERFCNT_MULTIPLEX_SCHEDULE_H

#include <linux/types.h>

#include "../encoding/control.h"

/**
 * struct perfcnt_multiplex_event - an event that takes turns
 * @control: the event, without a filter
 * @banks: the counters that can count it, PERFCNT_BANK_IS_*
 * @alone: it can be counted for one VPE alone
 */
struct perfcnt_multiplex_event {
	struct perfcnt_control control;
	u32 banks;
	bool alone;
};

struct perfcnt_control perfcnt_multiplex_event_on_vpe(const struct perfcnt_multiplex_event *entry,
						      unsigned int vpe);
bool perfcnt_multiplex_stats_add(struct perfcnt_multiplexed_event *counted, u64 count, u64 ran);

/* What a counter without an event has in struct perfcnt_multiplex_slice. */
#define PERFCNT_NO_EVENT (-1)

/**
 * struct perfcnt_multiplex_round - the events that have had no turn in this round
 * @left: how many
 * @event: their numbers
 */
struct perfcnt_multiplex_round {
	unsigned int left;
	u8 event[PERFCNT_MULTIPLEX_EVENTS];
};

/**
 * struct perfcnt_multiplex_slice - which counter counts which event
 * @event: for each counter the event's number, or PERFCNT_NO_EVENT
 * @vpe: for each counter the VPE for which it counts, if events have one counter a VPE
 */
struct perfcnt_multiplex_slice {
	s16 event[PERFCNT_MAX_COUNTERS];
	u8 vpe[PERFCNT_MAX_COUNTERS];
};

void perfcnt_multiplex_round_begin(struct perfcnt_multiplex_round *round, unsigned int events,
				   u32 (*random)(u32 below));
unsigned int perfcnt_multiplex_round_parts(const struct perfcnt_multiplex_event *entry,
					   unsigned int vpes);
unsigned int perfcnt_multiplex_round_capacity(const struct perfcnt_multiplex_event *entry,
					      unsigned long counters);
unsigned int perfcnt_multiplex_round_next(struct perfcnt_multiplex_round *round,
					  const struct perfcnt_multiplex_event *entries,
					  unsigned long counters, unsigned int vpes,
					  struct perfcnt_multiplex_slice *slice);
void perfcnt_multiplex_round_without(struct perfcnt_multiplex_round *round,
				     const struct perfcnt_multiplex_slice *slice);
unsigned int perfcnt_multiplex_round_take_back(struct perfcnt_multiplex_round *round,
					       struct perfcnt_multiplex_slice *slice);

#endif /* PERFCNT_MULTIPLEX_SCHEDULE_H */
