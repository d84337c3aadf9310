/* SPDX-License-Identifier: GPL-2.0 */
/* The ioctls of events that take turns. */
#ifndef PERFCNT_ROTATING_H
#define PERFCNT_ROTATING_H

#include "../core/owner.h"
#include "../core/readout.h"
#include "../core/rotation.h"

struct perfcnt_rotate;
struct perfcnt_rotated;

int perfcnt_rotate(struct perfcnt_owner *owner, struct perfcnt_rotate __user *arg,
		   struct perfcnt_reason *reason);
int perfcnt_rotated(struct perfcnt_owner *owner,
		    struct perfcnt_rotated __user *arg,
		    struct perfcnt_reason *reason);

/* Start counters; without events that take turns nothing else is done. */
static inline int perfcnt_turn_start(struct perfcnt_owner *owner, u32 mask,
				     struct perfcnt_reason *reason)
{
	return unlikely(READ_ONCE(owner->rotation)) ?
	       perfcnt_rotation_start(owner, mask, reason) :
	       perfcnt_start(owner, mask, reason);
}

/* Stop counters. */
static inline int perfcnt_turn_stop(struct perfcnt_owner *owner, u32 mask,
				    struct perfcnt_reason *reason)
{
	return unlikely(READ_ONCE(owner->rotation)) ?
	       perfcnt_rotation_stop(owner, mask, reason) :
	       perfcnt_stop(owner, mask, reason);
}

/* Reset counters. */
static inline int perfcnt_turn_reset(struct perfcnt_owner *owner, u32 mask,
				     struct perfcnt_reason *reason)
{
	return unlikely(READ_ONCE(owner->rotation)) ?
	       perfcnt_rotation_reset(owner, mask, reason) :
	       perfcnt_reset(owner, mask, reason);
}

#endif /* PERFCNT_ROTATING_H */
