/* SPDX-License-Identifier: GPL-2.0 */
/* Suspend to RAM, which may zero the PMU of the CPU that is left. */
#ifndef PERFCNT_SUSPEND_H
#define PERFCNT_SUSPEND_H

void perfcnt_suspend_start(void);
void perfcnt_suspend_wait(void);
void perfcnt_suspend_stop(void);

#endif /* PERFCNT_SUSPEND_H */
