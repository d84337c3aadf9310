/* SPDX-License-Identifier: GPL-2.0 */
/* Owners of counters: what they claim, and notifying them. */
#ifndef PERFCNT_OWNER_H
#define PERFCNT_OWNER_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "../encoding/reason.h"

struct perfcnt_mux;
struct pid;

/**
 * struct perfcnt_owner - an open file that can claim counters
 * @pid: the process that opened the file
 * @mask: its claimed counters, one bit per counter; owner.c maintains it
 * @mux: events that take turns on counters of it, or NULL; changed with the core's
 *	      lock held
 * @notify: a counter with IE has become half full, or there are samples to be read; any
 *	    context
 */
struct perfcnt_owner {
	struct pid *pid;
	u32 mask;
	struct perfcnt_mux *mux;
	void (*notify)(struct perfcnt_owner *owner);
};

int perfcnt_owner_refuse(const struct perfcnt_owner *owner, unsigned int counter,
			 struct perfcnt_reason *reason);
int perfcnt_owner_refuse_others(u32 others, struct perfcnt_reason *reason);

/*
 * Is a mask one of the owner's counters alone?  -EPERM if not, for counters that the
 * machine does not have, too.
 */
static __always_inline int perfcnt_owner_check(const struct perfcnt_owner *owner, u32 mask,
					       struct perfcnt_reason *reason)
{
	u32 others = mask & ~READ_ONCE(owner->mask);

	return likely(!others) ? 0 : perfcnt_owner_refuse_others(others, reason);
}

/* Claiming and releasing counters. */
int perfcnt_claim(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_unclaim(struct perfcnt_owner *owner, u32 mask,
		    struct perfcnt_reason *reason);
void perfcnt_owners(struct pid **owners);

/* IE: notifying the owner of a counter that it has become half full. */
void perfcnt_notify_begin(unsigned int i, u64 count);
void perfcnt_notify_end(unsigned int i, u64 count);
void perfcnt_notify_forget(unsigned int i);
void perfcnt_notify_half_full(void);
bool perfcnt_notify_due(struct perfcnt_owner *owner);
void perfcnt_notify_unheard(struct perfcnt_owner *owner, u32 half_full);
void perfcnt_notify_exit(void);

#endif /* PERFCNT_OWNER_H */
