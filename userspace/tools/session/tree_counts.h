/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Trees of the library that the tools set and read themselves. */
#ifndef TREE_COUNTS_H
#define TREE_COUNTS_H

#include <stdbool.h>

#include <tree.h>

/**
 * perfcnt_tree_keep_records() - keep a record of each thread that exits
 * @tree: the tree, which is not entered; perfcnt_thread_new() has the records
 */
void perfcnt_tree_keep_records(struct perfcnt_tree *tree);

/**
 * perfcnt_tree_handle() - the handle of a tree
 * @tree: the tree
 *
 * For perfcnt_strerror(), and for perfcnt_fd(): poll(2) reports POLLIN on it when
 * perfcnt_thread_new() has something to return.
 *
 * Return: the handle.
 */
struct perfcnt *perfcnt_tree_handle(const struct perfcnt_tree *tree);

/**
 * perfcnt_tree_set() - let counters count, that were claimed by their numbers
 * @tree: the tree, without events, not entered
 * @counters: mask of the claimed counters, which are all set, with a count of 0
 * @what: what each of them counts; those that count nothing are not the tree's
 * @shared: it is welcome that they count what others do, too: PERFCNT_SCOPE_SHARED
 *
 * Return: 0 or -1: as PERFCNT_IOC_SET.
 */
int perfcnt_tree_set(struct perfcnt_tree *tree, uint32_t counters,
		     const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared);

/**
 * perfcnt_tree_read() - read all counts at the same instant
 * @tree: the tree, which keeps them until the next reading
 *
 * Return: 0 or -1: EPROTO if a count is less than it was before; otherwise as
 * perfcnt_read().
 */
int perfcnt_tree_read(struct perfcnt_tree *tree);

/**
 * perfcnt_tree_end() - stop, read, and count for the tasks no more
 * @tree: the tree
 *
 * What still runs has a record then.
 *
 * Return: 0 or -1: what failed first, as perfcnt_tree_stop(), perfcnt_tree_read() and
 * perfcnt_tree_leave().
 */
int perfcnt_tree_end(struct perfcnt_tree *tree);

/**
 * perfcnt_tree_count() - the count of an event in the last reading
 * @tree: the tree
 * @event: the event's number
 * @value: gets the count, that of tasks that have exited included; if events take turns,
 *	   the count in the event's slices, scaled to all the time
 *
 * Return: 0 or -1: ENODATA if nothing was read, there is no such event, or it had no
 * slice.
 */
int perfcnt_tree_count(const struct perfcnt_tree *tree, unsigned int event,
		       uint64_t *value);

/**
 * perfcnt_tree_counter() - the count of a counter in the last reading
 * @tree: the tree
 * @counter: the counter
 * @value: gets the count
 *
 * Return: 0 or -1: ENODATA if it was not read.
 */
int perfcnt_tree_counter(const struct perfcnt_tree *tree, unsigned int counter,
			 uint64_t *value);

/**
 * perfcnt_tree_sum() - what an event has counted in its slices, in the last reading
 * @tree: the tree
 * @event: the event's number
 * @sum: gets it
 *
 * Return: 0 or -1: ENODATA if nothing was read, there is no such event, or the events take no
 * turns.
 */
int perfcnt_tree_sum(const struct perfcnt_tree *tree, unsigned int event,
		     struct multiplex_sum *sum);

#endif /* TREE_COUNTS_H */
