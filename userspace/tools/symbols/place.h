/* SPDX-License-Identifier: GPL-2.0 */
/* What is at an address: a function, a line, an instruction. */
#ifndef PERFCNT_TOOLS_PLACE_H
#define PERFCNT_TOOLS_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a function is called that has no name. */
#define PLACE_UNKNOWN		"*unknown*"

/* The instructions of a function. */
struct place_code {
	struct place *places; /* in the order of their addresses */
	size_t count;
};

/* A function that is inlined. */
struct place_frame {
	char *function;
	const char *file; /* the source file of the function, or NULL */
	unsigned int call_line; /* the line of its caller that it is inlined into, or 0 */
};

/* What is where a sample is. */
struct place {
	const char *module; /* the last part of the module's path */
	const char *function;
	const char *file; /* the source file of the function, or NULL */
	uint64_t start; /* the address at which the function begins, as in its file */
	uint64_t address; /* the sample's address, in the same way */
	const char *line_file; /* the source file of the line, or NULL */
	unsigned int line; /* 0 if it is not known */
	unsigned int column; /* 0 if it is not known */
	bool approximate; /* was the line's code moved or mixed by the compiler? */
	const char *statement; /* the text of the line, or NULL */
	unsigned int start_line; /* the line at which the function begins, or 0 */
	bool start_approximate; /* as @approximate */
	const char *instruction; /* what is at the address, in words, or NULL */
	/* does it belong to the instruction before it, a jump, so that it is executed first? */
	bool is_slot;
	const struct place_code *code; /* the function's instructions, or NULL */
	/* the functions that are inlined there, the outermost first */
	const struct place_frame *inlined;
	unsigned int inlined_count;
};

#endif /* PERFCNT_TOOLS_PLACE_H */
