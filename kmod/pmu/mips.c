// SPDX-License-Identifier: GPL-2.0
/*
 * The MIPS32 34K core's counters: CP0 register 25 and the half-full interrupt
 * (MD00548, section 3.1).
 *
 * A core has up to four counters, which its VPEs share: every VPE sees the
 * same registers, so there is one register file, and any CPU can do the work.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/reboot.h>
#include <linux/string.h>
#include <linux/suspend.h>
#include <linux/time64.h>
#include <linux/timekeeping.h>

#include <asm/cpu-features.h>
#include <asm/cpu-info.h>
#include <asm/cpu-type.h>
#include <asm/hazards.h>
#include <asm/irq.h>
#include <asm/irq_regs.h>
#include <asm/mipsmtregs.h>
#include <asm/mipsregs.h>
#include <asm/ptrace.h>
#include <asm/time.h>

#include "../core/kernel_thread.h"
#include "../core/notify.h"
#include "../core/pmu.h"
#include "../core/window.h"
#include "regfile.h"

/* CP0 Count advances every second cycle on a 34K (CCRes is 2). */
#define CYCLES_PER_COUNT 2

/*
 * How often the timer looks in the time that 2^31 cycles take.  Once is
 * enough at one event a cycle; an emulator whose cycles are the host's time
 * has counted 2^31 instructions in an eighth of that.
 */
#define LOOKS_PER_HALF 32

/*
 * Ticks of Count in a second, where Linux does not know, as on boards whose time is not
 * Count's; none is emulated.  No 34K is faster than 1 GHz.
 */
#define FASTEST_COUNT 500000000

/*
 * How often a VPE returns from the interrupt of a sample that is another one's: usually
 * that one has come when this one looks again.
 */
#define PATIENCE 16

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

/* Do half-full interrupts still come to us?  In any context. */
static bool notrace mips_line_is_ours(void)
{
	return line >= 0 || READ_ONCE(perf_irq) == hook_handler;
}

/* Is there an interrupt at all?  Not if the line has a number that could not be requested. */
static bool mips_line_interrupts(void)
{
	return line < 0 || requested;
}

/*
 * Get half-full interrupts, and keep perf away: -EBUSY while the kernel's perf has the
 * counters.  The handler is called in hard interrupt context on any VPE of the core;
 * IRQ_NONE says that the interrupt is not the counters'.
 */
static int mips_line_take(irqreturn_t (*handler)(void), const char **reason)
{
	handle = handler;
	line = line_number();
	return line >= 0 ? take_number(reason) : take_hook(reason);
}

/* Undoes mips_line_take(); the handler is not running any more when this returns. */
static void mips_line_give_back(void)
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

static struct perfcnt_regfile register_file;

static void notrace mips_read_controls(u32 *words)
{
	switch (register_file.counters) {
	case 4:
		words[3] = read_c0_perfctrl3();
		fallthrough;
	case 3:
		words[2] = read_c0_perfctrl2();
		fallthrough;
	case 2:
		words[1] = read_c0_perfctrl1();
		fallthrough;
	default:
		words[0] = read_c0_perfctrl0();
	}
}

static void notrace mips_write_control(unsigned int counter, u32 word)
{
	switch (counter) {
	case 0:
		write_c0_perfctrl0(word);
		break;
	case 1:
		write_c0_perfctrl1(word);
		break;
	case 2:
		write_c0_perfctrl2(word);
		break;
	default:
		write_c0_perfctrl3(word);
	}
}

static void notrace mips_read_counts(u32 *counts)
{
	switch (register_file.counters) {
	case 4:
		counts[3] = read_c0_perfcntr3();
		fallthrough;
	case 3:
		counts[2] = read_c0_perfcntr2();
		fallthrough;
	case 2:
		counts[1] = read_c0_perfcntr1();
		fallthrough;
	default:
		counts[0] = read_c0_perfcntr0();
	}
}

static void notrace mips_write_count(unsigned int counter, u32 count)
{
	switch (counter) {
	case 0:
		write_c0_perfcntr0(count);
		break;
	case 1:
		write_c0_perfcntr1(count);
		break;
	case 2:
		write_c0_perfcntr2(count);
		break;
	default:
		write_c0_perfcntr3(count);
	}
}

static void notrace mips_settle(void)
{
	back_to_back_c0_hazard();
}

/* A TC of Linux has the number of its CPU. */
static bool mips_word_counts_on(u32 word, unsigned int cpu)
{
	switch (perfcnt_control_mt_en(word)) {
	case PERFCNT_MT_EN_VPE:
		return cpu_vpe_id(&cpu_data[cpu]) ==
		       (word & PERFCNT_CTL_VPEID) >> PERFCNT_CTL_VPEID_SHIFT;
	case PERFCNT_MT_EN_TC:
		return cpu == (word & PERFCNT_CTL_TCID) >> PERFCNT_CTL_TCID_SHIFT;
	default:
		return true;
	}
}

/*
 * EPC is the instruction that will be executed next; its lowest bit is the instruction
 * set.  In a delay slot it is the branch.  If no counter had interrupted yet when Cause was
 * saved, this is the handler of another interrupt, as that of the timer, whose line it shares.
 */
static void mips_where(struct perfcnt_overflow *overflow)
{
	const struct pt_regs *regs = get_irq_regs();

	if (!regs)
		return; /* an idle CPU answers before it is interrupted */
	overflow->ip = regs->cp0_epc & ~1UL;
	if (user_mode(regs))
		overflow->flags |= PERFCNT_SAMPLE_USER;
	if (regs->cp0_epc & 1)
		overflow->flags |= PERFCNT_SAMPLE_ISA;
	if (regs->cp0_cause & CAUSEF_BD)
		overflow->flags |= PERFCNT_SAMPLE_SLOT;
	overflow->in_handler = !(regs->cp0_cause & CAUSEF_PCI);
}

/* Linux makes each VPE a master, which may do that. */
static u32 mips_freeze_others(void)
{
	return dvpe();
}

static void mips_thaw_others(u32 before)
{
	evpe(before);
}

static u64 mips_clock(void)
{
	return ktime_get_raw_fast_ns();
}

static u32 mips_ticks(void)
{
	return read_c0_count();
}

static const struct perfcnt_registers cp0_registers = {
	.read_controls = mips_read_controls,
	.read_counts = mips_read_counts,
	.write_control = mips_write_control,
	.write_count = mips_write_count,
	.settle = mips_settle,
	.line_is_ours = mips_line_is_ours,
	.counts_on = mips_word_counts_on,
	.where = mips_where,
	.freeze_others = mips_freeze_others,
	.thaw_others = mips_thaw_others,
	.clock = mips_clock,
	.ticks = mips_ticks,
};

static irqreturn_t mips_half_full(void)
{
	return IRQ_RETVAL(perfcnt_regfile_interrupt(&register_file));
}

static int mips_acquire(struct perfcnt_reason *reason)
{
	const char *words;
	int err;

	err = mips_line_take(mips_half_full, &words);
	if (err) {
		perfcnt_reason_set(reason, "%s", words);
		return err;
	}
	register_file.no_line = !mips_line_interrupts();
	err = perfcnt_regfile_seize(&register_file);
	if (err) {
		mips_line_give_back();
		perfcnt_reason_set(reason, register_file.down ?
				   "the system goes down or is being suspended" :
				   "the counter registers are in use outside perfcnt");
	}
	return err;
}

static void mips_release(void)
{
	perfcnt_regfile_release(&register_file);
	mips_line_give_back();
}

static int mips_configure(unsigned long counters,
			  const struct perfcnt_control *control, u64 *sums,
			  struct perfcnt_reason *reason)
{
	return perfcnt_regfile_configure(&register_file, counters, control,
					 sums, reason);
}

/* All four counters, without a lock: what a reading is made of. */
static __always_inline bool mips_read_four(u64 *sums)
{
	const struct perfcnt_regfile *file = &register_file;
	u32 control0, control1, control2, control3;
	struct perfcnt_regfile_fast fast = { 0 };
	u32 count0, count1, count2, count3;

	if (!file->held || !mips_line_is_ours())
		return false;
	control0 = read_c0_perfctrl0();
	control1 = read_c0_perfctrl1();
	control2 = read_c0_perfctrl2();
	control3 = read_c0_perfctrl3();
	count0 = read_c0_perfcntr0();
	count1 = read_c0_perfcntr1();
	count2 = read_c0_perfcntr2();
	count3 = read_c0_perfcntr3();
	sums[0] = perfcnt_regfile_fast_sum(file, 0, control0, count0, &fast);
	sums[1] = perfcnt_regfile_fast_sum(file, 1, control1, count1, &fast);
	sums[2] = perfcnt_regfile_fast_sum(file, 2, control2, count2, &fast);
	sums[3] = perfcnt_regfile_fast_sum(file, 3, control3, count3, &fast);
	perfcnt_regfile_fast_time(file, read_c0_count(), &fast);
	return perfcnt_regfile_fast_good(&fast);
}

/* Of a core that has all four: the usual one. */
static bool notrace mips_read_four_fast(unsigned long counters, u64 *sums)
{
	unsigned int seen;
	bool good;

	do {
		seen = raw_seqcount_begin(&register_file.changes);
		good = mips_read_four(sums);
	} while (unlikely(read_seqcount_retry(&register_file.changes, seen)));
	return good;
}

static bool notrace mips_read_fast(unsigned long counters, u64 *sums)
{
	return perfcnt_regfile_read_fast(&register_file, sums);
}

static long notrace mips_read(unsigned long counters, const struct cpumask *cpus, u64 *sums,
			      struct perfcnt_reason *reason)
{
	return perfcnt_regfile_read(&register_file, sums, reason);
}

static bool notrace mips_read_cpu(unsigned long counters, u64 *sums)
{
	return perfcnt_pmu_mips.read_fast(counters, sums) ||
	       perfcnt_regfile_read_cpu(&register_file, sums);
}

static bool mips_counts_on(const struct perfcnt_control *control,
			   unsigned int cpu)
{
	return mips_word_counts_on(control->word, cpu);
}

static int mips_sample(unsigned int counter, struct perfcnt_trigger *trigger,
		       struct perfcnt_reason *reason)
{
	if (register_file.no_line) {
		perfcnt_reason_set(reason,
				   "counter %u: no samples: the counter interrupt line is not available",
				   counter);
		return -EOPNOTSUPP;
	}
	return perfcnt_regfile_sample(&register_file, counter, trigger, reason);
}

static void mips_align(unsigned int counter, u64 base)
{
	perfcnt_regfile_align(&register_file, counter, base);
}

/* A kernel that comes by kexec() would take counters with IE for somebody else's. */
static int mips_go_down(struct notifier_block *block, unsigned long event, void *command)
{
	perfcnt_regfile_shut_down(&register_file);
	return NOTIFY_DONE;
}

static struct notifier_block down_notifier = { .notifier_call = mips_go_down };

/* The timer does not look until the system wakes up, and the registers may count. */
static int mips_suspend(struct notifier_block *block, unsigned long event, void *unused)
{
	switch (event) {
	case PM_SUSPEND_PREPARE:
	case PM_HIBERNATION_PREPARE:
	case PM_RESTORE_PREPARE:
		perfcnt_regfile_shut_down(&register_file);
		break;
	case PM_POST_SUSPEND:
	case PM_POST_HIBERNATION:
	case PM_POST_RESTORE:
		perfcnt_regfile_wake_up(&register_file);
	}
	return NOTIFY_DONE;
}

static struct notifier_block suspend_notifier = { .notifier_call = mips_suspend };

/* Each control register says in M whether one more counter follows. */
static void count_counters(void)
{
	u32 words[PERFCNT_REGFILE_COUNTERS];

	for (register_file.counters = 1;
	     register_file.counters < PERFCNT_REGFILE_COUNTERS;
	     register_file.counters++) {
		mips_read_controls(words);
		if (!(words[register_file.counters - 1] & PERFCNT_CTL_M))
			break;
	}
}

static bool one_core(void)
{
	int cpu;

	for_each_online_cpu(cpu)
		if (cpu_core(&cpu_data[cpu]) != cpu_core(&cpu_data[0]))
			return false;
	return true;
}

/* Is this a core that this driver knows, with counters? */
static int look_at_core(struct perfcnt_reason *reason)
{
	if (!(read_c0_config1() & MIPS_CONF1_PC))
		perfcnt_reason_set(reason,
				   "this core has no performance counters (Config1.PC is 0)");
	else if (boot_cpu_type() != CPU_34K || !cpu_has_mipsmt)
		perfcnt_reason_set(reason,
				   "this core has performance counters, but is not of the 34K family");
	else if (read_c0_config7() & MTI_CONF7_PTC)
		perfcnt_reason_set(reason,
				   "this core has counters for each TC (Config7.PTC is 1), which only pmu=perf knows");
	else if (!one_core())
		perfcnt_reason_set(reason,
				   "CPUs of more than one 34K core are not supported");
	else
		return 0;
	return -ENODEV;
}

static int mips_probe(struct perfcnt_pmu *pmu, unsigned int counters,
		      struct perfcnt_reason *reason)
{
	u32 mvpconf0;
	int err;

	err = look_at_core(reason);
	if (err)
		return err;
	count_counters();
	if (counters > register_file.counters) {
		perfcnt_reason_set(reason, "this core has only %u counters",
				   register_file.counters);
		return -EINVAL;
	}
	register_file.counters = counters ?: register_file.counters;
	register_file.registers = &cp0_registers;
	register_file.notify = perfcnt_notify_half_full;
	register_file.change = perfcnt_windows_switch;
	register_file.poll_ns =
		div_u64((u64)NSEC_PER_SEC * PERFCNT_HALF_FULL / LOOKS_PER_HALF,
			CYCLES_PER_COUNT * (mips_hpt_frequency ?: FASTEST_COUNT));
	register_file.lap_ns = 2 * LOOKS_PER_HALF * register_file.poll_ns;
	register_file.patience = PATIENCE;
	perfcnt_regfile_init(&register_file);
	perfcnt_regfile_sample_init(&register_file);
	mvpconf0 = read_c0_mvpconf0();
	pmu->limits.counters = register_file.counters;
	pmu->limits.tcs = (mvpconf0 & MVPCONF0_PTC) + 1;
	pmu->limits.vpes = ((mvpconf0 & MVPCONF0_PVPE) >> MVPCONF0_PVPE_SHIFT) + 1;
	pmu->limits.modes = PERFCNT_CTL_MODES;
	pmu->hardware = pmu->limits.counters;
	pmu->read_fast = register_file.counters == PERFCNT_REGFILE_COUNTERS ?
			 mips_read_four_fast : mips_read_fast;
	err = register_reboot_notifier(&down_notifier);
	if (err)
		return err;
	err = register_pm_notifier(&suspend_notifier);
	if (err)
		unregister_reboot_notifier(&down_notifier);
	return err;
}

static void mips_remove(void)
{
	unregister_pm_notifier(&suspend_notifier);
	unregister_reboot_notifier(&down_notifier);
}

struct perfcnt_pmu perfcnt_pmu_mips = {
	.name = "mips",
	.owner = THIS_MODULE,
	.probe = mips_probe,
	.remove = mips_remove,
	.acquire = mips_acquire,
	.release = mips_release,
	.configure = mips_configure,
	.read_cpu = mips_read_cpu,
	.reads_anywhere = true,
	.read = mips_read,
	.counts_on = mips_counts_on,
	.align = mips_align,
	.sample = mips_sample,
};
