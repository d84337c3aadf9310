/* SPDX-License-Identifier: GPL-2.0 */
/* What a task without CAP_PERFMON may count of itself. */
#ifndef PERFCNT_PERMIT_H
#define PERFCNT_PERMIT_H

struct perfcnt_control;
struct perfcnt_reason;

int perfcnt_perf_permit(const char *what, unsigned int number,
			const struct perfcnt_control *control,
			struct perfcnt_reason *reason);

#endif /* PERFCNT_PERMIT_H */
