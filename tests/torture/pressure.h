/* SPDX-License-Identifier: GPL-2.0 */
/* A process that leaves next to no memory for others. */
#ifndef PERFCNT_TORTURE_PRESSURE_H
#define PERFCNT_TORTURE_PRESSURE_H

#include <sys/types.h>

pid_t pressure_start(void);
unsigned long pressure_edges(void);
void pressure_stop(pid_t pid);

#endif /* PERFCNT_TORTURE_PRESSURE_H */
