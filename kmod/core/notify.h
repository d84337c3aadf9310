/* SPDX-License-Identifier: GPL-2.0 */
/* IE: notifying the owner of a counter that it has become half full. */
#ifndef PERFCNT_NOTIFY_H
#define PERFCNT_NOTIFY_H

#include <linux/types.h>

struct perfcnt_owner;

void perfcnt_half_full_begin(unsigned int i, u64 count);
void perfcnt_half_full_forget(unsigned int i);
void perfcnt_half_full_reached(unsigned long counters);
bool perfcnt_half_full_due(struct perfcnt_owner *owner);
void perfcnt_half_full_unheard(struct perfcnt_owner *owner, u32 half_full);
void perfcnt_half_full_exit(void);

#endif /* PERFCNT_NOTIFY_H */
