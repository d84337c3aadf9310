/* SPDX-License-Identifier: GPL-2.0 */
/* CPUs that come and go, while the kernel's perf events count. */
#ifndef PERFCNT_HOTPLUG_H
#define PERFCNT_HOTPLUG_H

int perfcnt_hotplug_start(void);
void perfcnt_hotplug_stop(void);

/* Suspend to RAM, which may zero the PMU of the CPU that is left. */
void perfcnt_hotplug_watch_suspend(void);
void perfcnt_hotplug_ignore_suspend(void);

#endif /* PERFCNT_HOTPLUG_H */
