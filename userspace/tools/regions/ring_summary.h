/* SPDX-License-Identifier: GPL-2.0 */
/* What the records of a recording come to: for each thread, its regions. */
#ifndef PERFCNT_REGIONS_RING_SUMMARY_H
#define PERFCNT_REGIONS_RING_SUMMARY_H

#include "ring_file.h"
#include "series.h"
#include "summary.h"

/* The longest name of a region, with its end. */
#define RING_LABEL_SIZE	160

/**
 * struct ring_exact - what all records of a region came to, those that are lost too
 * @count: how many there were
 * @sum: the sum, and the least and the most of them
 * @skipped: how many of them are left out
 * @skipped_sum: the sum of these
 */
struct ring_exact {
	uint64_t count;
	struct perfcnt_regions_sum sum;
	uint64_t skipped;
	uint64_t skipped_sum;
};

/**
 * struct ring_region - the records of a thread that have the same name
 * @label: the name; of an interval without one, where it began and ended
 * @place: where it begins
 * @time: how long they took, in nanoseconds
 * @counts: for each event, what it has counted
 * @user: for each word of user data, what it was, in the records that are there
 * @exact_time: how long all took
 * @exact: for each event, what all have counted
 * @records: how many there are, without those that are left out
 * @no_time: of some it is not known how long they took, and so not of all
 * @lost_skipped: some that are to be left out are not there
 */
struct ring_region {
	char label[RING_LABEL_SIZE];
	uint32_t place;
	struct region_series time;
	struct region_series *counts;
	struct region_series *user;
	struct ring_exact exact_time;
	struct ring_exact *exact;
	uint64_t records;
	bool no_time;
	bool lost_skipped;
};

/**
 * struct ring_thread_regions - what a thread has recorded
 * @part: the thread
 * @elapsed: from its first mark that is there to the last, in nanoseconds
 * @regions: its regions, that with the most time first
 * @count: how many
 */
struct ring_thread_regions {
	const struct ring_part *part;
	uint64_t elapsed;
	struct ring_region *regions;
	size_t count;
};

/**
 * struct ring_summary - all of it
 * @recording: what it is of
 * @threads: in the order of the file
 */
struct ring_summary {
	const struct ring_recording *recording;
	struct ring_thread_regions *threads;
};

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * ring_label() - what a record is called
 * @recording: where it is from
 * @record: the record
 * @label: gets the name
 */
void ring_label(const struct ring_recording *recording,
		const struct ring_record *record, char label[RING_LABEL_SIZE]);

/**
 * ring_summary_make() - sum up a recording
 * @summary: gets what it comes to
 * @recording: the recording; must stay
 * @skip: how many of each region's first records are left out
 */
void ring_summary_make(struct ring_summary *summary,
		       const struct ring_recording *recording, size_t skip);

/**
 * ring_summary_free() - free a summary
 * @summary: the summary
 */
void ring_summary_free(struct ring_summary *summary);

/* The longest name or label, with its end. */
#define RING_METRIC_NAME_SIZE	128

/* For each event one per instruction and one per packet; IPC, CPI, and three more. */
#define RING_MOST_METRICS	(4 * PERFCNT_REGIONS_EVENTS + 3)

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
 * ring_metrics() - the metrics that a recording can have
 * @head: the head of the recording
 * @parameters: what it does not say; the clock is not looked at
 * @metrics: gets them
 *
 * Return: how many they are.
 */
size_t ring_metrics(const struct perfcnt_regions_head *head,
		    const struct region_parameters *parameters,
		    struct ring_metric metrics[RING_MOST_METRICS]);

/**
 * ring_metric_value() - compute a metric of a region
 * @metric: the metric
 * @region: the region
 * @parameters: as for ring_metrics(); a word of user data is one of the recording's
 *
 * Return: its value; NAN if it is divided by 0 or its events were not counted.
 */
double ring_metric_value(const struct ring_metric *metric,
			 const struct ring_region *region,
			 const struct region_parameters *parameters);

#endif /* PERFCNT_REGIONS_RING_SUMMARY_H */
