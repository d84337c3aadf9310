/* SPDX-License-Identifier: GPL-2.0 */
/* Owners of counters: what they claim, who makes their calls, and notifying them. */
#ifndef PERFCNT_OWNER_H
#define PERFCNT_OWNER_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "../encoding/reason.h"

struct lock_class_key;
struct perfcnt_mux;
struct pid;
struct workqueue_struct;

/**
 * struct perfcnt_owner - an open file that can claim counters
 * @pid: the process that opened the file
 * @self_only: it may count nothing but its own tasks, in user mode
 * @mask: its claimed counters, one bit per counter; owner.c maintains it
 * @mux: events that take turns on counters of it, or NULL; changed with the core's
 *	      lock held
 * @notify: a counter with IE has become half full, or there are samples to be read; any
 *	    context
 */
struct perfcnt_owner {
	struct pid *pid;
	bool self_only;
	u32 mask;
	struct perfcnt_mux *mux;
	void (*notify)(struct perfcnt_owner *owner);
};

int perfcnt_in_kernel_thread_with(struct workqueue_struct *queue,
				  int (*function)(void *data), void *data,
				  const char *name, struct lock_class_key *key);

/*
 * Call a function that may sleep in a kernel thread of a queue, with data; the value is
 * what it returns.  A kernel thread calls it itself.  Each place has a lock class, because
 * functions take locks that others must not.
 */
#define perfcnt_in_kernel_thread(queue, function, data)				\
({										\
	static struct lock_class_key key_;					\
										\
	perfcnt_in_kernel_thread_with(queue, function, data, #function, &key_);	\
})

typedef int (*perfcnt_owner_call_t)(struct perfcnt_owner *owner, void *arg,
				    struct perfcnt_reason *reason);
int perfcnt_owner_call(struct perfcnt_owner *owner, perfcnt_owner_call_t call, void *arg,
		       struct perfcnt_reason *reason);
int perfcnt_owner_init(void);
void perfcnt_owner_exit(void);
int perfcnt_owner_refuse(const struct perfcnt_owner *owner,
			 const struct perfcnt_owner *asks,
			 unsigned int counter, struct perfcnt_reason *reason);
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
void perfcnt_claims_init(unsigned int self_most);
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
