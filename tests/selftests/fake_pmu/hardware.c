// SPDX-License-Identifier: GPL-2.0
/* The registers of a CPU's counters; hardware.h has the idea. */
#include <linux/bits.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "hardware.h"

struct registers {
	struct fake_counter counter[FAKE_MAX_COUNTERS];
};

static DEFINE_PER_CPU(struct registers, registers);
static fake_interrupt_t interrupt;
static u64 mask;

/**
 * fake_hardware_init - what the counters are like
 * @width: their bits, 8 to 63
 * @handler: what to call on the CPU when a counter has wrapped, or NULL
 */
void fake_hardware_init(unsigned int width, fake_interrupt_t handler)
{
	mask = GENMASK_ULL(width - 1, 0);
	interrupt = handler;
}

/**
 * fake_hardware_mask - the bits of a counter
 */
u64 fake_hardware_mask(void)
{
	return mask;
}

/**
 * fake_counter_here - a counter of this CPU
 * @index: below FAKE_MAX_COUNTERS
 *
 * Context: Interrupts are off.
 */
struct fake_counter *fake_counter_here(unsigned int index)
{
	lockdep_assert_irqs_disabled();
	return &this_cpu_ptr(&registers)->counter[index];
}

/* The handler may stop the counter, or let it go on from elsewhere. */
static void advance(struct fake_counter *counter, u64 count)
{
	while (count && counter->enabled) {
		u64 step = min(count, mask - counter->value + 1);

		counter->value = (counter->value + step) & mask;
		count -= step;
		if (!counter->value && interrupt)
			interrupt(counter->owner);
	}
}

struct happening {
	u32 code;
	u32 mode;
	u64 count;
};

static void happen_here(void *data)
{
	const struct happening *what = data;
	unsigned int i;

	for (i = 0; i < FAKE_MAX_COUNTERS; i++) {
		struct fake_counter *counter = fake_counter_here(i);

		if (counter->enabled && counter->code == what->code &&
		    (counter->modes & what->mode))
			advance(counter, what->count);
	}
}

/**
 * fake_hardware_happen - let something happen on a CPU
 * @cpu: where
 * @code: what, as the CPU's counters know it
 * @mode: one of FAKE_*
 * @count: how often
 *
 * Context: Process context.
 * Return: 0, or -ENXIO for a CPU that is not online.
 */
int fake_hardware_happen(unsigned int cpu, u32 code, u32 mode, u64 count)
{
	struct happening what = { .code = code, .mode = mode, .count = count };

	if (cpu >= nr_cpu_ids)
		return -ENXIO;
	return smp_call_function_single(cpu, happen_here, &what, true);
}

/**
 * fake_hardware_reset_here - what a CPU's counters are like after power was off
 *
 * Context: Interrupts are off.
 */
void fake_hardware_reset_here(void)
{
	unsigned int i;

	for (i = 0; i < FAKE_MAX_COUNTERS; i++) {
		struct fake_counter *counter = fake_counter_here(i);

		counter->enabled = false;
		counter->code = 0;
		counter->modes = 0;
		counter->value = 0;
	}
}
