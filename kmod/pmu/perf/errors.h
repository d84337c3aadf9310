/* SPDX-License-Identifier: GPL-2.0 */
/* Why perf rejects the event of a counter. */
#ifndef PERFCNT_ERRORS_H
#define PERFCNT_ERRORS_H

#include "../../encoding/reason.h"

int perfcnt_errors_lacking(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason);
int perfcnt_errors_samples(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason);
int perfcnt_errors_beside(unsigned int counter, unsigned int cpu,
			  struct perfcnt_reason *reason);
int perfcnt_errors_event(unsigned int counter, unsigned int cpu, int err,
			 struct perfcnt_reason *reason);

#endif /* PERFCNT_ERRORS_H */
