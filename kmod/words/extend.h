/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A 64-bit sum over a 32-bit count register.
 *
 * The register runs free and is never written: a handler that reads it and
 * then writes it loses what is counted between the two.  Whoever looks adds
 * the difference to the sum, modulo 2^32, so no count is lost as long as
 * somebody looks at least once in 2^32 counts.  The half-full interrupt sees
 * to that: it comes when bit 31 becomes set, and because it is a level it is
 * masked from then until the register has wrapped.
 *
 * The caller holds a lock over a struct perfcnt_extend and over reading the
 * register that it belongs to, or differences would be added out of order.
 */
#ifndef PERFCNT_EXTEND_H
#define PERFCNT_EXTEND_H

#include "pure.h"

/* Bit 31 of the count register: half full (MD00548, section 3.1). */
#define PERFCNT_HALF_FULL 0x80000000u

/**
 * struct perfcnt_extend - one counter's 64-bit sum
 * @sum: events since the counter was first looked at
 * @last: what the register held when it was last looked at
 */
struct perfcnt_extend {
	u64 sum;
	u32 last;
};

/**
 * perfcnt_extend_start - look at a register for the first time
 * @extend: the sum, which is kept
 * @now: what the register holds
 */
static inline void perfcnt_extend_start(struct perfcnt_extend *extend, u32 now)
{
	extend->last = now;
}

/**
 * perfcnt_extend_sum - the sum by now, without looking
 * @extend: the sum
 * @now: what the register holds; at most 2^32 - 1 events after the last look
 */
static inline u64 perfcnt_extend_sum(const struct perfcnt_extend *extend,
				     u32 now)
{
	return extend->sum + (u32)(now - extend->last);
}

u64 perfcnt_extend_advance(struct perfcnt_extend *extend, u32 now);
bool perfcnt_extend_half_full(const struct perfcnt_extend *extend);

#endif /* PERFCNT_EXTEND_H */
