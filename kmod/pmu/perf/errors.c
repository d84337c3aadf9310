// SPDX-License-Identifier: GPL-2.0
/* Why perf rejects an event, by the name that users know. */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/lockdep.h>

#include "../../encoding/control.h"
#include "cpu_event.h"
#include "cpus.h"
#include "errors.h"

/* The name of the 34K's event with the meaning of a generic one. */
static const char *name_of_34k(const struct perfcnt_native *native,
			       unsigned int counter)
{
	enum perfcnt_event_bank bank = perfcnt_event_bank(counter);
	struct perfcnt_native found;
	unsigned int code;

	if (native->type != PERF_TYPE_HARDWARE && native->type != PERF_TYPE_HW_CACHE)
		return NULL;
	for (code = 0; code < PERFCNT_EVENT_CODES; code++)
		if (!perfcnt_native_of_event(code, bank, NULL, &found) &&
		    found.type == native->type &&
		    found.config == (native->config & PERF_HW_EVENT_MASK))
			return perfcnt_event_find(code, counter)->name;
	return NULL;
}

/* What a counter's event is called, or NULL. */
static const char *name_of(const struct perfcnt_control *control, unsigned int counter)
{
	unsigned int code = perfcnt_control_event(control->word);
	const struct perfcnt_event *event = perfcnt_event_find(code, counter);

	if (event)
		return event->name;
	return perfcnt_native_name(&control->native) ?:
	       name_of_34k(&control->native, counter);
}

/* Does a CPU's PMU take an event? */
static bool is_taken(struct perf_event_attr attr, unsigned int cpu)
{
	struct perf_event *event;

	attr.disabled = 1;
	event = perfcnt_cpu_event_create(&attr, cpu);
	if (IS_ERR(event))
		return false;
	perf_event_release_kernel(event);
	return true;
}

/* The PMU of another kind of CPU that has a counter's event, or NULL. */
static const struct perfcnt_cpu_pmu *other_than(const struct perfcnt_cpu_pmu *pmu,
						unsigned int counter)
{
	const struct perfcnt_wanted *next = &counting->next[counter];
	const struct perfcnt_cpu_pmu *other;
	unsigned int cpu;

	if (next->pmu)
		return NULL;
	for_each_cpu(cpu, &counting->there) {
		other = perfcnt_cpu_pmu_of(cpu);
		if (other && other != pmu && is_taken(next->attr, cpu))
			return other;
	}
	return NULL;
}

/**
 * perfcnt_errors_lacking - a CPU's PMU has no such event, or the CPU has no PMU
 * @counter: whose event it is; counting->next says what it is
 * @cpu: the CPU
 * @reason: where the words go
 *
 * Return: -ENOENT.
 */
int perfcnt_errors_lacking(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason)
{
	const struct perfcnt_wanted *next = &counting->next[counter];
	const char *name = name_of(&next->control, counter);
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);

	name = name ?: "the given native event";
	if (pmu)
		perfcnt_reason_set(reason,
				   "counter %u: PMU %s does not support %s",
				   counter, pmu->name, name);
	else
		perfcnt_reason_set(reason,
				   "counter %u: no PMU on this machine supports %s; software events such as page-faults need none",
				   counter, name);
	return -ENOENT;
}

/* The same, with what to ask for instead if another kind of CPU has it. */
static int refuse_here(unsigned int counter, unsigned int cpu,
		       struct perfcnt_reason *reason)
{
	const struct perfcnt_wanted *next = &counting->next[counter];
	const char *name = name_of(&next->control, counter);
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);
	const struct perfcnt_cpu_pmu *other = other_than(pmu, counter);

	if (!pmu || !other || !name)
		return perfcnt_errors_lacking(counter, cpu, reason);
	perfcnt_reason_set(reason,
			   "counter %u: PMU %s does not support %s; use %s/%s/ to count it on the CPUs that do",
			   counter, pmu->name, name, other->name, name);
	return -ENOENT;
}

/* A CPU's PMU does not take an event that it may know. */
static int refuse_modes(unsigned int counter, unsigned int cpu,
			struct perfcnt_reason *reason)
{
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);
	struct perf_event_attr all = counting->next[counter].attr;

	perfcnt_cpu_event_in_all_modes(&all);
	if (!pmu || !is_taken(all, cpu))
		return 0;
	perfcnt_reason_set(reason,
			   "counter %u: PMU %s cannot count per mode; set both U and K (modes 'uk')",
			   counter, pmu->name);
	return -EINVAL;
}

/**
 * perfcnt_errors_samples - a CPU's PMU cannot say when a period ends
 * @counter: whose event it is
 * @cpu: the CPU
 * @reason: where the words go
 *
 * Return: -EOPNOTSUPP.
 */
int perfcnt_errors_samples(unsigned int counter, unsigned int cpu,
			   struct perfcnt_reason *reason)
{
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);

	perfcnt_reason_set(reason,
			   "counter %u: PMU%s%s has no interrupt, so there are no samples; cpu-clock and task-clock have them",
			   counter, pmu ? " " : "", pmu ? pmu->name : "");
	return -EOPNOTSUPP;
}

/**
 * perfcnt_errors_beside - a CPU's PMU has no counter beside the one that counts now
 * @counter: whose event it is; counting->next says what it is
 * @cpu: the CPU
 * @reason: where the words go
 *
 * Return: -EBUSY.
 */
int perfcnt_errors_beside(unsigned int counter, unsigned int cpu,
			  struct perfcnt_reason *reason)
{
	const char *name = name_of(&counting->next[counter].control, counter);
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);

	perfcnt_reason_set(reason,
			   "counter %u: no free counter on PMU%s%s for %s beside what it counts now; stop it, other counters or perf events",
			   counter, pmu ? " " : "", pmu ? pmu->name : "",
			   name ?: "the given native event");
	return -EBUSY;
}

/**
 * perfcnt_errors_event - what perf says of a counter's event, as users know it
 * @counter: whose event it is; counting->next says what it is
 * @cpu: where it was to count
 * @err: what perf says
 * @reason: where the words go
 *
 * Context: Process context, may sleep; setup is held.
 * Return: -ENOENT for an event that the CPU's PMU lacks; -EBUSY if it has no
 * free counter; -EINVAL if it cannot count modes separately, or lacks bits of a raw event;
 * @err otherwise, but never -EIO.
 */
int perfcnt_errors_event(unsigned int counter, unsigned int cpu, int err,
			 struct perfcnt_reason *reason)
{
	const struct perfcnt_wanted *next = &counting->next[counter];
	const char *name = name_of(&next->control, counter);
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmu_of(cpu);

	lockdep_assert_held(&counting->setup);
	name = name ?: "the given native event";
	switch (err) {
	case -EINVAL:
		if (refuse_modes(counter, cpu, reason))
			return -EINVAL;
		if (perfcnt_perf_is_raw(next->attr.type))
			break;
		fallthrough;
	case -ENOENT:
	case -EOPNOTSUPP:
	case -ENXIO: /* x86, where a hypervisor keeps registers of the event to itself */
		return refuse_here(counter, cpu, reason);
	case -EDOM: /* as perfcnt_cpu_event_create() has it */
		perfcnt_reason_set(reason,
				   "counter %u: PMU%s%s does not have all bits of %s; see its manual, or its format in /sys/bus/event_source/devices",
				   counter, pmu ? " " : "", pmu ? pmu->name : "", name);
		return -EINVAL;
	case -EBUSY:
	case -ENOSPC:
		perfcnt_reason_set(reason,
				   "counter %u: no free counter on PMU%s%s for %s; stop other counters or perf events",
				   counter, pmu ? " " : "", pmu ? pmu->name : "",
				   name);
		return -EBUSY;
	}
	perfcnt_reason_set(reason, "counter %u: perf rejected %s (error %d)",
			   counter, name, -err);
	return err == -EIO ? -EINVAL : err; /* -EIO is for counters that are lost, all of them */
}
