/* SPDX-License-Identifier: GPL-2.0 */
/* Changes of counts, of all counters of a mask at the same instant. */
#ifndef PERFCNT_COUNTS_H
#define PERFCNT_COUNTS_H

#include <linux/types.h>

#include "../encoding/reason.h"

struct perfcnt_owner;

int perfcnt_counts_start(struct perfcnt_owner *owner, u32 mask, bool turning,
			 struct perfcnt_reason *reason);
void perfcnt_counts_stop_all(unsigned long counters);
int perfcnt_counts_stop(struct perfcnt_owner *owner, u32 mask, bool turning,
			struct perfcnt_reason *reason);
int perfcnt_counts_reset(struct perfcnt_owner *owner, u32 mask, bool turning,
			 struct perfcnt_reason *reason);

#endif /* PERFCNT_COUNTS_H */
