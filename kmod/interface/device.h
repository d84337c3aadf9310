/* SPDX-License-Identifier: GPL-2.0 */
/* /dev/perfcnt: counters for programs. */
#ifndef PERFCNT_DEVICE_H
#define PERFCNT_DEVICE_H

int perfcnt_device_init(bool unprivileged_self);
void perfcnt_device_exit(void);

#endif /* PERFCNT_DEVICE_H */
