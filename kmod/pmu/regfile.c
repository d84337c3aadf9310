// SPDX-License-Identifier: GPL-2.0
/* A 34K's counter registers; regfile.h has the idea. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include "../core/sums.h"
#include "regfile.h"

/*
 * Bits that silicon need not have: S without supervisor mode, what is beyond the
 * last VPE and TC, and those that mean nothing on a 34K.
 */
#define MAY_BE_HARDWIRED	(PERFCNT_CTL_S | PERFCNT_CTL_VPEID | \
				 PERFCNT_CTL_TCID | PERFCNT_CTL_MBZ)

/* The word with IE as it has to be: set while it counts below half full. */
static u32 regfile_with_ie(const struct perfcnt_regfile *file, unsigned int counter,
			   u32 word)
{
	/* of one that is sampled the interrupt ends the period */
	if ((word & PERFCNT_CTL_MODES) &&
	    (file->sampled[counter].trigger ||
	     !perfcnt_extend_half_full(&file->extend[counter])))
		return word | PERFCNT_CTL_IE;
	return word & ~PERFCNT_CTL_IE;
}

/* IE is not set where nobody would take the interrupt away: the line is others', too. */
static u32 notrace regfile_with_line(const struct perfcnt_regfile *file, u32 word)
{
	return file->no_line ? word & ~PERFCNT_CTL_IE : word;
}

/*
 * Until regfile_settle() nobody knows what the register holds: whoever reads without the
 * lock begins again, instead of taking that for another user's.  What is called until then
 * is not traced, as who traces may read.
 */
static void notrace regfile_write_control(struct perfcnt_regfile *file,
					  unsigned int counter, u32 word)
{
	if (!file->unread)
		write_seqcount_begin(&file->changes);
	file->registers->write_control(counter, regfile_with_line(file, word));
	file->word[counter] = word;
	file->unread |= BIT(counter);
}

/* What was written is in force after this, and what came of it is known. */
static void notrace regfile_settle(struct perfcnt_regfile *file)
{
	unsigned int i;

	file->registers->settle();
	if (!file->unread)
		return;
	file->registers->read_controls(file->controls);
	for_each_set_bit(i, &file->unread, file->counters)
		file->present[i] =
			(regfile_with_line(file, file->word[i]) & ~MAY_BE_HARDWIRED) |
			(file->controls[i] & MAY_BE_HARDWIRED);
	file->unread = 0;
	write_seqcount_end(&file->changes);
}

/* Which bits of a control register are not as they have to be? */
static u32 regfile_differs(const struct perfcnt_regfile *file, unsigned int counter)
{
	return (file->controls[counter] ^ file->present[counter]) &
	       ~PERFCNT_CTL_M;
}

/**
 * perfcnt_regfile_advance - bring a sum up to date with what has been read
 * @file: a register file
 * @counter: below the file's number
 *
 * If laps may be missing the sum stays what it was when it was known, and that is noted.
 *
 * Context: The file's lock is held, and the sums are being changed.
 */
void perfcnt_regfile_advance(struct perfcnt_regfile *file, unsigned int counter)
{
	struct perfcnt_extend *extend = &file->extend[counter];
	u32 now = file->counts[counter];

	if (likely(!(file->late & BIT(counter)) && !perfcnt_extend_is_late(extend, now))) {
		perfcnt_extend_advance(extend, now);
		return;
	}
	file->late |= BIT(counter);
	perfcnt_extend_start(extend, now);
}

/* Has nobody looked for so long that a register can have made a lap, and be anywhere? */
static bool notrace regfile_is_late(const struct perfcnt_regfile *file)
{
	/* this CPU's clock may be behind that of the CPU that has looked */
	return file->watched &&
	       (s64)(file->registers->clock() - file->looked) > (s64)file->lap_ns;
}

static void regfile_note_time(struct perfcnt_regfile *file)
{
	file->looked = file->registers->clock();
	file->looked_ticks = file->registers->ticks();
	file->look_by = (u32)jiffies + file->lap_jiffies;
}

/* Bring all sums up to date. */
static void regfile_advance(struct perfcnt_regfile *file)
{
	unsigned int i;

	file->registers->read_counts(file->counts);
	write_seqcount_begin(&file->changes);
	if (unlikely(regfile_is_late(file)))
		file->late = BIT(file->counters) - 1;
	regfile_note_time(file);
	for (i = 0; i < file->counters; i++)
		perfcnt_regfile_advance(file, i);
	write_seqcount_end(&file->changes);
}

static void regfile_set_held(struct perfcnt_regfile *file, bool held)
{
	write_seqcount_begin(&file->changes);
	file->held = held;
	write_seqcount_end(&file->changes);
}

/* The counts are not known any more: stop those that are still ours and touch no other. */
static void regfile_lose(struct perfcnt_regfile *file)
{
	unsigned int i;

	file->lost = true; /* who sees that it is not held sees that, too */
	regfile_set_held(file, false);
	for (i = 0; i < file->counters; i++)
		if (!regfile_differs(file, i))
			regfile_write_control(file, i, 0);
	regfile_settle(file);
}

/**
 * perfcnt_regfile_lose_late - nobody has looked in time, so no count is known any more
 * @file: a register file that is ours, and late
 *
 * Counters that seem to have counted less may have made a lap, too.
 *
 * Context: The file's lock is held.
 */
void perfcnt_regfile_lose_late(struct perfcnt_regfile *file)
{
	lockdep_assert_held(&file->lock);
	PERFCNT_CANNOT_BE(file->late);
	file->registers->read_controls(file->controls);
	regfile_lose(file);
}

/*
 * Look at all counters: add to the sums, mask IE of those past half full, set
 * IE of those that have wrapped.  While one counts, the timer sees to it that
 * there is a look in each lap.
 */
static void regfile_poll(struct perfcnt_regfile *file)
{
	bool masked = false, watch = false;
	unsigned int i;

	lockdep_assert_held(&file->lock);
	regfile_advance(file);
	if (unlikely(file->late)) {
		perfcnt_regfile_lose_late(file);
		return;
	}
	for (i = 0; i < file->counters; i++) {
		u32 word = regfile_with_ie(file, i, file->word[i]);

		/* also if it is sampled: the interrupt may reach nobody */
		watch |= word & PERFCNT_CTL_MODES;
		if (file->sampled[i].trigger)
			continue; /* IE is for the interrupt's handler alone */
		if (word != file->word[i]) {
			regfile_write_control(file, i, word);
			masked |= !(word & PERFCNT_CTL_IE);
		}
	}
	regfile_settle(file);
	file->watched = watch;
	if (watch && !hrtimer_is_queued(&file->timer))
		hrtimer_start(&file->timer, ns_to_ktime(file->poll_ns),
			      HRTIMER_MODE_REL_HARD);
	if (masked)
		file->notify();
}

/*
 * Do the registers hold what was written to them?  If not, somebody else has them now, and
 * they are lost.
 */
static bool regfile_still_ours(struct perfcnt_regfile *file)
{
	u32 written = 0;
	unsigned int i;

	lockdep_assert_held(&file->lock);
	file->registers->read_controls(file->controls);
	for (i = 0; i < file->counters; i++)
		written |= regfile_differs(file, i);
	if (likely(!written && file->registers->line_is_ours()))
		return true;
	regfile_lose(file);
	return false;
}

/**
 * perfcnt_regfile_say_lost - say why a file is lost
 * @file: a file that is lost
 * @reason: gets the words
 */
void perfcnt_regfile_say_lost(const struct perfcnt_regfile *file,
			      struct perfcnt_reason *reason)
{
	if (file->went_down)
		perfcnt_reason_set(reason,
				   "the system went down or was suspended; counting has stopped");
	else if (file->late)
		perfcnt_reason_set(reason,
				   "counter %u: its register was not read in time, so laps may be missing; counting has stopped",
				   (unsigned int)__ffs(file->late));
	else
		perfcnt_reason_set(reason,
				   "the counter registers were changed from outside perfcnt; counting has stopped");
}

static void regfile_copy_sums(const struct perfcnt_regfile *file, u64 *sums)
{
	unsigned int i;

	for (i = 0; i < file->counters; i++)
		sums[i] = file->extend[i].sum;
}

/* Stop what changes, so that no event is counted for both words; start it. */
static void regfile_change_words(struct perfcnt_regfile *file, unsigned long counters,
				 const struct perfcnt_control *control, u64 *sums)
{
	unsigned int i;

	for (i = 0; i < file->counters; i++)
		if ((counters & BIT(i)) &&
		    (file->word[i] ^ control[i].word) & ~PERFCNT_CTL_IE)
			regfile_write_control(file, i,
					      control[i].word & ~PERFCNT_REGFILE_RUNS);
	regfile_settle(file);
	regfile_advance(file);
	regfile_copy_sums(file, sums);
	file->change(sums);
	for (i = 0; i < file->counters; i++)
		if ((counters & BIT(i)) &&
		    (file->word[i] ^ control[i].word) & ~PERFCNT_CTL_IE)
			regfile_write_control(file, i,
					      regfile_with_ie(file, i, control[i].word));
	regfile_settle(file);
}

/**
 * perfcnt_regfile_seize - make the registers ours, with all counters stopped
 * @file: a register file that is not held
 *
 * A reset leaves all but IE undefined (MD00548, Table 2), so a counter that runs without
 * IE may be nobody's.
 *
 * Context: Any.
 * Return: 0, or -EBUSY if another user wants interrupts of the registers, or the system goes
 * down or is suspended.
 */
int perfcnt_regfile_seize(struct perfcnt_regfile *file)
{
	unsigned long flags;
	unsigned int i;
	int err;

	raw_spin_lock_irqsave(&file->lock, flags);
	err = file->down ? -EBUSY : 0;
	file->registers->read_controls(file->controls);
	for (i = 0; i < file->counters; i++)
		if (file->controls[i] & PERFCNT_CTL_IE)
			err = -EBUSY;
	if (err)
		goto unlock;
	for (i = 0; i < file->counters; i++)
		regfile_write_control(file, i, 0);
	regfile_settle(file);
	file->registers->read_counts(file->counts);
	write_seqcount_begin(&file->changes);
	for (i = 0; i < file->counters; i++)
		perfcnt_extend_start(&file->extend[i], file->counts[i]);
	file->held = true;
	write_seqcount_end(&file->changes);
unlock:
	raw_spin_unlock_irqrestore(&file->lock, flags);
	return err;
}

/* Stop all counters, if the registers are ours: false if they are not. */
static bool regfile_stop_all(struct perfcnt_regfile *file)
{
	unsigned int i;

	if (!file->held || !regfile_still_ours(file))
		return false;
	for (i = 0; i < file->counters; i++)
		regfile_write_control(file, i, 0);
	regfile_settle(file);
	regfile_advance(file);
	regfile_set_held(file, false);
	return true;
}

/**
 * perfcnt_regfile_shut_down - the system goes down or is suspended
 * @file: a file
 *
 * No counter that can interrupt is left to a kernel that follows, and none goes on while
 * nobody looks.  Counts are lost from then on.
 *
 * Context: Any.
 */
void perfcnt_regfile_shut_down(struct perfcnt_regfile *file)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&file->lock, flags);
	file->down = true;
	if (file->held) {
		file->lost = true;
		file->went_down = regfile_stop_all(file);
	}
	raw_spin_unlock_irqrestore(&file->lock, flags);
}

/**
 * perfcnt_regfile_wake_up - the system is not suspended any more
 * @file: a file
 *
 * What was counted before stays lost, until the file is released.
 *
 * Context: Any.
 */
void perfcnt_regfile_wake_up(struct perfcnt_regfile *file)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&file->lock, flags);
	file->down = false;
	raw_spin_unlock_irqrestore(&file->lock, flags);
}

/**
 * perfcnt_regfile_release - stop all counters; the registers are not ours any more
 * @file: a file, held or lost
 *
 * Context: Process context, may sleep.  The timer is not running any more when
 * this returns.
 */
void perfcnt_regfile_release(struct perfcnt_regfile *file)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&file->lock, flags);
	regfile_stop_all(file);
	file->lost = false;
	file->late = 0;
	file->went_down = false;
	file->watched = false;
	raw_spin_unlock_irqrestore(&file->lock, flags);
	hrtimer_cancel(&file->timer);
}

/**
 * perfcnt_regfile_configure - let counters count something else from now on
 * @file: a register file
 * @counters: mask of those that change
 * @control: an entry a counter
 * @sums: all sums at that moment
 * @reason: why not, if not
 *
 * Context: Any.
 * Return: 0, or -EIO if the file is lost: another user has the registers now, or laps may be
 * missing.
 */
int perfcnt_regfile_configure(struct perfcnt_regfile *file,
			      unsigned long counters,
			      const struct perfcnt_control *control, u64 *sums,
			      struct perfcnt_reason *reason)
{
	unsigned long flags;
	int err = 0;

	raw_spin_lock_irqsave(&file->lock, flags);
	if (file->held && regfile_still_ours(file)) {
		regfile_change_words(file, counters, control, sums);
		regfile_poll(file);
	}
	if (unlikely(!file->held)) {
		perfcnt_regfile_say_lost(file, reason);
		err = -EIO;
	}
	raw_spin_unlock_irqrestore(&file->lock, flags);
	return err;
}

/* All sums at one moment, after a look; returns as perfcnt_regfile_read(). */
static long notrace regfile_read_locked(struct perfcnt_regfile *file, u64 *sums,
					struct perfcnt_reason *reason)
{
	if (file->held && regfile_still_ours(file))
		regfile_poll(file);
	regfile_copy_sums(file, sums);
	if (!file->lost)
		return 0;
	perfcnt_regfile_say_lost(file, reason);
	return BIT(file->counters) - 1;
}

/* Readings that change nothing; two of them take no lock. */

/* All sums of a held file, without a look; false if interrupts do not come to us. */
static bool regfile_sum_up(const struct perfcnt_regfile *file, u32 *controls, u32 *counts,
			   u64 *sums, struct perfcnt_regfile_fast *fast)
{
	unsigned int i;

	*fast = (struct perfcnt_regfile_fast){ 0 };
	file->registers->read_controls(controls);
	file->registers->read_counts(counts);
	for (i = 0; i < file->counters; i++)
		sums[i] = perfcnt_regfile_fast_sum(file, i, controls[i], counts[i], fast);
	perfcnt_regfile_fast_time(file, file->registers->ticks(), fast);
	return file->registers->line_is_ours();
}

/*
 * All sums, as long as a look would find nothing to do: the registers are ours, none has
 * become half full or wrapped since the last one, and that was in time.  The usual case of a
 * reading, and no look.
 */
static bool regfile_sum_fast(const struct perfcnt_regfile *file, u32 *controls, u32 *counts,
			     u64 *sums)
{
	struct perfcnt_regfile_fast fast;

	return READ_ONCE(file->held) &&
	       regfile_sum_up(file, controls, counts, sums, &fast) &&
	       perfcnt_regfile_fast_good(&fast);
}

/**
 * perfcnt_regfile_read - all sums at one moment
 * @file: a file, held or not
 * @sums: where they go
 * @reason: why not, if not
 *
 * Context: Any.
 * Return: 0; a mask of all counters if the file is lost: @sums are then those of the last
 * look.
 */
long notrace perfcnt_regfile_read(struct perfcnt_regfile *file, u64 *sums,
				  struct perfcnt_reason *reason)
{
	unsigned long flags;
	long lost = 0;

	raw_spin_lock_irqsave(&file->lock, flags);
	if (!regfile_sum_fast(file, file->controls, file->counts, sums))
		lost = regfile_read_locked(file, sums, reason);
	raw_spin_unlock_irqrestore(&file->lock, flags);
	return lost;
}

/**
 * perfcnt_regfile_read_fast - all sums at one moment, if there is nothing else to do
 * @file: a file, held or not
 * @sums: where they go
 *
 * It takes no lock.  Where another CPU is just changing what the registers count, they
 * are not what they should be.
 *
 * Context: Any; interrupts are off.
 * Return: whether a look would find nothing to do.
 */
bool notrace perfcnt_regfile_read_fast(struct perfcnt_regfile *file, u64 *sums)
{
	u32 controls[PERFCNT_REGFILE_COUNTERS], counts[PERFCNT_REGFILE_COUNTERS];
	unsigned int seen;
	bool good;

	do {
		seen = raw_read_seqcount_begin(&file->changes);
		good = regfile_sum_fast(file, controls, counts, sums);
	} while (read_seqcount_retry(&file->changes, seen));
	return good;
}

/**
 * perfcnt_regfile_read_cpu - all sums at one moment, whatever there is to do
 * @file: a file, held or not
 * @sums: where they go
 *
 * It takes no lock, because a look wakes a work item, which needs the scheduler's locks.
 * Registers that have become half full are for a look to find.
 *
 * Context: Any but an NMI; interrupts are off.
 * Return: false if another user has the registers, or laps may be missing.
 */
bool notrace perfcnt_regfile_read_cpu(struct perfcnt_regfile *file, u64 *sums)
{
	u32 controls[PERFCNT_REGFILE_COUNTERS], counts[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_regfile_fast fast;
	unsigned int i, seen;
	bool ours;

	do {
		seen = raw_read_seqcount_begin(&file->changes);
		if (READ_ONCE(file->held)) {
			ours = regfile_sum_up(file, controls, counts, sums, &fast) &&
			       perfcnt_regfile_fast_ours(&fast) && !fast.late &&
			       !regfile_is_late(file);
		} else {
			ours = !READ_ONCE(file->lost);
			for (i = 0; i < file->counters; i++)
				sums[i] = file->extend[i].sum;
		}
	} while (read_seqcount_retry(&file->changes, seen));
	return ours;
}

/* Stop a counter, and bring all sums up to date.  The word with which it counted. */
static u32 regfile_stop_one(struct perfcnt_regfile *file, unsigned int counter)
{
	u32 word = file->word[counter];

	regfile_write_control(file, counter, word & ~PERFCNT_REGFILE_RUNS);
	regfile_settle(file);
	regfile_advance(file);
	return word;
}

/* Let a counter that is stopped count on, from another value; the sum stays. */
static void regfile_set_register(struct perfcnt_regfile *file, unsigned int counter,
				 u32 word, u32 value)
{
	write_seqcount_begin(&file->changes);
	file->registers->write_count(counter, value);
	perfcnt_extend_start(&file->extend[counter], value);
	write_seqcount_end(&file->changes);
	regfile_write_control(file, counter, regfile_with_ie(file, counter, word));
	regfile_settle(file);
	regfile_poll(file);
}

/**
 * perfcnt_regfile_align - let a register be the low bits of a count
 * @file: a register file
 * @counter: below the file's number
 * @base: what the sum lacks to be the count
 *
 * What happens while the register is written is not counted: for a counter that
 * is about to begin.
 *
 * Context: Any.
 */
void perfcnt_regfile_align(struct perfcnt_regfile *file, unsigned int counter,
			   u64 base)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&file->lock, flags);
	if (file->held && regfile_still_ours(file)) {
		u32 word = regfile_stop_one(file, counter);

		regfile_set_register(file, counter, word,
				     (u32)(base + file->extend[counter].sum));
	}
	raw_spin_unlock_irqrestore(&file->lock, flags);
}

/**
 * perfcnt_regfile_mask - let a counter interrupt no more
 * @file: a register file that is ours
 * @counter: below the file's number
 *
 * Context: The file's lock is held.
 * Return: did it?
 */
bool perfcnt_regfile_mask(struct perfcnt_regfile *file, unsigned int counter)
{
	u32 word = file->word[counter] & ~PERFCNT_CTL_IE;

	lockdep_assert_held(&file->lock);
	if (word == file->word[counter])
		return false;
	regfile_write_control(file, counter, word);
	regfile_settle(file);
	return true;
}

/**
 * perfcnt_regfile_is_ours - are the registers ours, and as they were written?
 * @file: a register file
 *
 * Context: The file's lock is held.
 */
bool perfcnt_regfile_is_ours(struct perfcnt_regfile *file)
{
	return file->held && regfile_still_ours(file);
}

/**
 * perfcnt_regfile_poll - see to counters that are half full or have wrapped
 * @file: a register file
 *
 * Context: Any.
 */
void perfcnt_regfile_poll(struct perfcnt_regfile *file)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&file->lock, flags);
	if (file->held && regfile_still_ours(file))
		regfile_poll(file);
	raw_spin_unlock_irqrestore(&file->lock, flags);
}

/* In hard interrupt context: a softirq may be late by more than a lap. */
static enum hrtimer_restart regfile_timer_poll(struct hrtimer *timer)
{
	perfcnt_regfile_poll(container_of(timer, struct perfcnt_regfile, timer));
	return HRTIMER_NORESTART;
}

/**
 * perfcnt_regfile_interrupt - the half-full interrupt, on any CPU of the core
 * @file: a register file
 *
 * While the registers are ours, so is every counter interrupt, also one that
 * another CPU has just seen to.
 *
 * Context: Hard interrupt.
 * Return: are the registers ours?
 */
bool perfcnt_regfile_interrupt(struct perfcnt_regfile *file)
{
	bool ours, more = true;

	raw_spin_lock(&file->lock);
	ours = perfcnt_regfile_is_ours(file);
	if (ours) {
		if (file->end_periods)
			file->end_periods(file, &more);
		if (more)
			regfile_poll(file);
	}
	raw_spin_unlock(&file->lock);
	return ours;
}

/**
 * perfcnt_regfile_init - begin with nothing counted
 * @file: registers, counters, poll_ns and lap_ns are set
 */
void perfcnt_regfile_init(struct perfcnt_regfile *file)
{
	file->lap_jiffies = nsecs_to_jiffies(file->lap_ns);
	raw_spin_lock_init(&file->lock);
	seqcount_raw_spinlock_init(&file->changes, &file->lock);
	perfcnt_hrtimer_setup(&file->timer, regfile_timer_poll, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_HARD);
}
