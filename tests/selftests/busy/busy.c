// SPDX-License-Identifier: GPL-2.0
/*
 * A module that is busy in four functions, in one of them with interrupts off.
 *
 *	/sys/module/busy/parameters/rounds	so many rounds from now on, by who writes it
 *	/sys/module/busy/parameters/openings	20,000 times as often they are closed and opened
 *
 * Of each round 40 % are spent in busy_forty(), 25 % in busy_twenty_five(), 15 % in
 * busy_fifteen(), and 20 % in busy_off(), which busy_closed() calls.  Before each is busy_before()
 * for a time up to as long, which is random: another program goes on at ticks and this one then,
 * so that where a round is would else depend on the time that samples take, and thus on samples.
 */
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

/* Iterations of a hundredth of a round. */
#define UNIT 200

static __always_inline void spin(unsigned int units)
{
	unsigned int i;

	for (i = 0; i < units * UNIT; i++)
		asm volatile("" : "+r" (i));
}

/* Its loop is where a page begins, before which there may be nothing that can be read. */
static noinline notrace __aligned(PAGE_SIZE) void busy_forty(void)
{
	spin(40);
}

static noinline void busy_twenty_five(void)
{
	spin(25);
}

static noinline void busy_fifteen(void)
{
	spin(15);
}

static noinline void busy_off(void)
{
	spin(20);
}

static noinline void busy_closed(void)
{
	local_irq_disable();
	busy_off();
	local_irq_enable();
}

/* Interrupts come where they are opened, and are closed for some instructions only. */
static noinline void busy_opening(void)
{
	unsigned int i;

	for (i = 0; i < 100 * UNIT; i++) {
		local_irq_disable();
		local_irq_enable();
	}
}

static noinline void busy_before(void)
{
	static u32 random;

	random = random * 1664525 + 1013904223;
	spin((random >> 16) % 100);
}

static void busy_round(void)
{
	busy_before();
	busy_forty();
	busy_twenty_five();
	busy_fifteen();
	busy_closed();
}

/* As often as these words say, or up to a signal. */
static int repeat(const char *words, void (*function)(void))
{
	unsigned int times;
	int err = kstrtouint(words, 10, &times);

	for (; !err && times && !signal_pending(current); times--) {
		function();
		cond_resched();
	}
	return err;
}

static int rounds_set(const char *words, const struct kernel_param *param)
{
	return repeat(words, busy_round);
}

static const struct kernel_param_ops rounds_ops = { .set = rounds_set };
module_param_cb(rounds, &rounds_ops, NULL, 0200);
MODULE_PARM_DESC(rounds, "rounds from now on");

static int openings_set(const char *words, const struct kernel_param *param)
{
	return repeat(words, busy_opening);
}

static const struct kernel_param_ops openings_ops = { .set = openings_set };
module_param_cb(openings, &openings_ops, NULL, 0200);
MODULE_PARM_DESC(openings, "20,000 times as often interrupts are closed and opened");

MODULE_DESCRIPTION("Functions that take known shares of the time");
MODULE_LICENSE("GPL");
