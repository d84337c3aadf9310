// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU of our own, whose events tell when a task runs.
 *
 * What it relies on, in kernel/events/core.c of Linux 6.1 to 6.12:
 *
 * - An event that inherits is copied for each task that its task creates, in
 *   copy_process() (inherit_event()); event_init is called for the copy and may sleep.
 * - add and del are called with interrupts off, under the locks of the scheduler or of
 *   the task's context.
 * - If a task and the next one have contexts with the same events, perf exchanges the
 *   contexts and calls neither del nor add (perf_event_context_sched_out()).  For events
 *   with inherit_stat it then calls read with the event that stays on the CPU, unless
 *   they wait for an execve().
 * - At exit, and at the execve() of a program that its user may not read, del and then
 *   destroy are called for a copy; a root gets del, and then the state EXIT.
 */
#include <linux/container_of.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "../words/reason.h"
#include "records.h"
#include "task_event.h"
#include "tree.h"

static struct pmu task_pmu;

/* An event with this handler is ours; it never overflows. */
static void never(struct perf_event *event, struct perf_sample_data *data,
		  struct pt_regs *regs)
{
}

static struct perfcnt_member *member_of(const struct perf_event *event)
{
	return event->pmu_private;
}

static void destroy(struct perf_event *event)
{
	perfcnt_tree_part(member_of(event));
}

static int event_init(struct perf_event *event)
{
	struct perfcnt_member *member;

	if (event->attr.type != task_pmu.type)
		return -ENOENT;
	if (event->overflow_handler != never)
		return -EOPNOTSUPP; /* perf_event_open(2) */
	member = perfcnt_tree_join(event->overflow_handler_context,
				   event->hw.target);
	if (IS_ERR(member))
		return PTR_ERR(member);
	event->pmu_private = member;
	event->destroy = destroy;
	return 0;
}

/* Is it the current task's?  Contexts may have been exchanged before the execve(). */
static bool is_current(struct perfcnt_member *member)
{
	if (member->task != current && !member->other && !member->record->thread.begun)
		member->other = get_task_struct(current);
	return (member->other ?: member->task) == current;
}

static void begin(const struct perfcnt_member *member, unsigned long counters,
		  const u64 *now)
{
	perfcnt_record_begin(member->record, counters, now);
	if (!member->record->thread.tid)
		perfcnt_record_number(member->record, member->other ?: member->task,
				      member->tree->ns);
}

static int add(struct perf_event *event, int flags)
{
	struct perfcnt_member *member = member_of(event);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned long counters = perfcnt_gates_open(member->tree->gates, now);

	if (member->record && is_current(member))
		begin(member, counters, now);
	return 0;
}

static void del(struct perf_event *event, int flags)
{
	struct perfcnt_member *member = member_of(event);
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned long counters = perfcnt_gates_close(member->tree->gates, now);

	if (!member->record)
		return;
	perfcnt_record_end(member->record, counters, now);
	member->exiting = current->flags & PF_EXITING;
	if (!event->parent && member->exiting)
		irq_work_queue(&member->tree->exiting);
}

/* The event of the same tree in a context, which is locked. */
static struct perf_event *counterpart(struct perf_event_context *context,
				      const struct perf_event *event)
{
	struct perf_event *other;

	list_for_each_entry(other, &context->event_list, event_entry)
		if (other->pmu == &task_pmu &&
		    member_of(other)->tree == member_of(event)->tree)
			return other;
	return NULL;
}

/* The contexts of the current task and the next one have been exchanged. */
static void read(struct perf_event *event)
{
	struct perfcnt_member *member = member_of(event);
	struct perf_event *other;
	u64 now[PERFCNT_MAX_COUNTERS] perfcnt_uninitialized;
	unsigned long counters;

	if (!(member->tree->flags & PERFCNT_SCOPE_RECORDS) ||
	    READ_ONCE(event->ctx->task) == current)
		return;
	other = counterpart(perfcnt_software_context(current), event);
	if (WARN_ON_ONCE(!other))
		return;
	counters = perfcnt_gates_now(member->tree->gates, now);
	if (member->record)
		perfcnt_record_end(member->record, counters, now);
	event->pmu_private = member_of(other);
	other->pmu_private = member;
	if (member_of(event)->record)
		begin(member_of(event), counters, now);
}

static void nothing(struct perf_event *event, int flags)
{
}

static struct pmu task_pmu = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_sw_context,
	.capabilities = PERF_PMU_CAP_NO_INTERRUPT,
	.event_init = event_init,
	.add = add,
	.del = del,
	.start = nothing,
	.stop = nothing,
	.read = read,
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
		.inherit_stat = !!(tree->flags & PERFCNT_SCOPE_RECORDS),
		.disabled = on_exec,
		.enable_on_exec = on_exec,
	};

	return perf_event_create_kernel_counter(&attr, -1, task, never, tree);
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
