/* SPDX-License-Identifier: GPL-2.0 */
/* What can be computed from the averages of a CPU's intervals. */
#ifndef PERFCNT_REGIONS_REGION_METRICS_H
#define PERFCNT_REGIONS_REGION_METRICS_H

#include <stdbool.h>

#include "summary.h"

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

#endif /* PERFCNT_REGIONS_REGION_METRICS_H */
