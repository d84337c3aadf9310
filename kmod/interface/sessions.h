/* SPDX-License-Identifier: GPL-2.0 */
/* Sessions of other kernel modules: the exported functions, and /proc/perf_regions. */
#ifndef PERFCNT_SESSIONS_H
#define PERFCNT_SESSIONS_H

int perfcnt_sessions_init(void);
void perfcnt_sessions_exit(void);

#endif /* PERFCNT_SESSIONS_H */
