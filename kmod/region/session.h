/* SPDX-License-Identifier: GPL-2.0 */
/* The module perfcnt_regions: the sessions of other modules. */
#ifndef PERFCNT_SESSION_H
#define PERFCNT_SESSION_H

int perfcnt_sessions_init(void);
void perfcnt_sessions_exit(void);

#endif /* PERFCNT_SESSION_H */
