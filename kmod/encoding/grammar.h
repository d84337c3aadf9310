/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The grammar of /proc/perf.
 *
 *	line    := counter control [count] | command | '#' comment | empty
 *	counter := decimal number
 *	control := hexadecimal word, 0x optional | name[:modes][@tcN|@vpeN]
 *	name    := event | pmu/event/
 *	event   := of a 34K event | of a kernel event | r<hex>[,<hex>]
 *	pmu     := of the PMU of one kind of CPU
 *	modes   := any of u s k e; default: u
 *	count   := decimal, 0 to 2^64-1 | -1 or none: keep the count
 *	command := suspend [counter...] | resume [counter...]
 *
 * Words are separated by spaces and tabs, lines by newlines.
 */
#ifndef PERFCNT_GRAMMAR_H
#define PERFCNT_GRAMMAR_H

#include "control.h"
#include "pure.h"

/* The longest line that is accepted, without its newline. */
#define PERFCNT_LINE_MAX 255

/* Space for what perfcnt_grammar_format() writes of one counter. */
#define PERFCNT_GRAMMAR_COUNTER_SIZE 80

/* What a setting changes. */
#define PERFCNT_SETTING_CONTROL	1u
#define PERFCNT_SETTING_COUNT	2u
#define PERFCNT_SETTING_SUSPEND	4u
#define PERFCNT_SETTING_RESUME	8u
#define PERFCNT_SETTING_IF_FREE	16u	/* only if it is not claimed */

/**
 * struct perfcnt_setting - a change of one counter
 * @change: PERFCNT_SETTING_*, 0 for no change; a new control word alone ends a
 *	    suspension
 * @control: what to count, checked; a native event that is not known here means the
 *	     current one of the counter
 * @count: the new count
 */
struct perfcnt_setting {
	unsigned int change;
	struct perfcnt_control control;
	u64 count;
};

/**
 * struct perfcnt_shown - what a reader sees of one counter
 * @control: the control word, M included
 * @count: the count
 */
struct perfcnt_shown {
	u32 control;
	u64 count;
};

int perfcnt_grammar_parse(const char *text, size_t length,
			  const struct perfcnt_limits *limits,
			  struct perfcnt_setting *settings,
			  struct perfcnt_reason *reason);
size_t perfcnt_grammar_format(char *buf, size_t size,
			      const struct perfcnt_shown *readings,
			      unsigned int counters);

#endif /* PERFCNT_GRAMMAR_H */
