// SPDX-License-Identifier: GPL-2.0
/*
 * Bugs, planted to be found: insmod planted.ko bug=NAME has the one called NAME.
 * A machine that looks for bugs must report each.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/timer.h>

static char *bug = "";
module_param(bug, charp, 0444);
MODULE_PARM_DESC(bug, "the name of the bug");

/* What the compiler may not know, so that it leaves the bugs in. */
static int hidden(int value)
{
	OPTIMIZER_HIDE_VAR(value);
	return value;
}

static int out_of_bounds(void)
{
	char *bytes = kzalloc(16, GFP_KERNEL);

	if (!bytes)
		return -ENOMEM;
	bytes[hidden(16)] = 1;
	kfree(bytes);
	return 0;
}

static int use_after_free(void)
{
	char *bytes = kzalloc(16, GFP_KERNEL);

	if (!bytes)
		return -ENOMEM;
	OPTIMIZER_HIDE_VAR(bytes);
	kfree(bytes);
	WRITE_ONCE(bytes[hidden(3)], 1);
	return 0;
}

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);

static int lock_inversion(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);

	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
	return 0;
}

static DEFINE_SPINLOCK(spinlock);

static int sleep_in_atomic(void)
{
	spin_lock(&spinlock);
	might_sleep();
	spin_unlock(&spinlock);
	return 0;
}

static int __rcu *pointer;

static int rcu_without_lock(void)
{
	return rcu_dereference(pointer) ? -EINVAL : 0;
}

/* Nothing points to what is allocated as soon as this returns. */
static int leak(void)
{
	char *bytes = kzalloc(4000, GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(bytes);
	return bytes ? 0 : -ENOMEM;
}

static void expire(struct timer_list *timer)
{
}

static int freed_timer(void)
{
	struct timer_list *timer = kzalloc(sizeof(*timer), GFP_KERNEL);

	if (!timer)
		return -ENOMEM;
	timer_setup(timer, expire, 0);
	mod_timer(timer, jiffies + 100 * HZ);
	kfree(timer); /* debug objects stop the timer before that */
	return 0;
}

static int shift(void)
{
	pr_info("shifted: %d\n", 1 << hidden(40));
	return 0;
}

static struct {
	int element[4];
	int beyond[4];
} array;

static int wrong_index(void)
{
	pr_info("element: %d\n", array.element[hidden(5)]);
	return 0;
}

static int shared;

static int change_shared(void *unused)
{
	while (!kthread_should_stop()) {
		shared++;
		cond_resched();
	}
	return 0;
}

static struct task_struct *change_shared_on(unsigned int cpu)
{
	struct task_struct *thread = kthread_create(change_shared, NULL,
						    "planted");

	if (!IS_ERR(thread)) {
		kthread_bind(thread, cpu);
		wake_up_process(thread);
	}
	return thread;
}

static int race(void)
{
	struct task_struct *first = change_shared_on(0);
	struct task_struct *second = change_shared_on(1);

	msleep(2000);
	if (!IS_ERR(first))
		kthread_stop(first);
	if (!IS_ERR(second))
		kthread_stop(second);
	return PTR_ERR_OR_ZERO(first) ?: PTR_ERR_OR_ZERO(second);
}

static int warning(void)
{
	WARN_ON(hidden(1));
	return 0;
}

static const struct {
	const char *name;
	int (*plant)(void);
} bugs[] = {
	{ "out-of-bounds", out_of_bounds },
	{ "use-after-free", use_after_free },
	{ "lock-inversion", lock_inversion },
	{ "sleep-in-atomic", sleep_in_atomic },
	{ "rcu-without-lock", rcu_without_lock },
	{ "leak", leak },
	{ "freed-timer", freed_timer },
	{ "shift", shift },
	{ "index", wrong_index },
	{ "race", race },
	{ "warning", warning },
};

static int __init planted_init(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bugs); i++)
		if (!strcmp(bugs[i].name, bug))
			return bugs[i].plant();
	pr_err("there is no bug '%s'\n", bug);
	return -EINVAL;
}

static void __exit planted_exit(void)
{
}

module_init(planted_init);
module_exit(planted_exit);

MODULE_DESCRIPTION("Bugs to be found");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
