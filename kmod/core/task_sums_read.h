/* SPDX-License-Identifier: GPL-2.0 */
/* What counters with windows have counted. */
#ifndef PERFCNT_TASK_SUMS_READ_H
#define PERFCNT_TASK_SUMS_READ_H

#include <linux/compiler.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>

#include "task_sums.h"

struct cpumask;

void perfcnt_task_sums_show(unsigned long counters, u64 *sums);
bool perfcnt_task_sums_read_all(const struct perfcnt_task_sums *task_sums,
				unsigned long counters, u64 *sums);
void perfcnt_task_sums_find_open(unsigned long counters, struct cpumask *cpus);

/**
 * perfcnt_task_sums_read_fast - windows' sums at this instant, if no other CPU has to be asked
 * @task_sums: the windows
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * The window of this CPU stays as it is, for interrupts are off.
 *
 * Context: Any but an NMI; interrupts are off.
 * Return: false if another CPU's window is open, if a counter is lost, or if not all of the
 * counters have these windows.
 */
static __always_inline bool
perfcnt_task_sums_read_fast(const struct perfcnt_task_sums *task_sums,
			    unsigned long counters, u64 *sums)
{
	const struct perfcnt_window *here = this_cpu_ptr(task_sums->window);
	const u64 *sum = here->sum, *from = here->from;

	lockdep_assert_irqs_disabled();
	/* usually a thread reads its own counters, and no window but this was ever open */
	if (unlikely(counters & ~here->alone || here->node.next ||
		     READ_ONCE(task_sums->opened.first) != &here->node))
		return perfcnt_task_sums_read_all(task_sums, counters, sums);
	if (unlikely(!task_sums->read_fast(counters, sums)))
		return false;
	for (; counters; counters >>= 1, sums++, sum++, from++)
		if (counters & 1)
			*sums += *sum - *from;
	return true;
}

#endif /* PERFCNT_TASK_SUMS_READ_H */
