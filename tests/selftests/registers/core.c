// SPDX-License-Identifier: GPL-2.0
/* The counter registers of this core, and known work to be counted. */
#include <linux/irqflags.h>

#include <asm/cpu-features.h>
#include <asm/mipsmtregs.h>
#include <asm/mipsregs.h>

#include "registers.h"

/* What loads and stores may use. */
u32 *cached, *uncached;

u32 read_ctl(unsigned int counter)
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

void write_ctl(unsigned int counter, u32 value)
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

u32 read_cnt(unsigned int counter)
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

void write_cnt(unsigned int counter, u32 value)
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

void stop_all(void)
{
	unsigned int i;

	for (i = 0; i < counters; i++) {
		write_ctl(i, 0);
		write_cnt(i, 0);
	}
}

u32 this_vpe(void)
{
	return (read_c0_tcbind() & TCBIND_CURVPE) >> TCBIND_CURVPE_SHIFT;
}

u32 this_tc(void)
{
	return (read_c0_tcbind() & TCBIND_CURTC) >> TCBIND_CURTC_SHIFT;
}

/*
 * Interrupts are off for good, also while an exception handler runs that
 * would turn them on; FPU and DSP can be used.
 */
u32 quiet_begin(unsigned long *flags)
{
	u32 status;

	local_irq_save(*flags);
	status = read_c0_status();
	write_c0_status((status & ~ST0_IM) | ST0_CU1 | ST0_MX);
	back_to_back_c0_hazard();
	return status;
}

void quiet_end(u32 status, unsigned long flags)
{
	write_c0_status(status);
	back_to_back_c0_hazard();
	local_irq_restore(flags);
}

static void run_load(const struct load *load, unsigned long turns)
{
	if (load->sequence)
		load->sequence->run(turns, cached, uncached);
	else
		load->in_status(turns, load->clear, load->set);
}

/* Several counters at once: each has its control word, or 0. */
void count_once(const u32 *ctl, u32 *cnt, const struct load *load,
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

/* Counts of 1000 turns.  The first run is for the TLB and to be forgotten. */
void count_thousand(const u32 *ctl, u32 *cnt, const struct load *load)
{
	u32 few[4];
	unsigned int i;

	count_once(ctl, few, load, FEW);
	count_once(ctl, few, load, FEW);
	count_once(ctl, cnt, load, MANY);
	for (i = 0; i < counters; i++)
		cnt[i] -= few[i];
}
