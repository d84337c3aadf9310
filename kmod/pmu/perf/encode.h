/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's perf event for what a counter counts. */
#ifndef PERFCNT_ENCODE_H
#define PERFCNT_ENCODE_H

#include <linux/perf_event.h>

#include "../../encoding/control.h"

struct perfcnt_reason;

int perfcnt_perf_encode(const struct perfcnt_control *control,
			unsigned int counter,
			const struct perfcnt_limits *limits,
			struct perf_event_attr *attr);
const char *perfcnt_perf_name(const struct perfcnt_control *control,
			      unsigned int counter);

/* What a task without CAP_PERFMON may count of itself. */
int perfcnt_perf_permit(const char *what, unsigned int number,
			const struct perfcnt_control *control,
			struct perfcnt_reason *reason);

#endif /* PERFCNT_ENCODE_H */
