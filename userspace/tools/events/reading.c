// SPDX-License-Identifier: GPL-2.0
/* What a counter counts. */
#include <string.h>

#include "bank.h"
#include "reading.h"

bool reading_counts(const struct reading *reading)
{
	return reading->control & PERFCNT_CTL_MODES;
}

bool reading_is_same(const struct reading *a, const struct reading *b)
{
	return bank_of(a->counter) == bank_of(b->counter) &&
	       !((a->control ^ b->control) & READING_EVENT_BITS) &&
	       !strcmp(a->native, b->native);
}
