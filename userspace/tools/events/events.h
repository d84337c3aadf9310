/* SPDX-License-Identifier: GPL-2.0 */
/* The 34K's events, the banks of counters that count them, and control words. */
#ifndef PERFCNT_TOOLS_EVENTS_H
#define PERFCNT_TOOLS_EVENTS_H

#include <stdint.h>

/* What a 34K has at most. */
#define COUNTERS_OF_34K	4

/* A counter's bank is its number modulo 2. */
enum bank {
	BANK_EVEN,
	BANK_ODD,
	BANK_COUNT,
};

/**
 * bank_of() - the bank of a counter
 * @counter: the counter's number
 *
 * Return: the bank.
 */
enum bank bank_of(unsigned int counter);

/**
 * bank_name() - what a bank is called
 * @bank: the bank
 *
 * Return: "even" or "odd".
 */
const char *bank_name(enum bank bank);

/* The letters of the modes, from PERFCNT_CTL_U down. */
#define CONTROL_MODES_WRITTEN	"uske"	/* as /proc/perf takes them */
#define CONTROL_MODES_SHOWN	"USKE"	/* as reports have them */

/**
 * control_event() - the event field of a control word
 * @control: the control word
 *
 * Return: the code, PERFCNT_EVENT_NATIVE for a native event.
 */
unsigned int control_event(uint32_t control);

/**
 * control_modes() - write the modes of a control word
 * @control: the control word
 * @letters: CONTROL_MODES_WRITTEN or CONTROL_MODES_SHOWN
 * @text: gets the letters of those that it counts in
 */
void control_modes(uint32_t control, const char letters[5], char text[5]);

/**
 * control_read_modes() - read modes as /proc/perf takes them
 * @text: the letters, CONTROL_MODES_WRITTEN
 * @modes: comes back: PERFCNT_CTL_MODES
 *
 * Return: NULL, or why they cannot be read.
 */
const char *control_read_modes(const char *text, uint32_t *modes);

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
