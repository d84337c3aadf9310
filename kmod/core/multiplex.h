/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rotation: more events than counters take turns.
 *
 * A work item lets each slot end and the next one begin at the same instant: it lets the
 * driver change what the counters count, and adds what they had counted by then to the
 * events that they had.  If the driver cannot do that, the slot ends before: nothing is
 * counted until the next one begins.
 *
 * The counts of the counters go on from slot to slot as if they had one event. START,
 * STOP and RESET do with them what they do with any counter, at one instant; what an
 * event has counted in a slot is the difference of its counter's count.
 */
#ifndef PERFCNT_MULTIPLEX_H
#define PERFCNT_MULTIPLEX_H

#include <linux/hrtimer.h>
#include <linux/workqueue.h>

#include "../encoding/reason.h"
#include "multiplex_schedule.h"

struct perfcnt_task_sums;
struct perfcnt_owner;

/**
 * struct perfcnt_mux - events that take turns
 * @counters: mask of the counters on which they do
 * @number: unlike that of all others that there are
 * @slot_ns: length of a slot
 * @owner: whose counters they are
 * @task_sums: the counters' windows in a scope, or NULL: what time is
 * @vpes: how many VPEs are counted one by one; 1 if none
 * @started: the owner has started the counters
 * @open: there is a slot
 * @lost: 0, or -EIO because another user took the hardware
 * @why: why that is so
 * @since: until when @enabled and @ran are right
 * @enabled: how long the rotation was started
 * @ran: how long the slot was
 * @seen: what @enabled was when the timer was set last
 * @wait: the least time for which it was set then
 * @slot: which counter counts which event, while there is a slot
 * @from: the counters' counts when it began
 * @slots: number of slots that have ended
 * @rounds: number of rounds that have ended
 * @round: the current one
 * @timer: the slot's end
 * @end: what is to be done then
 * @events: number of events
 * @counted: what each of them has counted in slots that have ended
 * @entry: the events
 *
 * The core's lock guards all of them.
 */
struct perfcnt_mux {
	unsigned long counters;
	u32 number;
	u64 slot_ns;
	struct perfcnt_owner *owner;
	struct perfcnt_task_sums *task_sums;
	unsigned int vpes;
	bool started;
	bool open;
	int lost;
	struct perfcnt_reason why;
	u64 since;
	u64 enabled;
	u64 ran;
	u64 seen;
	u64 wait;
	struct perfcnt_mux_slot slot;
	u64 from[PERFCNT_MAX_COUNTERS];
	u32 slots;
	u32 rounds;
	struct perfcnt_mux_round round;
	struct hrtimer timer;
	struct work_struct end;
	unsigned int events;
	struct perfcnt_rotated_event *counted;
	struct perfcnt_mux_event entry[];
};

void perfcnt_mux_slot_time(struct perfcnt_mux *mux);
int perfcnt_mux_slot_try(struct perfcnt_mux *mux,
			 struct perfcnt_reason *reason);
int perfcnt_mux_slot_exchange(struct perfcnt_mux *mux);
int perfcnt_mux_slot_begin(struct perfcnt_mux *mux);
void perfcnt_mux_slot_first(struct perfcnt_mux *mux);
int perfcnt_mux_slot_end(struct perfcnt_mux *mux);

void perfcnt_mux_stats_copy(struct perfcnt_mux *mux, struct perfcnt_rotated_event *counted);

void perfcnt_mux_arm(struct perfcnt_mux *mux);
int perfcnt_mux_next_slot(struct perfcnt_mux *mux);

int perfcnt_rotation_init(void);
void perfcnt_rotation_exit(void);
struct perfcnt_mux *perfcnt_mux_new(unsigned int events);
void perfcnt_mux_free(struct perfcnt_mux *mux);
int perfcnt_mux_begin(struct perfcnt_mux *mux,
		      struct perfcnt_owner *owner,
		      struct perfcnt_reason *reason);
int perfcnt_mux_end(struct perfcnt_owner *owner,
		    struct perfcnt_reason *reason);
int perfcnt_mux_start(struct perfcnt_owner *owner, u32 mask,
		      struct perfcnt_reason *reason);
int perfcnt_mux_stop(struct perfcnt_owner *owner, u32 mask,
		     struct perfcnt_reason *reason);
int perfcnt_mux_reset(struct perfcnt_owner *owner, u32 mask,
		      struct perfcnt_reason *reason);
int perfcnt_mux_read(struct perfcnt_owner *owner,
		     struct perfcnt_rotated *rotated,
		     struct perfcnt_reason *reason);

#endif /* PERFCNT_MULTIPLEX_H */
