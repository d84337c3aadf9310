/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The line of the half-full interrupt of a MIPS core: either perfcnt or the kernel's
 * perf has it, and with it the counters.
 */
#ifndef PERFCNT_MIPS_LINE_H
#define PERFCNT_MIPS_LINE_H

#include <linux/irqreturn.h>
#include <linux/types.h>

int perfcnt_mips_line_take(irqreturn_t (*handler)(void), const char **reason);
bool perfcnt_mips_line_interrupts(void);
bool perfcnt_mips_line_is_ours(void);
void perfcnt_mips_line_give_back(void);

#endif /* PERFCNT_MIPS_LINE_H */
