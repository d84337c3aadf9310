/* SPDX-License-Identifier: GPL-2.0 */
/* Why perf rejects the event of a counter. */
#ifndef PERFCNT_REFUSAL_H
#define PERFCNT_REFUSAL_H

struct perfcnt_reason;

int perfcnt_refuse_lacking(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason);
int perfcnt_refuse_samples(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason);
int perfcnt_refuse_event(unsigned int counter, unsigned int cpu, int err,
			 struct perfcnt_reason *reason);

#endif /* PERFCNT_REFUSAL_H */
