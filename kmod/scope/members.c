// SPDX-License-Identifier: GPL-2.0
/*
 * The members of a scope: tasks, and counters that count for them only; members.h has the
 * idea.
 *
 * What it relies on in kernel/events/core.c; Documentation/design.md has in which kernels
 * it was read:
 *
 * - An event that inherits is copied for each task that its task creates, in
 *   copy_process() (inherit_event()); event_init is called for the copy and may sleep.
 * - add and del are called with interrupts off, under the locks of the scheduler or of
 *   the task's context.
 * - If a task and the next one have contexts with the same events, perf exchanges the
 *   contexts and calls neither del nor add (perf_event_context_sched_out()), unless one
 *   of them is pinned.  An event that inherits changes its task's context when it is
 *   created, so only contexts that inherit it can be the same (context_equiv()).
 * - At exit, and at the execve() of a program that is set-ID or that its user may not
 *   read, del and then destroy are called for a copy; a root gets del, and then the state
 *   EXIT.
 */
#include <linux/container_of.h>
#include <linux/err.h>
#include <linux/list_sort.h>
#include <linux/memcontrol.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/wait_bit.h>

#include "members.h"

/**
 * perfcnt_members_find - a task among the members
 * @members: the members
 * @task: the task
 *
 * Context: The members' lock is held.
 * Return: its member, or NULL.
 */
struct perfcnt_member *perfcnt_members_find(struct perfcnt_members *members,
					    const struct task_struct *task)
{
	struct perfcnt_member *member;

	lockdep_assert_held(&members->lock);
	hash_for_each_possible(members->tasks, member, node, (unsigned long)task)
		if (member->task == task)
			return member;
	return NULL;
}

static void members_free(struct kref *refs)
{
	struct perfcnt_members *members = container_of(refs, struct perfcnt_members, refs);

	perfcnt_records_free(&members->records);
	perfcnt_windows_free(members->windows);
	put_pid_ns(members->ns);
	mem_cgroup_put(members->memcg);
	kfree(members);
}

/**
 * perfcnt_members_get - keep the members of a scope
 * @members: the members
 */
void perfcnt_members_get(struct perfcnt_members *members)
{
	kref_get(&members->refs);
}

/**
 * perfcnt_members_put - undo perfcnt_members_new() or perfcnt_members_get()
 * @members: the members; their owner has let them leave
 *
 * Context: Process context.
 */
void perfcnt_members_put(struct perfcnt_members *members)
{
	kref_put(&members->refs, members_free);
}

/* A task as a member, with its record if that is wanted; or NULL. */
static struct perfcnt_member *members_member_new(struct perfcnt_members *members)
{
	struct perfcnt_member *member = kzalloc(sizeof(*member), GFP_KERNEL_ACCOUNT);

	if (!member)
		return NULL;
	member->members = members;
	if (!(members->flags & PERFCNT_SCOPE_RECORDS))
		return member;
	member->record = perfcnt_record_new(members->windows);
	if (member->record)
		return member;
	kfree(member);
	return NULL;
}

/*
 * A task, which need not have a number yet, comes into the scope: its member, or -EEXIST or
 * -ENOMEM.  Who follows pays for it, not who is followed and creates a task.
 */
static struct perfcnt_member *members_join(struct perfcnt_members *members,
					   struct task_struct *task)
{
	struct mem_cgroup *own = set_active_memcg(members->memcg);
	struct perfcnt_member *member = members_member_new(members);
	bool new;

	set_active_memcg(own);
	if (!member)
		return ERR_PTR(-ENOMEM);
	member->task = task;
	mutex_lock(&members->lock);
	new = !perfcnt_members_find(members, task);
	if (new) {
		get_task_struct(task);
		atomic_inc(&members->alive);
		members->present++;
		hash_add(members->tasks, &member->node, (unsigned long)task);
	}
	mutex_unlock(&members->lock);
	if (new)
		return member;
	kfree(member->record);
	kfree(member);
	return ERR_PTR(-EEXIST);
}

/* A task has exited or leaves; one that never ran has no record. */
static void members_emit(struct perfcnt_members *members, struct perfcnt_member *member)
{
	struct perfcnt_record *record = member->record;

	lockdep_assert_held(&members->lock);
	if (member->end == PERFCNT_TO_GO_ON && !members->left)
		members->execs++;
	member->record = NULL;
	if (!record)
		return;
	if (!record->thread.ended) {
		kfree(record);
		return;
	}
	if (member->end != PERFCNT_TO_EXIT)
		record->thread.flags = members->left ? PERFCNT_THREAD_RUNS :
						    PERFCNT_THREAD_LEFT;
	perfcnt_record_name(record, member->task, members->ns);
	perfcnt_records_add(&members->records, record);
}

static struct perfcnt_member *members_member(const struct perfcnt_root *root)
{
	return root->event->pmu_private;
}

/*
 * Has the task of a root exited?  The lock is for order: what was counted at its end can
 * be seen then.  That is between two loads, where no test can make a task exit.
 */
static bool members_has_exited(struct perf_event *event)
{
	bool exited;

	if (READ_ONCE(event->state) != PERF_EVENT_STATE_EXIT)
		return false;
	raw_spin_lock_irq(&event->ctx->lock);
	exited = event->state == PERF_EVENT_STATE_EXIT;
	raw_spin_unlock_irq(&event->ctx->lock);
	return exited;
}

static int members_by_end(void *nothing, const struct list_head *a, const struct list_head *b)
{
	const struct perfcnt_root *first = list_entry(a, struct perfcnt_root, list);
	const struct perfcnt_root *second = list_entry(b, struct perfcnt_root, list);

	return members_member(first)->record->thread.ended >
	       members_member(second)->record->thread.ended;
}

/* Tasks with a root that have exited or left since the last time: one walk for all. */
static void members_collect(struct perfcnt_members *members)
{
	struct perfcnt_root *root, *next;
	LIST_HEAD(exited);

	lockdep_assert_held(&members->lock);
	list_for_each_entry_safe(root, next, &members->roots, list)
		if (members_has_exited(root->event))
			list_move_tail(&root->list, &exited);
	if (members->flags & PERFCNT_SCOPE_RECORDS)
		list_sort(NULL, &exited, members_by_end);
	list_for_each_entry(root, &exited, list) {
		members->present--;
		members_emit(members, members_member(root));
	}
	list_splice(&exited, &members->dead);
}

/* Who waits for records, or for samples, may wait for the end. */
static void members_wake(struct perfcnt_members *members)
{
	lockdep_assert_held(&members->lock);
	if (!members->present && !members->left)
		wake_up_interruptible(members->records.wait);
}

/* A task leaves the scope, or has exited; the member is freed. */
static void members_part(struct perfcnt_member *member)
{
	struct perfcnt_members *members = member->members;

	mutex_lock(&members->lock);
	if (members->flags & PERFCNT_SCOPE_RECORDS)
		members_collect(members); /* their order */
	members_emit(members, member);
	hash_del(&member->node);
	members->present--;
	members_wake(members);
	mutex_unlock(&members->lock);
	put_task_struct(member->task);
	kfree(member);
	if (atomic_dec_and_test(&members->alive))
		wake_up_var(&members->alive); /* the address: the members may be gone */
}

static void root_exiting(struct irq_work *work)
{
	struct perfcnt_members *members = container_of(work, struct perfcnt_members, exiting);

	schedule_delayed_work(&members->exited, 1);
}

static void root_exited(struct work_struct *work)
{
	struct perfcnt_members *members = container_of(to_delayed_work(work),
						       struct perfcnt_members, exited);
	struct perfcnt_root *root;
	bool again = false;

	mutex_lock(&members->lock);
	members_collect(members);
	members_wake(members);
	list_for_each_entry(root, &members->roots, list)
		again |= perfcnt_member_exits(members_member(root)->task);
	mutex_unlock(&members->lock);
	if (again)
		schedule_delayed_work(&members->exited, 1);
}

/**
 * perfcnt_members_new - the members of a scope: none yet
 * @flags: PERFCNT_SCOPE_*
 * @ns: the PID namespace in which the tasks' numbers are wanted
 * @wait: is woken when there is a record
 *
 * Context: Process context, may sleep; the owner's.
 * Return: the members, which perfcnt_members_put() frees, or NULL.
 */
struct perfcnt_members *perfcnt_members_new(u32 flags, struct pid_namespace *ns,
					    struct wait_queue_head *wait)
{
	struct perfcnt_members *members = kzalloc(sizeof(*members), GFP_KERNEL_ACCOUNT);

	if (!members)
		return NULL;
	members->windows = perfcnt_windows_new();
	if (!members->windows) {
		kfree(members);
		return NULL;
	}
	kref_init(&members->refs);
	members->flags = flags;
	members->ns = get_pid_ns(ns);
	members->memcg = get_mem_cgroup_from_mm(current->mm);
	mutex_init(&members->lock);
	hash_init(members->tasks);
	INIT_LIST_HEAD(&members->roots);
	INIT_LIST_HEAD(&members->dead);
	perfcnt_records_init(&members->records, wait);
	init_irq_work(&members->exiting, root_exiting);
	INIT_DELAYED_WORK(&members->exited, root_exited);
	return members;
}

/**
 * perfcnt_members_clear - nobody is followed any more
 * @members: the members
 *
 * Tasks that leave now have not exited.  perf does not wait for those that exit just now:
 * their events are on its lists no more, and not freed.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_members_clear(struct perfcnt_members *members)
{
	struct perfcnt_root *root, *next;
	LIST_HEAD(roots);

	mutex_lock(&members->lock);
	members_collect(members);
	members->left = true;
	list_splice_init(&members->dead, &roots);
	list_splice_init(&members->roots, &roots);
	mutex_unlock(&members->lock);
	list_for_each_entry_safe(root, next, &roots, list) {
		perf_event_release_kernel(root->event);
		kfree(root);
	}
	wait_var_event(&members->alive, !atomic_read(&members->alive));
	irq_work_sync(&members->exiting); /* tasks may have exited meanwhile */
	cancel_delayed_work_sync(&members->exited);
}

/**
 * perfcnt_members_execs - how many tasks has the kernel let leave at execve()?
 * @members: the members
 *
 * Context: Process context, may sleep.
 */
u32 perfcnt_members_execs(struct perfcnt_members *members)
{
	u32 execs;

	mutex_lock(&members->lock);
	members_collect(members);
	execs = members->execs;
	mutex_unlock(&members->lock);
	return execs;
}

/**
 * perfcnt_members_due - is there a record to be read?
 * @members: the members
 *
 * Context: Process context, may sleep.
 */
bool perfcnt_members_due(struct perfcnt_members *members)
{
	mutex_lock(&members->lock);
	members_collect(members);
	mutex_unlock(&members->lock);
	return perfcnt_records_due(&members->records);
}

/**
 * perfcnt_members_gone - has each task exited, or left at execve()?
 * @members: the members of a scope that there is
 *
 * Context: Process context, may sleep.
 */
bool perfcnt_members_gone(struct perfcnt_members *members)
{
	bool gone;

	mutex_lock(&members->lock);
	members_collect(members);
	gone = !members->present && !members->left;
	mutex_unlock(&members->lock);
	return gone;
}

/**
 * perfcnt_members_read - read records
 * @members: the members
 * @buf: where they go
 * @size: space there, in bytes
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_records_read().
 */
ssize_t perfcnt_members_read(struct perfcnt_members *members, char __user *buf, size_t size)
{
	mutex_lock(&members->lock);
	members_collect(members);
	mutex_unlock(&members->lock);
	return perfcnt_records_read(&members->records, buf, size);
}

/* A PMU of our own, whose events tell when a task runs. */
static struct pmu task_pmu;

/* An event with this handler is ours; it never overflows. */
static void task_event_overflow(struct perf_event *event, struct perf_sample_data *data,
				struct pt_regs *regs)
{
}

static struct perfcnt_member *task_event_member(const struct perf_event *event)
{
	return event->pmu_private;
}

static void task_event_destroy(struct perf_event *event)
{
	members_part(task_event_member(event));
}

/*
 * A task that is being created keeps its context: what is counted while its event is on
 * a CPU is then its own.  Nobody else has the context yet, and nobody looks at pin_count
 * but context_equiv().
 */
static void keep_context(struct task_struct *task)
{
	perfcnt_software_context(task)->pin_count++;
}

static int task_event_init(struct perf_event *event)
{
	struct perfcnt_member *member;

	if (event->attr.type != task_pmu.type)
		return -ENOENT;
	if (event->overflow_handler != task_event_overflow)
		return -EOPNOTSUPP; /* perf_event_open(2) */
	member = members_join(event->overflow_handler_context, event->hw.target);
	if (IS_ERR(member))
		return PTR_ERR(member);
	event->pmu_private = member;
	event->destroy = task_event_destroy;
	if (event->parent && member->record)
		keep_context(event->hw.target);
	return 0;
}

static int task_event_add(struct perf_event *event, int flags)
{
	struct perfcnt_member *member = task_event_member(event);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	struct perfcnt_record *record = member->record;
	unsigned long counters = perfcnt_windows_sched_in(member->members->windows, now,
							  record ? &record->entries :
							  NULL);

	if (!record)
		return 0;
	perfcnt_record_begin(record, counters, now);
	if (!record->thread.tid)
		perfcnt_record_number(record, member->task, member->members->ns);
	return 0;
}

static void task_event_del(struct perf_event *event, int flags)
{
	struct perfcnt_member *member = task_event_member(event);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned long counters = perfcnt_windows_sched_out(member->members->windows, now);

	member->end = perfcnt_member_exits(current) ? PERFCNT_TO_EXIT : PERFCNT_TO_GO_ON;
	if (!event->parent && member->end == PERFCNT_TO_EXIT)
		irq_work_queue(&member->members->exiting);
	if (!member->record)
		return;
	perfcnt_record_end(member->record, counters, now);
	if (unlikely(perfcnt_windows_is_lost_here(member->members->windows)))
		member->record->lost = true;
}

/* perf asks for counts, and ours has none. */
static void task_event_read(struct perf_event *event) { }

static void task_event_nothing(struct perf_event *event, int flags) { }

static struct pmu task_pmu = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_sw_context,
	.capabilities = PERF_PMU_CAP_NO_INTERRUPT,
	.event_init = task_event_init,
	.add = task_event_add,
	.del = task_event_del,
	.start = task_event_nothing,
	.stop = task_event_nothing,
	.read = task_event_read,
};

/**
 * perfcnt_members_event - let a task be followed
 * @members: the members of the scope
 * @task: the task, and if the scope inherits, all that it creates from now on
 *
 * Context: Process context, may sleep; the members are not locked.
 * Return: the event; -EEXIST if the task is a member already; -ESRCH if it exits;
 * or what perf says.
 */
struct perf_event *perfcnt_members_event(struct perfcnt_members *members,
					 struct task_struct *task)
{
	bool on_exec = members->flags & PERFCNT_SCOPE_ON_EXEC;
	struct perf_event_attr attr = {
		.type = task_pmu.type,
		.size = sizeof(attr),
		.pinned = 1,
		.inherit = !!(members->flags & PERFCNT_SCOPE_INHERIT),
		.disabled = on_exec,
		.enable_on_exec = on_exec,
	};

	return perf_event_create_kernel_counter(&attr, -1, task, task_event_overflow, members);
}

/**
 * perfcnt_members_init - make the PMU known to perf
 *
 * Context: Process context, may sleep.
 * Return: 0, or what perf_pmu_register() says.
 */
int perfcnt_members_init(void)
{
	task_pmu.dev = NULL; /* since 6.12 perf keeps what is there, as if it had made it */
	return perf_pmu_register(&task_pmu, KBUILD_MODNAME, -1);
}

/**
 * perfcnt_members_exit - undo perfcnt_members_init()
 *
 * Context: Process context, may sleep; there is no event.
 */
void perfcnt_members_exit(void)
{
	perf_pmu_unregister(&task_pmu);
}
