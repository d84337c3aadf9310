/* SPDX-License-Identifier: GPL-2.0 */
/* Samples of counters that the kernel's perf events count. */
#ifndef PERFCNT_SAMPLED_H
#define PERFCNT_SAMPLED_H

#include "../../core/pmu.h"

int perfcnt_sampled_set(unsigned int counter, struct perfcnt_trigger *trigger,
			struct perfcnt_reason *reason);

#endif /* PERFCNT_SAMPLED_H */
