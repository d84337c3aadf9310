/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tree of tasks, and counters that count for it only.
 *
 * Each task of the tree has a perf event of our own PMU (task_event.c), which counts
 * nothing: the kernel's perf creates it when the task is forked, puts it on a CPU when
 * the task begins to run there, and frees it when the task exits.  At each of these
 * moments the windows of the counters open or close.
 *
 * perf keeps the events that were not inherited, the roots, until the tree leaves, and
 * tells nobody when a task with such an event has exited: its state does.
 */
#ifndef PERFCNT_TREE_H
#define PERFCNT_TREE_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/hashtable.h>
#include <linux/irq_work.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "../core/window.h"
#include "../encoding/reason.h"

struct perf_event;
struct perfcnt_owner;
struct perfcnt_scope;
struct mem_cgroup;
struct pid_namespace;
struct task_struct;

/*
 * Records of threads that have exited, in a queue that is read by read().
 *
 * A record is allocated when its thread comes into the scope, where that may fail, and
 * the thread takes it along until it exits, where nothing may.
 */

/* The most records that wait to be read. */
#define PERFCNT_RECORDS_MAX 16384

/**
 * struct perfcnt_record - what a thread has counted
 * @list: in the queue
 * @since: when it began to run, 0 if it does not run
 * @from: the sums then
 * @entries: of the events that take turns
 * @thread: what is read: no longer than there are counts
 */
struct perfcnt_record {
	struct list_head list;
	u64 since;
	u64 from[PERFCNT_MAX_COUNTERS];
	struct perfcnt_task_mux entries;
	struct perfcnt_thread thread;
};

/**
 * struct perfcnt_records - the queue
 * @lock: guards the rest
 * @list: the records, the oldest first
 * @count: number of records, with those that are being read
 * @lost: number of records that did not fit
 * @wait: who waits for one
 * @size: bytes of each
 */
struct perfcnt_records {
	struct mutex lock; /* alone */
	struct list_head list;
	unsigned int count;
	u32 lost;
	struct wait_queue_head *wait;
	u32 size;
};

void perfcnt_records_init(struct perfcnt_records *records,
			  struct wait_queue_head *wait);
void perfcnt_records_free(struct perfcnt_records *records);
u32 perfcnt_record_size(const struct perfcnt_task_sums *task_sums);
struct perfcnt_record *perfcnt_record_new(const struct perfcnt_task_sums *task_sums);
void perfcnt_record_begin(struct perfcnt_record *record,
			  unsigned long counters, const u64 *now);
void perfcnt_record_end(struct perfcnt_record *record, unsigned long counters,
			const u64 *now);
void perfcnt_record_number(struct perfcnt_record *record,
			   struct task_struct *task, struct pid_namespace *ns);
void perfcnt_record_name(struct perfcnt_record *record,
			 struct task_struct *task, struct pid_namespace *ns);
void perfcnt_records_add(struct perfcnt_records *records,
			 struct perfcnt_record *record);
bool perfcnt_records_due(const struct perfcnt_records *records);
ssize_t perfcnt_records_read(struct perfcnt_records *records,
			     char __user *buf, size_t size);

/**
 * struct perfcnt_tree - a tree of tasks
 * @refs: the owner, and who reads its records
 * @alive: number of members; the owner waits until there are none
 * @task_sums: the counters
 * @flags: PERFCNT_SCOPE_*
 * @ns: PID namespace of the owner
 * @memcg: the owner's, which pays for its tasks; or NULL
 * @lock: guards the rest, and the order of records
 * @members: the tasks
 * @roots: events that were not inherited, and whose task has not exited
 * @dead: those whose task has exited
 * @left: tasks leave because the tree has left
 * @execs: number of tasks that have left by execve()
 * @records: threads that have exited; it has its own lock
 * @exiting: a task with a root is about to exit
 * @exited: finds out when it has done so
 */
struct perfcnt_tree {
	struct kref refs;
	atomic_t alive;
	struct perfcnt_task_sums *task_sums;
	u32 flags;
	struct pid_namespace *ns;
	struct mem_cgroup *memcg;
	struct mutex lock; /* comes before that of records */
	DECLARE_HASHTABLE(members, 10);
	struct list_head roots;
	struct list_head dead;
	bool left;
	u32 execs;
	struct perfcnt_records records;
	struct irq_work exiting;
	struct delayed_work exited;
};

/* What a task was about to do when it ran last. */
enum perfcnt_task_end {
	PERFCNT_NEVER_RAN,
	PERFCNT_TO_GO_ON,
	PERFCNT_TO_EXIT
};

/**
 * struct perfcnt_member - a task of a tree
 * @node: in the tree's members
 * @tree: the tree
 * @task: the task
 * @record: its record, if records are wanted and it has not exited
 * @end: of who had its event last: perf may have exchanged contexts
 */
struct perfcnt_member {
	struct hlist_node node;
	struct perfcnt_tree *tree;
	struct task_struct *task;
	struct perfcnt_record *record;
	enum perfcnt_task_end end;
};

/**
 * struct perfcnt_root - an event that was not inherited
 * @list: in the tree
 * @event: the event
 */
struct perfcnt_root {
	struct list_head list;
	struct perf_event *event;
};

/**
 * perfcnt_tree_exits - is a task about to exit?
 * @task: the task, which can say so just now: either answer is right then
 *
 * Context: Any.
 */
static inline bool perfcnt_tree_exits(const struct task_struct *task)
{
	/* its flags are its own, and it has no lock for them */
	return data_race(task->flags) & PF_EXITING;
}

struct perfcnt_tree *perfcnt_tree_new(u32 flags, struct pid_namespace *ns,
				      struct wait_queue_head *wait);
void perfcnt_tree_get(struct perfcnt_tree *tree);
void perfcnt_tree_put(struct perfcnt_tree *tree);
struct perfcnt_member *perfcnt_tree_find(struct perfcnt_tree *tree,
					 const struct task_struct *task);
struct perfcnt_member *perfcnt_tree_join(struct perfcnt_tree *tree,
					 struct task_struct *task);
void perfcnt_tree_part(struct perfcnt_member *member);
void perfcnt_tree_clear(struct perfcnt_tree *tree);
u32 perfcnt_tree_execs(struct perfcnt_tree *tree);
bool perfcnt_tree_due(struct perfcnt_tree *tree);
ssize_t perfcnt_tree_read(struct perfcnt_tree *tree, char __user *buf,
			  size_t size);

/* Scopes: letting counters count for tasks only. */
struct perfcnt_tree *perfcnt_scope_new(struct perfcnt_owner *owner,
				       struct perfcnt_scope *scope,
				       struct wait_queue_head *wait,
				       struct perfcnt_reason *reason);
void perfcnt_scope_undo(struct perfcnt_tree *tree);
void perfcnt_scope_end(struct perfcnt_tree *tree);

/* A PMU of our own, whose events tell when a task runs. */
int perfcnt_task_event_init(void);
void perfcnt_task_event_exit(void);
struct perf_event *perfcnt_task_event_new(struct perfcnt_tree *tree,
					  struct task_struct *task);

#endif /* PERFCNT_TREE_H */
