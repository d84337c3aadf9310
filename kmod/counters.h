/* SPDX-License-Identifier: GPL-2.0 */
/* The counter set: configure, read, suspend, resume. */
#ifndef PERFCNT_COUNTERS_H
#define PERFCNT_COUNTERS_H

#include "pmu.h"
#include "text.h"

void perfcnt_counters_init(const struct perfcnt_pmu *pmu);
void perfcnt_counters_exit(void);
const struct perfcnt_limits *perfcnt_counters_limits(void);
int perfcnt_counters_apply(const struct perfcnt_setting *settings,
			   struct perfcnt_reason *reason);
int perfcnt_counters_read(struct perfcnt_reading *readings,
			  struct perfcnt_reason *reason);
int perfcnt_counters_preload(unsigned int counter, u32 value);

#endif /* PERFCNT_COUNTERS_H */
