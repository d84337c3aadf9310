// SPDX-License-Identifier: GPL-2.0
/* Doing something in kernel threads; kernel_thread.h says why. */
#include <linux/container_of.h>
#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/workqueue.h>

#include "kernel_thread.h"
#include "state.h"

/**
 * struct errand - a function that a kernel thread calls
 * @work: what makes the thread call it
 * @function: the function
 * @data: what it is given
 * @result: what it returned
 */
struct errand {
	struct work_struct work;
	int (*function)(void *data);
	void *data;
	int result;
};

static void run_errand(struct work_struct *work)
{
	struct errand *errand = container_of(work, struct errand, work);

	errand->result = errand->function(errand->data);
}

/**
 * perfcnt_in_kernel_thread - call a function as the kernel, not as this task
 * @function: may sleep
 * @data: what it is given
 *
 * Context: Process context, may sleep.
 * Return: what @function returned.
 */
int perfcnt_in_kernel_thread(int (*function)(void *data), void *data)
{
	struct errand errand = {
		.function = function,
		.data = data,
	};

	INIT_WORK_ONSTACK(&errand.work, run_errand);
	queue_work(system_dfl_wq, &errand.work);
	flush_work(&errand.work);
	destroy_work_on_stack(&errand.work);
	return errand.result;
}

/**
 * struct cpu_errand - a function that is called for a CPU
 * @work: what makes a thread call it
 * @function: the function
 * @cpu: what it is given
 */
struct cpu_errand {
	struct work_struct work;
	void (*function)(unsigned int cpu);
	unsigned int cpu;
};

static DEFINE_PER_CPU(struct cpu_errand, cpu_errands);

static void run_cpu_errand(struct work_struct *work)
{
	struct cpu_errand *errand = container_of(work, struct cpu_errand, work);

	errand->function(errand->cpu);
}

/**
 * perfcnt_for_cpus_with - perfcnt_for_cpus(), which gives it a lock class
 * @cpus: the CPUs
 * @function: may sleep
 * @name: of the lock class
 * @key: the lock class
 *
 * Context: Process context, may sleep; setup is held.  The current task does what is to
 * be done for the first CPU.
 */
void perfcnt_for_cpus_with(const struct cpumask *cpus, void (*function)(unsigned int cpu),
			   const char *name, struct lock_class_key *key)
{
	unsigned int cpu, first = cpumask_first(cpus);
	struct cpu_errand *errand;

	lockdep_assert_held(&perfcnt_perf.setup);
	if (first >= nr_cpu_ids)
		return;
	for_each_cpu(cpu, cpus) {
		if (cpu == first)
			continue;
		errand = per_cpu_ptr(&cpu_errands, cpu);
		errand->function = function;
		errand->cpu = cpu;
		INIT_WORK(&errand->work, run_cpu_errand);
		lockdep_init_map(&errand->work.lockdep_map, name, key, 0);
		queue_work(system_dfl_wq, &errand->work);
	}
	function(first);
	for_each_cpu(cpu, cpus)
		if (cpu != first)
			flush_work(&per_cpu_ptr(&cpu_errands, cpu)->work);
}
