/* SPDX-License-Identifier: GPL-2.0 */
/* Owners of counters. */
#ifndef PERFCNT_OWNER_H
#define PERFCNT_OWNER_H

#include <linux/types.h>

struct pid;
struct perfcnt_reason;

/**
 * struct perfcnt_owner - an open file that can claim counters
 * @pid: the process that opened the file
 * @mask: its claimed counters, one bit per counter; claims.c maintains it
 * @notify: called in process context when a counter with IE has become half
 *	    full
 */
struct perfcnt_owner {
	struct pid *pid;
	u32 mask;
	void (*notify)(struct perfcnt_owner *owner);
};

int perfcnt_owner_refuse(const struct perfcnt_owner *owner,
			 unsigned int counter, struct perfcnt_reason *reason);

#endif /* PERFCNT_OWNER_H */
