/* SPDX-License-Identifier: GPL-2.0 */
/* Intervals: what a program's profiler has counted from one record to the next. */
#ifndef PERFCNT_REGIONS_INTERVALS_H
#define PERFCNT_REGIONS_INTERVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 */
struct intervals {
	struct interval *all;
	size_t count;
	bool overrun;
};

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * intervals_add() - add an interval
 * @intervals: gets it
 * @interval: the interval; its user data belong to @intervals afterwards
 */
void intervals_add(struct intervals *intervals, const struct interval *interval);

/**
 * intervals_free() - free all intervals
 * @intervals: has none afterwards
 */
void intervals_free(struct intervals *intervals);

#endif /* PERFCNT_REGIONS_INTERVALS_H */
