/* SPDX-License-Identifier: GPL-2.0 */
/* What is at an address: a function, a line, an instruction. */
#ifndef PERFCNT_TOOLS_PLACE_H
#define PERFCNT_TOOLS_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a function is called that has no name. */
#define PLACE_UNKNOWN		"*unknown*"

/**
 * struct place_code - the instructions of a function
 * @places: their places, in the order of their addresses
 * @count: how many
 */
struct place_code {
	struct place *places;
	size_t count;
};

/**
 * struct place_frame - a function that is inlined
 * @function: its name
 * @file: the source file of the function, or NULL
 * @call_line: the line of its caller that it is inlined into, or 0
 */
struct place_frame {
	char *function;
	const char *file;
	unsigned int call_line;
};

/**
 * struct place - what is where a sample is
 * @module: the last part of the module's path
 * @function: the function's name
 * @file: the source file of the function, or NULL
 * @start: the address at which the function begins, as in its file
 * @address: the sample's address, in the same way
 * @line_file: the source file of the line, or NULL
 * @line: the line, or 0
 * @column: the column, or 0
 * @approximate: the line's code was moved or mixed by the compiler
 * @statement: the text of the line, or NULL
 * @start_line: the line at which the function begins, or 0
 * @start_approximate: as @approximate
 * @instruction: what is at the address, in words, or NULL
 * @is_slot: that belongs to the instruction before it, a jump, and is executed first
 * @code: the function's instructions, or NULL
 * @inlined: the functions that are inlined there, the outermost first
 * @inlined_count: how many
 */
struct place {
	const char *module;
	const char *function;
	const char *file;
	uint64_t start;
	uint64_t address;
	const char *line_file;
	unsigned int line;
	unsigned int column;
	bool approximate;
	const char *statement;
	unsigned int start_line;
	bool start_approximate;
	const char *instruction;
	bool is_slot;
	const struct place_code *code;
	const struct place_frame *inlined;
	unsigned int inlined_count;
};

#endif /* PERFCNT_TOOLS_PLACE_H */
