/* SPDX-License-Identifier: GPL-2.0 */
/* Samples of counters that the kernel's perf events count. */
#ifndef PERFCNT_SAMPLE_H
#define PERFCNT_SAMPLE_H

#include "../../core/pmu.h"
#include "../../encoding/reason.h"

struct perf_event;

int perfcnt_sample_check_period(unsigned int counter, u64 least, struct perfcnt_reason *reason);
void perfcnt_sample_begin(unsigned int counter, struct perfcnt_trigger *trigger);
void perfcnt_sample_end(unsigned int counter);
void perfcnt_sample_look_here(void *counters);
void perfcnt_sample_leave(unsigned int counter, struct perf_event *event, u64 value);

#endif /* PERFCNT_SAMPLE_H */
