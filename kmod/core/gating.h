/* SPDX-License-Identifier: GPL-2.0 */
/* Giving gates to counters, and taking them back. */
#ifndef PERFCNT_GATING_H
#define PERFCNT_GATING_H

#include <linux/types.h>

#include "../encoding/reason.h"

struct perfcnt_gates;
struct perfcnt_owner;

int perfcnt_gating_begin(struct perfcnt_gates *gates,
			 const struct perfcnt_owner *owner, u32 counters,
			 bool shared, struct perfcnt_reason *reason);
void perfcnt_gating_end(struct perfcnt_gates *gates, bool stop);

#endif /* PERFCNT_GATING_H */
