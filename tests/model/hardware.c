// SPDX-License-Identifier: GPL-2.0
/* The registers, the interrupt's line, and when something is counted. */
#include "world.h"

static bool counts(unsigned int i)
{
	return world.control[i] & PERFCNT_CTL_MODES;
}

static bool is_high(unsigned int i)
{
	return (world.control[i] & PERFCNT_CTL_IE) &&
	       (world.count[i] & PERFCNT_HALF_FULL);
}

bool line_is_high(void)
{
	unsigned int i;

	for (i = 0; i < rules.counters; i++)
		if (is_high(i))
			return true;
	return false;
}

void count_happens(unsigned int i, unsigned int n)
{
	world.count[i] += (u32)n << unit_shift();
	operation.counted[i] += n;
	if (register_file.timer.queued)
		world.since_timer[i] += n;
	if (verbose)
		printf("#   counter %u counts %u, register 0x%x\n", i, n,
		       world.count[i] >> unit_shift());
}

/* Would the timer have come before so many counts?  The interrupt may never come. */
static bool too_late(unsigned int i, unsigned int n)
{
	return register_file.timer.queued &&
	       world.since_timer[i] + n > rules.timer;
}

/* The sizes that matter: one, up to an edge, over it, as many as there may be. */
static bool matters(unsigned int i, unsigned int n, unsigned int most)
{
	unsigned int half = 1u << (rules.bits - 1);
	unsigned int now = world.count[i] >> unit_shift();
	unsigned int to_half = (half - now) & (2 * half - 1);
	unsigned int to_end = (2 * half - now) & (2 * half - 1);

	return n == 1 || n == most || n == to_half - 1 || n == to_half ||
	       n == to_end - 1 || n == to_end;
}

/**
 * count_sizes - how much a counter may count now
 * @i: the counter
 * @between: between two operations, not within one
 * @sizes: where the numbers go, room for a lap
 *
 * Return: how many there are.
 */
unsigned int count_sizes(unsigned int i, bool between, unsigned int *sizes)
{
	unsigned int most = between ? (1u << rules.bits) - 1 : rules.burst;
	unsigned int n, found = 0;

	if (!counts(i) || too_late(i, 0))
		return 0;
	while (between && most && too_late(i, most))
		most--;
	for (n = 1; n <= most; n++)
		if ((rules.every || matters(i, n, most)) &&
		    !(between && too_late(i, n)))
			sizes[found++] = n;
	return found;
}

/* The environment's choice at this moment, within an operation. */
static void something_counts(void)
{
	unsigned int sizes[MODEL_COUNTERS][256], found[MODEL_COUNTERS] = { 0 };
	unsigned int i, choices = 1, chosen;

	for (i = 0; i < rules.counters; i++)
		if (world.wanted[i] && !counts(i) &&
		    !(operation.changing & BIT(i)))
			model_wrong("a counter stands still that should count");
	if (operation.quiet || !operation.bursts)
		return;
	for (i = 0; i < rules.counters; i++) {
		found[i] = count_sizes(i, false, sizes[i]);
		choices += found[i];
	}
	chosen = choose(choices);
	if (!chosen)
		return;
	operation.bursts--;
	for (i = 0, chosen--; chosen >= found[i]; i++)
		chosen -= found[i];
	count_happens(i, sizes[i][chosen]);
}

void line_interrupts(void)
{
	u64 before[MODEL_COUNTERS];

	memcpy(before, operation.counted, sizeof(before));
	if (verbose)
		printf("#   interrupt\n");
	perfcnt_regfile_interrupt(&register_file);
	if (line_is_high() && !memcmp(before, operation.counted, sizeof(before)))
		model_wrong("an interrupt that was seen to comes again at once");
}

void timer_fires(void)
{
	if (verbose)
		printf("#   timer\n");
	register_file.timer.queued = false;
	memset(world.since_timer, 0, sizeof(world.since_timer));
	register_file.timer.function(&register_file.timer);
}

/* Interrupts are on: whoever wants to can come. */
void model_before_lock(void)
{
	bool high = line_is_high(), pending = register_file.timer.queued;
	unsigned int chosen;

	something_counts();
	if (operation.quiet || operation.nested || !(high || pending))
		return;
	chosen = choose(1 + high + pending);
	if (!chosen)
		return;
	operation.nested = true;
	if (chosen == 1 && high)
		line_interrupts();
	else
		timer_fires();
}

static void read_controls(u32 *words)
{
	unsigned int i;

	for (i = 0; i < register_file.counters; i++) {
		something_counts();
		words[i] = world.control[i];
	}
}

static void read_counts(u32 *counts)
{
	unsigned int i;

	for (i = 0; i < register_file.counters; i++) {
		something_counts();
		counts[i] = world.count[i];
	}
}

static void write_control(unsigned int counter, u32 word)
{
	something_counts();
	if (rules.no_line && (word & PERFCNT_CTL_IE))
		model_wrong("IE is set, and nobody would be interrupted");
	world.control[counter] = word & ~PERFCNT_CTL_S; /* it is hardwired */
}

static void write_count(unsigned int counter, u32 count)
{
	something_counts();
	world.count[counter] = count;
}

static void settle(void)
{
}

static bool line_is_ours(void)
{
	return true;
}

static u64 no_clock(void)
{
	return 0;
}

static u32 no_ticks(void)
{
	return 0;
}

const struct perfcnt_registers model_registers = {
	.read_controls = read_controls,
	.read_counts = read_counts,
	.write_control = write_control,
	.write_count = write_count,
	.settle = settle,
	.line_is_ours = line_is_ours,
	.clock = no_clock,
	.ticks = no_ticks,
};
