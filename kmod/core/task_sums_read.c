// SPDX-License-Identifier: GPL-2.0
/* What counters with windows have counted. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/llist.h>

#include "task_sums.h"
#include "pmu.h"

/* What a counter has counted while a window was open, up to now. */
static __always_inline u64 sum_of(const struct perfcnt_window *window, unsigned int i,
				  u64 now)
{
	u64 sum = window->sum[i];

	/* a counter whose events take turns may have been the window's before */
	if (window->open && (window->counters & BIT(i)))
		sum += now - window->from[i];
	return sum;
}

/* All windows at one instant: every CPU reads the same registers. */
static void show_at_once(struct perfcnt_task_sums *task_sums, u64 *sums)
{
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	const struct perfcnt_window *window;
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&task_sums->together.lock, flags);
	task_sums->pmu->read_cpu(task_sums->counters, now);
	for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS) {
		sums[i] = sum_of(&task_sums->together, i, now[i]);
		llist_for_each_entry(window, task_sums->opened.first, node)
			sums[i] += sum_of(window, i, now[i]);
	}
	raw_spin_unlock_irqrestore(&task_sums->together.lock, flags);
}

/* All windows as each CPU has brought them up to date, this one now. */
static void show_each(struct perfcnt_task_sums *task_sums, u64 *sums)
{
	struct perfcnt_window *window;
	unsigned long flags;
	unsigned int i;

	for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS)
		sums[i] = 0;
	local_irq_save(flags);
	perfcnt_task_sums_advance_here(NULL);
	llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node) {
		raw_spin_lock(&window->lock);
		for_each_set_bit(i, &task_sums->counters, PERFCNT_MAX_COUNTERS)
			sums[i] += window->sum[i];
		raw_spin_unlock(&window->lock);
	}
	local_irq_restore(flags);
}

/**
 * perfcnt_task_sums_show - put the windows' sums in the place of the driver's
 * @counters: mask of the counters whose sums are wanted
 * @sums: the driver's, an entry a counter, as they have just been read
 *
 * Context: Process context; the core's counts is held.
 */
void perfcnt_task_sums_show(unsigned long counters, u64 *sums)
{
	struct perfcnt_task_sums *task_sums;

	list_for_each_entry(task_sums, &perfcnt_task_sums_list, list) {
		if (!(task_sums->counters & counters))
			continue;
		if (task_sums->pmu->reads_anywhere)
			show_at_once(task_sums, sums);
		else
			show_each(task_sums, sums);
	}
}

/* Are all windows closed but this CPU's?  Adds up how often they were opened and closed. */
static bool others_closed(const struct perfcnt_task_sums *task_sums,
			  const struct perfcnt_window *here, unsigned int *phases)
{
	const struct perfcnt_window *window;

	*phases = 0;
	llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node) {
		unsigned int phase;

		if (window == here)
			continue;
		phase = smp_load_acquire(&window->phase); /* before the sums */
		if (phase & 1 || READ_ONCE(window->lost))
			return false;
		*phases += phase;
	}
	return true;
}

/**
 * perfcnt_task_sums_read_all - as perfcnt_task_sums_read_fast(), if other windows have been open
 * @task_sums: the windows
 * @counters: mask of the counters
 * @sums: where the sums go, each at its counter's number
 *
 * What the others have does not change as long as they are closed; that none was opened
 * meanwhile is seen by their phases.  Where every CPU reads the same registers, turns
 * change the windows of all CPUs: then a lock is needed.
 *
 * Context: As perfcnt_task_sums_read_fast().
 * Return: as perfcnt_task_sums_read_fast().
 */
bool notrace perfcnt_task_sums_read_all(const struct perfcnt_task_sums *task_sums,
					unsigned long counters, u64 *sums)
{
	const struct perfcnt_window *window, *here = this_cpu_ptr(task_sums->window);
	unsigned int i, phases, again;

	if (counters & ~task_sums->counters ||
	    (task_sums->muxed && task_sums->pmu->reads_anywhere) ||
	    !others_closed(task_sums, here, &phases) ||
		    !task_sums->read_fast(counters, sums))
		return false;
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS) {
		u64 now = sums[i];

		sums[i] = sum_of(here, i, now);
		if (task_sums->any) /* data_race: the phases tell */
			sums[i] += data_race(sum_of(&task_sums->together, i, now));
	}
	llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node) {
		if (window == here)
			continue;
		for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
			sums[i] += data_race(window->sum[i]); /* likewise */
	}
	smp_rmb(); /* all sums come before the second look at the phases */
	return others_closed(task_sums, here, &again) && again == phases;
}

/**
 * perfcnt_task_sums_find_open - on which CPUs do tasks run that counters follow?
 * @counters: mask of the counters
 * @cpus: gets these CPUs, and those where a counter is lost
 *
 * Context: Process context; no windows are added or removed meanwhile.
 */
void perfcnt_task_sums_find_open(unsigned long counters, struct cpumask *cpus)
{
	const struct perfcnt_task_sums *task_sums;
	const struct perfcnt_window *window;

	cpumask_clear(cpus);
	list_for_each_entry(task_sums, &perfcnt_task_sums_list, list) {
		if (!(task_sums->counters & counters))
			continue;
		llist_for_each_entry(window, READ_ONCE(task_sums->opened.first), node)
			if (READ_ONCE(window->phase) & 1 || READ_ONCE(window->lost))
				cpumask_set_cpu(window->cpu, cpus);
	}
}
