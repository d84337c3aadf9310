/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a tool writes: to standard output or to a file that it was given.  A
 * failure to write does not pass for a success.
 */
#ifndef PERFCNT_TOOLS_OUTPUT_H
#define PERFCNT_TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/*
 * Looks after standard input, output and error: however the tool ends, it ends with
 * status_failure() if standard output could not be written, and one that is closed is not mistaken
 * for a file that is opened.  Letters are those of the locale.
 */
void output_begin(void);

/* Takes a file's name from an option; ends the tool if it is empty. */
const char *output_named(const char *option, const char *path);

/*
 * Opens a file for results, or standard output if its name is "-", and leaves it as it is so far.
 * Ends the tool if it cannot be opened.
 */
FILE *output_open(const char *path, bool append);

/*
 * Removes what a file has that is not appended to, just before it is written; a pipe or a device
 * stays as it is.  Ends the tool if that fails.
 */
void output_replace(FILE *out, const char *path);

/* Writes a whole output.  Returns whether all was written; otherwise it is said why not. */
bool output_write(FILE *out, const char *path, const char *text, size_t size);

/* The same of what is still held back. */
bool output_is_written(FILE *out, const char *path);

/* Ends the tool when standard output is written; if not all can be, it fails instead. */
void output_finish(int status) __attribute__((noreturn));

#endif /* PERFCNT_TOOLS_OUTPUT_H */
