// SPDX-License-Identifier: GPL-2.0
/* Events that are enabled again instead of made again; state.h has the idea. */
#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "state.h"

/**
 * struct kept - an event of a CPU that is kept
 * @node: in the CPU's list
 * @event: the event
 * @attr: what it counts, as its counter has it: perf changes its own
 * @used: a counter has it
 */
struct kept {
	struct hlist_node node;
	struct perf_event *event;
	struct perf_event_attr attr;
	bool used;
};

static struct perfcnt_perf *const perf = &perfcnt_perf;

static DEFINE_PER_CPU(struct hlist_head, lists);
static u32 kept_for;
static unsigned int kept_since;

static void forget_on(unsigned int cpu)
{
	struct hlist_node *next;
	struct kept *kept;

	hlist_for_each_entry_safe(kept, next, per_cpu_ptr(&lists, cpu), node) {
		hlist_del(&kept->node);
		if (!kept->used)
			perf_event_release_kernel(kept->event);
		kfree(kept);
	}
}

static void forget(void)
{
	static struct cpumask cpus;
	unsigned int cpu;

	lockdep_assert_held(&perf->setup);
	cpumask_clear(&cpus);
	for_each_possible_cpu(cpu)
		if (!hlist_empty(per_cpu_ptr(&lists, cpu)))
			cpumask_set_cpu(cpu, &cpus);
	perfcnt_for_cpus(&cpus, forget_on);
}

/**
 * perfcnt_kept_for - whose events are made next
 * @multiplexed: as in struct perfcnt_control
 * @generation: which CPUs there are
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_kept_for(u32 multiplexed, unsigned int generation)
{
	if (multiplexed == kept_for && generation == kept_since)
		return;
	forget();
	kept_for = multiplexed;
	kept_since = generation;
}

/**
 * perfcnt_kept_forget - nobody needs what is kept
 *
 * Context: Process context, may sleep; setup is held.
 */
void perfcnt_kept_forget(void)
{
	forget();
	kept_for = 0;
}

/**
 * perfcnt_kept_add - keep an event that has been made, if it is multiplexed
 * @event: the event, which a counter is going to have
 * @attr: what it counts
 * @cpu: where
 *
 * Context: Process context, may sleep; setup is held, by whoever waits for this.
 */
void perfcnt_kept_add(struct perf_event *event, const struct perf_event_attr *attr,
		      unsigned int cpu)
{
	struct kept *kept;

	if (!kept_for)
		return;
	kept = kmalloc(sizeof(*kept), GFP_KERNEL);
	if (!kept)
		return; /* it is made again */
	kept->event = event;
	kept->attr = *attr;
	kept->used = true;
	hlist_add_head(&kept->node, per_cpu_ptr(&lists, cpu));
}

/**
 * perfcnt_kept_take - an event that is kept, for a counter
 * @attr: what it is to count
 * @cpu: where
 *
 * Context: Setup is held.
 * Return: the event, which is disabled, or NULL.
 */
struct perf_event *perfcnt_kept_take(const struct perf_event_attr *attr,
				     unsigned int cpu)
{
	struct kept *kept;

	lockdep_assert_held(&perf->setup);
	hlist_for_each_entry(kept, per_cpu_ptr(&lists, cpu), node) {
		if (kept->used || memcmp(&kept->attr, attr, sizeof(*attr)))
			continue;
		kept->used = true;
		return kept->event;
	}
	return NULL;
}

/**
 * perfcnt_kept_put - disable an event that no counter has any more, and keep it
 * @event: the event
 * @cpu: its CPU
 * @keep: or do not
 *
 * Context: Process context, may sleep; setup is held, by whoever waits for this.
 * Return: false if it is not kept, and is the caller's.
 */
bool perfcnt_kept_put(struct perf_event *event, unsigned int cpu, bool keep)
{
	struct kept *kept;

	hlist_for_each_entry(kept, per_cpu_ptr(&lists, cpu), node)
		if (kept->used && kept->event == event)
			break;
	if (!kept)
		return false;
	if (keep) {
		perf_event_disable(event);
		kept->used = false;
		return true;
	}
	hlist_del(&kept->node);
	kfree(kept);
	return false;
}
