/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/* The kernel's perf event for what a counter counts. */
#ifndef PERFCNT_PERF_ATTR_H
#define PERFCNT_PERF_ATTR_H

#include "control.h"

struct perf_event_attr;
struct perfcnt_cpu_pmu;

int perfcnt_perf_encode(const struct perfcnt_control *control,
			unsigned int counter,
			const struct perfcnt_limits *limits,
			struct perf_event_attr *attr);
bool perfcnt_perf_is_clock(u32 type, u64 config);
void perfcnt_perf_attr_for_pmu(struct perf_event_attr *attr,
			       const struct perfcnt_cpu_pmu *pmu);

#endif /* PERFCNT_PERF_ATTR_H */
