/* SPDX-License-Identifier: GPL-2.0 */
/* What the records of a recording come to: for each thread, its regions. */
#ifndef PERFCNT_REGIONS_RING_SUMMARY_H
#define PERFCNT_REGIONS_RING_SUMMARY_H

#include "ring_file.h"
#include "series.h"
#include "summary.h"

/* The longest name of a region, with its end. */
#define RING_LABEL_SIZE	160

/* What all records of a region came to, those that are lost too. */
struct ring_exact {
	uint64_t count; /* how many there were */
	struct perfcnt_regions_sum sum; /* the sum, and the least and the most of them */
	uint64_t skipped; /* how many of them are left out */
	uint64_t skipped_sum; /* the sum of these */
};

/* The records of a thread that have the same name. */
struct ring_region {
	/* the name; of an interval without one, where it began and ended */
	char label[RING_LABEL_SIZE];
	uint32_t place; /* where it begins */
	struct region_series time; /* how long they took, in nanoseconds */
	struct region_series *counts; /* for each event, what it has counted */
	/* for each word of user data, what it was, in the records that are there */
	struct region_series *user;
	struct ring_exact exact_time; /* how long all took */
	struct ring_exact *exact; /* for each event, what all have counted */
	uint64_t records; /* how many there are, without those that are left out */
	bool no_time; /* of some it is not known how long they took, and so not of all */
	bool lost_skipped; /* some that are to be left out are not there */
};

/* What a thread has recorded. */
struct ring_thread_regions {
	const struct ring_part *part; /* the thread */
	uint64_t elapsed; /* from its first mark that is there to the last, in nanoseconds */
	struct ring_region *regions; /* its regions, that with the most time first */
	size_t count;
};

/* All of it. */
struct ring_summary {
	const struct ring_recording *recording; /* what it is of */
	struct ring_thread_regions *threads; /* in the order of the file */
};

/* What needs memory ends the tool, with a message, if there is none. */

/* What a record is called. */
void ring_label(const struct ring_recording *recording,
		const struct ring_record *record, char label[RING_LABEL_SIZE]);

/* Sums up a recording, which must stay, without each region's first @skip records. */
void ring_summary_make(struct ring_summary *summary,
		       const struct ring_recording *recording, size_t skip);

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

/* A metric: @factor * @above / @below. */
struct ring_metric {
	/* what programs call it; it has the name of its event, with its modes */
	char name[RING_METRIC_NAME_SIZE];
	char label[RING_METRIC_NAME_SIZE]; /* what a table calls it */
	unsigned int digits; /* how many a table shows after the point */
	double factor;
	int above; /* an event, or a RING_OPERAND_* */
	int below; /* the same; RING_OPERAND_NONE is 1 */
};

/* How many metrics a recording can have, and these; the clock is not looked at. */
size_t ring_metrics(const struct perfcnt_regions_head *head,
		    const struct region_parameters *parameters,
		    struct ring_metric metrics[RING_MOST_METRICS]);

/*
 * A metric of a region; NAN if it is divided by 0 or its events were not counted.  A word of user
 * data is one of the recording's.
 */
double ring_metric_value(const struct ring_metric *metric,
			 const struct ring_region *region,
			 const struct region_parameters *parameters);

#endif /* PERFCNT_REGIONS_RING_SUMMARY_H */
