// SPDX-License-Identifier: GPL-2.0
/* A bank of 34K counters; bank.h has the idea. */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include "register_file.h"

/* The word with IE as it has to be: set while it counts below half full. */
static u32 with_ie(const struct perfcnt_bank *bank, unsigned int counter,
		   u32 word)
{
	if ((word & PERFCNT_CTL_MODES) &&
	    !perfcnt_extend_half_full(&bank->extend[counter]))
		return word | PERFCNT_CTL_IE;
	return word & ~PERFCNT_CTL_IE;
}

static void write_control(struct perfcnt_bank *bank, unsigned int counter,
			  u32 word)
{
	bank->registers->write_control(counter, word);
	bank->word[counter] = word;
}

/* Bring all sums up to date. */
static void advance(struct perfcnt_bank *bank)
{
	unsigned int i;

	bank->registers->read_counts(bank->counts);
	for (i = 0; i < bank->counters; i++)
		perfcnt_extend_advance(&bank->extend[i], bank->counts[i]);
}

/*
 * Look at all counters: add to the sums, mask IE of those past half full, set
 * IE of those that have wrapped.  True if there was one to mask.
 */
static bool look(struct perfcnt_bank *bank)
{
	unsigned long masked = 0;
	bool watch = false;
	unsigned int i;

	lockdep_assert_held(&bank->lock);
	advance(bank);
	for (i = 0; i < bank->counters; i++) {
		u32 word = with_ie(bank, i, bank->word[i]);

		if (word != bank->word[i]) {
			write_control(bank, i, word);
			if (!(word & PERFCNT_CTL_IE))
				masked |= BIT(i);
		}
		if ((word & PERFCNT_CTL_MODES) && !(word & PERFCNT_CTL_IE))
			watch = true;
	}
	bank->registers->settle();
	if (watch && !timer_pending(&bank->timer))
		mod_timer(&bank->timer, jiffies + bank->look_jiffies);
	if (masked)
		bank->tell(masked);
	return masked;
}

/*
 * All sums, as long as a look would find nothing to do: the registers are ours,
 * and none has become half full or wrapped since the last one.  The usual case of
 * a reading, and no look.
 */
static bool glance(struct perfcnt_bank *bank, u64 *sums)
{
	u32 written = 0, flipped = 0;
	unsigned int i;

	lockdep_assert_held(&bank->lock);
	if (!bank->held || !bank->registers->line_is_ours())
		return false;
	bank->registers->read_controls(bank->controls);
	bank->registers->read_counts(bank->counts);
	for (i = 0; i < bank->counters; i++) {
		const struct perfcnt_extend *extend = &bank->extend[i];

		written |= bank->controls[i] ^ bank->word[i];
		flipped |= bank->counts[i] ^ extend->last;
		sums[i] = perfcnt_extend_sum(extend, bank->counts[i]);
	}
	return !(written & ~PERFCNT_CTL_M) && !(flipped & PERFCNT_HALF_FULL);
}

/*
 * Do the registers hold what was written to them?  If not, somebody else has
 * them now: stop those that are still ours and touch no other.
 */
static bool still_ours(struct perfcnt_bank *bank)
{
	bool ours = bank->registers->line_is_ours();
	const u32 *words = bank->controls;
	unsigned int i;

	lockdep_assert_held(&bank->lock);
	bank->registers->read_controls(bank->controls);
	for (i = 0; i < bank->counters; i++)
		if ((words[i] & ~PERFCNT_CTL_M) != bank->word[i])
			ours = false;
	if (ours)
		return true;
	bank->held = false;
	bank->lost = true;
	for (i = 0; i < bank->counters; i++)
		if ((words[i] & ~PERFCNT_CTL_M) == bank->word[i])
			write_control(bank, i, 0);
	bank->registers->settle();
	return false;
}

static int refuse(struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason,
			   "something else has written to the counter registers: counting stopped there");
	return -EIO;
}

static void copy_sums(const struct perfcnt_bank *bank, u64 *sums)
{
	unsigned int i;

	for (i = 0; i < bank->counters; i++)
		sums[i] = bank->extend[i].sum;
}

/* Stop what changes, so that no event is counted for both words; start it. */
static void change_words(struct perfcnt_bank *bank, unsigned long counters,
			 const struct perfcnt_control *control)
{
	unsigned int i;

	for (i = 0; i < bank->counters; i++)
		if ((counters & BIT(i)) &&
		    (bank->word[i] ^ control[i].word) & ~PERFCNT_CTL_IE)
			write_control(bank, i, control[i].word &
					       ~(PERFCNT_CTL_MODES |
						 PERFCNT_CTL_IE));
	bank->registers->settle();
	advance(bank);
	for (i = 0; i < bank->counters; i++)
		if ((counters & BIT(i)) &&
		    (bank->word[i] ^ control[i].word) & ~PERFCNT_CTL_IE)
			write_control(bank, i,
				      with_ie(bank, i, control[i].word));
	bank->registers->settle();
}

/**
 * perfcnt_bank_seize - make the registers ours, with all counters stopped
 * @bank: a bank that is not held
 *
 * Context: Any.
 * Return: 0, or -EBUSY if somebody counts with the registers.
 */
int perfcnt_bank_seize(struct perfcnt_bank *bank)
{
	unsigned long flags;
	unsigned int i;
	int err = 0;

	raw_spin_lock_irqsave(&bank->lock, flags);
	bank->registers->read_controls(bank->controls);
	for (i = 0; i < bank->counters; i++)
		if (bank->controls[i] & (PERFCNT_CTL_MODES | PERFCNT_CTL_IE))
			err = -EBUSY;
	if (err)
		goto unlock;
	for (i = 0; i < bank->counters; i++)
		write_control(bank, i, 0);
	bank->registers->settle();
	bank->registers->read_counts(bank->counts);
	for (i = 0; i < bank->counters; i++)
		perfcnt_extend_start(&bank->extend[i], bank->counts[i]);
	bank->held = true;
unlock:
	raw_spin_unlock_irqrestore(&bank->lock, flags);
	return err;
}

/**
 * perfcnt_bank_release - stop all counters; the registers are not ours any more
 * @bank: a bank, held or lost
 *
 * Context: Process context, may sleep.  The timer is not running any more when
 * this returns.
 */
void perfcnt_bank_release(struct perfcnt_bank *bank)
{
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&bank->lock, flags);
	if (bank->held && still_ours(bank)) {
		for (i = 0; i < bank->counters; i++)
			write_control(bank, i, 0);
		bank->registers->settle();
		advance(bank);
	}
	bank->held = false;
	bank->lost = false;
	raw_spin_unlock_irqrestore(&bank->lock, flags);
	timer_delete_sync(&bank->timer);
}

/**
 * perfcnt_bank_configure - let counters count something else from now on
 * @bank: a bank
 * @counters: mask of those that change
 * @control: an entry a counter
 * @sums: all sums at that moment
 * @reason: why not, if not
 *
 * Context: Any.
 * Return: 0, or -EIO if somebody else has the registers now.
 */
int perfcnt_bank_configure(struct perfcnt_bank *bank, unsigned long counters,
			   const struct perfcnt_control *control, u64 *sums,
			   struct perfcnt_reason *reason)
{
	unsigned long flags;
	int err = 0;

	raw_spin_lock_irqsave(&bank->lock, flags);
	if (bank->held && still_ours(bank)) {
		change_words(bank, counters, control);
		copy_sums(bank, sums);
		look(bank);
	} else {
		err = refuse(reason);
	}
	raw_spin_unlock_irqrestore(&bank->lock, flags);
	return err;
}

/**
 * perfcnt_bank_read - all sums at one moment
 * @bank: a bank, held or not
 * @sums: where they go
 * @reason: why not, if not
 *
 * Context: Any.
 * Return: 0, or -EIO if somebody else has the registers now; @sums then are
 * those of the last look.
 */
int notrace perfcnt_bank_read(struct perfcnt_bank *bank, u64 *sums,
			      struct perfcnt_reason *reason)
{
	unsigned long flags;
	int err = 0;

	raw_spin_lock_irqsave(&bank->lock, flags);
	if (!glance(bank, sums)) {
		if (bank->held && still_ours(bank))
			look(bank);
		copy_sums(bank, sums);
		if (bank->lost)
			err = refuse(reason);
	}
	raw_spin_unlock_irqrestore(&bank->lock, flags);
	return err;
}

/* Let a register hold a value; the sum stays. */
static void set_register(struct perfcnt_bank *bank, unsigned int counter,
			 u32 word, u32 value)
{
	bank->registers->write_count(counter, value);
	perfcnt_extend_start(&bank->extend[counter], value);
	write_control(bank, counter, with_ie(bank, counter, word));
	bank->registers->settle();
	look(bank);
}

/* Stop a counter; returns the word with which it counted. */
static u32 stop_counter(struct perfcnt_bank *bank, unsigned int counter)
{
	u32 word = bank->word[counter];

	write_control(bank, counter,
		      word & ~(PERFCNT_CTL_MODES | PERFCNT_CTL_IE));
	bank->registers->settle();
	advance(bank);
	return word;
}

/**
 * perfcnt_bank_preload - for tests: let a register hold a value
 * @bank: a bank
 * @counter: below the bank's number
 * @value: what the register shall hold; the sum stays
 *
 * Context: Any.
 * Return: 0, or -EIO if somebody else has the registers now.
 */
int perfcnt_bank_preload(struct perfcnt_bank *bank, unsigned int counter,
			 u32 value)
{
	unsigned long flags;
	int err = 0;

	raw_spin_lock_irqsave(&bank->lock, flags);
	if (bank->held && still_ours(bank))
		set_register(bank, counter, stop_counter(bank, counter), value);
	else
		err = -EIO;
	raw_spin_unlock_irqrestore(&bank->lock, flags);
	return err;
}

/**
 * perfcnt_bank_align - let a register be the low bits of a count
 * @bank: a bank
 * @counter: below the bank's number
 * @base: what the sum lacks to be the count
 *
 * What happens while the register is written is not counted: for a counter that
 * is about to begin.
 *
 * Context: Any.
 */
void perfcnt_bank_align(struct perfcnt_bank *bank, unsigned int counter,
			u64 base)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&bank->lock, flags);
	if (bank->held && still_ours(bank)) {
		u32 word = stop_counter(bank, counter);

		set_register(bank, counter, word,
			     (u32)(base + bank->extend[counter].sum));
	}
	raw_spin_unlock_irqrestore(&bank->lock, flags);
}

/**
 * perfcnt_bank_look - see to counters that are half full or have wrapped
 * @bank: a bank
 *
 * Context: Any.
 * Return: was there one to mask?
 */
bool perfcnt_bank_look(struct perfcnt_bank *bank)
{
	unsigned long flags;
	bool masked = false;

	raw_spin_lock_irqsave(&bank->lock, flags);
	if (bank->held && still_ours(bank))
		masked = look(bank);
	raw_spin_unlock_irqrestore(&bank->lock, flags);
	return masked;
}

static void timer_look(struct timer_list *timer)
{
	struct perfcnt_bank *bank = container_of(timer, struct perfcnt_bank,
						 timer);

	perfcnt_bank_look(bank);
}

/**
 * perfcnt_bank_interrupt - the half-full interrupt, on any CPU of the bank
 * @bank: a bank
 *
 * While the registers are ours, so is every counter interrupt, also one that
 * another CPU has just seen to.
 *
 * Context: Hard interrupt.
 * Return: are the registers ours?
 */
bool perfcnt_bank_interrupt(struct perfcnt_bank *bank)
{
	bool ours;

	raw_spin_lock(&bank->lock);
	ours = bank->held && still_ours(bank);
	if (ours && look(bank))
		atomic_inc(bank->half_fulls);
	raw_spin_unlock(&bank->lock);
	return ours;
}

/**
 * perfcnt_bank_init - begin with nothing counted
 * @bank: registers, counters, half_fulls and look_jiffies are set
 */
void perfcnt_bank_init(struct perfcnt_bank *bank)
{
	raw_spin_lock_init(&bank->lock);
	timer_setup(&bank->timer, timer_look, 0);
}
