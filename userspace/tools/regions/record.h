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

/**
 * struct region_record - a record
 * @overrun: records are missing before it, or somewhere in the dump
 * @cpu: where the call was made
 * @id: of the call's place in the sources
 * @call: REGION_CALL_*, or another number: then nothing else is known
 * @cycles: that were completed
 * @pc: the call's address
 * @group: of the events
 * @high: the event of the higher bit: its type in a start, its value in an update
 * @low: the event of the lower bit
 * @overflow: REGION_OVERFLOW_*
 * @user: the words of user data, to be freed by free(); may be NULL
 * @user_count: how many
 */
struct region_record {
	bool overrun;
	uint64_t cpu;
	uint64_t id;
	uint64_t call;
	uint64_t cycles;
	uint64_t pc;
	uint64_t group;
	uint64_t high;
	uint64_t low;
	uint64_t overflow;
	uint64_t *user;
	size_t user_count;
};

/**
 * region_record_parse() - understand a line
 * @text: the line; is cut up
 * @record: gets it
 *
 * Return: NULL, or words on what is wrong with it, to be freed by free().
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

/**
 * struct region_notices - how often, and where first; zeros at first
 * @count: by notice
 * @line: by notice: the first one's line
 */
struct region_notices {
	size_t count[REGION_NOTICES];
	size_t line[REGION_NOTICES];
};

/**
 * region_notice() - count one more
 * @notices: gets it
 * @notice: what it is
 * @line: where
 */
void region_notice(struct region_notices *notices, enum region_notice notice,
		   size_t line);

/**
 * region_notices_say() - report them on standard error, each kind once
 * @notices: the notices
 * @name: what the file is called
 */
void region_notices_say(const struct region_notices *notices, const char *name);

/**
 * struct interval_event - what an event counted
 * @type: the event's type, in the group of the interval
 * @value: the count
 * @good: whether it is the count: it is not if the counter overflowed
 */
struct interval_event {
	uint64_t type;
	uint64_t value;
	bool good;
};

/**
 * struct interval - from a start, or an update, to the next update
 * @file: the name of the file that it is from
 * @line: of the update
 * @cpu: where it began
 * @end_cpu: where it ended
 * @from_id: the call that it begins with
 * @to_id: the call that it ends with
 * @from_pc: the address of that call
 * @to_pc: the address of the call at the end
 * @begin: completed cycles at its beginning
 * @cycles: of the interval
 * @group: of the events
 * @events: first that of the higher bit or code, then the lower one
 * @event_count: 1 if both are the same, or 2
 * @after_gap: records are missing before it
 * @user: the words of user data at its end
 * @user_count: how many words
 */
struct interval {
	const char *file;
	size_t line;
	uint64_t cpu;
	uint64_t end_cpu;
	uint64_t from_id;
	uint64_t to_id;
	uint64_t from_pc;
	uint64_t to_pc;
	uint64_t begin;
	uint64_t cycles;
	uint64_t group;
	struct interval_event events[2];
	unsigned int event_count;
	bool after_gap;
	uint64_t *user;
	size_t user_count;
};

/**
 * struct intervals - all that was read; zeros at first
 * @all: the intervals, as they were read
 * @count: how many
 * @overrun: records are missing, as a buffer was too small
 * @nanoseconds: of a dump: its cycles are these
 * @clocks: of a dump: its cycles are those of the CPU's clock
 * @names: of events, as comments say
 */
struct intervals {
	struct interval *all;
	size_t count;
	bool overrun;
	bool nanoseconds;
	bool clocks;
	struct region_names names;
};

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * intervals_add() - add an interval
 * @intervals: gets it
 * @interval: the interval; its user data belong to @intervals afterwards
 */
void intervals_add(struct intervals *intervals, const struct interval *interval);

/**
 * intervals_drop_repeated() - forget intervals that dumps have again
 * @intervals: keeps the first one of each
 *
 * Return: how many were forgotten.
 */
size_t intervals_drop_repeated(struct intervals *intervals);

/**
 * intervals_free() - free all intervals
 * @intervals: has none afterwards
 */
void intervals_free(struct intervals *intervals);

#endif /* PERFCNT_REGIONS_RECORD_H */
