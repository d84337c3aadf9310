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
#include <linux/kdebug.h>
#include <linux/kernel.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <asm/addrspace.h>
#include <asm/cacheflush.h>
#include <asm/mipsregs.h>

#include "registers.h"
#include "stalls.h"

unsigned int counters = 4;
module_param(counters, uint, 0444);
MODULE_PARM_DESC(counters, "How many counters the core has, 0 to 4");

bool model;
module_param(model, bool, 0444);
MODULE_PARM_DESC(model, "A model of the core counts its events");

char *route = "all";
module_param(route, charp, 0444);
MODULE_PARM_DESC(route, "Which VPEs get the interrupt: all, filter");

static void test_config(void)
{
	report(expect("Config1.PC", !!(read_c0_config1() & MIPS_CONF1_PC),
		      counters > 0), "Config1.PC");
}

/*
 * A reset leaves the registers undefined, but for IE.  Linux has zeroed those of its own
 * counters, the first two.
 */
static void test_reset(void)
{
	u32 modes = 0, ie = 0;
	unsigned int i;

	for (i = 0; i < counters; i++) {
		diagnose("PerfCtl%u 0x%08x, PerfCnt%u 0x%08x", i, read_ctl(i), i,
			 read_cnt(i));
		modes |= i < 2 ? 0 : read_ctl(i) & CTL_MODES;
		ie |= read_ctl(i) & CTL_IE;
	}
	report(expect("IE", ie, 0) &&
	       expect("a mode", !!modes, counters > 2),
	       "a reset leaves all but IE undefined");
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
	test_events(user);
	test_interrupt();
	test_modelled_pci();
	test_route();
}

#define TESTS_ONCE	7

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
	pr_info("1..%u\n", TESTS_ONCE + (model ? count_stall_tests() : 0) +
			   (count_event_tests() + 3) * num_online_cpus());
	test_config();
	test_reset();
	test_m_bits();
	test_must_be_zero();
	test_counts();
	test_pci();
	test_sum();
	if (model) {
		set_cpus_allowed_ptr(current, cpumask_of(0));
		test_stalls();
	}
	for_each_online_cpu(cpu) {
		set_cpus_allowed_ptr(current, cpumask_of(cpu));
		test_vpe(user);
	}
	set_cpus_allowed_ptr(current, cpu_possible_mask);
}

static int __init registers_test_init(void)
{
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
	err = stalls_take();
	if (err)
		goto unregister;
	err = interrupts_take();
	if (err)
		goto forget;

	run_tests(&user);
	interrupts_give_back();

forget:
	stalls_give_back();
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
