// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of a function on other CPUs, while the caller sleeps.
 *
 * on_each_cpu_mask() keeps its CPU to itself, with preemption off, as long as the
 * slowest of the others has its interrupts off.
 */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>

#include "cross_call.h"
#include "state.h"

static struct {
	smp_call_func_t function;
	void *data;
	atomic_t left; /* CPUs that have not answered, and the caller */
	struct completion done;
} call = {
	.done = COMPLETION_INITIALIZER(call.done),
};

static DEFINE_PER_CPU(call_single_data_t, calls);

static void answer(void)
{
	if (atomic_dec_and_test(&call.left))
		complete(&call.done);
}

static void called(void *unused)
{
	call.function(call.data);
	answer();
}

/**
 * perfcnt_cross_call - do something on CPUs, with interrupts off there
 * @cpus: where: online, and kept so by the lock
 * @function: what; it gets @data
 * @data: see @function
 *
 * Context: Process context, may sleep; lock is held, so that there is one at a
 * time.  All is done when this returns.
 */
void perfcnt_cross_call(const struct cpumask *cpus, smp_call_func_t function,
			void *data)
{
	unsigned int cpu;

	lockdep_assert_held(&perfcnt_perf.lock);
	call.function = function;
	call.data = data;
	atomic_set(&call.left, 1);
	for_each_cpu(cpu, cpus) {
		call_single_data_t *csd = per_cpu_ptr(&calls, cpu);

		INIT_CSD(csd, called, NULL);
		atomic_inc(&call.left);
		if (WARN_ON_ONCE(smp_call_function_single_async(cpu, csd)))
			answer();
	}
	answer();
	wait_for_completion(&call.done);
}
