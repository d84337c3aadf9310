// SPDX-License-Identifier: GPL-2.0
/* What counters have counted while a window was open; task_sums.h says who may call. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/ktime.h>
#include <linux/string.h>

#include "task_sums.h"

/**
 * perfcnt_window_init - a closed window for no counters
 * @window: the window, zeroed
 * @parent: a window whose lock guards this one, too; or NULL
 */
void perfcnt_window_init(struct perfcnt_window *window, struct perfcnt_window *parent)
{
	raw_spin_lock_init(&window->lock);
	window->guard = parent ? &parent->lock : &window->lock;
}

/**
 * perfcnt_window_advance - bring the sums up to date, if the window is open
 * @window: the window
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_window_advance(struct perfcnt_window *window, const u64 *now)
{
	unsigned int i;

	if (!window->open)
		return;
	for_each_set_bit(i, &window->counters, PERFCNT_MAX_COUNTERS) {
		window->sum[i] += now[i] - window->from[i];
		window->from[i] = now[i];
	}
}

/**
 * perfcnt_window_open - somebody opens the window
 * @window: the window
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_window_open(struct perfcnt_window *window, const u64 *now)
{
	unsigned int i;

	if (window->open++)
		return;
	WRITE_ONCE(window->phase, window->phase + 1);
	smp_wmb(); /* and then sums change; see perfcnt_task_sums_read_all() */
	for_each_set_bit(i, &window->counters, PERFCNT_MAX_COUNTERS)
		window->from[i] = now[i];
}

/**
 * perfcnt_window_close - somebody who has opened the window closes it
 * @window: the window, which is closed when all have
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_window_close(struct perfcnt_window *window, const u64 *now)
{
	perfcnt_window_advance(window, now);
	if (!--window->open)
		smp_store_release(&window->phase, window->phase + 1); /* after the sums */
}

/**
 * perfcnt_window_change - from now on a window is for that counter, or it is so no more
 * @window: the window
 * @i: the counter
 * @is_for: it is for it
 * @now: the counters' sums at this instant
 *
 * Context: Any.
 */
void perfcnt_window_change(struct perfcnt_window *window, unsigned int i, bool is_for,
			   const u64 *now)
{
	perfcnt_window_advance(window, now);
	window->from[i] = now[i];
	if (is_for)
		window->counters |= BIT(i);
	else
		window->counters &= ~BIT(i);
}

/**
 * perfcnt_window_time - how long the window was open, up to now
 * @window: the window
 *
 * Context: Any.
 * Return: that, in nanoseconds.
 */
u64 perfcnt_window_time(const struct perfcnt_window *window)
{
	return window->ran +
	       (window->open ? ktime_get_mono_fast_ns() - window->since : 0);
}

/**
 * perfcnt_window_mark - mark the sums, and how long the window was open
 * @window: the window
 *
 * Context: Any.
 */
void perfcnt_window_mark(struct perfcnt_window *window)
{
	memcpy(window->mark, window->sum, sizeof(window->mark));
	window->marked = perfcnt_window_time(window);
}
