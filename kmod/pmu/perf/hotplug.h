/* SPDX-License-Identifier: GPL-2.0 */
/* CPUs that come and go, while the kernel's perf events count. */
#ifndef PERFCNT_HOTPLUG_H
#define PERFCNT_HOTPLUG_H

int perfcnt_hotplug_start(void);
void perfcnt_hotplug_stop(void);

#endif /* PERFCNT_HOTPLUG_H */
