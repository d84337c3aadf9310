// SPDX-License-Identifier: GPL-2.0
/*
 * The performance counters of the 34K machine, register by register.
 *
 * Drives CP0 register 25 with mtc0 and mfc0 around known instructions, and
 * says in KTAP, in the kernel's log, what came of it.  Loading the module runs
 * the tests, whatever their outcome; after that it holds nothing any more, and
 * can be unloaded.  Nothing else may use the counters meanwhile.
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/kdebug.h>
#include <linux/kernel.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/uaccess.h>

#include <asm/addrspace.h>
#include <asm/cacheflush.h>
#include <asm/irq_regs.h>
#include <asm/mipsregs.h>
#include <asm/time.h>

#include "registers.h"

static unsigned int counters = 4;
module_param(counters, uint, 0444);
MODULE_PARM_DESC(counters, "How many counters the core has, 0 to 4");

static char *route = "all";
module_param(route, charp, 0444);
MODULE_PARM_DESC(route, "Which VPEs get the interrupt: all, filter");

/* The control register: MD00548, Table 2 */
#define CTL_EVENT(code)	((code) << 5)
#define CTL_EXL		MIPS_PERFCTRL_EXL
#define CTL_K		MIPS_PERFCTRL_K
#define CTL_S		MIPS_PERFCTRL_S
#define CTL_U		MIPS_PERFCTRL_U
#define CTL_MODES	(CTL_EXL | CTL_K | CTL_S | CTL_U)
#define CTL_IE		MIPS_PERFCTRL_IE
#define CTL_MT_ALL	(0 << 20)
#define CTL_VPE(n)	(1 << 20 | (n) << 16)
#define CTL_TC(n)	(2 << 20 | (n) << 22)
#define CTL_MT_RESERVED	(3 << 20)
#define CTL_WRITABLE	0x3fff0fff
#define CTL_M		0x80000000
#define HALF		0x80000000

#define EVENT_INSTRUCTIONS	1

/* Where each kind can be counted: Table 3 */
static const struct event {
	u8 code;
	u8 counter;	/* the first one of its bank */
	u8 kind;
	const char *name;
} events[] = {
	{  1, 0, INSTRUCTIONS, "instructions" },
	{  1, 1, INSTRUCTIONS, "instructions" },
	{  2, 0, BRANCHES, "branches" },
	{  3, 0, RETURNS, "jr $31" },
	{  4, 0, INDIRECT_JUMPS, "other jr and jalr" },
	{ 10, 0, CACHED, "data cache accesses" },
	{ 14, 0, FPU, "FPU instructions" },
	{ 14, 1, INTEGER, "integer instructions" },
	{ 15, 0, LOADS, "loads" },
	{ 15, 1, STORES, "stores" },
	{ 16, 0, JUMPS, "j and jal" },
	{ 16, 1, MIPS16, "MIPS16 instructions" },
	{ 17, 0, NOPS, "no-ops" },
	{ 17, 1, MULDIV, "multiplications and divisions" },
	{ 19, 0, SC, "sc" },
	{ 19, 1, SC_FAILED, "sc that failed" },
	{ 20, 0, PREFETCHES, "prefetches" },
	{ 23, 0, EXCEPTIONS, "exceptions" },
	{ 26, 0, DSP, "DSP instructions" },
	{ 33, 0, UNCACHED_LOADS, "uncached loads" },
	{ 33, 1, UNCACHED_STORES, "uncached stores" },
	{ 34, 0, FORKS, "fork" },
	{ 34, 1, YIELDS, "yield" },
};

/* Every (event, bank) of Table 3 */
#define EVEN	1
#define ODD	2
#define PERFCNT_EVENT(code, bank, scope, name, description) \
	{ code, bank },
static const struct {
	u8 code, bank;
} listed[] = {
#include <linux/perfcnt_events.h>
};

static u32 *cached, *uncached;
static unsigned int test_number;

/* KTAP */

static void report(bool ok, const char *name)
{
	pr_info("%sok %u - %s\n", ok ? "" : "not ", ++test_number, name);
}

static void skip(const char *name, const char *why)
{
	pr_info("ok %u - %s # SKIP %s\n", ++test_number, name, why);
}

#define diagnose(fmt, ...)	pr_info("# " fmt "\n", ##__VA_ARGS__)

static bool expect(const char *what, u32 seen, u32 expected)
{
	if (seen == expected)
		return true;
	diagnose("%s: %u (0x%x) seen, %u (0x%x) expected", what, seen, seen,
		 expected, expected);
	return false;
}

/* Registers */

static u32 read_ctl(unsigned int counter)
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

static void write_ctl(unsigned int counter, u32 value)
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
		break;
	}
	back_to_back_c0_hazard();
}

static u32 read_cnt(unsigned int counter)
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

static void write_cnt(unsigned int counter, u32 value)
{
	switch (counter) {
	case 0:
		write_c0_perfcntr0(value);
		break;
	case 1:
		write_c0_perfcntr1(value);
		break;
	case 2:
		write_c0_perfcntr2(value);
		break;
	default:
		write_c0_perfcntr3(value);
		break;
	}
	back_to_back_c0_hazard();
}

static void stop_all(void)
{
	unsigned int i;

	for (i = 0; i < counters; i++) {
		write_ctl(i, 0);
		write_cnt(i, 0);
	}
}

static u32 this_vpe(void)
{
	return (read_c0_tcbind() & TCBIND_CURVPE) >> TCBIND_CURVPE_SHIFT;
}

static u32 this_tc(void)
{
	return (read_c0_tcbind() & TCBIND_CURTC) >> TCBIND_CURTC_SHIFT;
}

/*
 * Interrupts are off for good, also while an exception handler runs that
 * would turn them on; FPU and DSP can be used.
 */
static u32 quiet_begin(unsigned long *flags)
{
	u32 status;

	local_irq_save(*flags);
	status = read_c0_status();
	write_c0_status((status & ~ST0_IM) | ST0_CU1 | ST0_MX);
	back_to_back_c0_hazard();
	return status;
}

static void quiet_end(u32 status, unsigned long flags)
{
	write_c0_status(status);
	back_to_back_c0_hazard();
	local_irq_restore(flags);
}

/* What is run under the counters */
struct load {
	const struct sequence *sequence;	/* or, where there is none: */
	void (*in_status)(unsigned long turns, u32 clear, u32 set);
	u32 clear, set;				/* bits of Status */
};

static void run_load(const struct load *load, unsigned long turns)
{
	if (load->sequence)
		load->sequence->run(turns, cached, uncached);
	else
		load->in_status(turns, load->clear, load->set);
}

/* Several counters at once: each has its control word, or 0. */
static void count_once(const u32 *ctl, u32 *cnt, const struct load *load,
		       unsigned long turns)
{
	unsigned long flags;
	unsigned int i;
	u32 status;

	status = quiet_begin(&flags);
	stop_all();
	for (i = 0; i < counters; i++)
		write_ctl(i, ctl[i]);
	run_load(load, turns);
	for (i = 0; i < counters; i++)
		write_ctl(i, 0);
	for (i = 0; i < counters; i++)
		cnt[i] = read_cnt(i);
	stop_all();
	quiet_end(status, flags);
}

#define FEW	100
#define MANY	1100

/* Counts of 1000 turns.  The first run is for the TLB and to be forgotten. */
static void count_thousand(const u32 *ctl, u32 *cnt, const struct load *load)
{
	u32 few[4];
	unsigned int i;

	count_once(ctl, few, load, FEW);
	count_once(ctl, few, load, FEW);
	count_once(ctl, cnt, load, MANY);
	for (i = 0; i < counters; i++)
		cnt[i] -= few[i];
}

/* Tests that are the same everywhere */

static void test_config(void)
{
	report(expect("Config1.PC", !!(read_c0_config1() & MIPS_CONF1_PC),
		      counters > 0), "Config1.PC");
}

static void test_m_bits(void)
{
	bool ok = true;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		u32 more = i + 1 < counters ? CTL_M : 0;

		ok &= expect("M bit", read_ctl(i) & CTL_M, more);
	}
	report(ok, "M bits");
}

static void test_must_be_zero(void)
{
	unsigned long flags;
	bool ok = true;
	unsigned int i;
	u32 zeros[4], ones[4], status;

	status = quiet_begin(&flags);
	stop_all();
	for (i = 0; i < 4; i++) {
		write_ctl(i, ~0);
		ones[i] = read_ctl(i) & ~CTL_M;
		write_ctl(i, 0);
		zeros[i] = read_ctl(i) & ~CTL_M;
		write_cnt(i, 0);
	}
	quiet_end(status, flags);

	for (i = 0; i < 4; i++) {
		ok &= expect("all ones", ones[i],
			     i < counters ? CTL_WRITABLE : 0);
		ok &= expect("all zeros", zeros[i], 0);
	}
	report(ok, "bits that must be zero are, others can be written");
}

static void test_counts(void)
{
	unsigned long flags;
	bool ok = true;
	unsigned int i;
	u32 seen[4], status;

	status = quiet_begin(&flags);
	for (i = 0; i < 4; i++)
		write_cnt(i, 0x789abcd0 + i);
	for (i = 0; i < 4; i++)
		seen[i] = read_cnt(i);
	stop_all();
	quiet_end(status, flags);

	for (i = 0; i < 4; i++)
		ok &= expect("count", seen[i],
			     i < counters ? 0x789abcd0 + i : 0);
	report(ok, "counts stay as written");
}

/* Cause.PCI is the level of any counter that is half full and has IE set. */
static void test_pci(void)
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

/* Tests of one VPE, which they run on */

static bool compare_sequence(const struct event *event,
			     const struct sequence *sequence)
{
	struct load load = { .sequence = sequence };
	u32 expected = sequence->turn[event->kind] * (MANY - FEW);
	u32 ctl[4] = {}, cnt[4];
	bool ok = true;
	unsigned int i;

	if (sequence->turn[event->kind] == ANY)
		return true;
	for (i = event->counter; i < counters; i += 2)
		ctl[i] = CTL_EVENT(event->code) | CTL_K | CTL_VPE(this_vpe());
	count_thousand(ctl, cnt, &load);
	for (i = event->counter; i < counters; i += 2) {
		if (cnt[i] == expected)
			continue;
		diagnose("counter %u, %s: %u seen, %u expected", i,
			 sequence->name, cnt[i], expected);
		ok = false;
	}
	return ok;
}

static void test_event(const struct event *event)
{
	bool ok = true;
	unsigned int i;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: event %u %s: %s", this_vpe(),
		 event->code, event->counter ? "odd" : "even", event->name);
	if (event->counter >= counters) {
		skip(name, "no such counter");
		return;
	}
	for (i = 0; i < n_sequences; i++)
		ok &= compare_sequence(event, &sequences[i]);
	report(ok, name);
}

/* Run in one mode: which of the four mode bits count it? */
static void test_mode(const char *mode, const struct load *load, u32 bit)
{
	static const u32 bits[] = { CTL_U, CTL_S, CTL_K, CTL_EXL };
	u32 ctl[4] = {}, cnt[4];
	bool ok = true;
	unsigned int i;
	char name[64];

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		ctl[0] = CTL_EVENT(EVENT_INSTRUCTIONS) | bits[i] |
			 CTL_VPE(this_vpe());
		count_thousand(ctl, cnt, load);
		ok &= expect(mode, cnt[0], bits[i] == bit ? 2000 : 0);
	}
	ctl[0] |= CTL_MODES;
	count_thousand(ctl, cnt, load);
	ok &= expect("all modes", cnt[0], bit ? 2000 : 0);
	snprintf(name, sizeof(name), "VPE %u: %s", this_vpe(), mode);
	report(ok, name);
}

static void test_modes(const struct load *user)
{
	struct load kernel = { .in_status = run_in_status };
	struct load supervisor = { .in_status = run_in_status,
				   .clear = ST0_KSU, .set = KSU_SUPERVISOR };
	struct load reserved = { .in_status = run_in_status,
				 .clear = ST0_EXL, .set = ST0_ERL };
	struct load exl = { .in_status = run_in_status, .set = ST0_EXL };
	struct load user_exl = *user;

	user_exl.set |= ST0_EXL;
	test_mode("kernel mode", &kernel, CTL_K);
	test_mode("supervisor mode", &supervisor, CTL_S);
	test_mode("user mode", user, CTL_U);
	test_mode("EXL", &exl, CTL_EXL);
	test_mode("EXL with KSU = user", &user_exl, CTL_EXL);
	test_mode("ERL counts nowhere", &reserved, 0);
}

/* An exception's own instructions: EXL and K make up what both count. */
static void test_exl_sum(void)
{
	struct load load = { .sequence = &sequences[n_sequences - 1] };
	u32 base = CTL_EVENT(EVENT_INSTRUCTIONS) | CTL_VPE(this_vpe());
	u32 ctl[4] = { base | CTL_K, base | CTL_EXL,
		       base | CTL_K | CTL_EXL, base | CTL_U | CTL_S };
	u32 cnt[4] = {};
	bool ok = true;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: EXL and K add up", this_vpe());
	if (counters < 4) {
		skip(name, "no four counters");
		return;
	}
	count_thousand(ctl, cnt, &load);
	ok &= expect("K + EXL", cnt[0] + cnt[1], cnt[2]);
	ok &= expect("neither U nor S", cnt[3], 0);
	ok &= expect("whole exceptions in EXL", cnt[1] % 1000, 0);
	ok &= cnt[1] > 0;
	diagnose("an exception: %u instructions with EXL, %u without",
		 cnt[1] / 1000, cnt[0] / 1000);
	report(ok, name);
}

/* Nobody else uses supervisor mode: all filters can be told exactly. */
static void test_filters(void)
{
	u32 vpe = this_vpe(), tc = this_tc();
	const struct {
		const char *name;
		u32 filter;
		u32 expected;
	} filters[] = {
		{ "all", CTL_MT_ALL, 2000 },
		{ "this VPE", CTL_VPE(vpe), 2000 },
		{ "the other VPE", CTL_VPE(vpe ^ 1), 0 },
		{ "no such VPE", CTL_VPE(15), 0 },
		{ "this TC", CTL_TC(tc), 2000 },
		{ "the other TC", CTL_TC(tc ^ 1), 0 },
		{ "no such TC", CTL_TC(255), 0 },
		{ "reserved", CTL_MT_RESERVED, 0 },
		{ "reserved, ids match",
		  CTL_MT_RESERVED | vpe << 16 | tc << 22, 0 },
	};
	struct load load = { .in_status = run_in_status,
			     .clear = ST0_KSU, .set = KSU_SUPERVISOR };
	u32 ctl[4] = {}, cnt[4];
	unsigned int i;
	char name[64];

	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		ctl[0] = CTL_EVENT(EVENT_INSTRUCTIONS) | CTL_S |
			 filters[i].filter;
		count_thousand(ctl, cnt, &load);
		snprintf(name, sizeof(name), "VPE %u: filter: %s", vpe,
			 filters[i].name);
		report(expect("instructions", cnt[0], filters[i].expected),
		       name);
	}
}

static bool is_listed(unsigned int code, unsigned int bank)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(listed); i++)
		if (listed[i].code == code && listed[i].bank == bank)
			return true;
	return false;
}

static bool is_exact(unsigned int code, unsigned int counter)
{
	unsigned int i;

	if (code == 0) /* cycles */
		return true;
	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (events[i].code == code && events[i].counter == counter)
			return true;
	return false;
}

static bool counts_nothing(unsigned int code, unsigned int counter)
{
	u32 ctl[4] = {}, cnt[4];
	bool ok = true;
	unsigned int i;

	ctl[counter] = CTL_EVENT(code) | CTL_MODES;
	for (i = 0; i < n_sequences; i++) {
		struct load load = { .sequence = &sequences[i] };

		count_once(ctl, cnt, &load, FEW);
		if (cnt[counter])
			diagnose("event %u, %s: %u seen", code,
				 sequences[i].name, cnt[counter]);
		ok &= !cnt[counter];
	}
	return ok;
}

/* Neither reserved events nor those that are not emulated count anything. */
static void test_zero(unsigned int counter, bool want_listed)
{
	unsigned int bank = counter ? ODD : EVEN;
	unsigned int code;
	bool ok = true;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: %s %s events count nothing",
		 this_vpe(), want_listed ? "other" : "reserved",
		 counter ? "odd" : "even");
	if (counter >= counters) {
		skip(name, "no such counter");
		return;
	}
	for (code = 0; code < 128; code++)
		if (is_listed(code, bank) == want_listed &&
		    !is_exact(code, counter))
			ok &= counts_nothing(code, counter);
	report(ok, name);
}

/*
 * Count ticks every second cycle: CCRes = 2.  Two readings take their time,
 * and the emulator may be interrupted between them: take Count before and
 * after, and try again if they are too far apart to tell a thousandth.
 */
#define CYCLE_TURNS	20000000
#define CYCLE_TRIES	20

struct reading {
	u32 before, cycles, after;
};

static void take_reading(struct reading *reading, unsigned int counter)
{
	reading->before = read_c0_count();
	reading->cycles = read_cnt(counter);
	reading->after = read_c0_count();
}

static void time_cycles(unsigned int counter, u32 *cycles, u32 *least,
			u32 *most)
{
	struct reading start, end;
	unsigned long flags;
	u32 status;

	status = quiet_begin(&flags);
	stop_all();
	write_ctl(counter, CTL_EVENT(0) | CTL_MODES);
	take_reading(&start, counter);
	run_plain(CYCLE_TURNS);
	take_reading(&end, counter);
	stop_all();
	quiet_end(status, flags);

	*cycles = end.cycles - start.cycles;
	*least = 2 * (end.before - start.after);
	*most = 2 * (end.after - start.before);
}

static void test_cycles(unsigned int counter)
{
	u32 cycles, least, most;
	unsigned int i;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: %s cycles agree with Count",
		 this_vpe(), counter ? "odd" : "even");
	if (counter >= counters) {
		skip(name, "no such counter");
		return;
	}
	for (i = 0; i < CYCLE_TRIES; i++) {
		time_cycles(counter, &cycles, &least, &most);
		if (most - least < least / 1000)
			break;
	}
	diagnose("%u cycles, by Count %u to %u", cycles, least, most);
	report(most - least < least / 1000 &&
	       cycles >= least - least / 1000 && cycles <= most + most / 1000,
	       name);
}

/* The interrupt */

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

static void test_interrupt(void)
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

/* Hold the line for a while, and see whom it reaches. */
static void test_route(void)
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
	mdelay(20);
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

/* One counter for both VPEs sums up what they do, one after the other. */
static void run_on_each(unsigned long turns)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		unsigned long flags;
		u32 status;

		set_cpus_allowed_ptr(current, cpumask_of(cpu));
		status = quiet_begin(&flags);
		run_in_status(turns, ST0_KSU, KSU_SUPERVISOR);
		quiet_end(status, flags);
	}
}

static void test_sum(void)
{
	u32 few, many;

	stop_all();
	write_ctl(0, CTL_EVENT(EVENT_INSTRUCTIONS) | CTL_S);
	run_on_each(FEW);
	few = read_cnt(0);
	run_on_each(MANY);
	many = read_cnt(0) - few;
	stop_all();
	report(expect("instructions", many - few, 2000 * num_online_cpus()),
	       "one counter sums up all VPEs");
}

/* User mode: run_in_status() once more, in a page of the calling process */

static int map_user_code(struct load *user, unsigned long *page)
{
	unsigned long size = run_in_status_end - run_in_status_start;

	*page = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_ANONYMOUS | MAP_PRIVATE, 0);
	if (IS_ERR_VALUE(*page))
		return (long)*page;
	if (copy_to_user((void __user *)*page, run_in_status_start, size)) {
		vm_munmap(*page, PAGE_SIZE);
		return -EFAULT;
	}
	flush_icache_range(*page, *page + size);
	user->in_status = (void *)*page;
	user->clear = ST0_KSU;
	user->set = KSU_USER;
	return 0;
}

static void test_vpe(const struct load *user)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		test_event(&events[i]);
	test_modes(user);
	test_exl_sum();
	test_filters();
	for (i = 0; i < 2; i++) {
		test_zero(i, true);
		test_zero(i, false);
		test_cycles(i);
	}
	test_interrupt();
	test_route();
}

#define TESTS_ONCE	6
#define TESTS_A_VPE	(ARRAY_SIZE(events) + 6 + 1 + 9 + 2 * 3 + 2)

static int step_over_break(struct notifier_block *block, unsigned long reason,
			   void *data)
{
	struct die_args *args = data;

	if (reason != DIE_BREAK ||
	    args->regs->cp0_epc != (unsigned long)break_here)
		return NOTIFY_DONE;
	args->regs->cp0_epc += 4;
	return NOTIFY_STOP;
}

static struct notifier_block break_notifier = {
	.notifier_call = step_over_break,
};

static void run_tests(const struct load *user)
{
	unsigned int cpu;

	pr_info("KTAP version 1\n");
	if (!counters) {
		pr_info("1..1\n");
		test_config();
		return;
	}
	pr_info("1..%zu\n", TESTS_ONCE + TESTS_A_VPE * num_online_cpus());
	test_config();
	test_m_bits();
	test_must_be_zero();
	test_counts();
	test_pci();
	test_sum();
	for_each_online_cpu(cpu) {
		set_cpus_allowed_ptr(current, cpumask_of(cpu));
		test_vpe(user);
	}
	set_cpus_allowed_ptr(current, cpu_possible_mask);
}

static int __init registers_test_init(void)
{
	int irq = get_c0_perfcount_int();
	struct load user = {};
	unsigned long page;
	int err;

	/* Loads go up to 400 bytes. */
	cached = kzalloc(512, GFP_KERNEL);
	if (!cached)
		return -ENOMEM;
	uncached = (u32 *)CKSEG1ADDR(cached + 64);

	err = map_user_code(&user, &page);
	if (err)
		goto free_memory;
	err = register_die_notifier(&break_notifier);
	if (err)
		goto unmap;
	err = request_irq(irq, handle_half_full,
			  IRQF_PERCPU | IRQF_NOBALANCING | IRQF_NO_THREAD |
			  IRQF_SHARED, "registers_test", &half_full);
	if (err)
		goto unregister;

	run_tests(&user);
	free_irq(irq, &half_full);

unregister:
	unregister_die_notifier(&break_notifier);
unmap:
	vm_munmap(page, PAGE_SIZE);
free_memory:
	kfree(cached);
	return err;
}
module_init(registers_test_init);

/* All has been done and given back when loading it was over. */
static void __exit registers_test_exit(void)
{
}
module_exit(registers_test_exit);

MODULE_DESCRIPTION("Register test of the 34K machine's performance counters");
MODULE_LICENSE("GPL");
