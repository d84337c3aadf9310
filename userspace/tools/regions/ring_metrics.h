/* SPDX-License-Identifier: GPL-2.0 */
/* What can be computed from the averages of a region of a program's own profile. */
#ifndef PERFCNT_REGIONS_RING_METRICS_H
#define PERFCNT_REGIONS_RING_METRICS_H

#include "region_metrics.h"
#include "ring_summary.h"

/* The longest name or label, with its end. */
#define RING_METRIC_NAME_SIZE	128

/* For each event one per instruction and one per packet; IPC, CPI, and three more. */
#define RING_MOST_METRICS	(4 * RING_EVENTS + 3)

/* What a metric divides besides events, which have their numbers. */
enum ring_operand {
	RING_OPERAND_NONE = -1,
	RING_OPERAND_TIME = -2,
	RING_OPERAND_PACKETS = -3,
	RING_OPERAND_IDLE = -4,
};

/**
 * struct ring_metric - a metric: @factor * @above / @below
 * @name: what programs call it; it has the name of its event, with its modes
 * @label: what a table calls it
 * @digits: how many a table shows after the point
 * @factor: as above
 * @above: an event, or a RING_OPERAND_*
 * @below: the same; RING_OPERAND_NONE is 1
 */
struct ring_metric {
	char name[RING_METRIC_NAME_SIZE];
	char label[RING_METRIC_NAME_SIZE];
	unsigned int digits;
	double factor;
	int above;
	int below;
};

/**
 * ring_metrics() - the metrics that a profile can have
 * @head: the head of the profile
 * @parameters: what it does not say; the clock is not looked at
 * @metrics: gets them
 *
 * Return: how many they are.
 */
size_t ring_metrics(const struct ring_head *head,
		    const struct region_parameters *parameters,
		    struct ring_metric metrics[RING_MOST_METRICS]);

/**
 * ring_metric_value() - compute a metric of a region
 * @metric: the metric
 * @region: the region
 * @parameters: as for ring_metrics(); a word of user data is one of the profile's
 *
 * Return: its value; NAN if it is divided by 0 or its events were not counted.
 */
double ring_metric_value(const struct ring_metric *metric,
			 const struct ring_region *region,
			 const struct region_parameters *parameters);

#endif /* PERFCNT_REGIONS_RING_METRICS_H */
