/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Multiplexing: more events than counters take turns.
 *
 * A work item lets each slice end and the next one begin at the same instant: it lets the
 * driver change what the counters count, and adds what they had counted by then to the
 * events that they had.  If the driver cannot do that, the slice ends before: nothing is
 * counted until the next one begins.  What a program does then is not what it does in slices,
 * because the driver works beside it: where that is for lack of space, slices have fewer
 * events from then on, so that two have space together.
 *
 * The counts of the counters go on from slice to slice as if they had one event. START,
 * STOP and RESET do with them what they do with any counter, at one instant; what an
 * event has counted in a slice is the difference of its counter's count.
 */
#ifndef PERFCNT_MULTIPLEX_H
#define PERFCNT_MULTIPLEX_H

#include <linux/hrtimer.h>
#include <linux/workqueue.h>

#include "../encoding/reason.h"
#include "multiplex_schedule.h"

struct perfcnt_windows;
struct perfcnt_owner;

/**
 * struct perfcnt_multiplexer - events that take turns
 * @counters: mask of the counters on which they do
 * @slice_ns: length of a slice
 * @owner: whose counters they are
 * @windows: the counters' windows in a scope, or NULL: what time is
 * @vpes: how many VPEs are counted one by one; 1 if none
 * @started: the owner has started the counters
 * @open: there is a slice
 * @apart: the last one could not be exchanged for the next
 * @most: how many counters have an event in a slice at most
 * @since: until when @enabled and @ran are right
 * @enabled: how long the multiplexer was started
 * @ran: how long the slice was
 * @seen: what @enabled was when the timer was set last
 * @wait: the least time for which it was set then
 * @slice: which counter counts which event, while there is a slice
 * @from: the counters' counts when it began
 * @slices: number of slices that have ended
 * @rounds: number of rounds that have ended
 * @round: the current one
 * @timer: the slice's end
 * @end: what is to be done then
 * @events: number of events
 * @counted: what each of them has counted in slices that have ended
 * @entry: the events
 *
 * The core's lock guards all of them.
 */
struct perfcnt_multiplexer {
	unsigned long counters;
	u64 slice_ns;
	struct perfcnt_owner *owner;
	struct perfcnt_windows *windows;
	unsigned int vpes;
	bool started;
	bool open;
	bool apart;
	unsigned int most;
	u64 since;
	u64 enabled;
	u64 ran;
	u64 seen;
	u64 wait;
	struct perfcnt_multiplex_slice slice;
	u64 from[PERFCNT_MAX_COUNTERS];
	u32 slices;
	u32 rounds;
	struct perfcnt_multiplex_round round;
	struct hrtimer timer;
	struct work_struct end;
	unsigned int events;
	struct perfcnt_multiplexed_event *counted;
	struct perfcnt_multiplex_event entry[];
};

int perfcnt_multiplex_lost(const struct perfcnt_multiplexer *multiplexer);
void perfcnt_multiplex_slice_time(struct perfcnt_multiplexer *multiplexer);
int perfcnt_multiplex_slice_try(struct perfcnt_multiplexer *multiplexer,
				struct perfcnt_reason *reason);
int perfcnt_multiplex_slice_exchange(struct perfcnt_multiplexer *multiplexer);
int perfcnt_multiplex_slice_begin(struct perfcnt_multiplexer *multiplexer);
void perfcnt_multiplex_slice_first(struct perfcnt_multiplexer *multiplexer);
int perfcnt_multiplex_slice_end(struct perfcnt_multiplexer *multiplexer);

int perfcnt_multiplex_stats_copy(struct perfcnt_multiplexer *multiplexer,
				 struct perfcnt_multiplexed_event *counted,
				 struct perfcnt_reason *reason);

void perfcnt_multiplex_arm(struct perfcnt_multiplexer *multiplexer);
int perfcnt_multiplex_next_slice(struct perfcnt_multiplexer *multiplexer);

int perfcnt_multiplex_init(void);
void perfcnt_multiplex_exit(void);
struct perfcnt_multiplexer *perfcnt_multiplex_new(unsigned int events);
void perfcnt_multiplex_free(struct perfcnt_multiplexer *multiplexer);
int perfcnt_multiplex_begin(struct perfcnt_multiplexer *multiplexer,
			    struct perfcnt_owner *owner,
			    struct perfcnt_reason *reason);
int perfcnt_multiplex_end(struct perfcnt_owner *owner,
			  struct perfcnt_reason *reason);
int perfcnt_multiplex_start(struct perfcnt_owner *owner, u32 mask,
			    struct perfcnt_reason *reason);
int perfcnt_multiplex_stop(struct perfcnt_owner *owner, u32 mask,
			   struct perfcnt_reason *reason);
int perfcnt_multiplex_reset(struct perfcnt_owner *owner, u32 mask,
			    struct perfcnt_reason *reason);
int perfcnt_multiplex_read(struct perfcnt_owner *owner,
			   struct perfcnt_multiplexed *result,
			   struct perfcnt_reason *reason);

#endif /* PERFCNT_MULTIPLEX_H */
