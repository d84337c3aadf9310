// SPDX-License-Identifier: GPL-2.0
/*
 * The CPUs: their PMUs, their models, the numbers of their cores; what counts on them, and
 * doing something on several of them.  cpus.h has the idea.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/completion.h>
#include <linux/container_of.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/topology.h>
#include <linux/workqueue.h>
#ifdef CONFIG_X86
#include <asm/processor.h>
#endif

#include "../../core/window.h"
#include "cpu_event.h"
#include "cpus.h"

struct perfcnt_counting perfcnt_counting = {
	.setup = __MUTEX_INITIALIZER(perfcnt_counting.setup),
	.lock = __MUTEX_INITIALIZER(perfcnt_counting.lock),
	.sums = __SPIN_LOCK_UNLOCKED(perfcnt_counting.sums),
};

/*
 * How many counters a PMU has, and what our events leave for those of others.
 *
 * Ours are pinned: others that are not pinned wait, and one that is pinned and
 * comes later never counts.  The kernel does not say so when that is the NMI
 * watchdog's, which is made again when it is turned on or its CPU comes
 * (watchdog_hardlockup_enable()).
 */
#if defined(CONFIG_ARM64) && defined(CONFIG_ARM_PMU)
#include <linux/perf/arm_pmu.h>

static unsigned int capacity_known(struct pmu *pmu)
{
	return perfcnt_direct_is_arm_pmu(pmu) ?
	       perfcnt_arm_pmu_counters(to_arm_pmu(pmu)) : 0;
}
#elif defined(CONFIG_X86)
#include <asm/cpufeature.h>
#include <asm/perf_event.h>
#ifdef PERFCNT_HAS_CPUID_API /* newer kernels: Kbuild looks for it */
#include <asm/cpuid/api.h>
#else
#include <asm/processor.h>
#endif

/* As perf's drivers find it; newer kernels let only KVM ask these. */
static unsigned int capacity_known(struct pmu *pmu)
{
	union cpuid_0x80000022_ebx amd;
	union cpuid10_eax intel;

	if (boot_cpu_has(X86_FEATURE_ARCH_PERFMON)) {
		intel.full = cpuid_eax(10);
		return intel.split.num_counters;
	}
	if (boot_cpu_has(X86_FEATURE_PERFMON_V2)) {
		amd.full = cpuid_ebx(EXT_PERFMON_DEBUG_FEATURES);
		return amd.split.num_core_pmc;
	}
	return boot_cpu_has(X86_FEATURE_PERFCTR_CORE) ? AMD64_NUM_COUNTERS_CORE : 0;
}

#define AMD_COUNTER_BITS 48 /* cntval_bits of amd_pmu */

/* The same (intel_pmu_init(), zhaoxin_pmu_init()). */
static unsigned int width_known(void)
{
	union cpuid10_eax intel;

	if (boot_cpu_has(X86_FEATURE_ARCH_PERFMON)) {
		intel.full = cpuid_eax(10);
		return intel.split.bit_width;
	}
	if (boot_cpu_data.x86_vendor == X86_VENDOR_AMD ||
	    boot_cpu_data.x86_vendor == X86_VENDOR_HYGON)
		return AMD_COUNTER_BITS;
	return 0;
}
#else
static unsigned int capacity_known(struct pmu *pmu)
{
	return 0; /* perf tells nobody */
}
#endif

#ifndef CONFIG_X86
static unsigned int width_known(void)
{
	return 0; /* of events that are sampled nobody needs it */
}
#endif

/**
 * perfcnt_cpus_counter_mask - as wide as the counters of x86's PMU are
 *
 * Return: the mask; 0 if that is not known.
 */
u64 perfcnt_cpus_counter_mask(void)
{
	unsigned int width = width_known();

	return width ? GENMASK_ULL(width - 1, 0) : 0;
}

/*
 * How many counters of a PMU of this CPU count whatever it can count; the default number of
 * counters if that is not known.  Nothing is tried: a pinned event takes the counter of one
 * that is not, which does not count then.
 */
static unsigned int capacity_of(struct pmu *pmu)
{
	return capacity_known(pmu) ?: PERFCNT_DEFAULT_COUNTERS;
}

static DEFINE_PER_CPU(int, not_told); /* why perf has not said which PMU the CPU has, or 0 */
static struct perfcnt_cpu_pmus *all;
static unsigned int least; /* counters of a CPU's PMU; without one all that there can be */

/**
 * perfcnt_cpus_forget_pmus - no CPU's PMU is known
 * @pmus: where those are noted that are found
 */
void perfcnt_cpus_forget_pmus(struct perfcnt_cpu_pmus *pmus)
{
	unsigned int cpu;

	all = pmus;
	least = PERFCNT_MAX_COUNTERS;
	for_each_possible_cpu(cpu) {
		per_cpu(perfcnt_cpu_events, cpu).pmu = NULL;
		per_cpu(not_told, cpu) = 0;
	}
}

/* An event of a CPU's PMU that does not count, or an ERR_PTR. */
static struct perf_event *any_event(unsigned int cpu)
{
	static const u64 configs[] = {
		PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
	};
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.disabled = 1,
		.exclude_hv = 1,
		.exclude_guest = 1,
	};
	struct perf_event *event = ERR_PTR(-ENOENT);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(configs) && IS_ERR(event); i++) {
		attr.config = configs[i];
		event = perfcnt_cpu_event_create(&attr, cpu);
	}
	return event;
}

/* A CPU may be one that should count this. */
static bool is_of_a_pmu_there(const struct perfcnt_wanted *what, unsigned int cpu)
{
	return what->pmu && (what->control.word & PERFCNT_CTL_MODES) &&
	       perfcnt_cpus_selects(&what->control, cpu);
}

/* Nothing but events of one PMU depends on it. */
static void not_told_is_missing(unsigned int cpu, int err)
{
	unsigned int i;

	for (i = 0; i < counting->counters; i++)
		if (is_of_a_pmu_there(&counting->wanted[i], cpu))
			perfcnt_cpus_set_missing(i,
						 "counter %u: CPU %u came online, but perf does not say which PMU it has (error %d); not counted there",
						 i, cpu, -err);
}

/**
 * perfcnt_cpus_find_pmu - see which PMU a CPU has, if that is not known yet
 * @cpu: an online CPU
 *
 * Its number and name are copied: the PMU may go when it has no events.
 *
 * Context: A kernel thread, may sleep; lock is held.
 */
void perfcnt_cpus_find_pmu(unsigned int cpu)
{
	const struct perfcnt_cpu_pmu *found;
	struct perf_event *event;
	int before;

	if (perfcnt_cpu_pmu_of(cpu))
		return;
	event = any_event(cpu);
	before = per_cpu(not_told, cpu);
	per_cpu(not_told, cpu) = 0;
	switch (PTR_ERR_OR_ZERO(event)) {
	case 0:
		found = perfcnt_cpu_pmus_add(all, event->pmu->type,
					     event->pmu->name);
		least = min(least, capacity_of(event->pmu));
		perf_event_release_kernel(event);
		if (!found)
			pr_warn("CPU %u: more than %u kinds of CPU are not supported\n",
				cpu, PERFCNT_MAX_PMUS);
		WRITE_ONCE(per_cpu(perfcnt_cpu_events, cpu).pmu, found);
		break;
	case -ENOENT: /* nobody takes such events */
	case -ENODEV: /* a PMU without hardware */
		break;
	case -EOPNOTSUPP: /* a PMU without such events */
		least = min_t(unsigned int, least, PERFCNT_DEFAULT_COUNTERS);
		break;
	default:
		least = min_t(unsigned int, least, PERFCNT_DEFAULT_COUNTERS);
		if (!before)
			pr_warn("CPU %u: perf does not say which PMU the CPU has (error %ld)\n",
				cpu, -PTR_ERR(event));
		per_cpu(not_told, cpu) = PTR_ERR(event);
		not_told_is_missing(cpu, PTR_ERR(event));
	}
}

/**
 * perfcnt_cpus_untold - ask perf once more which PMUs those CPUs have that it has not told
 * @what: an event of one PMU
 *
 * Context: A kernel thread, may sleep; lock is held.
 * Return: a CPU that may have that PMU, or -1.
 */
int perfcnt_cpus_untold(const struct perfcnt_wanted *what)
{
	unsigned int cpu;

	lockdep_assert_held(&counting->lock);
	for_each_cpu(cpu, &counting->members) {
		if (!per_cpu(not_told, cpu) || !is_of_a_pmu_there(what, cpu))
			continue;
		perfcnt_cpus_find_pmu(cpu);
		if (per_cpu(not_told, cpu))
			return cpu;
	}
	return -1;
}

/**
 * perfcnt_cpus_least_counters - the least counters that the PMU of a CPU has
 *
 * Return: the least of all CPUs that were online, at most PERFCNT_MAX_COUNTERS, which it
 *	   also is without a PMU.
 */
unsigned int perfcnt_cpus_least_counters(void)
{
	return least;
}

/**
 * perfcnt_cpus_find_model - the model of the machine's CPUs
 * @model: where it goes; of x86 only, of others it remains as it is
 *
 * Of a machine with two kinds of CPU both have the same.
 */
void perfcnt_cpus_find_model(struct perfcnt_cpu_model *model)
{
#ifdef CONFIG_X86
	const struct cpuinfo_x86 *cpu = &boot_cpu_data;

	model->vendor = cpu->x86_vendor == X86_VENDOR_INTEL ?
			PERFCNT_VENDOR_INTEL : model->vendor;
	model->family = cpu->x86;
	model->model = cpu->x86_model;
#endif
}

#define NO_CORE UINT_MAX

/**
 * struct core - a CPU's core
 * @number: its number, or NO_CORE: the CPU has never been online
 * @package: what Linux knew of it when it was numbered; of a CPU that is offline
 *	     Linux need not know it any more
 * @group: the same: the die on x86, elsewhere the cluster
 * @id: the same, in the group; below 0 if that is not known
 */
struct core {
	unsigned int number;
	int package;
	int group;
	int id;
};

static struct core *core_of; /* indexed by CPU */
static struct perfcnt_limits *limits;

/* What siblings have in common: match_smt(), update_siblings_masks(). */
static void core_identify(struct core *core, unsigned int cpu)
{
#if defined(CONFIG_X86)
	core->group = topology_die_id(cpu);
	core->id = topology_core_id(cpu);
#elif defined(CONFIG_GENERIC_ARCH_TOPOLOGY)
	core->group = topology_cluster_id(cpu);
	core->id = topology_core_id(cpu);
#else
	core->group = -1;
	core->id = -1;
#endif
	core->package = topology_physical_package_id(cpu);
}

/* The number of a sibling; Linux itself names only those that are online. */
static unsigned int core_number_of_sibling(unsigned int cpu)
{
	const struct core *core = &core_of[cpu], *other;
	unsigned int sibling;

	for_each_cpu(sibling, topology_sibling_cpumask(cpu))
		if (core_of[sibling].number != NO_CORE)
			return core_of[sibling].number;
	for_each_possible_cpu(sibling) {
		other = &core_of[sibling];
		if (other->number != NO_CORE && !cpu_online(sibling) && core->id >= 0 &&
		    core->id == other->id && core->group == other->group &&
		    core->package == other->package)
			return other->number;
	}
	return NO_CORE;
}

/**
 * perfcnt_cpus_number_core - number the core of a CPU, if that is not done yet
 * @cpu: an online CPU
 *
 * Context: The CPU cannot go offline.
 */
void perfcnt_cpus_number_core(unsigned int cpu)
{
	unsigned int number;

	if (core_of[cpu].number != NO_CORE)
		return;
	core_identify(&core_of[cpu], cpu);
	number = core_number_of_sibling(cpu);
	if (number == NO_CORE) {
		number = limits->vpes;
		WRITE_ONCE(limits->vpes, number + 1); /* read without a lock */
	}
	core_of[cpu].number = number;
}

/**
 * perfcnt_cpus_number_cores - number the cores of all online CPUs
 * @machine: where it is noted how many CPUs and cores there are; cores that come
 *	     later are added
 *
 * Context: Process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int perfcnt_cpus_number_cores(struct perfcnt_limits *machine)
{
	unsigned int cpu;

	core_of = kmalloc_array(nr_cpu_ids, sizeof(*core_of), GFP_KERNEL);
	if (!core_of)
		return -ENOMEM;
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		core_of[cpu].number = NO_CORE;
	limits = machine;
	limits->tcs = nr_cpu_ids;
	limits->vpes = 0;
	cpus_read_lock();
	for_each_online_cpu(cpu)
		perfcnt_cpus_number_core(cpu);
	cpus_read_unlock();
	return 0;
}

/**
 * perfcnt_cpus_forget_cores - forget them
 */
void perfcnt_cpus_forget_cores(void)
{
	kfree(core_of);
	core_of = NULL;
}

/* UINT_MAX if the CPU has never been online. */
static unsigned int core_number(unsigned int cpu)
{
	return core_of[cpu].number;
}

/* Does a filter select this CPU? */
static bool filter_selects(unsigned int mt_en, u32 unit, unsigned int cpu)
{
	switch (mt_en) {
	case PERFCNT_MT_EN_VPE:
		return core_number(cpu) == unit;
	case PERFCNT_MT_EN_TC:
		return cpu == unit;
	default:
		return true;
	}
}

/**
 * perfcnt_wanted_is_software - is it an event that no PMU counts?
 * @what: what a counter is to count
 */
bool perfcnt_wanted_is_software(const struct perfcnt_wanted *what)
{
	return what->attr.type == PERF_TYPE_SOFTWARE;
}

/**
 * perfcnt_cpus_selects - does its filter select this CPU?
 * @control: what a counter shall count
 * @cpu: a possible CPU
 */
bool perfcnt_cpus_selects(const struct perfcnt_control *control, unsigned int cpu)
{
	return filter_selects(perfcnt_control_mt_en(control->word), control->unit, cpu);
}

/* Has this CPU the PMU that is to count it, if it is to be one? */
static bool has_pmu_for(const struct perfcnt_wanted *what, unsigned int cpu)
{
	const struct perfcnt_cpu_pmu *pmu;

	if (!what->pmu)
		return true;
	pmu = perfcnt_cpu_pmu_of(cpu);
	return pmu && pmu->type == what->pmu;
}

/**
 * perfcnt_cpus_find_counted - on which CPUs does it count?
 * @what: what a counter shall count, in some mode
 * @cpus: gets those of the possible CPUs
 */
void perfcnt_cpus_find_counted(const struct perfcnt_wanted *what, struct cpumask *cpus)
{
	unsigned int cpu, mt_en = perfcnt_control_mt_en(what->control.word);

	cpumask_clear(cpus);
	for_each_possible_cpu(cpu)
		if (filter_selects(mt_en, what->control.unit, cpu) && has_pmu_for(what, cpu))
			cpumask_set_cpu(cpu, cpus);
}

/**
 * perfcnt_cpus_counts_on - does it count on this CPU?
 * @what: what a counter shall count
 * @cpu: a possible CPU
 */
bool perfcnt_cpus_counts_on(const struct perfcnt_wanted *what, unsigned int cpu)
{
	return (what->control.word & PERFCNT_CTL_MODES) &&
	       perfcnt_cpus_selects(&what->control, cpu) && has_pmu_for(what, cpu);
}

/**
 * perfcnt_cpus_only_other - does its filter select CPUs of another kind only?
 * @what: what a counter shall count, in some mode
 *
 * Return: the first of them that has been online, or -1.
 */
int perfcnt_cpus_only_other(const struct perfcnt_wanted *what)
{
	const struct perfcnt_cpu_pmu *pmu;
	unsigned int cpu;
	int other = -1;

	for_each_possible_cpu(cpu) {
		if (perfcnt_cpus_counts_on(what, cpu))
			return -1;
		pmu = perfcnt_cpu_pmu_of(cpu);
		if (pmu && other < 0 && perfcnt_cpus_selects(&what->control, cpu))
			other = cpu;
	}
	return other;
}

/**
 * perfcnt_cpus_poll_here - poll all counters on this CPU
 * @unused: not used
 *
 * Context: Interrupts are off.
 */
void perfcnt_cpus_poll_here(void *unused)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned int i;

	perfcnt_cpu_events_poll(here, counting->counters);
	for (i = 0; i < counting->counters; i++)
		now[i] = here->counter[i].before + here->counter[i].seen;
	perfcnt_windows_advance_here(now, here->lost);
}

/**
 * perfcnt_cpus_hide_only - readers wait for the lock from now on
 *
 * Until perfcnt_cpus_find_busy(): events on CPUs are about to change.
 *
 * Context: Lock is held.
 */
void perfcnt_cpus_hide_only(void)
{
	lockdep_assert_held(&counting->lock);
	spin_lock(&counting->sums);
	WRITE_ONCE(perfcnt_all_events.only, PERFCNT_ANY_CPU);
	spin_unlock(&counting->sums);
}

/**
 * perfcnt_cpus_set_missing - a counter does not count on a CPU that came
 * @counter: the counter
 * @format: why, in words
 *
 * Context: Lock is held.
 */
void perfcnt_cpus_set_missing(unsigned int counter, const char *format, ...)
{
	va_list args;

	lockdep_assert_held(&counting->lock);
	spin_lock(&counting->sums);
	perfcnt_all_events.missing |= BIT(counter);
	va_start(args, format);
	vscnprintf(counting->why_missing.words, sizeof(counting->why_missing.words),
		   format, args);
	va_end(args);
	spin_unlock(&counting->sums);
}

/**
 * perfcnt_cpus_say_lost - perf has taken a CPU's PMU from counters, or they cannot be right
 * @cpu: the CPU
 * @lost: mask of the counters
 * @reason: where the words go
 */
void perfcnt_cpus_say_lost(unsigned int cpu, unsigned long lost, struct perfcnt_reason *reason)
{
	unsigned int i = __ffs(lost);

	if (perfcnt_cpu_event_is_beyond(perfcnt_cpu_event_of(cpu, i)))
		perfcnt_reason_set(reason,
				   "counter %u: its counter of CPU %u's PMU went on by more than it can; counting has stopped there",
				   i, cpu);
	else
		perfcnt_reason_set(reason,
				   "counter %u: perf has taken the PMU away on CPU %u; counting has stopped there",
				   i, cpu);
}

/**
 * perfcnt_cpus_note_lost - keep that counters are lost, before their events go
 * @cpu: where that was
 * @lost: mask of the counters, of which nobody may know yet; or 0
 *
 * Context: Lock and sums are held, or nothing else runs.
 */
void perfcnt_cpus_note_lost(unsigned int cpu, unsigned long lost)
{
	if (likely(!lost))
		return;
	perfcnt_all_events.missing |= lost;
	perfcnt_cpus_say_lost(cpu, lost, &counting->why_missing);
}

/**
 * perfcnt_cpus_watch_laps - look at all CPUs, unless the machine is suspended before
 *
 * In 250 ms 16 events a nanosecond are less than a lap of 32 bits.
 *
 * Context: Any.
 */
void perfcnt_cpus_watch_laps(void)
{
	queue_delayed_work(system_freezable_wq, &counting->laps, msecs_to_jiffies(250));
}

/**
 * perfcnt_cpus_find_busy - see which CPUs have events
 *
 * Context: Lock and sums are held.
 */
void perfcnt_cpus_find_busy(void)
{
	const struct perfcnt_cpu_events *there;
	int only = PERFCNT_ANY_CPU;
	unsigned int cpu, i;
	bool silent = false;

	lockdep_assert_held(&counting->lock);
	lockdep_assert_held(&counting->sums);
	cpumask_clear(&counting->busy);
	for_each_possible_cpu(cpu) {
		there = per_cpu_ptr(&perfcnt_cpu_events, cpu);
		for (i = 0; i < counting->counters; i++) {
			struct perf_event *event = there->counter[i].event;

			if (event || there->counter[i].suspended)
				cpumask_set_cpu(cpu, &counting->busy);
			silent |= event && !perfcnt_cpu_event_interrupts(event);
		}
	}
	counting->silent = silent;
	if (silent)
		perfcnt_cpus_watch_laps();
	switch (cpumask_weight(&counting->busy)) {
	case 0:
		only = PERFCNT_NO_CPU;
		break;
	case 1:
		only = cpumask_first(&counting->busy);
		break;
	}
	smp_store_release(&perfcnt_all_events.only, only); /* the sums of before are there */
}

/**
 * perfcnt_cpus_find_counting - see which CPUs have to be asked for the sums of some counters
 * @counters: mask of the counters
 * @cpus: gets those that have events of them, and those that had, until they are asked
 *
 * Context: Lock is held.
 */
void perfcnt_cpus_find_counting(unsigned long counters, struct cpumask *cpus)
{
	const struct perfcnt_cpu_events *there;
	unsigned int cpu, i;

	lockdep_assert_held(&counting->lock);
	cpumask_clear(cpus);
	for_each_cpu(cpu, &counting->busy) {
		there = per_cpu_ptr(&perfcnt_cpu_events, cpu);
		for_each_set_bit(i, &counters, counting->counters)
			if (there->counter[i].event || there->counter[i].seen)
				cpumask_set_cpu(cpu, cpus);
	}
}

/**
 * perfcnt_cpus_add_up - the sums as they were seen last
 * @sums: where they go, an entry a counter
 *
 * Context: Lock is held.
 */
void perfcnt_cpus_add_up(u64 *sums)
{
	const struct perfcnt_cpu_events *there;
	unsigned int cpu, i;

	lockdep_assert_held(&counting->lock);
	memcpy(sums, perfcnt_all_events.retired, counting->counters * sizeof(*sums));
	for_each_cpu(cpu, &counting->busy) {
		there = per_cpu_ptr(&perfcnt_cpu_events, cpu);
		for (i = 0; i < counting->counters; i++)
			sums[i] += there->counter[i].seen;
	}
}

/**
 * perfcnt_cpus_generation - how often CPUs have come or gone, and which are there
 *
 * Context: Process context, may sleep; setup is held.
 */
unsigned int perfcnt_cpus_generation(void)
{
	unsigned int generation;

	lockdep_assert_held(&counting->setup);
	mutex_lock(&counting->lock);
	generation = counting->generation;
	cpumask_copy(&counting->there, &counting->members);
	mutex_unlock(&counting->lock);
	return generation;
}

/**
 * struct cpu_call - a function that is called for a CPU
 * @work: what makes a thread call it
 * @function: the function
 * @cpu: what it is given
 * @data: that, too
 */
struct cpu_call {
	struct work_struct work;
	void (*function)(unsigned int cpu, void *data);
	unsigned int cpu;
	void *data;
};

static DEFINE_PER_CPU(struct cpu_call, cpu_calls);

static void cpu_call_run(struct work_struct *work)
{
	struct cpu_call *cpu_call = container_of(work, struct cpu_call, work);

	cpu_call->function(cpu_call->cpu, cpu_call->data);
}

/**
 * perfcnt_cpus_call_for_with - perfcnt_cpus_call_for(), which gives it a lock class
 * @cpus: the CPUs, one at least
 * @function: may sleep
 * @data: what it is given beside the CPU
 * @name: of the lock class
 * @key: the lock class
 *
 * Context: Process context, may sleep; setup is held.  The current task does what is to
 * be done for the first CPU.
 */
void perfcnt_cpus_call_for_with(const struct cpumask *cpus,
				void (*function)(unsigned int cpu, void *data), void *data,
				const char *name, struct lock_class_key *key)
{
	unsigned int cpu, first = cpumask_first(cpus);
	struct cpu_call *cpu_call;

	lockdep_assert_held(&perfcnt_counting.setup);
	for_each_cpu(cpu, cpus) {
		if (cpu == first)
			continue;
		cpu_call = per_cpu_ptr(&cpu_calls, cpu);
		cpu_call->function = function;
		cpu_call->cpu = cpu;
		cpu_call->data = data;
		INIT_WORK(&cpu_call->work, cpu_call_run);
		lockdep_init_map(&cpu_call->work.lockdep_map, name, key, 0);
		queue_work(perfcnt_dfl_wq, &cpu_call->work);
	}
	function(first, data);
	for_each_cpu(cpu, cpus)
		if (cpu != first)
			flush_work(&per_cpu_ptr(&cpu_calls, cpu)->work);
}

static struct {
	smp_call_func_t function;
	void *data;
	atomic_t left; /* CPUs that have not answered, and the caller */
	struct completion done;
} call = {
	.done = COMPLETION_INITIALIZER(call.done),
};

static DEFINE_PER_CPU(call_single_data_t, calls);

static void cross_call_answer(void)
{
	if (atomic_dec_and_test(&call.left))
		complete(&call.done);
}

static void cross_call_called(void *unused)
{
	call.function(call.data);
	cross_call_answer();
}

/**
 * perfcnt_cpus_call_on - do something on CPUs, with interrupts off there
 * @cpus: where: online, and kept so by the lock
 * @function: what; it gets @data
 * @data: see @function
 *
 * Context: Process context, may sleep; lock is held, so that there is one at a
 * time.  All is done when this returns.
 */
void perfcnt_cpus_call_on(const struct cpumask *cpus, smp_call_func_t function,
			  void *data)
{
	unsigned int cpu;

	lockdep_assert_held(&perfcnt_counting.lock);
	call.function = function;
	call.data = data;
	atomic_set(&call.left, 1);
	for_each_cpu(cpu, cpus) {
		call_single_data_t *csd = per_cpu_ptr(&calls, cpu);

		INIT_CSD(csd, cross_call_called, NULL);
		atomic_inc(&call.left);
		if (WARN_ON_ONCE(smp_call_function_single_async(cpu, csd)))
			cross_call_answer();
	}
	cross_call_answer();
	wait_for_completion(&call.done);
}

/**
 * perfcnt_cpus_want - note what a counter counts from now on
 * @i: the counter
 * @what: what it counts
 *
 * That is read with one of the locks held, changed with both.
 */
void perfcnt_cpus_want(unsigned int i, const struct perfcnt_wanted *what)
{
	lockdep_assert_held(&counting->setup);
	lockdep_assert_held(&counting->lock);
	counting->wanted[i] = *what;
}

/**
 * struct cpus_switch - what happens on a CPU
 * @mask: the counters that are set
 * @changed: those of them that are to count something else
 */
struct cpus_switch {
	unsigned long mask;
	unsigned long changed;
};

/* Does a counter count what it counted, with another sample period? */
static bool differs_in_period(unsigned int i)
{
	struct perf_event_attr attr = counting->next[i].attr;

	attr.sample_period = counting->wanted[i].attr.sample_period;
	return !memcmp(&attr, &counting->wanted[i].attr, sizeof(attr));
}

/* Look, and let the counters that change go on with their standby events. */
static void switch_here(void *data)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);
	const struct cpus_switch *to = data;
	unsigned int i;

	perfcnt_cpus_poll_here(NULL);
	perfcnt_windows_change(to->mask, smp_processor_id());
	for_each_set_bit(i, &to->changed, counting->counters) {
		struct perfcnt_cpu_event *cpu_event = &here->counter[i];
		struct perf_event *old = cpu_event->event;

		if (differs_in_period(i))
			perfcnt_cpu_event_go_on(cpu_event, cpu_event->standby);
		else
			perfcnt_cpu_event_put(cpu_event, cpu_event->standby);
		cpu_event->standby = old;
	}
}

/* Has a CPU events of these counters, had it some, or will it have? */
static bool is_concerned(unsigned long mask, unsigned int cpu)
{
	const struct perfcnt_cpu_events *there = per_cpu_ptr(&perfcnt_cpu_events, cpu);
	unsigned int i;

	for_each_set_bit(i, &mask, counting->counters) {
		const struct perfcnt_cpu_event *cpu_event = &there->counter[i];

		if (cpu_event->event || cpu_event->seen || cpu_event->standby)
			return true;
		/* a task that is followed needs to know whose turn it is */
		if (counting->next[i].control.multiplexed)
			return true;
	}
	return false;
}

/**
 * perfcnt_cpus_switch - the moment: counters that change get their standby events
 * @mask: the counters that are set
 * @changed: those of them that are to count something else
 * @sums: where the sums of that moment go, an entry a counter
 *
 * That is done on each CPU that has to do with them.  On the others these counters have
 * counted nothing since they were last looked at there.
 *
 * Context: Process context, may sleep; setup and lock are held.
 */
void perfcnt_cpus_switch(unsigned long mask, unsigned long changed, u64 *sums)
{
	struct cpus_switch to = { mask, changed };
	unsigned int cpu, i;

	lockdep_assert_held(&counting->lock);
	cpumask_clear(&counting->asked);
	for_each_cpu(cpu, &counting->members)
		if (is_concerned(mask, cpu))
			cpumask_set_cpu(cpu, &counting->asked);
	perfcnt_cpus_call_on(&counting->asked, switch_here, &to);
	for_each_possible_cpu(cpu)
		if (!cpumask_test_cpu(cpu, &counting->asked))
			perfcnt_windows_change(mask, cpu);
	cpumask_copy(&counting->busy, &counting->members);
	perfcnt_cpus_add_up(sums);
	spin_lock(&counting->sums);
	perfcnt_all_events.missing &= ~changed;
	for_each_set_bit(i, &changed, counting->counters) {
		perfcnt_all_events.retired[i] = sums[i];
		perfcnt_cpus_want(i, &counting->next[i]);
	}
	spin_unlock(&counting->sums);
}
