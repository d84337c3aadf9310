// SPDX-License-Identifier: GPL-2.0
/* Whose a counter is, in words. */
#include <linux/errno.h>
#include <linux/pid.h>

#include "../encoding/reason.h"
#include "owner.h"

/**
 * perfcnt_owner_refuse - a counter is somebody else's
 * @owner: whose
 * @asks: who wanted it; NULL for /proc/perf
 * @counter: the counter
 * @reason: where that is said
 *
 * A process is named by its number in the caller's PID namespace, but not to those who
 * may see themselves only.
 *
 * Context: Process context; the set's lock is held.
 * Return: -EBUSY.
 */
int perfcnt_owner_refuse(const struct perfcnt_owner *owner,
			 const struct perfcnt_owner *asks,
			 unsigned int counter, struct perfcnt_reason *reason)
{
	int pid = pid_vnr(owner->pid);

	if (asks && asks->self_only)
		perfcnt_reason_set(reason, "counter %u: claimed", counter);
	else if (pid)
		perfcnt_reason_set(reason,
				   "counter %u: claimed by process %d",
				   counter, pid);
	else
		perfcnt_reason_set(reason,
				   "counter %u: claimed by a process in another PID namespace",
				   counter);
	return -EBUSY;
}
