/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of a run, added up by function or by module. */
#ifndef PERFCNT_PROFILE_ROWS_H
#define PERFCNT_PROFILE_ROWS_H

#include "symbols/place.h"
#include "samples.h"

/* A ratio of fewer samples of instructions than these says nothing. */
#define SAMPLE_ROWS_LEAST	10

/**
 * struct sample_cutoff - which rows a table has
 * @percent: a row is listed while it has at least so many percent of all events,
 * @cumulative: and while the rows before it have less than so many percent
 * @least: but so many rows are always listed
 */
struct sample_cutoff {
	double percent;
	double cumulative;
	unsigned int least;
};

/**
 * enum sample_details - what of functions is shown, beside their sums
 * @SAMPLE_DETAILS_NONE: nothing
 * @SAMPLE_DETAILS_STATEMENT: their lines
 * @SAMPLE_DETAILS_INSTRUCTION: their instructions
 * @SAMPLE_DETAILS_ALL: each line with its instructions
 */
enum sample_details {
	SAMPLE_DETAILS_NONE,
	SAMPLE_DETAILS_STATEMENT,
	SAMPLE_DETAILS_INSTRUCTION,
	SAMPLE_DETAILS_ALL,
};

/**
 * struct sample_view - what a report shows
 * @samples: the run
 * @places: the place of each spot; they have code if instructions are shown
 * @cutoff: which rows tables have
 * @detail_cutoff: which functions have details
 * @details: what details
 * @context: so many instructions around those that have samples are shown, too
 * @event: the event that tables have
 * @columns: of the summaries: sample_summary_columns()
 */
struct sample_view {
	const struct samples *samples;
	const struct place *places;
	struct sample_cutoff cutoff;
	struct sample_cutoff detail_cutoff;
	enum sample_details details;
	unsigned int context;
	unsigned int event;
	unsigned int columns;
};

/**
 * struct sample_row - the samples of a function or of a module
 * @module: the module
 * @function: the function, or NULL if the row is a module
 * @file: the function's source file, or NULL
 * @start: the function's address
 * @sums: its samples, by event
 * @before: how many events the samples of the view's event in the rows before stand for
 * @first: where the numbers of its spots begin
 * @hits: how many spots
 */
struct sample_row {
	const char *module;
	const char *function;
	const char *file;
	uint64_t start;
	struct sample_sum sums[SAMPLES_MOST_TRIGGERS];
	uint64_t before;
	size_t first;
	size_t hits;
};

/**
 * struct sample_rows - rows, that with most of the view's event first
 * @rows: the rows
 * @count: how many
 * @event: the view's event
 * @total: how many events all samples of it stand for
 * @numbers: of all spots, those of a row after each other
 */
struct sample_rows {
	struct sample_row *rows;
	size_t count;
	size_t *numbers;
	unsigned int event;
	uint64_t total;
};

/**
 * sample_rows_make() - add samples up
 * @rows: comes back; sample_rows_free() frees it
 * @view: the samples
 * @by_module: by module; otherwise by function
 */
void sample_rows_make(struct sample_rows *rows, const struct sample_view *view,
		      bool by_module);

/**
 * sample_rows_free() - free rows
 * @rows: the rows
 */
void sample_rows_free(struct sample_rows *rows);

/**
 * sample_rows_listed() - how many rows a table has
 * @rows: the rows
 * @cutoff: which rows it has
 *
 * Return: the number of rows.
 */
size_t sample_rows_listed(const struct sample_rows *rows,
			  const struct sample_cutoff *cutoff);

/**
 * sample_rows_percent() - a part of all events, in hundredths of a percent
 * @part: events
 * @total: all events
 *
 * Return: the part, rounded half up; 0 if there are no events.
 */
uint64_t sample_rows_percent(uint64_t part, uint64_t total);

/**
 * sample_rows_has_cycles() - can a row have cycles per instruction?
 * @view: what is shown
 *
 * Return: whether it can: the first event of the run is cycles, and the table has those
 * or instructions.
 */
bool sample_rows_has_cycles(const struct sample_view *view);

/**
 * sample_rows_cpi() - cycles per instruction at a place, estimated by sampling
 * @samples: the run
 * @sums: samples at the place, by event
 *
 * Each event is its part of the exact count, so that all places together have the ratio
 * of the counts.
 *
 * Return: the ratio, rounded half up to two decimals; a negative number if one of the
 * events was not sampled, or if there are fewer than SAMPLE_ROWS_LEAST samples of
 * instructions there.
 */
double sample_rows_cpi(const struct samples *samples,
		       const struct sample_sum sums[SAMPLES_MOST_TRIGGERS]);

/**
 * sample_rows_estimate() - how many events a place had: its part of the exact count
 * @trigger: the event
 * @part: its samples at the place
 *
 * Return: the number, rounded half up.
 */
uint64_t sample_rows_estimate(const struct sample_trigger *trigger,
			      const struct sample_sum *part);

/**
 * sample_rows_share() - which part of an event's samples a place has, by what they stand for
 * @trigger: the event
 * @part: its samples at the place
 *
 * Return: the part, 0 to 1; NAN if the event has no samples.
 */
double sample_rows_share(const struct sample_trigger *trigger,
			 const struct sample_sum *part);

/**
 * sample_rows_margin() - by how much a share can be wrong, as it is from samples
 * @trigger: the event
 * @part: its samples at the place
 *
 * Return: the true share is so near with a probability of about 95 %; NAN if the event has
 * no samples.
 */
double sample_rows_margin(const struct sample_trigger *trigger,
			  const struct sample_sum *part);

#endif /* PERFCNT_PROFILE_ROWS_H */
