/* SPDX-License-Identifier: GPL-2.0 */
/* The control word: take it apart, check it, make it from a name. */
#ifndef PERFCNT_CONTROL_H
#define PERFCNT_CONTROL_H

#include "../uapi/linux/perfcnt.h"
#include "pure.h"

/**
 * struct perfcnt_limits - what the machine has
 * @counters: 1 to PERFCNT_MAX_COUNTERS
 * @tcs: thread contexts of a core, 1 to 256
 * @vpes: virtual processing elements of a core, 1 to 16
 */
struct perfcnt_limits {
	unsigned int counters;
	unsigned int tcs;
	unsigned int vpes;
};

/* How narrow a filter an event can have, from wide to narrow. */
enum perfcnt_scope {
	PERFCNT_SCOPE_CORE,
	PERFCNT_SCOPE_VPE,
	PERFCNT_SCOPE_TC,
};

/* Odd counters have other events than even ones (MD00548, section 3.1). */
enum perfcnt_bank {
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
	enum perfcnt_bank bank;
	enum perfcnt_scope scope;
	const char *name;
};

/**
 * struct perfcnt_refusal - why a word was not taken
 * @code: the errno, negative
 * @offset: where in the word the part stands that was not taken
 * @reason: in words
 */
struct perfcnt_refusal {
	int code;
	size_t offset;
	const char *reason;
};

/**
 * perfcnt_control_visible - the word as a reader sees it
 * @control: the word that was set
 * @counter: whose word it is
 * @limits: what the machine has
 *
 * Return: the word with M saying whether a counter follows.
 */
static inline u32 perfcnt_control_visible(u32 control, unsigned int counter,
					  const struct perfcnt_limits *limits)
{
	control &= ~PERFCNT_CTL_M;
	return counter + 1 < limits->counters ? control | PERFCNT_CTL_M :
						control;
}

const struct perfcnt_event *perfcnt_event_find(unsigned int code,
					       unsigned int counter);
int perfcnt_control_check(u32 control, unsigned int counter,
			  const struct perfcnt_limits *limits,
			  struct perfcnt_refusal *refusal);
int perfcnt_control_from_name(const char *word, size_t length,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      u32 *control, struct perfcnt_refusal *refusal);

#endif /* PERFCNT_CONTROL_H */
