/* SPDX-License-Identifier: GPL-2.0 */
/* The ioctls of /dev/perfcnt. */
#ifndef PERFCNT_IOCTL_H
#define PERFCNT_IOCTL_H

#include <linux/compiler_types.h>
#include <linux/types.h>

#include "../core/counters.h"
#include "../core/multiplex.h"
#include "../core/owner.h"
#include "../encoding/reason.h"

struct perfcnt_client;
struct perfcnt_read;
struct perfcnt_rotate;
struct perfcnt_rotated;
struct perfcnt_samples;
struct perfcnt_sampling;
struct vm_area_struct;

/* Samples. */
int perfcnt_sample(struct perfcnt_samples *samples,
		   struct perfcnt_sampling __user *arg,
		   struct perfcnt_reason *reason);
bool perfcnt_samples_due(const struct perfcnt_samples *samples);
int perfcnt_samples_map(const struct perfcnt_samples *samples,
			struct vm_area_struct *vma);
void perfcnt_samples_end(struct perfcnt_samples *samples);

/* All but readings. */
int perfcnt_ioctl(struct perfcnt_client *client, unsigned int cmd,
		  void __user *arg, struct perfcnt_reason *reason);

int perfcnt_read_counters(struct perfcnt_client *client,
			  struct perfcnt_read __user *arg);

/* The ioctls of events that take turns. */
int perfcnt_rotate(struct perfcnt_owner *owner, struct perfcnt_rotate __user *arg,
		   struct perfcnt_reason *reason);
int perfcnt_rotated(struct perfcnt_owner *owner,
		    struct perfcnt_rotated __user *arg,
		    struct perfcnt_reason *reason);

/* Start counters; without events that take turns nothing else is done. */
static inline int perfcnt_owner_start(struct perfcnt_owner *owner, u32 mask,
				      struct perfcnt_reason *reason)
{
	return unlikely(READ_ONCE(owner->mux)) ?
	       perfcnt_mux_start(owner, mask, reason) :
	       perfcnt_start(owner, mask, reason);
}

/* Stop counters. */
static inline int perfcnt_owner_stop(struct perfcnt_owner *owner, u32 mask,
				     struct perfcnt_reason *reason)
{
	return unlikely(READ_ONCE(owner->mux)) ?
	       perfcnt_mux_stop(owner, mask, reason) :
	       perfcnt_stop(owner, mask, reason);
}

/* Reset counters. */
static inline int perfcnt_owner_reset(struct perfcnt_owner *owner, u32 mask,
				      struct perfcnt_reason *reason)
{
	return unlikely(READ_ONCE(owner->mux)) ?
	       perfcnt_mux_reset(owner, mask, reason) :
	       perfcnt_reset(owner, mask, reason);
}

#endif /* PERFCNT_IOCTL_H */
