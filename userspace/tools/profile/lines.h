/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of a function, added up by line. */
#ifndef PERFCNT_PROFILE_LINES_H
#define PERFCNT_PROFILE_LINES_H

#include "symbols/place.h"
#include "hits.h"

/**
 * struct sample_line - a line of a function
 * @place: its first sample, by address
 * @samples: how many samples it has, by event
 * @runs: how many runs of instructions it has, of those that have samples
 * @back: it comes after a line that is behind it
 */
struct sample_line {
	const struct place *place;
	uint64_t samples[SAMPLES_MOST_TRIGGERS];
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

#endif /* PERFCNT_PROFILE_LINES_H */
