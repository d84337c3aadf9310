/* SPDX-License-Identifier: GPL-2.0 */
/* An event that takes turns with others, and what it has counted. */
#ifndef PERFCNT_MUX_STATS_H
#define PERFCNT_MUX_STATS_H

#include <linux/types.h>

#include "../encoding/control.h"

/**
 * struct perfcnt_mux_event - an event that takes turns
 * @control: the event, without a filter
 * @banks: the counters that can count it, PERFCNT_BANK_IS_*
 * @alone: it can be counted for one VPE alone
 * @counted: what it has counted in slots that have ended
 */
struct perfcnt_mux_event {
	struct perfcnt_control control;
	u32 banks;
	bool alone;
	struct perfcnt_rotated_event counted;
};

struct perfcnt_control perfcnt_mux_event_on_vpe(const struct perfcnt_mux_event *entry,
						unsigned int vpe);
void perfcnt_mux_stats_add(struct perfcnt_rotated_event *counted, u64 count, u64 ran);

#endif /* PERFCNT_MUX_STATS_H */
