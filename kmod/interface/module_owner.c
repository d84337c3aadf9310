// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of other kernel modules: a module claims some, as an open file does, and reads
 * what they have counted on a CPU.
 */
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../core/counters.h"
#include "../core/owner.h"
#include "../core/window.h"
#include "../encoding/control.h"
#include "interface.h"
#include "module_owner.h"

static DEFINE_MUTEX(driver_lock);
static const struct perfcnt_pmu *driver; /* NULL: there is none */

/* Claims the lowest counter that can count an event; returns its number. */
static int owner_claim_for(struct perfcnt_owner *owner, const char *event,
			   struct perfcnt_control *control, struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	struct perfcnt_reason other;
	unsigned int i;
	int err, first = 0;

	for (i = 0; i < limits->counters; i++) {
		err = perfcnt_control_from_name(event, strlen(event), i, limits,
						control, &other);
		if (err && !first)
			perfcnt_reason_set(reason, "'%s': %s", event, other.words);
		if (!err)
			err = owner->mask & BIT(i) ? -EBUSY :
			      perfcnt_owner_claim(owner, BIT(i), reason);
		if (!err)
			return i;
		if (!first || err == -EBUSY)
			first = err;
	}
	if (first == -EBUSY)
		perfcnt_reason_set(reason, "'%s': no counter that can count it is free",
				   event);
	return first;
}

/* What is set, and which event each counter has. */
struct owner_request {
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	unsigned int event[PERFCNT_MAX_COUNTERS];
};

/* Do other VPEs count in the same register? */
static bool is_shared(const struct perfcnt_control *control)
{
	return perfcnt_windows_need_filter() && !perfcnt_control_mt_en(control->word);
}

static int owner_count(struct perfcnt_owner *owner, struct owner_request *request,
		       const char *const *events, unsigned int number,
		       struct perfcnt_module_owner_count *counts, struct perfcnt_reason *reason)
{
	unsigned long mine;
	unsigned int event;
	int counter, err;

	for (event = 0; event < number; event++) {
		struct perfcnt_control control;

		counter = owner_claim_for(owner, events[event], &control, reason);
		if (counter < 0)
			return counter;
		request->event[counter] = event;
		request->settings[counter].control = control;
		request->settings[counter].change = PERFCNT_SETTING_CONTROL |
						    PERFCNT_SETTING_COUNT;
	}
	err = perfcnt_settings_apply(request->settings, owner, reason) ?:
	      perfcnt_owner_start(owner, owner->mask, reason);
	if (err)
		return err;
	mine = owner->mask;
	for_each_set_bit(counter, &mine, PERFCNT_MAX_COUNTERS) {
		counts->event = request->event[counter];
		counts->shared = is_shared(&request->settings[counter].control);
		counts++;
	}
	return 0;
}

/* The driver stays, and with it what counts. */
static bool get_driver(void)
{
	bool got;

	mutex_lock(&driver_lock);
	got = driver && try_module_get(driver->owner);
	mutex_unlock(&driver_lock);
	return got;
}

/**
 * perfcnt_module_owner_open - claim counters for events, and count from now on
 * @events: their names, as in /proc/perf; each takes the lowest counter that can count it
 *	    and is free
 * @number: how many, at least 1
 * @counts: gets an entry for each count that perfcnt_module_owner_read() reads, in that order
 * @reason: why not, if not
 *
 * The counters are the calling process's for all who look.
 *
 * Context: Process context, may sleep.
 * Return: the owner, or an ERR_PTR: -ENODEV if perfcnt has no driver; -EBUSY if no counter
 * is free; -ENOENT for an event that the machine does not have; -EINVAL for what is no
 * event; -ENOMEM.
 */
struct perfcnt_owner *perfcnt_module_owner_open(const char *const *events, unsigned int number,
						struct perfcnt_module_owner_count *counts,
						struct perfcnt_reason *reason)
{
	struct owner_request *request;
	struct perfcnt_owner *owner;
	int err = -ENOMEM;

	if (!get_driver()) {
		perfcnt_reason_set(reason, "perfcnt has no driver");
		return ERR_PTR(-ENODEV);
	}
	perfcnt_reason_set(reason, "out of memory");
	owner = kzalloc(sizeof(*owner), GFP_KERNEL);
	request = kzalloc(sizeof(*request), GFP_KERNEL);
	if (owner && request) {
		owner->pid = get_pid(task_tgid(current));
		err = owner_count(owner, request, events, number, counts, reason);
	}
	kfree(request);
	if (!err)
		return owner;
	if (owner)
		perfcnt_module_owner_close(owner);
	else
		module_put(driver->owner);
	return ERR_PTR(err);
}
EXPORT_SYMBOL_NS_GPL(perfcnt_module_owner_open, PERFCNT_NAMESPACE);

/**
 * perfcnt_module_owner_close - release the counters
 * @owner: nobody reads it any more
 *
 * Context: Process context, may sleep.
 */
void perfcnt_module_owner_close(struct perfcnt_owner *owner)
{
	struct perfcnt_reason reason perfcnt_uninitialized;

	perfcnt_owner_release(owner, owner->mask, &reason);
	put_pid(owner->pid);
	kfree(owner);
	module_put(driver->owner); /* which has been there all the time */
}
EXPORT_SYMBOL_NS_GPL(perfcnt_module_owner_close, PERFCNT_NAMESPACE);

/**
 * perfcnt_module_owner_read - what the counters have ever counted on this CPU
 * @owner: from perfcnt_module_owner_open()
 * @counts: gets the counts, by the numbers of the counters; where CPUs share counters, what
 *	    these have counted in all
 *
 * Context: Interrupts are off; no NMI.
 * Return: false if the hardware was taken away: then the counts are none.
 */
bool notrace perfcnt_module_owner_read(const struct perfcnt_owner *owner, u64 *counts)
{
	return perfcnt_reading_stamp(owner->mask, counts);
}
EXPORT_SYMBOL_NS_GPL(perfcnt_module_owner_read, PERFCNT_NAMESPACE);

/**
 * perfcnt_module_owners_init - modules can have counters from now on
 */
void perfcnt_module_owners_init(void)
{
	mutex_lock(&driver_lock);
	driver = perfcnt_counters_pmu();
	mutex_unlock(&driver_lock);
}

/**
 * perfcnt_module_owners_exit - no more; none has any
 *
 * Context: Process context, may sleep.
 */
void perfcnt_module_owners_exit(void)
{
	mutex_lock(&driver_lock);
	driver = NULL;
	mutex_unlock(&driver_lock);
}
