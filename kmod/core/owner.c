// SPDX-License-Identifier: GPL-2.0
/* Owners: what they claim, who makes their calls, and what is said to others of them. */
#include <linux/bitops.h>
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/lockdep.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "core.h"
#include "owner.h"

static struct perfcnt_core *const core = &perfcnt_core;

/* One call at a time, so that whoever waits for a lock waits for one of them at most. */
static struct workqueue_struct *queue;

/**
 * struct kernel_call - a function that a kernel thread calls
 * @work: what makes the thread call it
 * @function: the function
 * @data: what it is given
 * @result: what it returned
 */
struct kernel_call {
	struct work_struct work;
	int (*function)(void *data);
	void *data;
	int result;
};

static void kernel_call_run(struct work_struct *work)
{
	struct kernel_call *kernel_call = container_of(work, struct kernel_call, work);

	kernel_call->result = kernel_call->function(kernel_call->data);
}

/**
 * perfcnt_in_kernel_thread_with - perfcnt_in_kernel_thread(), which gives it a lock class
 * @queue: whose threads call the function
 * @function: may sleep
 * @data: what it is given
 * @name: of the lock class
 * @key: the lock class
 *
 * Context: Process context, may sleep.
 * Return: what @function returned.
 */
int perfcnt_in_kernel_thread_with(struct workqueue_struct *queue,
				  int (*function)(void *data), void *data,
				  const char *name, struct lock_class_key *key)
{
	struct kernel_call kernel_call = {
		.function = function,
		.data = data,
	};

	if (current->flags & PF_KTHREAD)
		return function(data);
	INIT_WORK_ONSTACK(&kernel_call.work, kernel_call_run);
	lockdep_init_map(&kernel_call.work.lockdep_map, name, key, 0);
	queue_work(queue, &kernel_call.work);
	flush_work(&kernel_call.work);
	destroy_work_on_stack(&kernel_call.work);
	return kernel_call.result;
}

/**
 * struct owner_call - a call for an owner
 * @call: the call
 * @owner: what it is given, with @arg and @reason
 * @arg: see @owner
 * @reason: see @owner
 */
struct owner_call {
	perfcnt_owner_call_t call;
	struct perfcnt_owner *owner;
	void *arg;
	struct perfcnt_reason *reason;
};

static int owner_call_run(void *data)
{
	const struct owner_call *owner_call = data;

	return owner_call->call(owner_call->owner, owner_call->arg, owner_call->reason);
}

/**
 * perfcnt_owner_call - make a call that locks out others, for an owner
 * @owner: the owner; NULL for /proc/perf
 * @call: may sleep
 * @arg: what it is given, with @owner and @reason
 * @reason: see @arg
 *
 * A user without CAP_PERFMON may have a task that gets next to no time: because it is
 * SCHED_IDLE, or its group has used up what it may use.  If that had a lock, all others
 * would wait for it.  So a kernel thread makes the calls of such owners.
 *
 * Context: Process context, may sleep; none of the core's locks is held.
 * Return: what @call returned.
 */
int perfcnt_owner_call(struct perfcnt_owner *owner, perfcnt_owner_call_t call, void *arg,
		       struct perfcnt_reason *reason)
{
	struct owner_call owner_call = { call, owner, arg, reason };

	if (likely(!owner || !owner->self_only))
		return call(owner, arg, reason);
	return perfcnt_in_kernel_thread(queue, owner_call_run, &owner_call);
}

/**
 * perfcnt_owner_init - owners can make calls from now on
 *
 * Return: 0 or -ENOMEM.
 */
int perfcnt_owner_init(void)
{
	queue = alloc_ordered_workqueue("perfcnt-self", WQ_FREEZABLE);
	return queue ? 0 : -ENOMEM;
}

/**
 * perfcnt_owner_exit - no more
 *
 * Context: Process context, may sleep; there is none.
 */
void perfcnt_owner_exit(void)
{
	destroy_workqueue(queue);
}

/**
 * perfcnt_owner_refuse - a counter is somebody else's
 * @owner: whose
 * @asks: who wanted it; NULL for /proc/perf
 * @counter: the counter
 * @reason: where that is said
 *
 * A process is named by its number in the caller's PID namespace, but not to those who
 * may see themselves only.
 *
 * Context: Process context; the core's lock is held.
 * Return: -EBUSY.
 */
int perfcnt_owner_refuse(const struct perfcnt_owner *owner,
			 const struct perfcnt_owner *asks,
			 unsigned int counter, struct perfcnt_reason *reason)
{
	int pid = pid_vnr(owner->pid);

	if (asks && asks->self_only)
		perfcnt_reason_set(reason, "counter %u: claimed", counter);
	else if (pid)
		perfcnt_reason_set(reason,
				   "counter %u: claimed by process %d",
				   counter, pid);
	else
		perfcnt_reason_set(reason,
				   "counter %u: claimed by a process in another PID namespace",
				   counter);
	return -EBUSY;
}

/**
 * perfcnt_owner_refuse_others - counters are not the owner's
 * @others: mask of them, with one at least
 * @reason: where that is said
 *
 * Context: Any.
 * Return: -EPERM.
 */
int perfcnt_owner_refuse_others(u32 others, struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason, "counter %u: not claimed through this file descriptor",
			   (unsigned int)__ffs(others));
	return -EPERM;
}

/**
 * perfcnt_claims_init - say how many counters unprivileged owners can have
 * @self_most: the most counters that owners who may count nothing but themselves can
 *	       have, all of them together
 *
 * Context: Before any interface is open.
 */
void perfcnt_claims_init(unsigned int self_most)
{
	core->self_most = self_most;
}

/* May an owner have that many more, if it may count nothing but itself? */
static int owner_check_share(const struct perfcnt_owner *owner, unsigned int more,
			     struct perfcnt_reason *reason)
{
	unsigned int i;

	if (!owner->self_only)
		return 0;
	for (i = 0; i < core->pmu->limits.counters; i++)
		if (core->counter[i].owner && core->counter[i].owner->self_only)
			more++;
	if (more <= core->self_most)
		return 0;
	perfcnt_reason_set(reason,
			   "users without CAP_PERFMON can have %u counters in all (unprivileged_self)",
			   core->self_most);
	return -EPERM;
}

/* Can this counter be claimed? */
static int owner_check_free(unsigned int i, const struct perfcnt_owner *owner,
			    struct perfcnt_reason *reason)
{
	const struct perfcnt_counter *counter;

	if (i >= core->pmu->limits.counters) {
		perfcnt_reason_set(reason,
				   "counter %u: no such counter; this machine has 0 to %u",
				   i, core->pmu->limits.counters - 1);
		return -EINVAL;
	}
	counter = &core->counter[i];
	if (counter->owner)
		return perfcnt_owner_refuse(counter->owner, owner, i, reason);
	if (counter->control.word & PERFCNT_CTL_MODES) {
		perfcnt_reason_set(reason,
				   "counter %u: in use through /proc/perf", i);
		return -EBUSY;
	}
	return 0;
}

/* To its initial state: no event, stopped, at 0. */
static void owner_clear_counter(unsigned int i, struct perfcnt_owner *owner)
{
	struct perfcnt_counter *counter = &core->counter[i];
	u64 base = counter->base;

	lockdep_assert_held(&core->counts);
	memset(counter, 0, sizeof(*counter));
	counter->base = base;
	counter->owner = owner;
	counter->stopped = owner;
	core->lost &= ~BIT(i);
	perfcnt_notify_forget(i);
	perfcnt_counter_show(i);
}

static int owner_claim(struct perfcnt_owner *owner, void *mask,
		       struct perfcnt_reason *reason)
{
	unsigned long wanted = *(u32 *)mask;
	unsigned int i;
	int err;

	mutex_lock(&core->lock);
	err = owner_check_share(owner, hweight_long(wanted), reason);
	for_each_set_bit(i, &wanted, 32)
		err = err ?: owner_check_free(i, owner, reason);
	if (err)
		goto unlock;
	perfcnt_counts_lock();
	for_each_set_bit(i, &wanted, 32)
		owner_clear_counter(i, owner);
	owner->mask |= wanted;
	perfcnt_counts_unlock();
unlock:
	mutex_unlock(&core->lock);
	return err;
}

/**
 * perfcnt_claim - claim counters for an owner
 * @owner: the owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * They have no event, are stopped, and their counts are 0.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY for a counter that is claimed or in use through /proc/perf; -EINVAL
 * for an empty mask, or a counter that the machine does not have; -EPERM for more than
 * its share, if the owner may count nothing but itself.
 */
int perfcnt_claim(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason)
{
	if (mask)
		return perfcnt_owner_call(owner, owner_claim, &mask, reason);
	perfcnt_reason_set(reason, "the mask of counters to claim is 0");
	return -EINVAL;
}

/* Is a counter in no scope and no rotation, and not sampled? */
static int owner_check_idle(unsigned int i, struct perfcnt_reason *reason)
{
	if (core->counter[i].task_sums)
		perfcnt_reason_set(reason,
				   "counter %u: in a scope; PERFCNT_IOC_LEAVE comes first",
				   i);
	else if (core->counter[i].mux)
		perfcnt_reason_set(reason,
				   "counter %u: events take turns on it; PERFCNT_IOC_ROTATE without events ends that",
				   i);
	else if (core->counter[i].sampler)
		perfcnt_reason_set(reason,
				   "counter %u: sampled; PERFCNT_IOC_SAMPLE with period 0 ends that",
				   i);
	else
		return 0;
	return -EBUSY;
}

static int owner_unclaim(struct perfcnt_owner *owner, void *mask,
			 struct perfcnt_reason *reason)
{
	static struct perfcnt_counter next[PERFCNT_MAX_COUNTERS];
	u64 sums[PERFCNT_MAX_COUNTERS] = { 0 };
	unsigned long mine = *(u32 *)mask;
	unsigned int i;
	int err;

	mutex_lock(&core->lock);
	err = perfcnt_owner_check(owner, mine, reason);
	if (err)
		goto unlock;
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS) {
		err = owner_check_idle(i, reason);
		if (err)
			goto unlock;
	}
	memcpy(next, core->counter, core->pmu->limits.counters * sizeof(*next));
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS)
		next[i].control.word = 0;
	mutex_lock(&core->asked);
	/* nothing here can be rejected, but the hardware may be lost */
	if (perfcnt_counters_change(next, mine, sums, reason))
		perfcnt_counters_change(core->counter, mine, sums, reason);
	perfcnt_counts_lock();
	owner->mask &= ~mine;
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS) {
		owner_clear_counter(i, NULL);
		core->counter[i].base = -sums[i];
	}
	perfcnt_counts_unlock();
	perfcnt_counters_release_idle();
	mutex_unlock(&core->asked);
unlock:
	mutex_unlock(&core->lock);
	return err;
}

/**
 * perfcnt_unclaim - release counters
 * @owner: their owner
 * @mask: the counters
 * @reason: why not, if not
 *
 * Their events are cleared, and their counts are 0.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EPERM if one of them is not the owner's, -EBUSY if one is in a scope
 * or sampled, or events take turns on it; then none is released.
 */
int perfcnt_unclaim(struct perfcnt_owner *owner, u32 mask,
		    struct perfcnt_reason *reason)
{
	return mask ? perfcnt_owner_call(owner, owner_unclaim, &mask, reason) : 0;
}

/**
 * perfcnt_owners - the owners of all counters
 * @owners: one entry per counter: a reference to the owner's pid, which the caller
 *	    puts, or NULL
 *
 * Context: Any that may spin; interrupts are on.
 */
void perfcnt_owners(struct pid **owners)
{
	unsigned int i;

	spin_lock(&core->counts); /* owners change with it, too, and it is never held for long */
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		owners[i] = core->counter[i].owner ?
			    get_pid(core->counter[i].owner->pid) : NULL;
	spin_unlock(&core->counts);
}
