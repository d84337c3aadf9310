// SPDX-License-Identifier: GPL-2.0
/* Counters whose events perf has stopped for some time, because of too many samples. */
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/compiler.h>

#include "core.h"
#include "window.h"

static struct perfcnt_core *const core = &perfcnt_core;

/**
 * perfcnt_counter_note_throttled - on a CPU perf has stopped a counter's event, or no more
 * @i: the counter
 * @throttled: it has; until the same is said without that
 *
 * Context: Any, an NMI too.
 */
void perfcnt_counter_note_throttled(unsigned int i, bool throttled)
{
	const struct perfcnt_counter *counter = &core->counter[i];
	struct perfcnt_windows *windows;

	atomic_add(throttled ? 1 : -1, &core->throttled_on[i]);
	if (!throttled)
		return;
	smp_mb__after_atomic(); /* pairs with who starts it, begins its count anew, or scopes it */
	windows = READ_ONCE(counter->windows);
	if (windows) /* what tasks count does not depend on whether it is started */
		WRITE_ONCE(windows->lost, true);
	if (!READ_ONCE(counter->stopped))
		set_bit(i, &core->throttled);
}
