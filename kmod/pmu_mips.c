// SPDX-License-Identifier: GPL-2.0
/*
 * The MIPS32 34K core's counters: CP0 register 25 and the half-full interrupt
 * (MD00548, section 3.1).
 *
 * A core has up to four counters, which its VPEs share: every VPE sees the
 * same registers, so there is one bank, and any CPU can do the work.
 *
 * The interrupt may reach one VPE, the other, or both.  Whoever comes first
 * masks IE of the counters that are past half full, under the bank's lock;
 * the other then finds nothing to do.  IE is set again when the register has
 * wrapped, which a timer looks for.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/printk.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

#include <asm/cpu-features.h>
#include <asm/cpu-info.h>
#include <asm/cpu-type.h>
#include <asm/hazards.h>
#include <asm/mipsmtregs.h>
#include <asm/mipsregs.h>
#include <asm/time.h>

#include "extend.h"
#include "mips_line.h"
#include "pmu.h"

#define MIPS_COUNTERS 4

/* CP0 Count advances every second cycle on a 34K (CCRes is 2). */
#define CYCLES_PER_COUNT 2

/*
 * How often the timer looks in the time that 2^31 cycles take.  Twice is
 * enough at one event a cycle; events that come several times a cycle, as
 * under an emulator, must not slip through either.
 */
#define LOOKS_PER_HALF 8

static struct {
	raw_spinlock_t lock;
	bool held;	/* the registers are ours */
	bool lost;	/* they were, until somebody else wrote to them */
	u32 word[MIPS_COUNTERS]; /* what we wrote to the control registers */
	struct perfcnt_extend extend[MIPS_COUNTERS];
	struct timer_list timer;
	unsigned long look_jiffies;
} bank;

static u32 read_control(unsigned int counter)
{
	switch (counter) {
	case 0:
		return read_c0_perfctrl0();
	case 1:
		return read_c0_perfctrl1();
	case 2:
		return read_c0_perfctrl2();
	default:
		return read_c0_perfctrl3();
	}
}

static void write_control(unsigned int counter, u32 word)
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
	bank.word[counter] = word;
}

static u32 read_count(unsigned int counter)
{
	switch (counter) {
	case 0:
		return read_c0_perfcntr0();
	case 1:
		return read_c0_perfcntr1();
	case 2:
		return read_c0_perfcntr2();
	default:
		return read_c0_perfcntr3();
	}
}

static void write_count(unsigned int counter, u32 count)
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

/* The word with IE as it has to be: set while it counts below half full. */
static u32 with_ie(unsigned int counter, u32 word)
{
	if ((word & PERFCNT_CTL_MODES) &&
	    !perfcnt_extend_half_full(&bank.extend[counter]))
		return word | PERFCNT_CTL_IE;
	return word & ~PERFCNT_CTL_IE;
}

/* Bring all sums up to date. */
static void advance(void)
{
	unsigned int i;

	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
		perfcnt_extend_advance(&bank.extend[i], read_count(i));
}

/*
 * Look at all counters: add to the sums, mask IE of those past half full, set
 * IE of those that have wrapped.  True if there was one to mask.
 */
static bool look(void)
{
	bool masked = false, watch = false;
	unsigned int i;

	lockdep_assert_held(&bank.lock);
	advance();
	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++) {
		u32 word = with_ie(i, bank.word[i]);

		if (word != bank.word[i]) {
			write_control(i, word);
			masked |= !(word & PERFCNT_CTL_IE);
		}
		if ((word & PERFCNT_CTL_MODES) && !(word & PERFCNT_CTL_IE))
			watch = true;
	}
	back_to_back_c0_hazard();
	if (watch && !timer_pending(&bank.timer))
		mod_timer(&bank.timer, jiffies + bank.look_jiffies);
	return masked;
}

/*
 * Do the registers hold what was written to them?  If not, somebody else has
 * them now: stop those that are still ours and touch no other.
 */
static bool still_ours(void)
{
	bool ours = perfcnt_mips_line_is_ours();
	unsigned int i;

	lockdep_assert_held(&bank.lock);
	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
		if ((read_control(i) & ~PERFCNT_CTL_M) != bank.word[i])
			ours = false;
	if (ours)
		return true;
	bank.held = false;
	bank.lost = true;
	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
		if ((read_control(i) & ~PERFCNT_CTL_M) == bank.word[i])
			write_control(i, 0);
	back_to_back_c0_hazard();
	return false;
}

/*
 * While the registers are ours, so is every counter interrupt, also one that
 * the other VPE has just seen to.
 */
static irqreturn_t half_full(void)
{
	bool ours;

	if (!(read_c0_cause() & CAUSEF_PCI))
		return IRQ_NONE;
	raw_spin_lock(&bank.lock);
	ours = bank.held && still_ours();
	if (ours && look())
		atomic_inc(&perfcnt_pmu_mips.half_fulls);
	raw_spin_unlock(&bank.lock);
	return IRQ_RETVAL(ours);
}

static void timer_look(struct timer_list *unused)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&bank.lock, flags);
	if (bank.held && still_ours())
		look();
	raw_spin_unlock_irqrestore(&bank.lock, flags);
}

/* All words 0 and the registers ours, unless somebody counts with them. */
static int mips_seize(void)
{
	unsigned long flags;
	unsigned int i;
	int err = 0;

	raw_spin_lock_irqsave(&bank.lock, flags);
	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
		if (read_control(i) & (PERFCNT_CTL_MODES | PERFCNT_CTL_IE))
			err = -EBUSY;
	for (i = 0; !err && i < perfcnt_pmu_mips.limits.counters; i++) {
		write_control(i, 0);
		perfcnt_extend_start(&bank.extend[i], read_count(i));
	}
	bank.held = !err;
	raw_spin_unlock_irqrestore(&bank.lock, flags);
	return err;
}

static int mips_acquire(const char **reason)
{
	int err;

	err = perfcnt_mips_line_take(half_full, reason);
	if (err)
		return err;
	err = mips_seize();
	if (err) {
		perfcnt_mips_line_give_back();
		*reason = "something else counts with the counter registers";
	}
	return err;
}

static void mips_release(void)
{
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&bank.lock, flags);
	if (bank.held && still_ours()) {
		for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
			write_control(i, 0);
		back_to_back_c0_hazard();
		advance();
	}
	bank.held = false;
	bank.lost = false;
	raw_spin_unlock_irqrestore(&bank.lock, flags);
	timer_delete_sync(&bank.timer);
	perfcnt_mips_line_give_back();
}

static void copy_sums(u64 *sums)
{
	unsigned int i;

	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
		sums[i] = bank.extend[i].sum;
}

/* Stop what changes, so that no event is counted for both words; start it. */
static void change_words(unsigned long counters, const u32 *control)
{
	unsigned int i;

	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
		if ((counters & BIT(i)) &&
		    (bank.word[i] ^ control[i]) & ~PERFCNT_CTL_IE)
			write_control(i, control[i] & ~(PERFCNT_CTL_MODES |
							PERFCNT_CTL_IE));
	back_to_back_c0_hazard();
	advance();
	for (i = 0; i < perfcnt_pmu_mips.limits.counters; i++)
		if ((counters & BIT(i)) &&
		    (bank.word[i] ^ control[i]) & ~PERFCNT_CTL_IE)
			write_control(i, with_ie(i, control[i]));
	back_to_back_c0_hazard();
}

static int mips_configure(unsigned int unused, unsigned long counters,
			  const u32 *control, u64 *sums)
{
	unsigned long flags;
	int err = 0;

	raw_spin_lock_irqsave(&bank.lock, flags);
	if (bank.held && still_ours()) {
		change_words(counters, control);
		copy_sums(sums);
		look();
	} else {
		err = -EIO;
	}
	raw_spin_unlock_irqrestore(&bank.lock, flags);
	return err;
}

static int mips_read(unsigned int unused, u64 *sums)
{
	unsigned long flags;
	int err;

	raw_spin_lock_irqsave(&bank.lock, flags);
	if (bank.held && still_ours())
		look();
	copy_sums(sums);
	err = bank.lost ? -EIO : 0;
	raw_spin_unlock_irqrestore(&bank.lock, flags);
	return err;
}

static int mips_preload(unsigned int unused, unsigned int counter, u32 value)
{
	unsigned long flags;
	int err = 0;

	raw_spin_lock_irqsave(&bank.lock, flags);
	if (bank.held && still_ours()) {
		u32 word = bank.word[counter];

		write_control(counter,
			      word & ~(PERFCNT_CTL_MODES | PERFCNT_CTL_IE));
		back_to_back_c0_hazard();
		advance();
		write_count(counter, value);
		perfcnt_extend_start(&bank.extend[counter], value);
		write_control(counter, with_ie(counter, word));
		back_to_back_c0_hazard();
		look();
	} else {
		err = -EIO;
	}
	raw_spin_unlock_irqrestore(&bank.lock, flags);
	return err;
}

/* Each control register says in M whether one more counter follows. */
static unsigned int count_counters(void)
{
	unsigned int n = 1;

	while (n < MIPS_COUNTERS && (read_control(n - 1) & PERFCNT_CTL_M))
		n++;
	return n;
}

static bool one_core(void)
{
	int cpu;

	for_each_online_cpu(cpu)
		if (cpu_core(&cpu_data[cpu]) != cpu_core(&cpu_data[0]))
			return false;
	return true;
}

static int mips_probe(struct perfcnt_pmu *pmu)
{
	u32 mvpconf0;

	if (!(read_c0_config1() & MIPS_CONF1_PC)) {
		pr_err("this core has no performance counters (Config1.PC is 0)\n");
		return -ENODEV;
	}
	if (boot_cpu_type() != CPU_34K || !cpu_has_mipsmt) {
		pr_err("this core has performance counters, but is not of the 34K family\n");
		return -ENODEV;
	}
	if (!one_core()) {
		pr_err("the CPUs are of several cores, which is not supported\n");
		return -ENODEV;
	}
	mvpconf0 = read_c0_mvpconf0();
	pmu->limits.counters = count_counters();
	pmu->limits.tcs = (mvpconf0 & MVPCONF0_PTC) + 1;
	pmu->limits.vpes = ((mvpconf0 & MVPCONF0_PVPE) >> MVPCONF0_PVPE_SHIFT) + 1;
	pmu->banks = 1;
	raw_spin_lock_init(&bank.lock);
	timer_setup(&bank.timer, timer_look, 0);
	bank.look_jiffies = max_t(unsigned long, 1,
				  div_u64((u64)HZ * PERFCNT_HALF_FULL /
					  LOOKS_PER_HALF,
					  CYCLES_PER_COUNT * mips_hpt_frequency));
	return 0;
}

struct perfcnt_pmu perfcnt_pmu_mips = {
	.name = "mips",
	.probe = mips_probe,
	.acquire = mips_acquire,
	.release = mips_release,
	.configure = mips_configure,
	.read = mips_read,
	.preload = mips_preload,
};
