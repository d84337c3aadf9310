// SPDX-License-Identifier: GPL-2.0
/*
 * Registers that become half full at the end of a sample's period.
 *
 * The register of a counter that is sampled holds 2^31 less the events that remain of
 * the period.  When it is half full, the interrupt's handler stops it, adds what it has
 * counted to the sum, lets it hold what the next period needs, and starts it again.  A
 * counter of user mode loses nothing by that: the handler is kernel code, and if the counter
 * counts other VPEs, too, these are frozen meanwhile.  What counts the kernel's modes loses
 * what the handler does between the two.
 *
 * The interrupt can reach every VPE, but what was executed is known only on that whose
 * event it was.  The others leave it to that one; if it does not come soon, it is asked to
 * look, and its sample has the flag REMOTE.  Where a counter counts several VPEs, all of
 * them are sampled.
 */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/limits.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "../encoding/period.h"
#include "regfile.h"

/* To ask each CPU to look. */
static DEFINE_PER_CPU(call_single_data_t, ask);

/**
 * struct regfile_asked - what a CPU has been asked, and has not said yet
 * @counters: mask of those whose periods have ended on this CPU, too
 * @ended: their sums when the first of these ended
 */
struct regfile_asked {
	unsigned long counters;
	u64 ended[PERFCNT_REGFILE_COUNTERS];
};

/* Guarded by the file's lock. */
static DEFINE_PER_CPU(struct regfile_asked, ended_too);

static void regfile_say_where(struct perfcnt_regfile *file, unsigned int counter,
			      u32 flags, struct perfcnt_overflow *overflow)
{
	unsigned int mt_en = perfcnt_control_mt_en(file->word[counter]);

	*overflow = (struct perfcnt_overflow){
		.phase = file->phase,
	};
	file->registers->where(overflow);
	if (flags & PERFCNT_SAMPLE_REMOTE)
		overflow->in_handler = false; /* Cause is not that of the counter's interrupt */
	overflow->flags |= flags;
	if (mt_en == PERFCNT_MT_EN_ALL && nr_cpu_ids > 1)
		overflow->flags |= PERFCNT_SAMPLE_CORE;
}

/* Ask a CPU to look; it will, unless it has gone offline. */
static bool regfile_ask_cpu(unsigned int cpu)
{
	int err = smp_call_function_single_async(cpu, per_cpu_ptr(&ask, cpu));

	return !err || err == -EBUSY; /* it has not begun to look yet */
}

/* The other CPUs whose events a counter counts are sampled, too, after this one. */
static noinline void regfile_ask_others(struct perfcnt_regfile *file,
					unsigned int counter,
					const struct perfcnt_overflow *overflow)
{
	struct perfcnt_trigger *trigger = file->sampled[counter].trigger;
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		struct regfile_asked *asked = per_cpu_ptr(&ended_too, cpu);

		if (cpu == smp_processor_id() ||
		    !file->registers->counts_on(file->word[counter], cpu))
			continue;
		if (asked->counters & BIT(counter)) /* from the last period still */
			trigger->missed(trigger, overflow);
		else
			asked->ended[counter] = file->extend[counter].sum - overflow->over;
		asked->counters |= BIT(counter);
		regfile_ask_cpu(cpu);
	}
}

/* A counter that stands still for a moment: what its register held, and the way back. */
struct regfile_halted {
	u32 count;
	u32 present;
	u32 others;
};

/* Does a counter count what all CPUs do? */
static bool regfile_counts_all(const struct perfcnt_regfile *file, unsigned int counter)
{
	return perfcnt_control_mt_en(file->word[counter]) == PERFCNT_MT_EN_ALL;
}

/* Does it count what other CPUs do?  The end of a period is seen to where it counts. */
static bool regfile_counts_others(const struct perfcnt_regfile *file, unsigned int counter)
{
	return regfile_counts_all(file, counter) ||
	       !file->registers->counts_on(file->word[counter], smp_processor_id());
}

/*
 * Let one counter stand still for a moment, and no other is looked at: the sum is up to date.
 * @others, which are other CPUs that it counts, do nothing from here to regfile_resume(), so no
 * lock may be waited for between the two.
 */
static __always_inline struct regfile_halted
regfile_halt(struct perfcnt_regfile *file, unsigned int counter, bool others)
{
	struct regfile_halted halted = { .present = file->present[counter] };

	lockdep_assert_held(&file->lock);
	if (unlikely(others))
		halted.others = file->registers->freeze_others();
	write_seqcount_begin(&file->changes);
	file->registers->write_control(counter, file->word[counter] & ~PERFCNT_REGFILE_RUNS);
	file->present[counter] = halted.present & ~PERFCNT_REGFILE_RUNS;
	file->registers->settle();
	file->registers->read_counts(file->counts);
	halted.count = file->counts[counter];
	perfcnt_regfile_advance(file, counter);
	write_seqcount_end(&file->changes);
	return halted;
}

/* And let it count on from another value, which is not half full; the sum stays. */
static __always_inline void regfile_resume(struct perfcnt_regfile *file, unsigned int counter,
					   const struct regfile_halted *halted, u32 value)
{
	u32 word = file->word[counter];

	lockdep_assert_held(&file->lock);
	if (word & PERFCNT_CTL_MODES)
		word |= PERFCNT_CTL_IE;
	write_seqcount_begin(&file->changes);
	file->registers->write_count(counter, value);
	perfcnt_extend_start(&file->extend[counter], value);
	file->registers->write_control(counter, word);
	file->word[counter] = word;
	file->present[counter] = halted->present | (word & PERFCNT_CTL_IE);
	file->registers->settle();
	write_seqcount_end(&file->changes);
	if (unlikely(halted->others))
		file->registers->thaw_others(halted->others);
}

/* A register is half full, and this is the CPU to say where that was. */
static void regfile_end_period(struct perfcnt_regfile *file, unsigned int counter,
			       u32 flags)
{
	struct perfcnt_sampled *sampled = &file->sampled[counter];
	struct regfile_halted halted = regfile_halt(file, counter,
						    regfile_counts_all(file, counter));
	u32 over = halted.count - PERFCNT_HALF_FULL;
	struct perfcnt_overflow overflow perfcnt_uninitialized;
	u64 next;

	if (unlikely(file->late)) { /* how many events that were is not known */
		file->registers->thaw_others(halted.others);
		perfcnt_regfile_lose_late(file);
		return;
	}
	sampled->visits = 0;
	if (sampled->left > over) {
		next = sampled->left - over;
	} else {
		regfile_say_where(file, counter, flags, &overflow);
		overflow.over = over - (u32)sampled->left;
		overflow.late = overflow.over;
		if (overflow.flags & PERFCNT_SAMPLE_CORE)
			regfile_ask_others(file, counter, &overflow);
		next = sampled->trigger->reached(sampled->trigger, &overflow);
	}
	regfile_resume(file, counter, &halted,
		       perfcnt_period_preload(next, &sampled->left));
}

/* Does a counter count this CPU's events, perhaps among others? */
static bool regfile_counts_here(const struct perfcnt_regfile *file,
				unsigned int counter)
{
	u32 word = file->word[counter];

	return perfcnt_control_mt_en(word) == PERFCNT_MT_EN_ALL ||
	       file->registers->counts_on(word, smp_processor_id());
}

/* A CPU whose events a counter counts, or -1. */
static int regfile_other_cpu(const struct perfcnt_regfile *file, unsigned int counter)
{
	unsigned int cpu;

	for_each_online_cpu(cpu)
		if (file->registers->counts_on(file->word[counter], cpu))
			return cpu;
	return -1;
}

/* Nobody's event, or another CPU has to say where it is. */
static noinline void regfile_end_other(struct perfcnt_regfile *file,
				       unsigned int counter, u32 flags)
{
	struct perfcnt_sampled *sampled = &file->sampled[counter];
	int cpu = regfile_other_cpu(file, counter);

	if (cpu < 0) {
		regfile_end_period(file, counter, flags);
		return;
	}
	if (sampled->visits++ < file->patience)
		return; /* the line is high until that CPU has been here */
	if (perfcnt_regfile_mask(file, counter) && !regfile_ask_cpu(cpu))
		regfile_end_period(file, counter, PERFCNT_SAMPLE_REMOTE);
}

/* The counters whose registers are half full. */
static unsigned long regfile_half_full(struct perfcnt_regfile *file)
{
	unsigned long mask = 0;
	unsigned int i;

	file->registers->read_counts(file->counts);
	for (i = 0; i < file->counters; i++)
		mask |= (file->counts[i] / PERFCNT_HALF_FULL) << i;
	return mask;
}

/*
 * See to these of those that are sampled.  The register of one that is stopped can be half
 * full of what another user has counted.
 */
static void regfile_end_periods(struct perfcnt_regfile *file, unsigned long ended,
				u32 flags)
{
	unsigned int i;

	for (ended &= file->sampling; ended; ended &= ended - 1) {
		i = __ffs(ended);
		if (unlikely(!(file->word[i] & PERFCNT_CTL_MODES)))
			continue;
		if (likely(regfile_counts_here(file, i)))
			regfile_end_period(file, i, flags);
		else
			regfile_end_other(file, i, flags);
	}
}

static void regfile_end_sampled(struct perfcnt_regfile *file, bool *more)
{
	unsigned long ended;

	lockdep_assert_held(&file->lock);
	ended = regfile_half_full(file);
	*more = !ended || (ended & ~file->sampling);
	regfile_end_periods(file, ended, 0);
}

/* Another CPU had the interrupt. */
static void regfile_end_here(void *data)
{
	struct regfile_asked *asked = this_cpu_ptr(&ended_too);
	struct perfcnt_overflow overflow;
	struct perfcnt_regfile *file = data;
	unsigned int i;

	raw_spin_lock(&file->lock);
	if (perfcnt_regfile_is_ours(file))
		regfile_end_periods(file, regfile_half_full(file), PERFCNT_SAMPLE_REMOTE);
	if (asked->counters)
		file->registers->read_counts(file->counts);
	for_each_set_bit(i, &asked->counters, PERFCNT_REGFILE_COUNTERS) {
		struct perfcnt_trigger *trigger = file->sampled[i].trigger;

		regfile_say_where(file, i, PERFCNT_SAMPLE_REMOTE, &overflow);
		overflow.late = min_t(u64, U32_MAX,
				      perfcnt_extend_sum(&file->extend[i], file->counts[i]) -
				      asked->ended[i]);
		if (trigger)
			trigger->also(trigger, &overflow);
	}
	asked->counters = 0;
	raw_spin_unlock(&file->lock);
}

/**
 * perfcnt_regfile_sample_init - let counters be sampled
 * @file: the only register file, after perfcnt_regfile_init()
 *
 * A module's data of each CPU cannot begin with the address of a function.
 */
void perfcnt_regfile_sample_init(struct perfcnt_regfile *file)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		INIT_CSD(per_cpu_ptr(&ask, cpu), regfile_end_here, file);
	file->phase = cpumask_first(cpu_possible_mask);
	file->end_periods = regfile_end_sampled;
}

static void regfile_nothing(void *unused)
{
}

/* Who is told of the end of a counter's periods from now on, or NULL. */
struct regfile_change {
	struct perfcnt_regfile *file;
	unsigned int counter;
	struct perfcnt_trigger *trigger;
};

static void regfile_change_here(void *data)
{
	const struct regfile_change *change = data;
	struct perfcnt_regfile *file = change->file;
	struct perfcnt_sampled *sampled = &file->sampled[change->counter];
	struct regfile_halted halted;
	unsigned long flags;
	bool ours;

	raw_spin_lock_irqsave(&file->lock, flags);
	ours = perfcnt_regfile_is_ours(file);
	if (ours || !change->trigger) {
		sampled->trigger = change->trigger;
		sampled->visits = 0;
		file->sampling &= ~BIT(change->counter);
		if (change->trigger)
			file->sampling |= BIT(change->counter);
	}
	if (ours) {
		/* it may be half full, without IE */
		halted = regfile_halt(file, change->counter,
				      regfile_counts_others(file, change->counter));
		regfile_resume(file, change->counter, &halted, !change->trigger ? 0 :
			       perfcnt_period_preload(change->trigger->first, &sampled->left));
		if (unlikely(file->late))
			perfcnt_regfile_lose_late(file);
	}
	raw_spin_unlock_irqrestore(&file->lock, flags);
}

/* Where it counts: what is counted in user mode stands still there. */
static void regfile_change(struct regfile_change *change)
{
	int cpu = regfile_other_cpu(change->file, change->counter);

	if (cpu < 0 || smp_call_function_single(cpu, regfile_change_here, change, true))
		regfile_change_here(change);
}

/**
 * perfcnt_regfile_sample - begin or end to take samples of a counter
 * @file: a register file
 * @counter: below the file's number
 * @trigger: who is told of the end of each period, or NULL
 * @reason: why not, if not
 *
 * What the kernel's modes do while the register is written is not counted.
 *
 * Context: Process context, may sleep.
 * Return: 0, or -EIO if the file is lost.
 */
int perfcnt_regfile_sample(struct perfcnt_regfile *file, unsigned int counter,
			   struct perfcnt_trigger *trigger,
			   struct perfcnt_reason *reason)
{
	struct regfile_change change = { file, counter, trigger };
	unsigned long flags;
	int err = 0;

	regfile_change(&change);
	if (!trigger) {
		/* whoever was asked has looked: calls are answered in their order */
		on_each_cpu(regfile_nothing, NULL, true);
		return 0;
	}
	raw_spin_lock_irqsave(&file->lock, flags);
	if (unlikely(!file->held)) {
		perfcnt_regfile_say_lost(file, reason);
		err = -EIO;
	}
	raw_spin_unlock_irqrestore(&file->lock, flags);
	return err;
}
