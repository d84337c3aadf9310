/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The line that brings the half-full interrupt of a MIPS core, and who may
 * have it: the counters belong to perfcnt or to the kernel's perf events.
 */
#ifndef PERFCNT_MIPS_LINE_H
#define PERFCNT_MIPS_LINE_H

#include <linux/irqreturn.h>
#include <linux/types.h>

int perfcnt_mips_line_take(irqreturn_t (*handler)(void), const char **reason);
bool perfcnt_mips_line_is_ours(void);
void perfcnt_mips_line_give_back(void);

#endif /* PERFCNT_MIPS_LINE_H */
