/* SPDX-License-Identifier: GPL-2.0 */
/* The 34K's event table, linux/perfcnt_events.h, for the tools. */
#ifndef PERFCNT_TOOLS_EVENTS_H
#define PERFCNT_TOOLS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "bank.h"

/* The narrowest filter that an event can have. */
enum scope {
	SCOPE_CORE,
	SCOPE_VPE,
	SCOPE_TC,
};

/**
 * struct event - a row of the table
 * @code: the control word's event field
 * @bank: which counters count it
 * @scope: the narrowest filter
 * @name: what /proc/perf takes for it; in both banks it means the same
 * @description: Table 3's words
 */
struct event {
	unsigned int code;
	enum bank bank;
	enum scope scope;
	const char *name;
	const char *description;
};

extern const struct event events[];
extern const unsigned int event_count;

/**
 * event_of() - what a counter counts
 * @counter: the counter's number
 * @control: its control word
 *
 * Return: the row, or NULL for a reserved or a native event.
 */
const struct event *event_of(unsigned int counter, uint32_t control);

/**
 * event_label() - what a report calls an event
 * @event: the row
 *
 * Return: MD00548's words in its reports, if it has any, or the description.
 */
const char *event_label(const struct event *event);

/**
 * event_at() - a row of the table
 * @bank: the bank
 * @code: the code
 *
 * Return: the row, or NULL for a reserved or a native event.
 */
const struct event *event_at(enum bank bank, unsigned int code);

/**
 * event_named() - a row of the table
 * @bank: the bank
 * @name: the event's name
 *
 * Return: the row, or NULL if no event of the bank has that name.
 */
const struct event *event_named(enum bank bank, const char *name);

#endif /* PERFCNT_TOOLS_EVENTS_H */
