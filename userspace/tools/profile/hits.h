/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of one function. */
#ifndef PERFCNT_PROFILE_HITS_H
#define PERFCNT_PROFILE_HITS_H

#include "symbols/place.h"
#include "rows.h"

/* Samples of an event at an instruction. */
struct sample_hit {
	const struct place *place;
	const struct sample_spot *spot;
};

/* The samples of a function, in the order of their addresses. */
struct sample_hits {
	struct sample_hit *hits;
	size_t count;
};

/* Finds the samples of the function of a row, for sample_hits_free(). */
void sample_hits_find(struct sample_hits *hits, const struct sample_view *view,
		      const struct sample_rows *rows, const struct sample_row *row);

void sample_hits_free(struct sample_hits *hits);

/* A line of a function. */
struct sample_line {
	const struct place *place; /* its first sample, by address */
	struct sample_sum sums[SAMPLES_MOST_TRIGGERS]; /* its samples, by event */
	unsigned int runs; /* how many runs of instructions it has, of those that have samples */
	bool back; /* does it come after a line that is behind it? */
};

/* The lines of a function, in the order of their first addresses. */
struct sample_lines {
	struct sample_line *lines;
	size_t count;
};

/* Are two places in the same line of the same file? */
bool sample_lines_is_same(const struct place *one, const struct place *other);

/* Adds samples of a function up, for sample_lines_free(). */
void sample_lines_make(struct sample_lines *lines, const struct sample_hits *hits);

void sample_lines_free(struct sample_lines *lines);

struct sample_instruction {
	const struct place *place; /* where it is, and what */
	struct sample_sum sums[SAMPLES_MOST_TRIGGERS]; /* its samples, by event */
	/* how many of all samples are at the jump or in its delay slot: it is not known where */
	uint64_t in_slot;
	bool is_precise; /* has the hardware said of each sample that it is exactly here? */
	bool is_hot; /* has it any samples? */
	bool is_listed; /* is it shown: has it samples, or is it near one that has? */
	size_t owner; /* if it is listed, the number of that one */
};

/* A function. */
struct sample_code {
	/* in the order of their addresses; if they are not known, those that have samples */
	struct sample_instruction *instructions;
	size_t count;
};

/*
 * Adds samples of a function up by instruction, for sample_code_free().  So many instructions as
 * @context before and after one that has samples are listed, too.  What is in the delay slot of a
 * listed jump is listed.
 */
void sample_code_make(struct sample_code *code, const struct sample_hits *hits,
		      unsigned int context);

void sample_code_free(struct sample_code *code);

#endif /* PERFCNT_PROFILE_HITS_H */
