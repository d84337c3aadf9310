// SPDX-License-Identifier: GPL-2.0
/*
 * A 34K's counter registers in memory, for programs and tests on any machine: four
 * counters, two VPEs of one TC each, filters and the half-full line.
 *
 * Its time moves only when it is told to, by a line in debugfs, see step.c.
 *
 * The line reaches all CPUs, as on a 34K that routes it to both VPEs.  What
 * happens while a CPU has interrupts off reaches it when they are on again.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/time64.h>

#include <asm/irq_regs.h>

#include "../regfile.h"
#include "sim.h"

/*
 * How many events pass between two looks of the timer, which looks eight times in the time
 * that half a register takes.
 */
#define EVENTS_PER_LOOK (PERFCNT_HALF_FULL / 8)

/* At once: a moment's work. */
#define STEP_MOST BIT_ULL(40)

static struct {
	raw_spinlock_t lock; /* taken last: what hardware does is atomic */
	u32 control[PERFCNT_REGFILE_COUNTERS];
	u32 count[PERFCNT_REGFILE_COUNTERS];
	u32 unseen; /* events since the timer looked */
	struct perfcnt_sim_step planned;
	/* guarded by the register file's lock */
	struct perfcnt_sim_plant plant;
} hardware = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(hardware.lock),
};

static struct perfcnt_regfile register_file;

/* Without the lock: whoever changes a register asks afterwards. */
static bool line_is_high(void)
{
	unsigned int i;

	for (i = 0; i < register_file.counters; i++)
		if ((READ_ONCE(hardware.control[i]) & PERFCNT_CTL_IE) &&
		    (READ_ONCE(hardware.count[i]) & PERFCNT_HALF_FULL))
			return true;
	return false;
}

/* The line is a level: it interrupts until somebody has seen to it. */
static void sim_interrupt(void *unused)
{
	if (line_is_high())
		perfcnt_regfile_interrupt(&register_file);
}

static void interrupt_work(struct irq_work *unused)
{
	sim_interrupt(NULL);
}

static struct irq_work line_work = IRQ_WORK_INIT_HARD(interrupt_work);

/* CPU 0 is VPE 0 and TC 0, CPU 1 is VPE 1 and TC 1; others do nothing here. */
static bool sim_word_counts_on(u32 word, unsigned int cpu)
{
	switch (perfcnt_control_mt_en(word)) {
	case PERFCNT_MT_EN_ALL:
		return cpu < PERFCNT_SIM_VPES;
	case PERFCNT_MT_EN_VPE:
		return cpu == (word & PERFCNT_CTL_VPEID) >> PERFCNT_CTL_VPEID_SHIFT;
	default:
		return cpu == (word & PERFCNT_CTL_TCID) >> PERFCNT_CTL_TCID_SHIFT;
	}
}

/* Does the counter count this step? */
static bool sim_counts(u32 control, unsigned int counter, const struct perfcnt_sim_step *step)
{
	return (control & step->mode) &&
	       (int)perfcnt_control_event(control) == step->code[counter & 1] &&
	       sim_word_counts_on(control, step->cpu);
}

static void happen(const struct perfcnt_sim_step *step, u32 count)
{
	unsigned int i;

	lockdep_assert_held(&hardware.lock);
	for (i = 0; i < register_file.counters; i++)
		if (sim_counts(hardware.control[i], i, step))
			WRITE_ONCE(hardware.count[i],
				   hardware.count[i] + count);
	hardware.unseen += count;
}

/* The timer looks, if it is time. */
static void sim_poll_in_time(void)
{
	bool due;

	raw_spin_lock_irq(&hardware.lock);
	due = hardware.unseen >= EVENTS_PER_LOOK;
	if (due)
		hardware.unseen = 0;
	raw_spin_unlock_irq(&hardware.lock);
	if (due)
		perfcnt_regfile_poll(&register_file);
}

/* One register is about to be accessed. */
static void access_register(void)
{
	struct perfcnt_sim_step *step = &hardware.planned;

	lockdep_assert_held(&hardware.lock);
	if (step->accesses && !--step->accesses)
		happen(step, step->count);
}

/* Interrupts are off: the line is seen as soon as they are on again. */
static void sim_line_later(void)
{
	if (line_is_high())
		irq_work_queue(&line_work);
}

static void sim_read_controls(u32 *words)
{
	unsigned int i;

	for (i = 0; i < register_file.counters; i++) {
		raw_spin_lock(&hardware.lock);
		access_register();
		words[i] = hardware.control[i];
		raw_spin_unlock(&hardware.lock);
	}
	sim_line_later();
}

static void sim_read_counts(u32 *counts)
{
	unsigned int i;

	for (i = 0; i < register_file.counters; i++) {
		raw_spin_lock(&hardware.lock);
		access_register();
		counts[i] = hardware.count[i];
		raw_spin_unlock(&hardware.lock);
	}
	sim_line_later();
}

static void sim_write_control(unsigned int counter, u32 word)
{
	raw_spin_lock(&hardware.lock);
	access_register();
	WRITE_ONCE(hardware.control[counter], word);
	raw_spin_unlock(&hardware.lock);
	sim_line_later();
}

static void sim_write_count(unsigned int counter, u32 count)
{
	raw_spin_lock(&hardware.lock);
	access_register();
	WRITE_ONCE(hardware.count[counter], count);
	raw_spin_unlock(&hardware.lock);
	sim_line_later();
}

static void sim_settle(void)
{
}

static bool sim_line_is_ours(void)
{
	return true;
}

static void sim_where(struct perfcnt_overflow *overflow)
{
	struct pt_regs *regs = get_irq_regs();

	if (hardware.plant.planted) {
		overflow->ip = hardware.plant.ip;
		overflow->flags = hardware.plant.flags;
		overflow->pid = hardware.plant.pid;
		overflow->tid = hardware.plant.tid;
		return;
	}
	if (!regs && !(current->flags & PF_KTHREAD))
		regs = task_pt_regs(current); /* who steps is interrupted */
	if (!regs)
		return;
	overflow->ip = instruction_pointer(regs);
	if (user_mode(regs))
		overflow->flags |= PERFCNT_SAMPLE_USER;
}

/* What is counted is what a step says: nobody does it meanwhile. */
static u32 sim_freeze_others(void)
{
	return 0;
}

static void sim_thaw_others(u32 before)
{
}

/* Steps take no time. */
static u64 sim_clock(void)
{
	return 0;
}

static u32 sim_ticks(void)
{
	return 0;
}

static const struct perfcnt_registers sim_registers = {
	.read_controls = sim_read_controls,
	.read_counts = sim_read_counts,
	.write_control = sim_write_control,
	.write_count = sim_write_count,
	.settle = sim_settle,
	.line_is_ours = sim_line_is_ours,
	.counts_on = sim_word_counts_on,
	.where = sim_where,
	.freeze_others = sim_freeze_others,
	.thaw_others = sim_thaw_others,
	.clock = sim_clock,
	.ticks = sim_ticks,
};

/* So many events until a counter that is sampled becomes half full, at most. */
static u32 until_sample(const struct perfcnt_sim_step *step, u32 most)
{
	unsigned int i;

	lockdep_assert_held(&hardware.lock);
	for (i = 0; i < register_file.counters; i++)
		if (READ_ONCE(register_file.sampled[i].trigger) &&
		    sim_counts(hardware.control[i], i, step) &&
		    hardware.count[i] < PERFCNT_HALF_FULL)
			most = min(most, PERFCNT_HALF_FULL - hardware.count[i]);
	return most;
}

/* Has a counter's period ended while it runs, and has nobody seen to it, with or without IE? */
static bool period_has_ended(void)
{
	bool ended = false;
	unsigned int i;

	raw_spin_lock_irq(&register_file.lock);
	for (i = 0; i < register_file.counters; i++)
		ended |= register_file.sampled[i].trigger &&
			 (READ_ONCE(hardware.control[i]) & PERFCNT_CTL_MODES) &&
			 (READ_ONCE(hardware.count[i]) & PERFCNT_HALF_FULL);
	ended = ended && perfcnt_regfile_is_ours(&register_file);
	raw_spin_unlock_irq(&register_file.lock);
	return ended;
}

static void sim_plant(const struct perfcnt_sim_plant *plant)
{
	raw_spin_lock_irq(&register_file.lock);
	hardware.plant = *plant;
	raw_spin_unlock_irq(&register_file.lock);
}

/*
 * The event happens now; in pieces, between which the timer looks, and whoever wants it
 * can be killed: samples at each few events make it long.
 */
static int run_step(const struct perfcnt_sim_step *step)
{
	static const struct perfcnt_sim_plant none;
	u64 left = step->count;

	sim_plant(&step->plant);
	while (left && !fatal_signal_pending(current)) {
		u32 piece = min_t(u64, left, EVENTS_PER_LOOK);

		raw_spin_lock_irq(&hardware.lock);
		piece = until_sample(step, piece);
		happen(step, piece);
		raw_spin_unlock_irq(&hardware.lock);
		if (line_is_high() && step->plant.planted)
			smp_call_function_single(step->cpu, sim_interrupt, NULL, true);
		if (line_is_high())
			on_each_cpu(sim_interrupt, NULL, true);
		/* a CPU that has masked a counter has asked another one, by a call */
		while (period_has_ended() && !fatal_signal_pending(current))
			on_each_cpu(sim_interrupt, NULL, true);
		left -= piece;
		sim_poll_in_time();
	}
	sim_plant(&none);
	return left ? -EINTR : 0;
}

/**
 * perfcnt_sim_happen - the step happens: now, or before an access to a register
 * @step: what happens
 *
 * Context: Process context, may sleep.
 * Return: 0, -EINTR, or -ERANGE if it is too much at once.
 */
int perfcnt_sim_happen(const struct perfcnt_sim_step *step)
{
	if (step->count > (step->accesses ? EVENTS_PER_LOOK : STEP_MOST))
		return -ERANGE;
	if (!step->accesses)
		return run_step(step);
	raw_spin_lock_irq(&hardware.lock);
	hardware.planned = *step;
	raw_spin_unlock_irq(&hardware.lock);
	return 0;
}

/* As after a reset: whoever wants a count register to hold something lets that happen. */
static int sim_acquire(struct perfcnt_reason *reason)
{
	int err;

	raw_spin_lock_irq(&hardware.lock);
	memset(hardware.count, 0, sizeof(hardware.count));
	raw_spin_unlock_irq(&hardware.lock);
	err = perfcnt_regfile_seize(&register_file);
	if (err)
		perfcnt_reason_set(reason,
				   "the counter registers are in use outside perfcnt");
	return err;
}

static void sim_release(void)
{
	perfcnt_regfile_release(&register_file);
	irq_work_sync(&line_work);
}

static int sim_configure(unsigned long counters,
			 const struct perfcnt_control *control, u64 *sums,
			 struct perfcnt_reason *reason)
{
	return perfcnt_regfile_configure(&register_file, counters, control,
					 sums, reason);
}

static bool sim_read_fast(unsigned long counters, u64 *sums)
{
	return perfcnt_regfile_read_fast(&register_file, sums);
}

static long sim_read(unsigned long counters, const struct cpumask *cpus, u64 *sums,
		     struct perfcnt_reason *reason)
{
	return perfcnt_regfile_read(&register_file, sums, reason);
}

static bool sim_read_cpu(unsigned long counters, u64 *sums)
{
	return perfcnt_regfile_read_cpu(&register_file, sums);
}

static bool sim_counts_on(const struct perfcnt_control *control,
			  unsigned int cpu)
{
	return sim_word_counts_on(control->word, cpu);
}

static void sim_align(unsigned int counter, u64 base)
{
	perfcnt_regfile_align(&register_file, counter, base);
}

static int sim_sample(unsigned int counter, struct perfcnt_trigger *trigger,
		      struct perfcnt_reason *reason)
{
	return perfcnt_regfile_sample(&register_file, counter, trigger, reason);
}

static int sim_probe(struct perfcnt_pmu *pmu, unsigned int counters,
		     struct perfcnt_reason *reason)
{
	if (counters > PERFCNT_REGFILE_COUNTERS) {
		perfcnt_reason_set(reason, "a 34K has at most %u counters",
				   PERFCNT_REGFILE_COUNTERS);
		return -EINVAL;
	}
	register_file.counters = counters ?: PERFCNT_REGFILE_COUNTERS;
	register_file.registers = &sim_registers;
	register_file.notify = pmu->half_full;
	register_file.change = pmu->change;
	register_file.poll_ns = NSEC_PER_SEC;
	register_file.lap_ns = 64 * register_file.poll_ns;
	perfcnt_regfile_init(&register_file);
	perfcnt_regfile_sample_init(&register_file);
	pmu->limits.counters = register_file.counters;
	pmu->limits.tcs = PERFCNT_SIM_VPES;
	pmu->limits.vpes = PERFCNT_SIM_VPES;
	pmu->limits.modes = PERFCNT_CTL_MODES;
	pmu->hardware = pmu->limits.counters;
	return 0;
}

struct perfcnt_pmu perfcnt_pmu_sim = {
	.name = "sim",
	.owner = THIS_MODULE,
	.probe = sim_probe,
	.acquire = sim_acquire,
	.release = sim_release,
	.configure = sim_configure,
	.read_fast = sim_read_fast,
	.read_cpu = sim_read_cpu,
	.reads_anywhere = true,
	.read = sim_read,
	.counts_on = sim_counts_on,
	.align = sim_align,
	.sample = sim_sample,
};
