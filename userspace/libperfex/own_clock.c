// SPDX-License-Identifier: LGPL-2.1-or-later
/* Cycles of the calling thread. */
#include <errno.h>

#include "clock.h"
#include "own_clock.h"
#include "perfcnt.h"

static int read_cycles(void *argument, uint64_t *count)
{
	return perfcnt_read(argument, count, 1);
}

int perfex_own_clock(double *mhz)
{
	struct perfcnt *self = perfcnt_open_thread();
	int result = -1, error;

	if (self && !perfcnt_add(self, "cycles:u"))
		result = perfex_clock_measure(read_cycles, self, mhz);
	error = errno;
	perfcnt_close(self);
	if (result && perfex_clock_named(mhz))
		return 0;
	errno = error;
	return result;
}
