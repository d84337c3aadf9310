/* SPDX-License-Identifier: GPL-2.0 */
/* Owners of counters, and what they do with these: claim, start, stop, reset, release. */
#ifndef PERFCNT_OWNER_H
#define PERFCNT_OWNER_H

#include <linux/types.h>

#include "../encoding/reason.h"
#include "counters.h"

struct pid;

int perfcnt_owner_claim(struct perfcnt_owner *owner, u32 mask,
			struct perfcnt_reason *reason);
int perfcnt_owner_release(struct perfcnt_owner *owner, u32 mask,
			  struct perfcnt_reason *reason);
int perfcnt_owner_start(struct perfcnt_owner *owner, u32 mask,
			struct perfcnt_reason *reason);
int perfcnt_owner_stop(struct perfcnt_owner *owner, u32 mask,
		       struct perfcnt_reason *reason);
int perfcnt_owner_reset(struct perfcnt_owner *owner, u32 mask,
			struct perfcnt_reason *reason);
void perfcnt_owners(struct pid **owners);

#endif /* PERFCNT_OWNER_H */
