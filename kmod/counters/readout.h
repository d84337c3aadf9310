/* SPDX-License-Identifier: GPL-2.0 */
/* Start, stop, reset and read: the frequent operations of an owner. */
#ifndef PERFCNT_READOUT_H
#define PERFCNT_READOUT_H

#include "../words/grammar.h"
#include "../words/reason.h"
#include "owner.h"

int perfcnt_start(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_stop(struct perfcnt_owner *owner, u32 mask,
		 struct perfcnt_reason *reason);
int perfcnt_reset(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_readout(struct perfcnt_owner *owner, struct perfcnt_read *reading,
		    struct perfcnt_reason *reason);
int perfcnt_readout_all(struct perfcnt_reading *readings,
			struct perfcnt_reason *reason);

#endif /* PERFCNT_READOUT_H */
