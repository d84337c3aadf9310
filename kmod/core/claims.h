/* SPDX-License-Identifier: GPL-2.0 */
/* Claiming and releasing counters. */
#ifndef PERFCNT_CLAIMS_H
#define PERFCNT_CLAIMS_H

#include <linux/types.h>

#include "../encoding/reason.h"
#include "owner.h"

struct pid;

void perfcnt_claims_init(unsigned int self_most);
int perfcnt_claim(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_unclaim(struct perfcnt_owner *owner, u32 mask,
		    struct perfcnt_reason *reason);
void perfcnt_owners(struct pid **owners);

#endif /* PERFCNT_CLAIMS_H */
