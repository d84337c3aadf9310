/* SPDX-License-Identifier: GPL-2.0 */
/* The instructions of functions that had samples, as text. */
#ifndef PERFCNT_TOOLS_CODE_H
#define PERFCNT_TOOLS_CODE_H

#include "elf_file.h"
#include "sources.h"

struct codes;

/**
 * codes_new() - no functions so far
 * @sources: where the texts of lines are found; must outlive the codes
 *
 * Return: the functions, which codes_free() frees.
 */
struct codes *codes_new(struct sources *sources);

/**
 * codes_free() - free all functions
 * @codes: the functions, or NULL
 */
void codes_free(struct codes *codes);

/**
 * codes_find() - the instructions of a function
 * @codes: the functions, which get it if it is not among them
 * @file: the file that has it
 * @place: a place in it, from elf_file_place()
 * @is_short: a sample there was of MIPS16e
 *
 * Return: the instructions, until codes_free(); NULL if the file has none.
 */
const struct place_code *codes_find(struct codes *codes, struct elf_file *file,
				    const struct place *place, bool is_short);

#endif /* PERFCNT_TOOLS_CODE_H */
