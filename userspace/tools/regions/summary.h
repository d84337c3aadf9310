/* SPDX-License-Identifier: GPL-2.0 */
/* What the intervals of each CPU come to. */
#ifndef PERFCNT_REGIONS_SUMMARY_H
#define PERFCNT_REGIONS_SUMMARY_H

#include "events.h"
#include "intervals.h"
#include "series.h"

/**
 * struct region_site - intervals that begin and end at the same calls
 * @from_pc: the address of the call that they begin with
 * @to_pc: and that they end with
 * @cycles: their cycles
 * @share: the part of all cycles of the CPU's intervals, 0 to 1
 */
struct region_site {
	uint64_t from_pc;
	uint64_t to_pc;
	struct region_series cycles;
	double share;
};

/**
 * struct region_cpu - the intervals of a CPU
 * @cpu: its number
 * @intervals: the intervals, as they were read
 * @count: how many
 * @cycles: their cycles
 * @events: a series for each column of the summary; without values if the CPU
 *	    did not count it
 * @user: a series for each word of user data
 * @sites: the regions, that with most cycles first
 * @site_count: how many regions
 */
struct region_cpu {
	uint64_t cpu;
	const struct interval **intervals;
	size_t count;
	struct region_series cycles;
	struct region_series *events;
	struct region_series *user;
	struct region_site *sites;
	size_t site_count;
};

/**
 * struct region_column - an event
 * @group: its group
 * @type: its type
 * @name: what it is called
 */
struct region_column {
	uint64_t group;
	uint64_t type;
	char name[REGION_EVENT_NAME_SIZE];
};

/**
 * struct region_summary - all of it
 * @intervals: what it is of
 * @cpus: the CPUs, by number
 * @cpu_count: how many
 * @columns: all events, by their types as text
 * @column_count: how many
 * @user_count: the words of user data that an interval has at most
 */
struct region_summary {
	const struct intervals *intervals;
	struct region_cpu *cpus;
	size_t cpu_count;
	struct region_column *columns;
	size_t column_count;
	size_t user_count;
};

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_summary_make() - sum up intervals
 * @summary: gets what they come to
 * @intervals: the intervals; must stay
 * @skip: how many of each CPU's first ones are left out
 */
void region_summary_make(struct region_summary *summary,
			 const struct intervals *intervals, size_t skip);

/**
 * region_summary_column() - find an event
 * @summary: where
 * @group: its group
 * @type: its type
 *
 * Return: the number of its column, or the number of columns if there is none.
 */
size_t region_summary_column(const struct region_summary *summary,
			     uint64_t group, uint64_t type);

/**
 * region_summary_warn() - say which regions have intervals of very different cycles
 * @summary: the summary
 */
void region_summary_warn(const struct region_summary *summary);

/**
 * region_summary_free() - free a summary
 * @summary: the summary
 */
void region_summary_free(struct region_summary *summary);

#endif /* PERFCNT_REGIONS_SUMMARY_H */
