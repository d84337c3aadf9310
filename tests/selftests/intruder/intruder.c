// SPDX-License-Identifier: GPL-2.0
/*
 * What else may happen to a 34K's counters, for tests:
 *
 * word, counter: write a control register, as somebody would who does not
 *	know that the counters are taken; it is zeroed at the end.
 * line: let nobody request the counters' interrupt.
 * hook: make the board one whose counter interrupt has no number and comes
 *	through the timer's perf_irq hook, with a handler on the hook that
 *	counts its calls and must have the hook back in the end.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/irq.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/rcupdate.h>

#include <asm/irq.h>
#include <asm/mipsregs.h>
#include <asm/time.h>

static uint word;
module_param(word, uint, 0);
static uint counter;
module_param(counter, uint, 0);
static bool line;
module_param(line, bool, 0);
static bool hook;
module_param(hook, bool, 0);

static int (*before)(void);
static int number;
static atomic_t calls;

static int count_calls(void)
{
	atomic_inc(&calls);
	return before();
}

static void write_control(u32 value)
{
	switch (counter) {
	case 0:
		write_c0_perfctrl0(value);
		break;
	case 1:
		write_c0_perfctrl1(value);
		break;
	case 2:
		write_c0_perfctrl2(value);
		break;
	default:
		write_c0_perfctrl3(value);
	}
}

static int __init intruder_init(void)
{
	if (word)
		write_control(word);
	if (line)
		irq_set_status_flags(get_c0_perfcount_int(), IRQ_NOREQUEST);
	if (hook) {
		before = perf_irq;
		perf_irq = count_calls;
		number = cp0_perfcount_irq;
		cp0_perfcount_irq = -1;
	}
	return 0;
}

static void __exit intruder_exit(void)
{
	if (word)
		write_control(0);
	if (line)
		irq_clear_status_flags(get_c0_perfcount_int(), IRQ_NOREQUEST);
	if (hook) {
		pr_info("hook %s, %d calls\n", perf_irq == count_calls ?
			"given back" : "NOT given back", atomic_read(&calls));
		cp0_perfcount_irq = number;
		perf_irq = before;
		synchronize_rcu();
	}
}

module_init(intruder_init);
module_exit(intruder_exit);

MODULE_DESCRIPTION("What else may happen to a 34K's counters");
MODULE_LICENSE("GPL");
