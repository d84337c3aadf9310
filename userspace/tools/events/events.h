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

enum bank bank_of(unsigned int counter);

/* "even" or "odd". */
const char *bank_name(enum bank bank);

/* The letters of the modes, from PERFCNT_CTL_U down. */
#define CONTROL_MODES_WRITTEN	"uske"	/* as /proc/perf takes them */
#define CONTROL_MODES_SHOWN	"USKE"	/* as reports have them */

/* The event field of a control word; PERFCNT_EVENT_NATIVE for a native event. */
unsigned int control_event(uint32_t control);

/* Writes the modes of a control word with letters, CONTROL_MODES_WRITTEN or CONTROL_MODES_SHOWN. */
void control_modes(uint32_t control, const char letters[5], char text[5]);

/*
 * Reads letters, CONTROL_MODES_WRITTEN, into PERFCNT_CTL_MODES.  Returns NULL, or why they cannot
 * be read.
 */
const char *control_read_modes(const char *text, uint32_t *modes);

/* The narrowest filter that an event can have. */
enum scope {
	SCOPE_CORE,
	SCOPE_VPE,
	SCOPE_TC,
};

/* A row of the table. */
struct event {
	unsigned int code; /* the control word's event field */
	enum bank bank; /* which counters count it */
	enum scope scope; /* the narrowest filter */
	const char *name; /* what /proc/perf takes for it; in both banks it means the same */
	const char *description; /* Table 3's words */
};

extern const struct event events[];
extern const unsigned int event_count;

/* What a counter counts; NULL for a reserved or a native event. */
const struct event *event_of(unsigned int counter, uint32_t control);

/*
 * What a report calls an event: MD00548's words in its reports, if it has any, or the description.
 */
const char *event_label(const struct event *event);

/* What another source says of an event, and which one; NULL if none says anything else. */
const char *event_doubt(const struct event *event);

/* NULL for a reserved or a native event. */
const struct event *event_at(enum bank bank, unsigned int code);

/* NULL if no event of the bank has that name. */
const struct event *event_named(enum bank bank, const char *name);

#endif /* PERFCNT_TOOLS_EVENTS_H */
