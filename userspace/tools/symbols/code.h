/* SPDX-License-Identifier: GPL-2.0 */
/* The lines and the instructions of functions that had samples, as text. */
#ifndef PERFCNT_TOOLS_CODE_H
#define PERFCNT_TOOLS_CODE_H

#include "elf_file.h"

struct sources;

/* Has no files so far; for sources_free(). */
struct sources *sources_new(void);

void sources_free(struct sources *sources);

/*
 * The text of a line, from 1, without the blanks around it, until sources_free().  A path that is
 * not absolute is not looked for.  NULL if the file cannot be read or has no such line.
 */
const char *sources_line(struct sources *sources, const char *path, unsigned int line);

struct codes;

/*
 * Has no functions so far; for codes_free().  The sources have the texts of lines, and must outlive
 * the codes.
 */
struct codes *codes_new(struct sources *sources);

/* It may be NULL. */
void codes_free(struct codes *codes);

/*
 * The instructions of the function that @place is in, from elf_file_place(), until codes_free();
 * NULL if the file has none.  @is_short: a sample there was of MIPS16e.
 */
const struct place_code *codes_find(struct codes *codes, struct elf_file *file,
				    const struct place *place, bool is_short);

#endif /* PERFCNT_TOOLS_CODE_H */
