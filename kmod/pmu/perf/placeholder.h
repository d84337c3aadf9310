/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A hardware event of our own that is never enabled.  As long as there is one, the
 * kernel's PMU driver neither takes its interrupt handler nor gives it back for
 * the events of others.
 */
#ifndef PERFCNT_PLACEHOLDER_H
#define PERFCNT_PLACEHOLDER_H

#include <linux/kconfig.h>

#if IS_ENABLED(CONFIG_PERF_EVENTS)
int perfcnt_placeholder_take(void);
void perfcnt_placeholder_release(void);
#else
/* A kernel without perf: nobody to keep anything from. */
static inline int perfcnt_placeholder_take(void)
{
	return 0;
}

static inline void perfcnt_placeholder_release(void)
{
}
#endif

#endif /* PERFCNT_PLACEHOLDER_H */
