// SPDX-License-Identifier: GPL-2.0
/* What an event that takes turns with others has counted, and how that varies. */
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "mux_schedule.h"

/* The square of such a count, times NSEC_PER_USEC, has 64 bits. */
#define EXACT_BITS 27

/* Add to the sum of squares, whose integer has 96 bits. */
static void stats_add_squares(struct perfcnt_rotated_event *counted, u64 high, u64 low)
{
	counted->squares += low;
	high += counted->squares < low;
	counted->squares_high = min_t(u64, counted->squares_high + high, U32_MAX);
}

/* Add count * count / ran, where ran is in nanoseconds, and the sum's in microseconds. */
static void stats_add_square(struct perfcnt_rotated_event *counted, u64 count, u64 ran)
{
	u64 square, rest, fraction = counted->fraction;
	unsigned int shift = 0;

	while (count >> EXACT_BITS) {
		count >>= 1;
		shift += 2;
	}
	square = div64_u64_rem(count * count * NSEC_PER_USEC, ran, &rest);
	if (!shift && !(ran >> 32))
		fraction += div64_u64(rest << 32, ran);
	counted->fraction = fraction;
	stats_add_squares(counted, 0, fraction >> 32);
	if (shift >= 64) /* an error: no counter counts so much in a slot */
		stats_add_squares(counted, U32_MAX, 0);
	else
		stats_add_squares(counted, shift ? square >> (64 - shift) : 0,
				  square << shift);
}

/**
 * perfcnt_mux_stats_add - an event has had a slot
 * @counted: what it has counted
 * @count: what it counted in the slot
 * @ran: how long that was, in nanoseconds; a slot without time did not take place,
 *	 unless something was counted
 */
void perfcnt_mux_stats_add(struct perfcnt_rotated_event *counted, u64 count, u64 ran)
{
	if (!ran && !count)
		return;
	ran = ran ?: 1;
	counted->count += count;
	counted->running += ran;
	counted->slots++;
	stats_add_square(counted, count, ran);
}
