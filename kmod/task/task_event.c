// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU of our own, whose events tell when a task runs.
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
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "../encoding/reason.h"
#include "tree.h"

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
	perfcnt_tree_part(task_event_member(event));
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
	member = perfcnt_tree_join(event->overflow_handler_context,
				   event->hw.target);
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
