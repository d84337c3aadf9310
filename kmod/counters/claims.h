/* SPDX-License-Identifier: GPL-2.0 */
/* Counters have owners: who claims them, and what is left when they go. */
#ifndef PERFCNT_CLAIMS_H
#define PERFCNT_CLAIMS_H

#include <linux/types.h>

#include "../words/reason.h"

struct pid;

/**
 * struct perfcnt_owner - who has claimed counters
 * @pid: the process that opened the file
 * @mask: what it has claimed, a bit a counter; claims.c keeps it
 * @notify: called in process context when a counter with IE has become half
 *	    full
 */
struct perfcnt_owner {
	struct pid *pid;
	u32 mask;
	void (*notify)(struct perfcnt_owner *owner);
};

int perfcnt_claim(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_unclaim(struct perfcnt_owner *owner, u32 mask,
		    struct perfcnt_reason *reason);
void perfcnt_owners(struct pid **owners);

#endif /* PERFCNT_CLAIMS_H */
