// SPDX-License-Identifier: GPL-2.0
/* The half-full interrupt: when it comes, where, and to whom. */
#include <linux/cpumask.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <asm/irq_regs.h>
#include <asm/mipsregs.h>
#include <asm/time.h>

#include "registers.h"

/* Cause.PCI is the level of any counter that is half full and has IE set. */
void test_pci(void)
{
	unsigned long flags;
	u32 seen[5], status;
	bool ok = true;

	status = quiet_begin(&flags);
	stop_all();
	write_cnt(0, HALF - 1);
	write_ctl(0, CTL_IE);
	seen[0] = read_c0_cause();
	write_cnt(0, HALF);
	seen[1] = read_c0_cause();
	write_cnt(0, 0);
	seen[2] = read_c0_cause();
	write_cnt(0, ~0);
	seen[3] = read_c0_cause();
	write_ctl(0, 0);
	seen[4] = read_c0_cause();
	stop_all();
	quiet_end(status, flags);

	ok &= expect("below half", seen[0] & CAUSEF_PCI, 0);
	ok &= expect("half full", seen[1] & CAUSEF_PCI, CAUSEF_PCI);
	ok &= expect("cleared", seen[2] & CAUSEF_PCI, 0);
	ok &= expect("full", seen[3] & CAUSEF_PCI, CAUSEF_PCI);
	ok &= expect("without IE", seen[4] & CAUSEF_PCI, 0);
	report(ok, "Cause.PCI");
}

/* Twice a data cache, so that none of its lines is there when it is read again */
#define LINE		32
#define LINES		2048

static u8 lines[LINES * LINE];

static void read_lines(void)
{
	unsigned int i;

	for (i = 0; i < LINES; i++)
		READ_ONCE(lines[i * LINE]);
}

/* Cache misses are what a model counts: no translated code tells when it is time. */
void test_modelled_pci(void)
{
	unsigned long flags;
	u32 seen[2], count, status;
	bool ok = true;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: Cause.PCI by cache misses",
		 this_vpe());
	if (!model || !counters) {
		skip(name, "there is no model of a cache");
		return;
	}
	read_lines();
	status = quiet_begin(&flags);
	stop_all();
	write_cnt(0, HALF - LINES);
	write_ctl(0, CTL_EVENT(EVENT_DCACHE_MISSES) | CTL_K | CTL_IE |
		     CTL_VPE(this_vpe()));
	seen[0] = read_c0_cause();
	read_lines();
	seen[1] = read_c0_cause();
	count = read_cnt(0);
	stop_all();
	quiet_end(status, flags);

	diagnose("%u misses of %u lines", count - HALF + LINES, LINES);
	ok &= expect("not before", seen[0] & CAUSEF_PCI, 0);
	ok &= expect("half full", seen[1] & CAUSEF_PCI, CAUSEF_PCI);
	ok &= expect("every line missed, and little else",
		     count >= HALF && count < HALF + LINES / 64, 1);
	report(ok, name);
}

#define NOBODY	UINT_MAX

static struct {
	unsigned int cpu;	/* which CPU shall handle it, NOBODY: none */
	bool done;
	u32 count, cause;
	unsigned long epc, turns;
	atomic_t calls[NR_CPUS];
} half_full = { .cpu = NOBODY };

static irqreturn_t handle_half_full(int irq, void *data)
{
	unsigned int cpu = smp_processor_id();
	struct pt_regs *regs = get_irq_regs();

	if (!(read_c0_cause() & CAUSEF_PCI))
		return IRQ_NONE;
	atomic_inc(&half_full.calls[cpu]);
	if (cpu != READ_ONCE(half_full.cpu))
		return IRQ_HANDLED;
	half_full.cause = read_c0_cause();
	half_full.count = read_cnt(0);
	half_full.epc = regs->cp0_epc;
	half_full.turns = regs->regs[4];
	write_ctl(0, 0);
	WRITE_ONCE(half_full.done, true);
	return IRQ_HANDLED;
}

#define INTERRUPT_TURNS	1000000

/* One interrupt in run_in_status(), whose turns left are in $4 */
static void interrupt_after(u32 instructions)
{
	WRITE_ONCE(half_full.cpu, smp_processor_id());
	half_full.done = false;
	local_irq_disable();
	stop_all();
	write_cnt(0, HALF - instructions);
	write_ctl(0, CTL_EVENT(EVENT_INSTRUCTIONS) | CTL_S | CTL_IE |
		     CTL_VPE(this_vpe()));
	run_in_status(INTERRUPT_TURNS, ST0_KSU, KSU_SUPERVISOR | ST0_IE);
	local_irq_enable();
	local_irq_disable();
	stop_all();
	local_irq_enable();
	WRITE_ONCE(half_full.cpu, NOBODY);
}

static bool interrupted_loop(void)
{
	unsigned long start = (unsigned long)run_in_status_start;
	unsigned long end = (unsigned long)run_in_status_end;
	bool ok = expect("handler was called", half_full.done, 1);

	ok &= expect("Cause.PCI", half_full.cause & CAUSEF_PCI, CAUSEF_PCI);
	ok &= expect("in the loop",
		     half_full.epc >= start && half_full.epc < end, 1);
	return ok;
}

void test_interrupt(void)
{
	static const u32 distances[] = { 1000, 1001, 100000, 1000001 };
	unsigned int i;
	bool ok = true;
	char name[64];

	for (i = 0; i < ARRAY_SIZE(distances); i++) {
		u32 distance = distances[i];

		/*
		 * An ehb and then two instructions a turn.  With an even
		 * distance a branch is the last one, and its slot, which takes
		 * one from $4, comes before the interrupt.
		 */
		interrupt_after(distance);
		ok &= interrupted_loop();
		ok &= expect("turns left", half_full.turns,
			     INTERRUPT_TURNS - distance / 2);
		ok &= expect("count in the handler", half_full.count,
			     HALF + !(distance & 1));
	}
	snprintf(name, sizeof(name), "VPE %u: interrupt at the exact instruction",
		 this_vpe());
	report(ok, name);
}

/* For how long nobody else must be reached, and each who must be, in ns */
#define WHILE	(20 * NSEC_PER_MSEC)
#define LONG	(15ull * NSEC_PER_SEC)

/* By the clock: mdelay() goes by how busy the host was when the CPU came online. */
static void hold_line(unsigned int other, bool wanted)
{
	u64 start = ktime_get_ns(), most = wanted ? LONG : WHILE;

	while (ktime_get_ns() - start < most &&
	       !(wanted && atomic_read(&half_full.calls[other])))
		cpu_relax();
}

/* Hold the line for a while, and see whom it reaches. */
void test_route(void)
{
	bool everyone = strcmp(route, "filter");
	unsigned int me = smp_processor_id();
	unsigned int other = cpumask_any_but(cpu_online_mask, me);
	bool ok = true, reached;
	unsigned long flags;
	char name[64];

	atomic_set(&half_full.calls[me], 0);
	if (other < nr_cpu_ids)
		atomic_set(&half_full.calls[other], 0);
	WRITE_ONCE(half_full.cpu, me);
	half_full.done = false;

	local_irq_save(flags);
	stop_all();
	write_cnt(0, HALF);
	write_ctl(0, CTL_IE | CTL_VPE(this_vpe()));
	hold_line(other, everyone && other < nr_cpu_ids);
	local_irq_restore(flags);
	local_irq_disable();
	stop_all();
	local_irq_enable();

	WRITE_ONCE(half_full.cpu, NOBODY);
	ok &= expect("reached this VPE", half_full.done, 1);
	if (other < nr_cpu_ids) {
		reached = atomic_read(&half_full.calls[other]);
		ok &= expect("reached the other VPE", reached, everyone);
	}
	snprintf(name, sizeof(name), "VPE %u: interrupt goes to %s", this_vpe(),
		 everyone ? "all" : "the filter's VPE");
	report(ok, name);
}

int interrupts_take(void)
{
	return request_irq(get_c0_perfcount_int(), handle_half_full,
			   IRQF_PERCPU | IRQF_NOBALANCING | IRQF_NO_THREAD |
			   IRQF_SHARED, "registers_test", &half_full);
}

void interrupts_give_back(void)
{
	free_irq(get_c0_perfcount_int(), &half_full);
}
