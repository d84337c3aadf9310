// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that are held at exit, where perf has taken an event of perfcnt's away from its
 * list and has not freed it.
 *
 *	/sys/module/held_exit/parameters/hold	a task's number: it will be held;
 *						0: all go on
 *	/sys/module/held_exit/parameters/held	how many are held
 *
 * It stays loaded: events know its functions.
 */
#include <linux/atomic.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/string.h>
#include <linux/version.h>
#include <linux/wait.h>

#if KERNEL_VERSION(6, 2, 0) > LINUX_VERSION_CODE
#define context_of(task) ((task)->perf_event_ctxp[perf_sw_context])
#else
#define context_of(task) ((task)->perf_event_ctxp)
#endif

static DECLARE_WAIT_QUEUE_HEAD(go_on);
static bool holding;
static atomic_t held;
static void (*destroy)(struct perf_event *event);

static void hold(struct perf_event *event)
{
	atomic_inc(&held);
	wait_event(go_on, !READ_ONCE(holding));
	atomic_dec(&held);
	destroy(event);
}

/* The task sleeps, so it keeps its context. */
static void hold_events(struct task_struct *task)
{
	struct perf_event_context *context = context_of(task);
	struct perf_event *event;

	if (!context)
		return;
	raw_spin_lock_irq(&context->lock);
	list_for_each_entry(event, &context->event_list, event_entry) {
		if (strcmp(event->pmu->name, "perfcnt") || event->destroy == hold)
			continue;
		destroy = event->destroy;
		event->destroy = hold;
	}
	raw_spin_unlock_irq(&context->lock);
}

static int hold_set(const char *words, const struct kernel_param *param)
{
	struct task_struct *task;
	struct pid *pid;
	int number, err = kstrtoint(words, 0, &number);

	if (err)
		return err;
	WRITE_ONCE(holding, number);
	if (!number) {
		wake_up_all(&go_on);
		return 0;
	}
	pid = find_get_pid(number);
	task = get_pid_task(pid, PIDTYPE_PID);
	put_pid(pid);
	if (!task)
		return -ESRCH;
	hold_events(task);
	put_task_struct(task);
	return 0;
}

static const struct kernel_param_ops hold_ops = { .set = hold_set };
module_param_cb(hold, &hold_ops, NULL, 0200);
MODULE_PARM_DESC(hold, "a task to hold at exit, 0 to let all go on");

static int held_get(char *words, const struct kernel_param *param)
{
	return sysfs_emit(words, "%d\n", atomic_read(&held));
}

static const struct kernel_param_ops held_ops = { .get = held_get };
module_param_cb(held, &held_ops, NULL, 0400);
MODULE_PARM_DESC(held, "how many tasks are held");

static int __init held_exit_init(void)
{
	return 0;
}
module_init(held_exit_init);

MODULE_DESCRIPTION("Tasks that are held at exit");
MODULE_LICENSE("GPL");
