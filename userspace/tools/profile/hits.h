/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of one function. */
#ifndef PERFCNT_PROFILE_HITS_H
#define PERFCNT_PROFILE_HITS_H

#include "symbols/place.h"
#include "rows.h"

/**
 * struct sample_hit - samples of an event at an instruction
 * @place: where it is
 * @spot: what they are
 */
struct sample_hit {
	const struct place *place;
	const struct sample_spot *spot;
};

/**
 * struct sample_hits - the samples of a function, in the order of their addresses
 * @hits: the samples
 * @count: how many
 */
struct sample_hits {
	struct sample_hit *hits;
	size_t count;
};

/**
 * sample_hits_find() - find the samples of a function
 * @hits: comes back; sample_hits_free() frees it
 * @view: all samples
 * @rows: all functions
 * @row: the function
 */
void sample_hits_find(struct sample_hits *hits, const struct sample_view *view,
		      const struct sample_rows *rows, const struct sample_row *row);

/**
 * sample_hits_free() - free what was found
 * @hits: the samples
 */
void sample_hits_free(struct sample_hits *hits);

/**
 * struct sample_line - a line of a function
 * @place: its first sample, by address
 * @sums: its samples, by event
 * @runs: how many runs of instructions it has, of those that have samples
 * @back: it comes after a line that is behind it
 */
struct sample_line {
	const struct place *place;
	struct sample_sum sums[SAMPLES_MOST_TRIGGERS];
	unsigned int runs;
	bool back;
};

/**
 * struct sample_lines - the lines of a function, in the order of their first addresses
 * @lines: the lines
 * @count: how many
 */
struct sample_lines {
	struct sample_line *lines;
	size_t count;
};

/**
 * sample_lines_is_same() - are two places in one line?
 * @one: a place
 * @other: another
 *
 * Return: whether they are in the same line of the same file.
 */
bool sample_lines_is_same(const struct place *one, const struct place *other);

/**
 * sample_lines_make() - add samples of a function up
 * @lines: comes back; sample_lines_free() frees it
 * @hits: the samples
 */
void sample_lines_make(struct sample_lines *lines, const struct sample_hits *hits);

/**
 * sample_lines_free() - free lines
 * @lines: the lines
 */
void sample_lines_free(struct sample_lines *lines);

/**
 * struct sample_instruction - an instruction
 * @place: where it is, and what
 * @sums: its samples, by event
 * @in_slot: how many of all samples are at the jump or in its delay slot: it is not known where
 * @is_precise: the hardware has said of each sample that it is exactly here
 * @is_hot: it has any
 * @is_listed: it is shown: it has samples, or is near one that has
 * @owner: if it is listed, the number of that one
 */
struct sample_instruction {
	const struct place *place;
	struct sample_sum sums[SAMPLES_MOST_TRIGGERS];
	uint64_t in_slot;
	bool is_precise;
	bool is_hot;
	bool is_listed;
	size_t owner;
};

/**
 * struct sample_code - a function
 * @instructions: its instructions, in the order of their addresses; if they are not
 *		  known, those that have samples
 * @count: how many
 */
struct sample_code {
	struct sample_instruction *instructions;
	size_t count;
};

/**
 * sample_code_make() - add samples of a function up by instruction
 * @code: comes back; sample_code_free() frees it
 * @hits: the samples
 * @context: so many instructions before and after one that has samples are listed, too
 *
 * What is in the delay slot of a listed jump is listed.
 */
void sample_code_make(struct sample_code *code, const struct sample_hits *hits,
		      unsigned int context);

/**
 * sample_code_free() - free instructions
 * @code: the instructions
 */
void sample_code_free(struct sample_code *code);

#endif /* PERFCNT_PROFILE_HITS_H */
