/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A 64-bit sum over a 32-bit count register.
 *
 * The register is free-running and never written: a handler that reads it and then
 * writes it would lose the counts in between.  Each poll adds the difference from the
 * last poll to the sum, modulo 2^32, so no count is lost if there is at least one poll
 * per 2^32 counts.  A timer ensures that.  The half-full interrupt comes when bit 31
 * becomes set.  Because it is a level, it is masked from then until the register has
 * wrapped.
 *
 * The timer polls several times in 2^31 counts.  So where there are more between two polls,
 * it was late, and there may have been laps that nobody has seen.
 *
 * The caller holds a lock while it reads the register and uses its struct
 * perfcnt_extend, otherwise differences would be added in the wrong order.
 */
#ifndef PERFCNT_EXTEND_H
#define PERFCNT_EXTEND_H

#include "pure.h"

/* Bit 31 of the count register: half full (MD00548, section 3.1). */
#define PERFCNT_HALF_FULL 0x80000000u

/**
 * struct perfcnt_extend - one counter's 64-bit sum
 * @sum: events since the first poll of the register
 * @last: value of the register at the last poll
 */
struct perfcnt_extend {
	u64 sum;
	u32 last;
};

/**
 * perfcnt_extend_start - the first poll of a register
 * @extend: the sum, which is kept
 * @now: what the register holds
 */
static inline void perfcnt_extend_start(struct perfcnt_extend *extend, u32 now)
{
	extend->last = now;
}

/**
 * perfcnt_extend_sum - the current sum, without a poll
 * @extend: the sum
 * @now: value of the register, at most 2^32 - 1 events after the last poll
 */
static inline u64 perfcnt_extend_sum(const struct perfcnt_extend *extend,
				     u32 now)
{
	return extend->sum + (u32)(now - extend->last);
}

/**
 * perfcnt_extend_is_late - may the register have made laps that no poll has seen?
 * @extend: the sum
 * @now: what the register holds
 *
 * Return: true if it is more than half of its range beyond the last poll.
 */
static inline bool perfcnt_extend_is_late(const struct perfcnt_extend *extend, u32 now)
{
	return (u32)(now - extend->last) > PERFCNT_HALF_FULL;
}

/**
 * perfcnt_extend_advance - a poll: add what was counted since the last one
 * @extend: the sum
 * @now: value of the register, at most 2^32 - 1 events after the last poll
 *
 * Return: the sum.  It never goes back.
 */
static inline u64 perfcnt_extend_advance(struct perfcnt_extend *extend, u32 now)
{
	extend->sum = perfcnt_extend_sum(extend, now);
	extend->last = now;
	return extend->sum;
}

/**
 * perfcnt_extend_half_full - was the register half full at the last poll?
 * @extend: the sum
 *
 * Return: true while the half-full interrupt must be masked, false when the
 * register has wrapped and the next half-full interrupt is wanted.
 */
static inline bool
perfcnt_extend_half_full(const struct perfcnt_extend *extend)
{
	return extend->last & PERFCNT_HALF_FULL;
}

#endif /* PERFCNT_EXTEND_H */
