/* SPDX-License-Identifier: GPL-2.0 */
/* The instructions of a function, with their samples. */
#ifndef PERFCNT_PROFILE_CODE_H
#define PERFCNT_PROFILE_CODE_H

#include "symbols/place.h"
#include "hits.h"

/**
 * struct sample_instruction - an instruction
 * @place: where it is, and what
 * @samples: how many samples it has, by event
 * @in_slot: how many of all are at the jump or in its delay slot: it is not known where
 * @is_precise: the hardware has said of each sample that it is exactly here
 * @is_hot: it has any
 * @is_listed: it is shown: it has samples, or is near one that has
 * @owner: if it is listed, the number of that one
 */
struct sample_instruction {
	const struct place *place;
	uint64_t samples[SAMPLES_MOST_TRIGGERS];
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

#endif /* PERFCNT_PROFILE_CODE_H */
