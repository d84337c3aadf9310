/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel says while it is tortured: its log, and who is stuck. */
#ifndef PERFCNT_TORTURE_WATCH_H
#define PERFCNT_TORTURE_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A call that takes longer is stuck.  A kernel that has calibrated its clock on a busy host
 * may be seven times too fast; a boot ends after half an hour.
 */
#define WATCH_STUCK_SECONDS 1500

uint64_t watch_now(void);
void watch_start(void);
const char *watch_fault(void);
void watch_show_stuck(pid_t pid);
bool watch_wait(pid_t pid);

#endif /* PERFCNT_TORTURE_WATCH_H */
