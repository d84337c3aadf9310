/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Events that are counted together, the counters that they have, and what was read. */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "task_tree.h"

/* The banks: a counter's is its number modulo 2. */
#define TREE_EVEN	0
#define TREE_ODD	1
#define TREE_BANKS	2

/* The most counters of an event: one for each VPE. */
#define TREE_PARTS	2

/* Room for records, of a newer kernel's size, too. */
#define TREE_RECORDS_SIZE	8192

/**
 * struct tree_event - an event of a tree
 * @can: which banks can count it
 * @alone: which of these can count a VPE alone
 * @what: what it is there, for each VPE
 * @turn: if events are multiplexed, what it is without a filter
 * @counted: if events are multiplexed, what it had counted at the last reading
 * @parts: on how many counters it is counted
 * @counter: these
 */
struct tree_event {
	bool can[TREE_BANKS];
	bool alone[TREE_BANKS];
	struct perfcnt_what what[TREE_BANKS][TREE_PARTS];
	struct perfcnt_multiplexing_event turn;
	uint64_t counted;
	unsigned int parts;
	unsigned int counter[TREE_PARTS];
};

/**
 * struct tree_records - records of threads, as the kernel has given them
 * @length: bytes in @bytes
 * @at: of these, those that perfcnt_thread_new() has returned
 * @bytes: the records
 */
struct tree_records {
	size_t length;
	size_t at;
	char bytes[TREE_RECORDS_SIZE];
};

/**
 * struct perfcnt_tree - a set of events for a tree of tasks, or for all CPUs
 * @perfcnt: the handle
 * @vpes: how many counters an event needs
 * @cpus: it is for all CPUs
 * @keeps_records: of each thread that exits
 * @claimed: mask of the counters that it has
 * @follows: it has been entered, and not left
 * @started: the caller wants it to count
 * @multiplexes: its events take turns
 * @slice_us: how long each is counted at a time, in microseconds
 * @shared: counters that were set count what others do, too
 * @count: number of events
 * @events: the events, or NULL: there was none yet
 * @reading: the last reading
 * @multiplexed: the last reading, if the events take turns; else NULL
 * @records: records of threads, or NULL: none was read yet
 */
struct perfcnt_tree {
	struct perfcnt *perfcnt;
	unsigned int vpes;
	bool cpus;
	bool keeps_records;
	uint32_t claimed;
	bool follows;
	bool started;
	bool multiplexes;
	unsigned int slice_us;
	bool shared;
	unsigned int count;
	struct tree_event *events;
	struct perfcnt_read reading;
	struct perfcnt_multiplexed *multiplexed;
	struct tree_records *records;
};

/**
 * perfcnt_tree_is_control() - is the name of an event a control word?
 * @name: the name
 */
bool perfcnt_tree_is_control(const char *name);

/**
 * perfcnt_tree_drop_records() - return none of the records of threads that were read
 * @tree: the tree
 */
void perfcnt_tree_drop_records(struct perfcnt_tree *tree);

/**
 * perfcnt_tree_is_software() - is it an event of the kernel, which no hardware counts?
 * @event: the event
 */
bool perfcnt_tree_is_software(const struct tree_event *event);

/* If its events take turns: multiplex.c. */

/**
 * perfcnt_multiplex_look_up() - what a multiplexed event is
 * @tree: the tree
 * @name: its name
 * @event: the event, with the banks that can count it; its turn is filled in
 *
 * Return: 0 or -1, as perfcnt_kernel_name().
 */
int perfcnt_multiplex_look_up(const struct perfcnt_tree *tree, const char *name,
			      struct tree_event *event);

/**
 * perfcnt_multiplex_counters() - which counters events that are multiplexed take
 * @tree: the tree
 * @free: mask of the counters that are free
 * @machine: said so
 * @most: how many may be claimed
 *
 * Return: a mask: all but what is left to others, and what no event can have.
 */
uint32_t perfcnt_multiplex_counters(const struct perfcnt_tree *tree, uint32_t free,
				    const struct perfcnt_describe *machine, int most);

/**
 * perfcnt_multiplex_set() - let the events take turns on the counters that are claimed
 * @tree: the tree
 *
 * Return: 0 or -1, as PERFCNT_IOC_MULTIPLEX.
 */
int perfcnt_multiplex_set(struct perfcnt_tree *tree);

/**
 * perfcnt_multiplex_release() - undo perfcnt_multiplex_set(), and release the counters
 * @tree: the tree, which is not entered
 */
void perfcnt_multiplex_release(struct perfcnt_tree *tree);

/**
 * perfcnt_multiplex_read() - what the events have counted
 * @tree: the tree
 * @multiplexed: gets it
 *
 * Return: 0 or -1: EPROTO if a count went back; otherwise as PERFCNT_IOC_MULTIPLEXED.
 */
int perfcnt_multiplex_read(struct perfcnt_tree *tree, struct perfcnt_multiplexed *multiplexed);

/**
 * struct multiplex_sum - what an event has counted from one reading to another
 * @event: its counts, its time and its slices; 1 of these at least if it has counted
 * @enabled: how long it was to be counted, in nanoseconds
 * @rounds: how often all events had a slice
 */
struct multiplex_sum {
	struct perfcnt_multiplexed_event event;
	uint64_t enabled;
	uint32_t rounds;
};

/**
 * perfcnt_multiplex_between() - what an event has counted between two readings
 * @before: the first; NULL: since counting began from 0
 * @after: the last
 * @event: the event's number
 * @sum: gets it
 */
void perfcnt_multiplex_between(const struct perfcnt_multiplexed *before,
			       const struct perfcnt_multiplexed *after, unsigned int event,
			       struct multiplex_sum *sum);

/**
 * perfcnt_multiplex_count() - what would have been counted all the time
 * @sum: what was counted
 * @event: the event's number, for words
 * @count: gets that, rounded to the nearest number
 *
 * Return: 0 or -1: ENODATA if the event had no slice.
 */
int perfcnt_multiplex_count(const struct multiplex_sum *sum, unsigned int event,
			    uint64_t *count);

/**
 * perfcnt_multiplex_error() - the standard error of that
 * @sum: what was counted
 *
 * Return: events; less than 0 if it is not known.
 */
double perfcnt_multiplex_error(const struct multiplex_sum *sum);

/**
 * perfcnt_multiplex_scale() - what would have been counted all the time
 * @count: what was counted
 * @enabled: all the time
 * @running: how long it was counted, not 0
 *
 * Return: that, rounded to the nearest number.
 */
uint64_t perfcnt_multiplex_scale(uint64_t count, uint64_t enabled, uint64_t running);

#endif /* TREE_H */
