/* SPDX-License-Identifier: GPL-2.0 */
/* Setting up what counters count, with the kernel's perf events. */
#ifndef PERFCNT_CONFIGURE_H
#define PERFCNT_CONFIGURE_H

#include "../../encoding/control.h"
#include "../../encoding/reason.h"

int perfcnt_perf_configure_period(unsigned int counter, u64 period,
				  struct perfcnt_reason *reason);
void perfcnt_perf_stop(void);
int perfcnt_perf_configure(unsigned long mask,
			   const struct perfcnt_control *control, u64 *sums,
			   struct perfcnt_reason *reason);

#endif /* PERFCNT_CONFIGURE_H */
