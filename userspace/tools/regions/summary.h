/* SPDX-License-Identifier: GPL-2.0 */
/* What the intervals of each CPU come to. */
#ifndef PERFCNT_REGIONS_SUMMARY_H
#define PERFCNT_REGIONS_SUMMARY_H

#include <stdbool.h>

#include "events.h"
#include "record.h"
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
 * @places: the regions, that with most cycles first
 * @site_count: how many regions
 */
struct region_cpu {
	uint64_t cpu;
	const struct interval **intervals;
	size_t count;
	struct region_series cycles;
	struct region_series *events;
	struct region_series *user;
	struct region_site *places;
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

/**
 * region_time_name() - what the column Cycles of the dumps has
 * @summary: of them
 *
 * Return: "cycles" or "nanoseconds".
 */
const char *region_time_name(const struct region_summary *summary);

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

/* The most metrics that there are for a CPU. */
#define REGION_MOST_METRICS	24

/**
 * struct region_amount - how much there is of something in an interval
 * @given: whether it is known at all
 * @user: the word of user data that says it, from 1; 0 if @number does
 * @step: the word is a running total: its average step is meant
 * @number: the amount
 */
struct region_amount {
	bool given;
	unsigned int user;
	bool step;
	double number;
};

/**
 * struct region_parameters - what dumps do not say
 * @packets: how many packets an interval has
 * @idle_loops: how often an interval has been through the idle loop
 * @idle_cycles: the cycles of the idle loop, once
 * @mhz: the clock, 0 if it is not known
 */
struct region_parameters {
	struct region_amount packets;
	struct region_amount idle_loops;
	double idle_cycles;
	double mhz;
};

/* What a metric divides besides events of the CPU's group, which have their types. */
enum region_operand {
	REGION_OPERAND_NONE = 0,
	REGION_OPERAND_CYCLES = -1,
	REGION_OPERAND_PACKETS = -2,
	REGION_OPERAND_CLOCK = -3,	/* the microseconds of an interval */
	REGION_OPERAND_IDLE = -4,
};

/**
 * struct region_metric - a metric: @factor * @above / @below
 * @name: what programs call it
 * @label: what a table calls it
 * @digits: how many a table shows after the point
 * @factor: as above
 * @above: the type of an event, or a REGION_OPERAND_*
 * @below: the same; REGION_OPERAND_NONE is 1
 * @value: its value; NAN if it is divided by 0 or its events were not counted
 */
struct region_metric {
	const char *name;
	const char *label;
	unsigned int digits;
	double factor;
	int above;
	int below;
	double value;
};

/**
 * region_metrics() - compute the metrics that a summary can have
 * @summary: the summary
 * @cpu: one of its CPUs
 * @parameters: what it does not say; a word of user data that no interval has is
 *		not known
 * @metrics: gets the metrics; they are the same for all CPUs of a summary, but for
 *	     their values
 *
 * Return: how many they are.
 */
size_t region_metrics(const struct region_summary *summary,
		      const struct region_cpu *cpu,
		      const struct region_parameters *parameters,
		      struct region_metric metrics[REGION_MOST_METRICS]);

#endif /* PERFCNT_REGIONS_SUMMARY_H */
