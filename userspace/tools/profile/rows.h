/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of a run, added up by function or by module. */
#ifndef PERFCNT_PROFILE_ROWS_H
#define PERFCNT_PROFILE_ROWS_H

#include "symbols/place.h"
#include "samples.h"

/* A ratio of fewer samples of instructions than these says nothing. */
#define SAMPLE_ROWS_LEAST	10

/* Which rows a table has. */
struct sample_cutoff {
	double percent; /* a row is listed while it has at least so many percent of all events, */
	double cumulative; /* and while the rows before it have less than so many percent */
	unsigned int least; /* but so many rows are always listed */
};

/* What of functions is shown, beside their sums. */
enum sample_details {
	SAMPLE_DETAILS_NONE,
	SAMPLE_DETAILS_STATEMENT, /* their lines */
	SAMPLE_DETAILS_INSTRUCTION, /* their instructions */
	SAMPLE_DETAILS_ALL, /* each line with its instructions */
};

/* What a report shows. */
struct sample_view {
	const struct samples *samples; /* the run */
	/* the place of each spot; they have code if instructions are shown */
	const struct place *places;
	struct sample_cutoff cutoff; /* which rows tables have */
	struct sample_cutoff detail_cutoff; /* which functions have details */
	enum sample_details details;
	/* so many instructions around those that have samples are shown, too */
	unsigned int context;
	unsigned int event; /* the event that tables have */
	unsigned int columns; /* of the summaries: sample_summary_columns() */
};

/* The samples of a function or of a module. */
struct sample_row {
	const char *module;
	const char *function; /* NULL if the row is a module */
	const char *file; /* the function's source file, or NULL */
	uint64_t start; /* the function's address */
	struct sample_sum sums[SAMPLES_MOST_TRIGGERS]; /* its samples, by event */
	/* how many events the samples of the view's event in the rows before stand for */
	uint64_t before;
	size_t first; /* where the numbers of its spots begin */
	size_t hits; /* how many spots */
};

/* Rows, that with most of the view's event first. */
struct sample_rows {
	struct sample_row *rows;
	size_t count;
	size_t *numbers; /* of all spots, those of a row after each other */
	unsigned int event; /* the view's event */
	uint64_t total; /* how many events all samples of @event stand for */
};

/* Adds samples up, by module or by function, for sample_rows_free(). */
void sample_rows_make(struct sample_rows *rows, const struct sample_view *view,
		      bool by_module);

void sample_rows_free(struct sample_rows *rows);

/* How many rows a table has. */
size_t sample_rows_listed(const struct sample_rows *rows,
			  const struct sample_cutoff *cutoff);

/* A part of all events, in hundredths of a percent, rounded half up; 0 if there are no events. */
uint64_t sample_rows_percent(uint64_t part, uint64_t total);

/*
 * Can a row have cycles per instruction?  The first event of the run is cycles then, and the table
 * has those or instructions.
 */
bool sample_rows_has_cycles(const struct sample_view *view);

/*
 * The cycles per instruction at a place, estimated by sampling, rounded half up to two decimals.
 * Each event is its part of the exact count, so that all places together have the ratio of the
 * counts.  Returns a negative number if one of the events was not sampled, or if there are fewer
 * than SAMPLE_ROWS_LEAST samples of instructions there.
 */
double sample_rows_cpi(const struct samples *samples,
		       const struct sample_sum sums[SAMPLES_MOST_TRIGGERS]);

/* How many events a place had: its part of the exact count, rounded half up. */
uint64_t sample_rows_estimate(const struct sample_trigger *trigger,
			      const struct sample_sum *part);

/*
 * Which part of an event's samples a place has, by what they stand for: 0 to 1; NAN if the event
 * has no samples.
 */
double sample_rows_share(const struct sample_trigger *trigger,
			 const struct sample_sum *part);

/*
 * By how much a share can be wrong, as it is from samples: the true share is so near with a
 * probability of about 95 %; NAN if the event has no samples.
 */
double sample_rows_margin(const struct sample_trigger *trigger,
			  const struct sample_sum *part);

#endif /* PERFCNT_PROFILE_ROWS_H */
