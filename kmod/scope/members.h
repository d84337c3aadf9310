/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The members of a scope: tasks, and counters that count for them only.
 *
 * Each of them has a perf event of our own PMU, which counts nothing: the
 * kernel's perf creates it when the task is forked, puts it on a CPU when the task begins
 * to run there, and frees it when the task exits.  At each of these moments the windows of
 * the counters open or close.
 *
 * perf keeps the events that were not inherited, the roots, until the members leave, and
 * tells nobody when a task with such an event has exited: its state does.
 */
#ifndef PERFCNT_MEMBERS_H
#define PERFCNT_MEMBERS_H

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

#include "records.h"

struct perf_event;
struct mem_cgroup;
struct pid_namespace;
struct task_struct;

/**
 * struct perfcnt_members - the members of a scope
 * @refs: the owner, and who reads its records
 * @alive: how many there are; the owner waits until there are none
 * @windows: the counters
 * @flags: PERFCNT_SCOPE_*
 * @ns: PID namespace of the owner
 * @memcg: the owner's, which pays for its tasks; or NULL
 * @lock: guards the rest, and the order of records
 * @tasks: the tasks
 * @roots: events that were not inherited, and whose task has not exited
 * @dead: those whose task has exited
 * @present: number of tasks that have not exited or left, before the scope ends
 * @left: tasks leave because the scope has ended
 * @execs: number of tasks that have left by execve()
 * @records: threads that have exited; it has its own lock
 * @exiting: a task with a root is about to exit
 * @exited: finds out when it has done so
 */
struct perfcnt_members {
	struct kref refs;
	atomic_t alive;
	struct perfcnt_windows *windows;
	u32 flags;
	struct pid_namespace *ns;
	struct mem_cgroup *memcg;
	struct mutex lock; /* comes before that of records */
	DECLARE_HASHTABLE(tasks, 10);
	struct list_head roots;
	struct list_head dead;
	unsigned int present;
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
 * struct perfcnt_member - a task of a scope
 * @node: in the members' @tasks
 * @members: the members
 * @task: the task
 * @record: its record, if records are wanted and it has not exited
 * @end: of who had its event last: perf may have exchanged contexts
 */
struct perfcnt_member {
	struct hlist_node node;
	struct perfcnt_members *members;
	struct task_struct *task;
	struct perfcnt_record *record;
	enum perfcnt_task_end end;
};

/**
 * struct perfcnt_root - an event that was not inherited
 * @list: in the members
 * @event: the event
 */
struct perfcnt_root {
	struct list_head list;
	struct perf_event *event;
};

/**
 * perfcnt_member_exits - is a task about to exit?
 * @task: the task, which can say so just now: either answer is right then
 *
 * Context: Any.
 */
static inline bool perfcnt_member_exits(const struct task_struct *task)
{
	/* its flags are its own, and it has no lock for them */
	return data_race(task->flags) & PF_EXITING;
}

struct perfcnt_members *perfcnt_members_new(u32 flags, struct pid_namespace *ns,
					    struct wait_queue_head *wait);
void perfcnt_members_get(struct perfcnt_members *members);
void perfcnt_members_put(struct perfcnt_members *members);
struct perfcnt_member *perfcnt_members_find(struct perfcnt_members *members,
					    const struct task_struct *task);
void perfcnt_members_clear(struct perfcnt_members *members);
u32 perfcnt_members_execs(struct perfcnt_members *members);
bool perfcnt_members_due(struct perfcnt_members *members);
bool perfcnt_members_gone(struct perfcnt_members *members);
ssize_t perfcnt_members_read(struct perfcnt_members *members, char __user *buf,
			     size_t size);

/* A PMU of our own, whose events tell when a task runs. */
int perfcnt_members_init(void);
void perfcnt_members_exit(void);
struct perf_event *perfcnt_members_event(struct perfcnt_members *members,
					 struct task_struct *task);

#endif /* PERFCNT_MEMBERS_H */
