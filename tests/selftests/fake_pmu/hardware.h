/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The registers of a CPU's counters, in memory.
 *
 * Each CPU has its own, which are used on it only, with interrupts off.  A
 * counter that is enabled counts what happens if its code and modes are right,
 * and interrupts when it wraps.
 */
#ifndef FAKE_PMU_HARDWARE_H
#define FAKE_PMU_HARDWARE_H

#include <linux/types.h>

#define FAKE_MAX_COUNTERS 8

/* Where something happens. */
#define FAKE_USER	1u
#define FAKE_KERNEL	2u
#define FAKE_HYPERVISOR	4u
#define FAKE_GUEST	8u	/* in its user mode */

/**
 * struct fake_counter - one counter of a CPU
 * @owner: for the interrupt's handler
 * @enabled: it counts
 * @code: what it counts
 * @modes: in which modes, FAKE_*
 * @value: how far it is
 */
struct fake_counter {
	void *owner;
	bool enabled;
	u32 code;
	u32 modes;
	u64 value;
};

typedef void (*fake_interrupt_t)(void *owner);

void fake_hardware_init(unsigned int width, fake_interrupt_t interrupt);
u64 fake_hardware_mask(void);
struct fake_counter *fake_counter_here(unsigned int index);
int fake_hardware_happen(unsigned int cpu, u32 code, u32 mode, u64 count);
void fake_hardware_reset_here(void);

#endif /* FAKE_PMU_HARDWARE_H */
