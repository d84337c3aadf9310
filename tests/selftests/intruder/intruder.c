// SPDX-License-Identifier: GPL-2.0
/*
 * What else may happen to a 34K's counters, for tests:
 *
 * word, counter: write a control register, as somebody would who does not
 *	know that the counters are taken; it is zeroed at the end.
 * line: let nobody request the counters' interrupt.
 * hook: make the board one whose counter interrupt has no number and comes
 *	through the timer's perf_irq hook, with a handler on the hook that
 *	counts its calls and must have the hook back in the end;
 * perf: with hook, the kernel's PMU driver does with the hook what it does on such
 *	a board: its handler comes with the first event and goes with the last.
 * own: make the board one whose counter interrupt has a number that is not the timer's;
 * deliver: written then, lets it come to this CPU, whatever its Cause.PCI is.
 * last: look, when the system goes down, whether a counter can interrupt.
 * late: keep softirqs from this CPU for that many seconds.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/bottom_half.h>
#include <linux/err.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/reboot.h>

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
static bool perf;
module_param(perf, bool, 0);
static bool own;
module_param(own, bool, 0);
static bool last;
module_param(last, bool, 0);
static uint late;
module_param(late, uint, 0);

static int (*before)(void);
static int number;
static atomic_t calls;

static int count_calls(void)
{
	atomic_inc(&calls);
	return before();
}

/* What mipspmu_get_irq() and mipspmu_free_irq() do where there is no number. */
static struct pmu *pmu;
static int (*real_init)(struct perf_event *event);
static void (*real_destroy)(struct perf_event *event);
static DEFINE_MUTEX(events_lock);
static unsigned int events;
static int (*saved)(void);

static int perf_handler(void)
{
	return IRQ_NONE;
}

static void played_destroy(struct perf_event *event)
{
	mutex_lock(&events_lock);
	if (!--events)
		perf_irq = saved;
	mutex_unlock(&events_lock);
	real_destroy(event);
}

static int played_init(struct perf_event *event)
{
	int err = real_init(event);

	if (err)
		return err;
	real_destroy = event->destroy;
	event->destroy = played_destroy;
	mutex_lock(&events_lock);
	if (!events++) {
		saved = perf_irq;
		perf_irq = perf_handler;
	}
	mutex_unlock(&events_lock);
	return 0;
}

static int play_perf(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attr),
		.disabled = 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, 0, NULL, NULL, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	pmu = event->pmu;
	perf_event_release_kernel(event);
	real_init = pmu->event_init;
	pmu->event_init = played_init;
	return 0;
}

/* Idle with softirqs off, which the clock of the machine may jump over. */
static void hold_softirqs(void)
{
	ktime_t end = ktime_add_ms(ktime_get(), late * MSEC_PER_SEC);

	local_bh_disable();
	while (ktime_before(ktime_get(), end))
		__asm__ volatile("wait");
	local_bh_enable();
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

/* An input of the core that this board leaves alone. */
#define OWN_INPUT 3

static int deliver_set(const char *value, const struct kernel_param *kp)
{
	unsigned long flags;
	int err;

	if (!own)
		return -EINVAL;
	local_irq_save(flags);
	err = generic_handle_irq(get_c0_perfcount_int());
	local_irq_restore(flags);
	return err;
}

static const struct kernel_param_ops deliver_ops = { .set = deliver_set };

module_param_cb(deliver, &deliver_ops, NULL, 0200);

/* A kernel that comes by kexec() finds what is left in the registers. */
static int look(struct notifier_block *block, unsigned long event, void *command)
{
	WARN((read_c0_perfctrl0() | read_c0_perfctrl1() | read_c0_perfctrl2() |
	      read_c0_perfctrl3()) & MIPS_PERFCTRL_IE, "a counter can interrupt\n");
	pr_info("the system goes down\n");
	return NOTIFY_DONE;
}

static struct notifier_block looker = { .notifier_call = look, .priority = INT_MIN };

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
	if (own) {
		number = cp0_perfcount_irq;
		cp0_perfcount_irq = OWN_INPUT;
		pr_info("line %d\n", get_c0_perfcount_int());
	}
	if (last)
		register_reboot_notifier(&looker);
	if (late)
		hold_softirqs();
	return perf ? play_perf() : 0;
}

static void __exit intruder_exit(void)
{
	if (pmu)
		pmu->event_init = real_init;
	if (word)
		write_control(0);
	if (hook) {
		pr_info("hook %s, %d calls\n", perf_irq == count_calls ?
			"given back" : "NOT given back", atomic_read(&calls));
		cp0_perfcount_irq = number;
		perf_irq = before;
		synchronize_rcu();
	}
	if (last)
		unregister_reboot_notifier(&looker);
	if (own)
		cp0_perfcount_irq = number;
	if (line) /* which has its number again */
		irq_clear_status_flags(get_c0_perfcount_int(), IRQ_NOREQUEST);
}

module_init(intruder_init);
module_exit(intruder_exit);

MODULE_DESCRIPTION("What else may happen to a 34K's counters");
MODULE_LICENSE("GPL");
