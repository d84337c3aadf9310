/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters of the machine, shared by the files of this folder.
 *
 * A count is the PMU driver's sum plus a base.  Setting a count changes the base, never
 * the hardware.  The count of a counter that its owner has stopped is stored separately,
 * while the hardware continues to count.
 *
 * Three locks, in this order:
 *
 *	lock	what the counters count; a task that changes it may sleep
 *	asked	asking other CPUs for their sums, and changing counts by sums that are
 *		not of this instant, see sums.h
 *	counts	a spinlock, interrupts on: bases and stored counts, so that a reading of
 *		sums on this CPU never sleeps
 *
 * Whoever changes counts is a task, and does so with interrupts off, too, and between two
 * steps of changes: so a reading of sums on this CPU needs no lock.
 */
#ifndef PERFCNT_CORE_H
#define PERFCNT_CORE_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/seqlock.h>
#include <linux/spinlock.h>

#include "counters.h"
#include "pmu.h"

struct perfcnt_windows;
struct perfcnt_multiplexer;
struct perfcnt_sampler;

/**
 * struct perfcnt_counter - one counter of the machine
 * @owner: its owner, or NULL if it is not claimed
 * @windows: while one of them is open the counter counts; NULL if it always does
 * @multiplexer: the events that take turns on it; NULL if it has one event
 * @sampler: takes samples of it, or NULL
 * @control: what was set, the word without M
 * @shown: the word as a reader sees it while the counter is not stopped
 * @seen: the word as a reader sees it
 * @suspended: the counter counts in no mode until it is resumed
 * @taken: it counts in no mode because another user has its hardware, until it is set
 * @stopped: the count is @kept until the owner starts the counter
 * @renewed: of a next state: the count is set, too
 * @base: the count minus the sum, modulo 2^64
 * @kept: the count while the counter is stopped
 * @watched: with IE, the count when notify.c looked at it last
 */
struct perfcnt_counter {
	struct perfcnt_owner *owner;
	struct perfcnt_windows *windows;
	struct perfcnt_multiplexer *multiplexer;
	struct perfcnt_sampler *sampler;
	struct perfcnt_control control;
	u32 shown;
	u32 seen;
	bool suspended;
	bool taken;
	bool stopped;
	bool renewed;
	u64 base;
	u64 kept;
	u64 watched;
};

/**
 * struct perfcnt_core - the counters of the machine
 * @lock: guards all but the counts; and windows of each counter, with counts
 * @asked: guards @asking
 * @counts: guards base, kept, stopped, control, shown and seen of each counter,
 *	    the owners' masks, and the masks here
 * @changes: lets the same be read without counts, with interrupts off; written with
 *	     counts held
 * @pmu: the driver in use
 * @counter: the counters
 * @running: mask of the counters that a reader sees running
 * @half_full: mask of the counters with IE that have become half full since they were
 *	       last read
 * @sums: the PMU driver's last sums, or those of the counters' windows; guarded by counts
 * @asking: other CPUs are being asked for their sums: no task may change a count;
 *	    read under counts
 * @changing: mask of the counters that change by sums of a moment ago: who reads one waits
 *	      for the change, or could show more than it keeps
 * @task_only: mask of the counters with windows; guarded by counts
 * @touched: mask of the counters that were started, stopped, reset or set since they have
 *	     windows, and of others; guarded by counts
 * @lost: mask of the counters that were running when another user took their
 *	  hardware: their counts are too low until they are set again, and nobody is
 *	  told what they are, see perfcnt_counts_check_lost()
 * @throttled: mask of the counters that perf has stopped for some time because of their
 *	       samples: their counts are too low until they are set again or reset; also
 *	       changed in an NMI
 * @throttled_on: of each counter, number of CPUs on which perf has stopped its event, and nobody
 *		  has seen that it went on; also changed in an NMI
 * @held: the hardware is ours: between acquire and release
 * @why: why counts are too low, if they are
 */
struct perfcnt_core {
	struct mutex lock; /* comes first */
	struct mutex asked;
	spinlock_t counts; /* comes last */
	seqcount_t changes;
	const struct perfcnt_pmu *pmu;
	struct perfcnt_counter counter[PERFCNT_MAX_COUNTERS];
	unsigned long running;
	unsigned long half_full;
	u64 sums[PERFCNT_MAX_COUNTERS];
	bool asking;
	unsigned long task_only;
	unsigned long touched;
	unsigned long changing;
	unsigned long lost;
	unsigned long throttled;
	atomic_t throttled_on[PERFCNT_MAX_COUNTERS];
	bool held;
	struct perfcnt_reason why;
};

extern struct perfcnt_core perfcnt_core;

/* From now on counts change: readings without a lock wait. */
static inline void perfcnt_counts_begin(void)
{
	lockdep_assert_held(&perfcnt_core.counts);
	lockdep_assert_irqs_enabled();
	local_irq_disable();
	write_seqcount_begin(&perfcnt_core.changes);
}

/* They have changed. */
static inline void perfcnt_counts_end(void)
{
	write_seqcount_end(&perfcnt_core.changes);
	local_irq_enable();
}

/* Lock the counts to change them. */
static inline void perfcnt_counts_lock(void)
	__acquires(&perfcnt_core.counts)
{
	spin_lock(&perfcnt_core.counts);
	perfcnt_counts_begin();
}

/* Undoes perfcnt_counts_lock(). */
static inline void perfcnt_counts_unlock(void)
	__releases(&perfcnt_core.counts)
{
	perfcnt_counts_end();
	spin_unlock(&perfcnt_core.counts);
}

/* A counter has been started, stopped, or shall be shown as something else. */
static inline void perfcnt_counter_update(unsigned int i)
{
	struct perfcnt_counter *counter = &perfcnt_core.counter[i];

	counter->seen = counter->stopped ?
			counter->shown & ~PERFCNT_CTL_MODES : counter->shown;
	if (counter->seen & PERFCNT_CTL_MODES)
		perfcnt_core.running |= BIT(i);
	else
		perfcnt_core.running &= ~BIT(i);
}

/* It gets another count or another owner: whoever was to hear of the old one is not. */
static inline void perfcnt_counter_forget_half_full(unsigned int i)
{
	lockdep_assert_held(&perfcnt_core.counts);
	perfcnt_core.half_full &= ~BIT(i);
}

/*
 * Has perf stopped it now?  Unless somebody has seen that it went on: its count is too low.
 */
static __always_inline void perfcnt_counter_look_throttled(unsigned int i)
{
	lockdep_assert_held(&perfcnt_core.counts);
	smp_mb(); /* pairs with perfcnt_counter_note_throttled() */
	if (unlikely(atomic_read(&perfcnt_core.throttled_on[i])))
		set_bit(i, &perfcnt_core.throttled);
}

/* Its count begins anew: that is right, unless perf has stopped it now. */
static inline void perfcnt_counter_begin_count(unsigned int i)
{
	clear_bit(i, &perfcnt_core.throttled);
	perfcnt_counter_look_throttled(i);
}

void perfcnt_counter_note_throttled(unsigned int i, bool throttled);

/* Does the owner of this counter want notifications? */
static inline bool perfcnt_counter_wants_notice(const struct perfcnt_counter *counter)
{
	return counter->owner && (counter->control.word & PERFCNT_CTL_IE);
}

/* A counter's count, from what its PMU driver says; counts is held. */
static inline u64 perfcnt_counter_count(const struct perfcnt_counter *counter,
					u64 sum)
{
	return counter->stopped ? counter->kept : counter->base + sum;
}

/* What may be with a counter while its owner does something with it. */
#define PERFCNT_MAY_BE_STARTED		0x1u
#define PERFCNT_MAY_BE_SCOPED		0x2u
#define PERFCNT_MAY_BE_MULTIPLEXED	0x4u
#define PERFCNT_MAY_BE_SAMPLED		0x8u
#define PERFCNT_MAY_BE_ANYTHING		0xfu

int perfcnt_counter_refuse(unsigned int i, struct perfcnt_reason *reason);
int perfcnt_counter_refuse_claimed(unsigned int i, struct perfcnt_reason *reason);
int perfcnt_counter_check(unsigned int i, const struct perfcnt_owner *owner,
			  unsigned int allowed, struct perfcnt_reason *reason);
int perfcnt_counter_check_event(unsigned int i, const char *use,
				struct perfcnt_reason *reason);

/*
 * Is a mask one of the owner's counters alone?  -EPERM if not, for counters that the
 * machine does not have, too.
 */
static __always_inline int perfcnt_counters_check(const struct perfcnt_owner *owner, u32 mask,
						  struct perfcnt_reason *reason)
{
	unsigned long others = mask & ~READ_ONCE(owner->mask);

	return likely(!others) ? 0 : perfcnt_counter_refuse(__ffs(others), reason);
}

/*
 * Is no count of the mask too low?  @lost are those of which the driver has just said that
 * they are lost, and @reason why; whoever may sleep gives them up.  Every way to a number
 * asks here, or whether the counter is in perfcnt_core.lost.
 */
static inline int perfcnt_counts_check_lost(unsigned long mask, unsigned long lost,
					    struct perfcnt_reason *reason)
{
	if (likely(!(mask & (lost | perfcnt_core.lost))))
		return 0;
	if (!(mask & lost))
		*reason = perfcnt_core.why;
	return -EIO;
}

/*
 * Are all counters of the mask the owner's, with no count too low?  A lost counter is
 * not given up here, because that takes the lock: the next reading of /proc/perf or
 * setting does it.
 */
static __always_inline int perfcnt_counts_check(const struct perfcnt_owner *owner,
						unsigned long mask, unsigned long lost,
						struct perfcnt_reason *reason)
{
	int err = perfcnt_counters_check(owner, mask, reason);

	lockdep_assert_held(&perfcnt_core.counts);
	return unlikely(err) ? err : perfcnt_counts_check_lost(mask, lost, reason);
}

void perfcnt_counter_show(unsigned int i);
void perfcnt_counters_notify(unsigned long counters);
void perfcnt_counters_give_up(unsigned long lost,
			      const struct perfcnt_reason *reason);
int perfcnt_counters_change(const struct perfcnt_counter *next,
			    unsigned long changed, u64 *sums,
			    struct perfcnt_reason *reason);
void perfcnt_counters_release_idle(void);

#endif /* PERFCNT_CORE_H */
