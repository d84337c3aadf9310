// SPDX-License-Identifier: GPL-2.0
/* Whose a counter is, in words. */
#include <linux/errno.h>
#include <linux/pid.h>

#include "../words/reason.h"
#include "owner.h"

/**
 * perfcnt_owner_refuse - a counter is somebody else's
 * @owner: whose
 * @counter: the counter
 * @reason: where that is said
 *
 * A process is named by its number in the caller's PID namespace.
 *
 * Context: Process context; the set's lock is held.
 * Return: -EBUSY.
 */
int perfcnt_owner_refuse(const struct perfcnt_owner *owner,
			 unsigned int counter, struct perfcnt_reason *reason)
{
	int pid = pid_vnr(owner->pid);

	if (pid)
		perfcnt_reason_set(reason,
				   "counter %u: claimed by process %d",
				   counter, pid);
	else
		perfcnt_reason_set(reason,
				   "counter %u: claimed by a process in another PID namespace",
				   counter);
	return -EBUSY;
}
