// SPDX-License-Identifier: GPL-2.0
/*
 * The line of the half-full interrupt of a MIPS core: either perfcnt or the kernel's
 * perf has it.
 *
 * A board delivers the interrupt in one of two ways.  Either it has a number,
 * its own or the timer's, and request_irq() works; or it has none
 * (cp0_perfcount_irq < 0), and the timer's handler calls perf_irq().
 *
 * The kernel's perf driver (arch/mips/kernel/perf_event_mipsxx.c, mipspmu)
 * has no reservation call.  While a hardware event is open it has its handler
 * on the line; whenever it pauses it stops all counters of the CPU, and it
 * zeroes them all when the last event is closed.  So the two never share:
 *
 * - with a number, perf's handler on the line says that perf has the
 *   counters, and a line that cannot be requested (IRQ_NOREQUEST) keeps perf
 *   out: its perf_event_open() fails, and the kernel's log says why;
 * - without a number perf cannot be kept out.  An event of our own, never
 *   enabled, keeps perf's handler below ours while we are there; if perf was
 *   on the hook before, it takes ours off when it leaves, which
 *   regfile.c sees, as it sees when perf changes a control register.
 *
 * Holding the counters by pinned events of our own would not do: perf would
 * write the count register of each at every half-full interrupt, and stop
 * ours on every context switch of a task with hardware events.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include <asm/irq.h>
#include <asm/mipsregs.h>
#include <asm/time.h>

#include "../core/kernel_thread.h"
#include "mips_line.h"

/* What mipspmu calls its handler. */
#define MIPSPMU_HANDLER "mips_perf_pmu"

static irqreturn_t (*handle)(void);
static int line;		/* the interrupt's number, negative: none */
static bool requested;		/* it has one, and that is ours */
static int (*chained)(void);	/* the previous handler on the hook */

/* Is the interrupt on the timer's line, which comes to each VPE for itself, the counters'? */
static irqreturn_t timers_handler(void)
{
	return read_c0_cause() & CAUSEF_PCI ? handle() : IRQ_NONE;
}

/* A line of its own may come to a VPE while Cause.PCI is set in another one. */
static irqreturn_t line_handler(int irq, void *cookie)
{
	return irq == MIPS_CPU_IRQ_BASE + cp0_compare_irq ? timers_handler() : handle();
}

/*
 * The previous handler is called only for interrupts that are not ours: perf's handler
 * would stop all counters and start them again.
 */
static int hook_handler(void)
{
	return timers_handler() == IRQ_HANDLED ? IRQ_HANDLED : chained();
}

/* The number, found as mipspmu finds it. */
static int line_number(void)
{
	if (get_c0_perfcount_int)
		return get_c0_perfcount_int();
	if (cp0_perfcount_irq >= 0)
		return MIPS_CPU_IRQ_BASE + cp0_perfcount_irq;
	return -1;
}

/*
 * A hardware event of our own that is never enabled.  As long as there is one, the
 * kernel's PMU driver neither takes its interrupt handler nor gives it back for the
 * events of others.
 */
#ifdef CONFIG_PERF_EVENTS
static struct perf_event *placeholder;

static int placeholder_create(void *unused)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attr),
		.disabled = 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr,
						 cpumask_first(cpu_online_mask),
						 NULL, NULL, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	placeholder = event;
	return 0;
}

static int placeholder_take(void)
{
	int err = perfcnt_in_kernel_thread(placeholder_create, NULL);

	/* perf_init_event(): no PMU takes such an event */
	return err == -ENOENT ? 0 : err;
}

static void placeholder_release(void)
{
	if (placeholder)
		perf_event_release_kernel(placeholder);
	placeholder = NULL;
}
#else
/* A kernel without perf: nobody to keep anything from. */
static int placeholder_take(void)
{
	return 0;
}

static void placeholder_release(void)
{
}
#endif

static bool perf_is_on_line(void)
{
	struct irq_data *data = irq_get_irq_data(line);
	struct irq_desc *desc;
	struct irqaction *action;
	unsigned long flags;
	bool found = false;

	if (!data)
		return false;
	desc = irq_data_to_desc(data);
	raw_spin_lock_irqsave(&desc->lock, flags);
	for (action = desc->action; action; action = action->next)
		if (action->name && !strcmp(action->name, MIPSPMU_HANDLER))
			found = true;
	raw_spin_unlock_irqrestore(&desc->lock, flags);
	return found;
}

static void give_number_back(void)
{
	if (!requested)
		return;
	irq_clear_status_flags(line, IRQ_NOREQUEST);
	free_irq(line, &handle);
	requested = false;
}

/*
 * Whoever has the line for himself keeps perf out, too.  Suspend leaves it on, as it does
 * for mipspmu: it may be the timer's, and the kernel warns if two differ in that.
 */
static int take_number(const char **reason)
{
	int err;

	err = request_irq(line, line_handler,
			  IRQF_PERCPU | IRQF_NOBALANCING | IRQF_NO_THREAD |
			  IRQF_NO_SUSPEND | IRQF_SHARED, "perfcnt", &handle);
	if (err == -ENOMEM) {
		*reason = "out of memory";
		return err;
	}
	requested = !err;
	if (requested)
		irq_set_status_flags(line, IRQ_NOREQUEST);
	if (!perf_is_on_line())
		return 0;
	give_number_back();
	*reason = "the counters are in use by the kernel's perf events";
	return -EBUSY;
}

static int take_hook(const char **reason)
{
	int err;

	chained = perf_irq;
	err = placeholder_take();
	if (err) {
		*reason = "the kernel's perf events cannot be kept from the counter interrupt";
		return err == -ENOMEM ? err : -EBUSY;
	}
	if (perf_irq == chained)
		/* perf is not on the hook, or was there before */
		placeholder_release();
	chained = perf_irq;
	perf_irq = hook_handler;
	return 0;
}

/**
 * perfcnt_mips_line_is_ours - do half-full interrupts still come to us?
 *
 * Context: Any.
 * Return: false if our handler is no longer on the hook.
 */
bool notrace perfcnt_mips_line_is_ours(void)
{
	return line >= 0 || READ_ONCE(perf_irq) == hook_handler;
}

/**
 * perfcnt_mips_line_interrupts - is there an interrupt at all?
 *
 * Context: After perfcnt_mips_line_take().
 * Return: false if the line has a number that could not be requested.
 */
bool perfcnt_mips_line_interrupts(void)
{
	return line < 0 || requested;
}

/**
 * perfcnt_mips_line_take - get half-full interrupts, and keep perf away
 * @handler: called in hard interrupt context on any VPE of the core; IRQ_NONE says that
 *	     the interrupt is not the counters'
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EBUSY while the kernel's perf has the counters; -ENOMEM.
 */
int perfcnt_mips_line_take(irqreturn_t (*handler)(void), const char **reason)
{
	handle = handler;
	line = line_number();
	return line >= 0 ? take_number(reason) : take_hook(reason);
}

/**
 * perfcnt_mips_line_give_back - undo perfcnt_mips_line_take()
 *
 * Context: Process context, may sleep.  The handler is not running any more
 * when this returns.
 */
void perfcnt_mips_line_give_back(void)
{
	if (line >= 0) {
		give_number_back();
		return;
	}
	if (perf_irq == hook_handler)
		perf_irq = chained;
	synchronize_rcu();
	placeholder_release();
}
