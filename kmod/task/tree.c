// SPDX-License-Identifier: GPL-2.0
/* A tree of tasks, and counters that count for it only; tree.h has the idea. */
#include <linux/err.h>
#include <linux/list_sort.h>
#include <linux/memcontrol.h>
#include <linux/perf_event.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/wait_bit.h>

#include "tree.h"

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

/**
 * perfcnt_tree_join - a task comes into a tree
 * @tree: the tree
 * @task: the task, which need not have a number yet
 *
 * Who follows pays for it, not who is followed and creates a task.
 *
 * Context: Process context, may sleep.
 * Return: the member; -EEXIST if the task is in the tree already; -ENOMEM.
 */
struct perfcnt_member *perfcnt_tree_join(struct perfcnt_tree *tree,
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

/**
 * perfcnt_tree_part - a task leaves a tree, or has exited
 * @member: the task; it is freed
 *
 * Context: Process context, may sleep.
 */
void perfcnt_tree_part(struct perfcnt_member *member)
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
