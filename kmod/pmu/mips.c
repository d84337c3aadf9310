// SPDX-License-Identifier: GPL-2.0
/*
 * The MIPS32 34K core's counters: CP0 register 25 and the half-full interrupt
 * (MD00548, section 3.1).
 *
 * A core has up to four counters, which its VPEs share: every VPE sees the
 * same registers, so there is one register file, and any CPU can do the work.
 */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/reboot.h>
#include <linux/time64.h>

#include <asm/cpu-features.h>
#include <asm/cpu-info.h>
#include <asm/cpu-type.h>
#include <asm/hazards.h>
#include <asm/irq_regs.h>
#include <asm/mipsmtregs.h>
#include <asm/mipsregs.h>
#include <asm/ptrace.h>
#include <asm/time.h>

#include "../core/notify.h"
#include "../core/pmu.h"
#include "../core/window.h"
#include "mips_line.h"
#include "regfile.h"

/* CP0 Count advances every second cycle on a 34K (CCRes is 2). */
#define CYCLES_PER_COUNT 2

/*
 * How often the timer looks in the time that 2^31 cycles take.  Twice is
 * enough at one event a cycle; events that come several times a cycle, as
 * under an emulator, must not slip through either.
 */
#define LOOKS_PER_HALF 8

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
 * set.  In a delay slot it is the branch.
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
}

static const struct perfcnt_registers cp0_registers = {
	.read_controls = mips_read_controls,
	.read_counts = mips_read_counts,
	.write_control = mips_write_control,
	.write_count = mips_write_count,
	.settle = mips_settle,
	.line_is_ours = perfcnt_mips_line_is_ours,
	.counts_on = mips_word_counts_on,
	.where = mips_where,
};

static irqreturn_t mips_half_full(void)
{
	return IRQ_RETVAL(perfcnt_regfile_interrupt(&register_file));
}

static int mips_acquire(struct perfcnt_reason *reason)
{
	const char *words;
	int err;

	err = perfcnt_mips_line_take(mips_half_full, &words);
	if (err) {
		perfcnt_reason_set(reason, "%s", words);
		return err;
	}
	register_file.no_line = !perfcnt_mips_line_interrupts();
	err = perfcnt_regfile_seize(&register_file);
	if (err) {
		perfcnt_mips_line_give_back();
		perfcnt_reason_set(reason, register_file.down ?
				   "the system goes down" :
				   "the counter registers are in use outside perfcnt");
	}
	return err;
}

static void mips_release(void)
{
	perfcnt_regfile_release(&register_file);
	perfcnt_mips_line_give_back();
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

	if (!READ_ONCE(file->held) || !perfcnt_mips_line_is_ours())
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
	return perfcnt_regfile_fast_good(&fast);
}

static bool notrace mips_read_fast(unsigned long counters, u64 *sums)
{
	unsigned int seen;
	bool good;

	if (unlikely(register_file.counters < PERFCNT_REGFILE_COUNTERS))
		return perfcnt_regfile_read_fast(&register_file, sums);
	do {
		seen = raw_read_seqcount_begin(&register_file.changes);
		good = mips_read_four(sums);
	} while (unlikely(read_seqcount_retry(&register_file.changes, seen)));
	return good;
}

static long notrace mips_read(unsigned long counters, const struct cpumask *cpus, u64 *sums,
			      struct perfcnt_reason *reason)
{
	return perfcnt_regfile_read(&register_file, sums, reason);
}

static bool notrace mips_read_cpu(unsigned long counters, u64 *sums)
{
	return mips_read_fast(counters, sums) ||
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
	register_file.patience = PATIENCE;
	perfcnt_regfile_init(&register_file);
	perfcnt_regfile_sample_init(&register_file);
	mvpconf0 = read_c0_mvpconf0();
	pmu->limits.counters = register_file.counters;
	pmu->limits.tcs = (mvpconf0 & MVPCONF0_PTC) + 1;
	pmu->limits.vpes = ((mvpconf0 & MVPCONF0_PVPE) >> MVPCONF0_PVPE_SHIFT) + 1;
	pmu->limits.modes = PERFCNT_CTL_MODES;
	pmu->hardware = true;
	return register_reboot_notifier(&down_notifier);
}

static void mips_remove(void)
{
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
	.read_fast = mips_read_fast,
	.read_cpu = mips_read_cpu,
	.reads_anywhere = true,
	.read = mips_read,
	.counts_on = mips_counts_on,
	.align = mips_align,
	.sample = mips_sample,
};
