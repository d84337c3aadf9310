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
#ifndef PERFCNT_ROTATION_H
#define PERFCNT_ROTATION_H

#include "slots.h"

int perfcnt_rotation_init(void);
void perfcnt_rotation_exit(void);
struct perfcnt_rotation *perfcnt_rotation_new(unsigned int events);
void perfcnt_rotation_free(struct perfcnt_rotation *rotation);
int perfcnt_rotation_begin(struct perfcnt_rotation *rotation,
			   struct perfcnt_owner *owner,
			   struct perfcnt_reason *reason);
int perfcnt_rotation_end(struct perfcnt_owner *owner,
			 struct perfcnt_reason *reason);
int perfcnt_rotation_start(struct perfcnt_owner *owner, u32 mask,
			   struct perfcnt_reason *reason);
int perfcnt_rotation_stop(struct perfcnt_owner *owner, u32 mask,
			  struct perfcnt_reason *reason);
int perfcnt_rotation_reset(struct perfcnt_owner *owner, u32 mask,
			   struct perfcnt_reason *reason);
int perfcnt_rotation_read(struct perfcnt_owner *owner,
			  struct perfcnt_rotated *rotated,
			  struct perfcnt_reason *reason);

#endif /* PERFCNT_ROTATION_H */
