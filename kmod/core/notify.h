/* SPDX-License-Identifier: GPL-2.0 */
/* IE: notifying the owner of a counter that it has become half full. */
#ifndef PERFCNT_NOTIFY_H
#define PERFCNT_NOTIFY_H

#include "counters.h"

void perfcnt_notify_begin(unsigned int i, u64 count);
void perfcnt_notify_end(unsigned int i, u64 count);
void perfcnt_notify_half_full(void);
bool perfcnt_notify_due(struct perfcnt_owner *owner);
bool perfcnt_notify_lost(struct perfcnt_owner *owner);
void perfcnt_notify_unheard(struct perfcnt_owner *owner, u32 half_full);
void perfcnt_notify_exit(void);

#endif /* PERFCNT_NOTIFY_H */
