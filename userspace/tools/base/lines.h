/* SPDX-License-Identifier: GPL-2.0 */
/* Files that a tool reads, and their lines. */
#ifndef PERFCNT_TOOLS_LINES_H
#define PERFCNT_TOOLS_LINES_H

#include <stdbool.h>
#include <stdio.h>

/**
 * input_open() - open a file to be read
 * @name: its name, or - for standard input; then comes back as what messages call that
 *
 * Return: the file, which input_close() closes, or NULL with errno set.
 */
FILE *input_open(const char **name);

/**
 * input_close() - close what input_open() has opened
 * @file: the file; standard input stays open
 */
void input_close(FILE *file);

/* The most bytes that a line may have, without its end. */
#define LINES_MOST	4095

/**
 * enum lines_state - what became of a line
 * @LINES_GOOD: it is whole
 * @LINES_CUT: it is the file's last, and has no newline
 * @LINES_LONG: it has more than LINES_MOST bytes; the rest is skipped
 * @LINES_NUL: it has a NUL byte
 * @LINES_END: there is none
 * @LINES_ERROR: the file cannot be read any further; errno says why
 */
enum lines_state {
	LINES_GOOD,
	LINES_CUT,
	LINES_LONG,
	LINES_NUL,
	LINES_END,
	LINES_ERROR,
};

/**
 * struct lines - how far a file has been read
 * @file: the file
 * @number: of the line, from 1
 * @text: the line, without blanks at its end
 */
struct lines {
	FILE *file;
	size_t number;
	char text[LINES_MOST + 1];
};

/**
 * lines_next() - read a line
 * @lines: has the file, is zero otherwise at first; gets the line
 *
 * A byte order mark at the file's beginning is skipped.  It needs no memory.
 *
 * Return: what became of it.
 */
enum lines_state lines_next(struct lines *lines);

/**
 * lines_first() - read the first line of a file that is to be appended to
 * @lines: gets it; its number stays 0 if the file may be written, but not read
 * @path: the file; "-" is standard output
 *
 * Return: whether the file has anything; a pipe or a device has nothing that could be read.
 */
bool lines_first(struct lines *lines, const char *path);

#endif /* PERFCNT_TOOLS_LINES_H */
