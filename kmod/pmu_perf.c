// SPDX-License-Identifier: GPL-2.0
/*
 * Any PMU that the kernel drives, and the kernel's software events: a pinned
 * perf event for each counter and each CPU that its filter selects, so that
 * the kernel arbitrates with every other user of the PMU.
 *
 * Events run free from when they are made; a counter changes from one event to
 * another at one moment on each CPU, with interrupts off there.
 *
 * Three locks, in this order:
 *
 *	setup	   who makes and frees events.  Software events take the lock of
 *		   CPU hotplug for that, so it is not held by hotplug callbacks.
 *	cpu_hotplug_lock
 *	lock	   the cells, the sums, and what is wanted.  Taken by hotplug
 *		   callbacks, so no software event is made or freed under it.
 *
 * Events are made before lock is taken; generation says whether a CPU has come
 * or gone since.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "cores.h"
#include "perf_cell.h"
#include "perf_map.h"
#include "pmu.h"

/**
 * struct wanted - what a counter shall count
 * @control: what was asked for; with no mode it counts nothing
 * @attr: the same for perf
 */
struct wanted {
	struct perfcnt_control control;
	struct perf_event_attr attr;
};

static DEFINE_PER_CPU(struct perfcnt_cells, cells);
static DEFINE_MUTEX(setup);
static DEFINE_MUTEX(lock);
static unsigned int counters;
static struct wanted wanted[PERFCNT_MAX_COUNTERS];
static struct wanted next[PERFCNT_MAX_COUNTERS];
static u64 retired[PERFCNT_MAX_COUNTERS]; /* by events that are gone */
static struct cpumask members;		  /* CPUs that may have events */
static struct cpumask busy;		  /* CPUs that have events */
static unsigned int generation;
static struct perfcnt_reason missing;	  /* a CPU came and has no room */
static enum cpuhp_state hotplug_state;
static const char *pmu_name;		  /* of the first CPU's PMU, or NULL */

static struct perfcnt_cell *cell_of(unsigned int cpu, unsigned int counter)
{
	return &per_cpu_ptr(&cells, cpu)->cell[counter];
}

static bool counts_on(const struct wanted *what, unsigned int cpu)
{
	if (!(what->control.word & PERFCNT_CTL_MODES))
		return false;
	switch (perfcnt_control_mt_en(what->control.word)) {
	case PERFCNT_MT_EN_VPE:
		return perfcnt_core_of(cpu) == what->control.unit;
	case PERFCNT_MT_EN_TC:
		return cpu == what->control.unit;
	default:
		return true;
	}
}

static bool is_software(const struct wanted *what)
{
	return what->attr.type == PERF_TYPE_SOFTWARE;
}

/* What perf says of a counter's event, as counters.c and users know it. */
static int refuse(unsigned int counter, int err, struct perfcnt_reason *reason)
{
	const char *name = perfcnt_perf_name(&next[counter].control, counter);
	u32 type = next[counter].attr.type;

	switch (err) {
	case -EINVAL:
		if (type == PERF_TYPE_RAW)
			break;
		fallthrough;
	case -ENOENT:
	case -EOPNOTSUPP:
		if (pmu_name)
			perfcnt_reason_set(reason,
					   "counter %u: the PMU %s does not count %s",
					   counter, pmu_name, name);
		else
			perfcnt_reason_set(reason,
					   "counter %u: this machine has no PMU that counts %s",
					   counter, name);
		return -ENOENT;
	case -EBUSY:
	case -ENOSPC:
		perfcnt_reason_set(reason,
				   "counter %u: the PMU %s has no counter free for %s: others count with it",
				   counter, pmu_name ?: "of the kernel", name);
		return -EBUSY;
	}
	perfcnt_reason_set(reason,
			   "counter %u: perf does not take %s: error %d",
			   counter, name, -err);
	return err;
}

/* What is to be free is in fresh, unless it is going to count. */
static void free_fresh(unsigned long changed)
{
	unsigned int cpu, i;

	lockdep_assert_held(&setup);
	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &changed, counters) {
			struct perfcnt_cell *cell = cell_of(cpu, i);

			if (cell->fresh)
				perf_event_release_kernel(cell->fresh);
			cell->fresh = NULL;
		}
	}
}

/* An event for each counter that changes, on each CPU that it counts on. */
static int make_fresh(unsigned long changed, struct perfcnt_reason *reason)
{
	struct perf_event *event;
	unsigned int cpu, i;

	lockdep_assert_held(&setup);
	for_each_set_bit(i, &changed, counters) {
		for_each_cpu(cpu, &members) {
			if (!counts_on(&next[i], cpu))
				continue;
			event = perfcnt_cell_create(&next[i].attr, cpu);
			if (IS_ERR(event))
				return refuse(i, PTR_ERR(event), reason);
			cell_of(cpu, i)->fresh = event;
		}
	}
	return 0;
}

/* A counter whose fresh event the PMU has no room for, or -1. */
static int without_room(unsigned long changed)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &changed, counters) {
			struct perf_event *fresh = cell_of(cpu, i)->fresh;

			if (fresh && !perfcnt_cell_counts(fresh))
				return i;
		}
	}
	return -1;
}

/* Stop what counts and let what is fresh count, or the other way round. */
static void exchange(unsigned long changed, bool forward)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &changed, counters) {
			struct perfcnt_cell *cell = cell_of(cpu, i);
			struct perf_event *stop = forward ? cell->event :
							    cell->fresh;

			if (stop)
				perf_event_disable(stop);
		}
	}
	for_each_possible_cpu(cpu) {
		for_each_set_bit(i, &changed, counters) {
			struct perfcnt_cell *cell = cell_of(cpu, i);
			struct perf_event *start = forward ? cell->fresh :
							     cell->event;

			if (start)
				perf_event_enable(start);
		}
	}
}

/*
 * The PMU has no room for the old events and the fresh ones together.  What the
 * old ones would have counted while they are stopped is lost, if the fresh ones
 * then do not fit either.
 */
static int make_room(unsigned long changed, struct perfcnt_reason *reason)
{
	int counter = without_room(changed);

	lockdep_assert_held(&lock);
	if (counter < 0)
		return 0;
	exchange(changed, true);
	counter = without_room(changed);
	if (counter < 0)
		return 0;
	exchange(changed, false);
	return refuse(counter, -EBUSY, reason);
}

static void look_here(void *unused)
{
	perfcnt_cells_look(this_cpu_ptr(&cells), counters);
}

/* Look, and let the counters that change go on with their fresh events. */
static void switch_here(void *data)
{
	struct perfcnt_cells *here = this_cpu_ptr(&cells);
	const unsigned long *changed = data;
	unsigned int i;

	look_here(NULL);
	for_each_set_bit(i, changed, counters) {
		struct perf_event *old = here->cell[i].event;

		perfcnt_cell_put(&here->cell[i], here->cell[i].fresh);
		here->cell[i].fresh = old;
	}
}

/* Let counters that have nothing here go on with what is fresh. */
static void add_here(void *unused)
{
	struct perfcnt_cells *here = this_cpu_ptr(&cells);
	unsigned int i;

	for (i = 0; i < counters; i++) {
		struct perfcnt_cell *cell = &here->cell[i];

		if (cell->event || !cell->fresh)
			continue;
		perfcnt_cell_put(cell, cell->fresh);
		cell->fresh = NULL;
	}
}

static void find_busy(void)
{
	unsigned int cpu, i;

	lockdep_assert_held(&lock);
	cpumask_clear(&busy);
	for_each_possible_cpu(cpu)
		for (i = 0; i < counters; i++)
			if (cell_of(cpu, i)->event)
				cpumask_set_cpu(cpu, &busy);
}

/* The sums as they were seen last. */
static void add_up(u64 *sums)
{
	unsigned int cpu, i;

	lockdep_assert_held(&lock);
	memcpy(sums, retired, counters * sizeof(*sums));
	for_each_cpu(cpu, &busy)
		for (i = 0; i < counters; i++)
			sums[i] += cell_of(cpu, i)->seen;
}

/* Has the kernel taken the PMU from one of our events? */
static int check_lost(struct perfcnt_reason *reason)
{
	unsigned int cpu;

	lockdep_assert_held(&lock);
	if (*missing.words) {
		*reason = missing;
		return -EIO;
	}
	for_each_cpu(cpu, &busy) {
		int counter = per_cpu_ptr(&cells, cpu)->lost;

		if (counter < 0)
			continue;
		perfcnt_reason_set(reason,
				   "counter %d: the kernel has taken the PMU from it on CPU %u: counting stopped there",
				   counter, cpu);
		return -EIO;
	}
	return 0;
}

/* The moment: on each CPU the counters that change get their fresh events. */
static void switch_all(unsigned long changed, u64 *sums)
{
	unsigned int i;

	lockdep_assert_held(&lock);
	on_each_cpu_mask(&members, switch_here, &changed, true);
	cpumask_copy(&busy, &members); /* all that have been looked at */
	add_up(sums);
	for_each_set_bit(i, &changed, counters) {
		retired[i] = sums[i];
		wanted[i] = next[i];
	}
	find_busy();
}

/* What counters shall count, and which of them change by that. */
static int plan(unsigned long mask, const struct perfcnt_control *control,
		unsigned long *changed, struct perfcnt_reason *reason)
{
	unsigned int i;
	int err;

	*changed = 0;
	for_each_set_bit(i, &mask, counters) {
		if (perfcnt_control_same(&control[i], &wanted[i].control))
			continue;
		*changed |= BIT(i);
		next[i].control = control[i];
		if (!(control[i].word & PERFCNT_CTL_MODES))
			continue;
		err = perfcnt_perf_map(&control[i], i, &next[i].attr);
		if (err)
			return refuse(i, err, reason);
	}
	return 0;
}

/* One try: false if a CPU has come or gone meanwhile. */
static bool try_configure(unsigned long changed, u64 *sums,
			  struct perfcnt_reason *reason, int *err)
{
	unsigned int then = READ_ONCE(generation);
	bool good;

	*err = make_fresh(changed, reason);
	mutex_lock(&lock);
	good = then == generation;
	if (good && !*err)
		*err = make_room(changed, reason);
	if (good && !*err)
		switch_all(changed, sums);
	mutex_unlock(&lock);
	free_fresh(changed);
	return good;
}

/**
 * struct job - a configuration, done by a kernel thread
 * @work: what the thread does
 * @mask: the counters that change
 * @control: an entry a counter
 * @sums: all sums at the moment of the change
 * @reason: why not, if not
 * @err: 0 or why not
 *
 * Perf asks whether the current task may count a whole CPU.  Who may write to
 * us was asked when the file was opened, which may have been another task.
 */
struct job {
	struct work_struct work;
	unsigned long mask;
	const struct perfcnt_control *control;
	u64 *sums;
	struct perfcnt_reason *reason;
	int err;
};

static void do_configure(struct work_struct *work)
{
	struct job *job = container_of(work, struct job, work);
	unsigned long changed;

	mutex_lock(&setup);
	job->err = plan(job->mask, job->control, &changed, job->reason);
	if (!job->err)
		while (!try_configure(changed, job->sums, job->reason,
				      &job->err))
			cond_resched();
	mutex_unlock(&setup);
}

static int perf_configure(unsigned long mask,
			  const struct perfcnt_control *control, u64 *sums,
			  struct perfcnt_reason *reason)
{
	struct job job = {
		.mask = mask,
		.control = control,
		.sums = sums,
		.reason = reason,
	};

	INIT_WORK_ONSTACK(&job.work, do_configure);
	queue_work(system_unbound_wq, &job.work);
	flush_work(&job.work);
	destroy_work_on_stack(&job.work);
	return job.err;
}

static int perf_read(u64 *sums, struct perfcnt_reason *reason)
{
	int err;

	mutex_lock(&lock);
	on_each_cpu_mask(&busy, look_here, NULL, true);
	add_up(sums);
	err = check_lost(reason);
	mutex_unlock(&lock);
	return err;
}

/*
 * Software events cannot be made or freed in a hotplug callback: those of a CPU
 * that has come or gone are seen to as soon as hotplug is over.
 */
static void free_trash(void)
{
	struct perf_event *trash;
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		for (i = 0; i < counters; i++) {
			mutex_lock(&lock);
			trash = cell_of(cpu, i)->trash;
			cell_of(cpu, i)->trash = NULL;
			mutex_unlock(&lock);
			if (trash)
				perf_event_release_kernel(trash);
		}
	}
}

/* One try: false if a CPU has come or gone meanwhile. */
static bool try_add_software(void)
{
	unsigned int then = READ_ONCE(generation);
	struct perf_event *event;
	unsigned int cpu, i;
	int failed = -1;
	bool good;

	for_each_cpu(cpu, &members) {
		for (i = 0; i < counters; i++) {
			if (!is_software(&wanted[i]) ||
			    !counts_on(&wanted[i], cpu) ||
			    cell_of(cpu, i)->event)
				continue;
			event = perfcnt_cell_create(&wanted[i].attr, cpu);
			if (IS_ERR(event))
				failed = i;
			else
				cell_of(cpu, i)->fresh = event;
		}
	}
	mutex_lock(&lock);
	good = then == generation;
	if (good) {
		if (failed >= 0)
			perfcnt_reason_set(&missing,
					   "counter %d: a CPU came online, and the kernel has no memory for its event",
					   failed);
		on_each_cpu_mask(&members, add_here, NULL, true);
		find_busy();
	}
	mutex_unlock(&lock);
	free_fresh(BIT(counters) - 1);
	return good;
}

static void see_to_software(struct work_struct *unused)
{
	mutex_lock(&setup);
	free_trash();
	while (!try_add_software())
		cond_resched();
	mutex_unlock(&setup);
}

static DECLARE_WORK(software_work, see_to_software);

/* A CPU has come, or acquire has found it: on it, before it has work to do. */
static int cpu_comes(unsigned int cpu)
{
	struct perf_event *event;
	unsigned long flags;
	unsigned int i;

	mutex_lock(&lock);
	generation++;
	perfcnt_cores_add(cpu);
	cpumask_set_cpu(cpu, &members);
	for (i = 0; i < counters; i++) {
		if (!counts_on(&wanted[i], cpu) || is_software(&wanted[i]) ||
		    cell_of(cpu, i)->event)
			continue;
		event = perfcnt_cell_create(&wanted[i].attr, cpu);
		if (IS_ERR(event) || !perfcnt_cell_counts(event)) {
			perfcnt_reason_set(&missing,
					   "counter %u: CPU %u came online, and its PMU has no counter free: counting stopped there",
					   i, cpu);
			if (!IS_ERR(event))
				perf_event_release_kernel(event);
			continue;
		}
		local_irq_save(flags);
		perfcnt_cell_put(cell_of(cpu, i), event);
		local_irq_restore(flags);
	}
	find_busy();
	mutex_unlock(&lock);
	schedule_work(&software_work);
	return 0;
}

/* A CPU goes, or release stops it: on it, when it has no work any more. */
static int cpu_goes(unsigned int cpu)
{
	struct perf_event *gone[PERFCNT_MAX_COUNTERS];
	unsigned long flags;
	unsigned int i;

	mutex_lock(&lock);
	generation++;
	cpumask_clear_cpu(cpu, &members);
	local_irq_save(flags);
	look_here(NULL);
	for (i = 0; i < counters; i++) {
		struct perfcnt_cell *cell = cell_of(cpu, i);

		gone[i] = cell->event;
		retired[i] += cell->seen;
		perfcnt_cell_put(cell, NULL);
	}
	local_irq_restore(flags);
	for (i = 0; i < counters; i++) {
		if (gone[i] && is_software(&wanted[i]))
			cell_of(cpu, i)->trash = gone[i];
		else if (gone[i])
			perf_event_release_kernel(gone[i]);
	}
	find_busy();
	mutex_unlock(&lock);
	schedule_work(&software_work);
	return 0;
}

static int perf_acquire(struct perfcnt_reason *reason)
{
	int state = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "perfcnt:online",
				      cpu_comes, cpu_goes);

	if (state < 0) {
		perfcnt_reason_set(reason,
				   "the kernel has no room for a CPU hotplug callback");
		return state;
	}
	hotplug_state = state;
	return 0;
}

static void perf_release(void)
{
	cpuhp_remove_state(hotplug_state);
	flush_work(&software_work);
	memset(wanted, 0, sizeof(wanted));
	*missing.words = '\0';
}

/* The name of the PMU that counts cycles or instructions, or NULL. */
static const char *find_pmu_name(void)
{
	static const u64 configs[] = {
		PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
	};
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.disabled = 1,
	};
	const char *name = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(configs) && !name; i++) {
		struct perf_event *event;

		attr.config = configs[i];
		event = perfcnt_cell_create(&attr,
					    cpumask_first(cpu_online_mask));
		if (IS_ERR(event))
			continue;
		name = event->pmu->name;
		perf_event_release_kernel(event);
	}
	return name;
}

static int perf_probe(struct perfcnt_pmu *pmu, unsigned int n,
		      struct perfcnt_reason *reason)
{
	int err = perfcnt_cores_init();

	if (err) {
		perfcnt_reason_set(reason, "there is no memory");
		return err;
	}
	counters = n ?: PERFCNT_DEFAULT_COUNTERS;
	pmu_name = find_pmu_name();
	pmu->hardware = pmu_name;
	pmu->limits.counters = counters;
	pmu->limits.tcs = nr_cpu_ids;
	pmu->limits.vpes = perfcnt_cores();
	pmu->limits.modes = PERFCNT_CTL_U | PERFCNT_CTL_K;
	pmu->limits.native = true;
	pmu->limits.any_filter = true;
	return 0;
}

static void perf_remove(void)
{
	perfcnt_cores_exit();
}

struct perfcnt_pmu perfcnt_pmu_perf = {
	.name = "perf",
	.probe = perf_probe,
	.remove = perf_remove,
	.acquire = perf_acquire,
	.release = perf_release,
	.configure = perf_configure,
	.read = perf_read,
};
