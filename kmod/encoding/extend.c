// SPDX-License-Identifier: GPL-2.0
/* A 64-bit sum over a 32-bit count register; extend.h has the idea. */
#include "extend.h"

/**
 * perfcnt_extend_advance - a poll: add what was counted since the last one
 * @extend: the sum
 * @now: value of the register, at most 2^32 - 1 events after the last poll
 *
 * Return: the sum.  It never goes back.
 */
u64 perfcnt_extend_advance(struct perfcnt_extend *extend, u32 now)
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
bool perfcnt_extend_half_full(const struct perfcnt_extend *extend)
{
	return extend->last & PERFCNT_HALF_FULL;
}
