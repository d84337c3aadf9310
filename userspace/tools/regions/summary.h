/* SPDX-License-Identifier: GPL-2.0 */
/* What the intervals of each CPU come to. */
#ifndef PERFCNT_REGIONS_SUMMARY_H
#define PERFCNT_REGIONS_SUMMARY_H

#include <stdbool.h>

#include "events.h"
#include "record.h"
#include "series.h"

/* Intervals that begin and end at the same calls. */
struct region_site {
	uint64_t from_pc; /* the address of the call that they begin with */
	uint64_t to_pc; /* and that they end with */
	struct region_series cycles; /* their cycles */
	double share; /* the part of all cycles of the CPU's intervals, 0 to 1 */
};

/* The intervals of a CPU. */
struct region_cpu {
	uint64_t cpu; /* its number */
	const struct interval **intervals; /* the intervals, as they were read */
	size_t count;
	struct region_series cycles; /* their cycles */
	/* a series for each column of the summary; without values if the CPU did not count it */
	struct region_series *events;
	struct region_series *user; /* a series for each word of user data */
	struct region_site *places; /* the regions, that with most cycles first */
	size_t site_count; /* how many regions */
};

/* An event. */
struct region_column {
	uint64_t group;
	uint64_t type;
	char name[REGION_EVENT_NAME_SIZE]; /* what it is called */
};

/* All of it. */
struct region_summary {
	const struct intervals *intervals; /* what it is of */
	struct region_cpu *cpus; /* the CPUs, by number */
	size_t cpu_count;
	struct region_column *columns; /* all events, by their types as text */
	size_t column_count;
	size_t user_count; /* the words of user data that an interval has at most */
};

/* What the column Cycles of the dumps has: "cycles" or "nanoseconds". */
const char *region_time_name(const struct region_summary *summary);

/* What needs memory ends the tool, with a message, if there is none. */

/* Sums up intervals, which must stay, without each CPU's first @skip. */
void region_summary_make(struct region_summary *summary,
			 const struct intervals *intervals, size_t skip);

/* The number of an event's column, or the number of columns if there is none. */
size_t region_summary_column(const struct region_summary *summary,
			     uint64_t group, uint64_t type);

/* Says which regions have intervals of very different cycles. */
void region_summary_warn(const struct region_summary *summary);

void region_summary_free(struct region_summary *summary);

/* The most metrics that there are for a CPU. */
#define REGION_MOST_METRICS	24

/* How much there is of something in an interval. */
struct region_amount {
	bool given; /* whether it is known at all */
	unsigned int user; /* the word of user data that says it, from 1; 0 if @number does */
	bool step; /* the word is a running total: its average step is meant */
	double number; /* the amount */
};

/* What dumps do not say. */
struct region_parameters {
	struct region_amount packets; /* how many packets an interval has */
	struct region_amount idle_loops; /* how often an interval has been through the idle loop */
	double idle_cycles; /* the cycles of the idle loop, once */
	double mhz; /* the clock, 0 if it is not known */
};

/* What a metric divides besides events of the CPU's group, which have their types. */
enum region_operand {
	REGION_OPERAND_NONE = 0,
	REGION_OPERAND_CYCLES = -1,
	REGION_OPERAND_PACKETS = -2,
	REGION_OPERAND_CLOCK = -3,	/* the microseconds of an interval */
	REGION_OPERAND_IDLE = -4,
};

/* A metric: @factor * @above / @below. */
struct region_metric {
	const char *name; /* what programs call it */
	const char *label; /* what a table calls it */
	unsigned int digits; /* how many a table shows after the point */
	double factor;
	int above; /* the type of an event, or a REGION_OPERAND_* */
	int below; /* the same; REGION_OPERAND_NONE is 1 */
	double value; /* its value; NAN if it is divided by 0 or its events were not counted */
};

/*
 * How many metrics a summary can have, and these: they are the same for all CPUs of a summary, but
 * for their values.  A word of user data that no interval has is not known.
 */
size_t region_metrics(const struct region_summary *summary,
		      const struct region_cpu *cpu,
		      const struct region_parameters *parameters,
		      struct region_metric metrics[REGION_MOST_METRICS]);

#endif /* PERFCNT_REGIONS_SUMMARY_H */
