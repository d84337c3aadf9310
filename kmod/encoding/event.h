/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/* The 34K events, by code and by name. */
#ifndef PERFCNT_EVENT_H
#define PERFCNT_EVENT_H

#include "pure.h"

/* How narrow a filter an event can have, from wide to narrow. */
enum perfcnt_event_scope {
	PERFCNT_SCOPE_CORE,
	PERFCNT_SCOPE_VPE,
	PERFCNT_SCOPE_TC,
};

/* Odd counters have other events than even ones (MD00548, section 3.1). */
enum perfcnt_event_bank {
	PERFCNT_BANK_EVEN,
	PERFCNT_BANK_ODD,
};

/**
 * struct perfcnt_event - one row of the 34K event table
 * @code: 0 to PERFCNT_EVENT_CODES - 1
 * @bank: which counters count it
 * @scope: the narrowest filter it can have
 * @name: what /proc/perf takes for it
 */
struct perfcnt_event {
	unsigned int code;
	enum perfcnt_event_bank bank;
	enum perfcnt_event_scope scope;
	const char *name;
};

/* Which events a counter has. */
static inline enum perfcnt_event_bank perfcnt_event_bank(unsigned int counter)
{
	return counter & 1 ? PERFCNT_BANK_ODD : PERFCNT_BANK_EVEN;
}

const struct perfcnt_event *perfcnt_event_find(unsigned int code,
					       unsigned int counter);
const struct perfcnt_event *perfcnt_event_find_name(const char *name,
						    size_t length,
						    unsigned int counter);
size_t perfcnt_event_count(void);
const struct perfcnt_event *perfcnt_event_at(size_t index);

#endif /* PERFCNT_EVENT_H */
