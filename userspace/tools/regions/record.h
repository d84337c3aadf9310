/* SPDX-License-Identifier: GPL-2.0 */
/* A record of a profiler's dump, and the intervals between records. */
#ifndef PERFCNT_REGIONS_RECORD_H
#define PERFCNT_REGIONS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "events.h"

/* The calls that leave a record, by their numbers. */
#define REGION_CALL_START	1
#define REGION_CALL_UPDATE	2

/* The bits of the field overflow. */
#define REGION_OVERFLOW_LOW	1
#define REGION_OVERFLOW_HIGH	2

/* A record. */
struct region_record {
	bool overrun; /* records are missing before it, or somewhere in the dump */
	uint64_t cpu; /* where the call was made */
	uint64_t id; /* of the call's place in the sources */
	uint64_t call; /* REGION_CALL_*, or another number: then nothing else is known */
	uint64_t cycles; /* that were completed */
	uint64_t pc; /* the call's address */
	uint64_t group; /* of the events */
	/* the event of the higher bit: its type in a start, its value in an update */
	uint64_t high;
	uint64_t low; /* the event of the lower bit */
	uint64_t overflow; /* REGION_OVERFLOW_* */
	uint64_t *user; /* the words of user data, to be freed by free(); may be NULL */
	size_t user_count;
};

/*
 * Understands a line, which is cut up.  Returns NULL, or words on what is wrong with it, to be
 * freed by free().
 */
char *region_record_parse(char *text, struct region_record *record);

enum region_notice {
	REGION_NO_UPDATE,
	REGION_NO_START,
	REGION_OVERRUN,
	REGION_OTHER_CALL,
	REGION_ORDER,
	REGION_TOO_MANY,
	REGION_OVERFLOW,
	REGION_MOVED,
	REGION_NOTICES,
};

/* How often, and where first; zeros at first. */
struct region_notices {
	size_t count[REGION_NOTICES]; /* by notice */
	size_t line[REGION_NOTICES]; /* by notice: the first one's line */
};

void region_notice(struct region_notices *notices, enum region_notice notice,
		   size_t line);

/* Reports them on standard error, each kind once. */
void region_notices_say(const struct region_notices *notices, const char *name);

/* What an event counted. */
struct interval_event {
	uint64_t type; /* the event's type, in the group of the interval */
	uint64_t value; /* the count */
	bool good; /* whether it is the count: it is not if the counter overflowed */
};

/* From a start, or an update, to the next update. */
struct interval {
	const char *file; /* the name of the file that it is from */
	size_t line; /* of the update */
	uint64_t cpu; /* where it began */
	uint64_t end_cpu; /* where it ended */
	uint64_t from_id; /* the call that it begins with */
	uint64_t to_id; /* the call that it ends with */
	uint64_t from_pc; /* the address of that call */
	uint64_t to_pc; /* the address of the call at the end */
	uint64_t begin; /* completed cycles at its beginning */
	uint64_t cycles; /* of the interval */
	uint64_t group; /* of the events */
	/* first that of the higher bit or code, then the lower one */
	struct interval_event events[2];
	unsigned int event_count; /* 1 if both are the same, or 2 */
	bool after_gap; /* records are missing before it */
	uint64_t *user; /* the words of user data at its end */
	size_t user_count; /* how many words */
};

/* All that was read; zeros at first. */
struct intervals {
	struct interval *all; /* the intervals, as they were read */
	size_t count;
	bool overrun; /* records are missing, as a buffer was too small */
	bool nanoseconds; /* of a dump: its cycles are these */
	bool clocks; /* of a dump: its cycles are those of the CPU's clock */
	struct region_names names; /* of events, as comments say */
};

/* What needs memory ends the tool, with a message, if there is none. */

/* The interval's user data belong to @intervals afterwards. */
void intervals_add(struct intervals *intervals, const struct interval *interval);

/* Forgets intervals that dumps have again.  Returns how many. */
size_t intervals_drop_repeated(struct intervals *intervals);

/* There are none afterwards. */
void intervals_free(struct intervals *intervals);

#endif /* PERFCNT_REGIONS_RECORD_H */
