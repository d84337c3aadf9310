/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's perf event for what a counter counts. */
#ifndef PERFCNT_ENCODE_H
#define PERFCNT_ENCODE_H

#include <linux/perf_event.h>

#include "../../encoding/control.h"

int perfcnt_perf_encode(const struct perfcnt_control *control,
			unsigned int counter,
			const struct perfcnt_limits *limits,
			struct perf_event_attr *attr);
const char *perfcnt_perf_name(const struct perfcnt_control *control,
			      unsigned int counter);

#endif /* PERFCNT_ENCODE_H */
