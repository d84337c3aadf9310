/* SPDX-License-Identifier: GPL-2.0 */
/* The lines and the instructions of functions that had samples, as text. */
#ifndef PERFCNT_TOOLS_CODE_H
#define PERFCNT_TOOLS_CODE_H

#include "elf_file.h"

struct sources;

/**
 * sources_new() - no files so far
 *
 * Return: the files, which sources_free() frees.
 */
struct sources *sources_new(void);

/**
 * sources_free() - free all files
 * @sources: the files
 */
void sources_free(struct sources *sources);

/**
 * sources_line() - the text of a line
 * @sources: the files, which read it if it is not among them
 * @path: the file; a path that is not absolute is not looked for
 * @line: the line, from 1
 *
 * Return: the line, without the blanks around it, until sources_free(); NULL if the file
 * cannot be read or has no such line.
 */
const char *sources_line(struct sources *sources, const char *path, unsigned int line);

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
