/* SPDX-License-Identifier: GPL-2.0 */
/* Owners of counters, and what they claim. */
#ifndef PERFCNT_OWNER_H
#define PERFCNT_OWNER_H

#include <linux/types.h>

#include "../encoding/reason.h"

struct perfcnt_mux;
struct pid;

/**
 * struct perfcnt_owner - an open file that can claim counters
 * @pid: the process that opened the file
 * @self_only: it may count nothing but its own tasks, in user mode
 * @mask: its claimed counters, one bit per counter; claims.c maintains it
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

typedef int (*perfcnt_owner_call_t)(struct perfcnt_owner *owner, void *arg,
				    struct perfcnt_reason *reason);
int perfcnt_owner_call(struct perfcnt_owner *owner, perfcnt_owner_call_t call, void *arg,
		       struct perfcnt_reason *reason);
int perfcnt_owner_init(void);
void perfcnt_owner_exit(void);
int perfcnt_owner_refuse(const struct perfcnt_owner *owner,
			 const struct perfcnt_owner *asks,
			 unsigned int counter, struct perfcnt_reason *reason);

/* Claiming and releasing counters. */
void perfcnt_claims_init(unsigned int self_most);
int perfcnt_claim(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_unclaim(struct perfcnt_owner *owner, u32 mask,
		    struct perfcnt_reason *reason);
void perfcnt_owners(struct pid **owners);

#endif /* PERFCNT_OWNER_H */
