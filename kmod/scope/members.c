// SPDX-License-Identifier: GPL-2.0
/*
 * A tree of tasks, and counters that count for it only; members.h has the idea.
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
 * perfcnt_tree_find - a task of a tree
 * @tree: the tree
 * @task: the task
 *
 * Context: The tree's lock is held.
 * Return: its member, or NULL.
 */
struct perfcnt_member *perfcnt_tree_find(struct perfcnt_tree *tree,
					 const struct task_struct *task)
{
	struct perfcnt_member *member;

	lockdep_assert_held(&tree->lock);
	hash_for_each_possible(tree->members, member, node, (unsigned long)task)
		if (member->task == task)
			return member;
	return NULL;
}

static void tree_free(struct kref *refs)
{
	struct perfcnt_tree *tree = container_of(refs, struct perfcnt_tree, refs);

	perfcnt_records_free(&tree->records);
	perfcnt_task_sums_free(tree->task_sums);
	put_pid_ns(tree->ns);
	mem_cgroup_put(tree->memcg);
	kfree(tree);
}

/**
 * perfcnt_tree_get - keep a tree
 * @tree: the tree
 */
void perfcnt_tree_get(struct perfcnt_tree *tree)
{
	kref_get(&tree->refs);
}

/**
 * perfcnt_tree_put - undo perfcnt_tree_new() or perfcnt_tree_get()
 * @tree: the tree; its owner has let it leave
 *
 * Context: Process context.
 */
void perfcnt_tree_put(struct perfcnt_tree *tree)
{
	kref_put(&tree->refs, tree_free);
}

/* A task of a tree, and its record if that is wanted; or NULL. */
static struct perfcnt_member *tree_member_new(struct perfcnt_tree *tree)
{
	struct perfcnt_member *member = kzalloc(sizeof(*member), GFP_KERNEL_ACCOUNT);

	if (!member)
		return NULL;
	member->tree = tree;
	if (!(tree->flags & PERFCNT_SCOPE_RECORDS))
		return member;
	member->record = perfcnt_record_new(tree->task_sums);
	if (member->record)
		return member;
	kfree(member);
	return NULL;
}

/*
 * A task, which need not have a number yet, comes into a tree: its member, or -EEXIST or
 * -ENOMEM.  Who follows pays for it, not who is followed and creates a task.
 */
static struct perfcnt_member *tree_join(struct perfcnt_tree *tree,
					struct task_struct *task)
{
	struct mem_cgroup *own = set_active_memcg(tree->memcg);
	struct perfcnt_member *member = tree_member_new(tree);
	bool new;

	set_active_memcg(own);
	if (!member)
		return ERR_PTR(-ENOMEM);
	member->task = task;
	mutex_lock(&tree->lock);
	new = !perfcnt_tree_find(tree, task);
	if (new) {
		get_task_struct(task);
		atomic_inc(&tree->alive);
		hash_add(tree->members, &member->node, (unsigned long)task);
	}
	mutex_unlock(&tree->lock);
	if (new)
		return member;
	kfree(member->record);
	kfree(member);
	return ERR_PTR(-EEXIST);
}

/* A task has exited or leaves; one that never ran has no record. */
static void tree_emit(struct perfcnt_tree *tree, struct perfcnt_member *member)
{
	struct perfcnt_record *record = member->record;

	lockdep_assert_held(&tree->lock);
	if (member->end == PERFCNT_TO_GO_ON && !tree->left)
		tree->execs++;
	member->record = NULL;
	if (!record)
		return;
	if (!record->thread.ended) {
		kfree(record);
		return;
	}
	if (member->end != PERFCNT_TO_EXIT)
		record->thread.flags = tree->left ? PERFCNT_THREAD_RUNS :
						    PERFCNT_THREAD_LEFT;
	perfcnt_record_name(record, member->task, tree->ns);
	perfcnt_records_add(&tree->records, record);
}

static struct perfcnt_member *tree_member(const struct perfcnt_root *root)
{
	return root->event->pmu_private;
}

/*
 * Has the task of a root exited?  The lock is for order: what was counted at its end can
 * be seen then.  That is between two loads, where no test can make a task exit.
 */
static bool tree_has_exited(struct perf_event *event)
{
	bool exited;

	if (READ_ONCE(event->state) != PERF_EVENT_STATE_EXIT)
		return false;
	raw_spin_lock_irq(&event->ctx->lock);
	exited = event->state == PERF_EVENT_STATE_EXIT;
	raw_spin_unlock_irq(&event->ctx->lock);
	return exited;
}

static int tree_by_end(void *nothing, const struct list_head *a, const struct list_head *b)
{
	const struct perfcnt_root *first = list_entry(a, struct perfcnt_root, list);
	const struct perfcnt_root *second = list_entry(b, struct perfcnt_root, list);

	return tree_member(first)->record->thread.ended >
	       tree_member(second)->record->thread.ended;
}

/* Tasks with a root that have exited or left since the last time: one walk for all. */
static void tree_collect(struct perfcnt_tree *tree)
{
	struct perfcnt_root *root, *next;
	LIST_HEAD(exited);

	lockdep_assert_held(&tree->lock);
	list_for_each_entry_safe(root, next, &tree->roots, list)
		if (tree_has_exited(root->event))
			list_move_tail(&root->list, &exited);
	if (tree->flags & PERFCNT_SCOPE_RECORDS)
		list_sort(NULL, &exited, tree_by_end);
	list_for_each_entry(root, &exited, list)
		tree_emit(tree, tree_member(root));
	list_splice(&exited, &tree->dead);
}

/* A task leaves a tree, or has exited; the member is freed. */
static void tree_part(struct perfcnt_member *member)
{
	struct perfcnt_tree *tree = member->tree;

	mutex_lock(&tree->lock);
	if (tree->flags & PERFCNT_SCOPE_RECORDS)
		tree_collect(tree); /* their order */
	tree_emit(tree, member);
	hash_del(&member->node);
	mutex_unlock(&tree->lock);
	put_task_struct(member->task);
	kfree(member);
	if (atomic_dec_and_test(&tree->alive))
		wake_up_var(&tree->alive); /* the address: the tree may be gone */
}

static void root_exiting(struct irq_work *work)
{
	struct perfcnt_tree *tree = container_of(work, struct perfcnt_tree, exiting);

	schedule_delayed_work(&tree->exited, 1);
}

static void root_exited(struct work_struct *work)
{
	struct perfcnt_tree *tree = container_of(to_delayed_work(work),
						 struct perfcnt_tree, exited);
	struct perfcnt_root *root;
	bool again = false;

	mutex_lock(&tree->lock);
	tree_collect(tree);
	list_for_each_entry(root, &tree->roots, list)
		again |= perfcnt_tree_exits(tree_member(root)->task);
	mutex_unlock(&tree->lock);
	if (again)
		schedule_delayed_work(&tree->exited, 1);
}

/**
 * perfcnt_tree_new - a tree without tasks
 * @flags: PERFCNT_SCOPE_*
 * @ns: the PID namespace in which the tasks' numbers are wanted
 * @wait: is woken when there is a record
 *
 * Context: Process context, may sleep; the owner's.
 * Return: the tree, which perfcnt_tree_put() frees, or NULL.
 */
struct perfcnt_tree *perfcnt_tree_new(u32 flags, struct pid_namespace *ns,
				      struct wait_queue_head *wait)
{
	struct perfcnt_tree *tree = kzalloc(sizeof(*tree), GFP_KERNEL_ACCOUNT);

	if (!tree)
		return NULL;
	tree->task_sums = perfcnt_task_sums_new();
	if (!tree->task_sums) {
		kfree(tree);
		return NULL;
	}
	kref_init(&tree->refs);
	tree->flags = flags;
	tree->ns = get_pid_ns(ns);
	tree->memcg = get_mem_cgroup_from_mm(current->mm);
	mutex_init(&tree->lock);
	hash_init(tree->members);
	INIT_LIST_HEAD(&tree->roots);
	INIT_LIST_HEAD(&tree->dead);
	perfcnt_records_init(&tree->records, wait);
	init_irq_work(&tree->exiting, root_exiting);
	INIT_DELAYED_WORK(&tree->exited, root_exited);
	return tree;
}

/**
 * perfcnt_tree_clear - nobody is followed any more
 * @tree: the tree
 *
 * Tasks that leave now have not exited.  perf does not wait for those that exit just now:
 * their events are on its lists no more, and not freed.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_tree_clear(struct perfcnt_tree *tree)
{
	struct perfcnt_root *root, *next;
	LIST_HEAD(roots);

	mutex_lock(&tree->lock);
	tree_collect(tree);
	tree->left = true;
	list_splice_init(&tree->dead, &roots);
	list_splice_init(&tree->roots, &roots);
	mutex_unlock(&tree->lock);
	list_for_each_entry_safe(root, next, &roots, list) {
		perf_event_release_kernel(root->event);
		kfree(root);
	}
	wait_var_event(&tree->alive, !atomic_read(&tree->alive));
	irq_work_sync(&tree->exiting); /* tasks may have exited meanwhile */
	cancel_delayed_work_sync(&tree->exited);
}

/**
 * perfcnt_tree_execs - how many tasks has the kernel let leave at execve()?
 * @tree: the tree
 *
 * Context: Process context, may sleep.
 */
u32 perfcnt_tree_execs(struct perfcnt_tree *tree)
{
	u32 execs;

	mutex_lock(&tree->lock);
	tree_collect(tree);
	execs = tree->execs;
	mutex_unlock(&tree->lock);
	return execs;
}

/**
 * perfcnt_tree_due - is there a record to be read?
 * @tree: the tree
 *
 * Context: Process context, may sleep.
 */
bool perfcnt_tree_due(struct perfcnt_tree *tree)
{
	mutex_lock(&tree->lock);
	tree_collect(tree);
	mutex_unlock(&tree->lock);
	return perfcnt_records_due(&tree->records);
}

/**
 * perfcnt_tree_read - read records
 * @tree: the tree
 * @buf: where they go
 * @size: space there, in bytes
 *
 * Context: Process context, may sleep.
 * Return: as perfcnt_records_read().
 */
ssize_t perfcnt_tree_read(struct perfcnt_tree *tree, char __user *buf, size_t size)
{
	mutex_lock(&tree->lock);
	tree_collect(tree);
	mutex_unlock(&tree->lock);
	return perfcnt_records_read(&tree->records, buf, size);
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
	tree_part(task_event_member(event));
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
	member = tree_join(event->overflow_handler_context, event->hw.target);
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
	unsigned long counters = perfcnt_task_sums_sched_in(member->tree->task_sums, now,
							    record ? &record->entries :
								    NULL);

	if (!record)
		return 0;
	perfcnt_record_begin(record, counters, now);
	if (!record->thread.tid)
		perfcnt_record_number(record, member->task, member->tree->ns);
	return 0;
}

static void task_event_del(struct perf_event *event, int flags)
{
	struct perfcnt_member *member = task_event_member(event);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned long counters = perfcnt_task_sums_sched_out(member->tree->task_sums, now);

	member->end = perfcnt_tree_exits(current) ? PERFCNT_TO_EXIT : PERFCNT_TO_GO_ON;
	if (!member->record)
		return;
	perfcnt_record_end(member->record, counters, now);
	if (!event->parent && member->end == PERFCNT_TO_EXIT)
		irq_work_queue(&member->tree->exiting);
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
 * perfcnt_task_event_new - let a task be followed
 * @tree: its tree
 * @task: the task, and if the tree is to inherit all that it creates from now on
 *
 * Context: Process context, may sleep; the tree is not locked.
 * Return: the event; -EEXIST if the task is in the tree already; -ESRCH if it exits;
 * or what perf says.
 */
struct perf_event *perfcnt_task_event_new(struct perfcnt_tree *tree,
					  struct task_struct *task)
{
	bool on_exec = tree->flags & PERFCNT_SCOPE_ON_EXEC;
	struct perf_event_attr attr = {
		.type = task_pmu.type,
		.size = sizeof(attr),
		.pinned = 1,
		.inherit = !!(tree->flags & PERFCNT_SCOPE_INHERIT),
		.disabled = on_exec,
		.enable_on_exec = on_exec,
	};

	return perf_event_create_kernel_counter(&attr, -1, task, task_event_overflow, tree);
}

/**
 * perfcnt_task_event_init - make the PMU known to perf
 *
 * Context: Process context, may sleep.
 * Return: 0, or what perf_pmu_register() says.
 */
int perfcnt_task_event_init(void)
{
	return perf_pmu_register(&task_pmu, KBUILD_MODNAME, -1);
}

/**
 * perfcnt_task_event_exit - undo perfcnt_task_event_init()
 *
 * Context: Process context, may sleep; there is no event.
 */
void perfcnt_task_event_exit(void)
{
	perf_pmu_unregister(&task_pmu);
}
