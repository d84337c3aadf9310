/* SPDX-License-Identifier: GPL-2.0 */
/* IE: telling the owner of a counter that it has become half full. */
#ifndef PERFCNT_NOTICE_H
#define PERFCNT_NOTICE_H

#include <linux/types.h>

struct perfcnt_owner;

void perfcnt_notice_begin(unsigned int i, u64 count);
void perfcnt_notice_half_full(unsigned long counters);
bool perfcnt_notice_due(struct perfcnt_owner *owner);
void perfcnt_notice_unheard(struct perfcnt_owner *owner, u32 half_full);
void perfcnt_notice_exit(void);

#endif /* PERFCNT_NOTICE_H */
