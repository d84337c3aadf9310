/* SPDX-License-Identifier: GPL-2.0 */
/* Files that a tool reads, and their lines. */
#ifndef PERFCNT_TOOLS_LINES_H
#define PERFCNT_TOOLS_LINES_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Opens a file, or standard input if its name is "-", which becomes what messages call that.
 * Returns NULL with errno set.
 */
FILE *input_open(const char **name);

/* Standard input stays open. */
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

/* How far a file has been read. */
struct lines {
	FILE *file;
	size_t number; /* of the line, from 1 */
	char text[LINES_MOST + 1]; /* the line, without blanks at its end */
};

/*
 * Reads a line; @lines has the file, and is zero otherwise at first.  A byte order mark at the
 * file's beginning is skipped.  It needs no memory.
 */
enum lines_state lines_next(struct lines *lines);

/*
 * Reads the first line of a file that is to be appended to; "-" is standard output.  Returns
 * whether the file has anything: a pipe or a device has nothing that could be read.  The line's
 * number stays 0 if the file may be written, but not read.
 */
bool lines_first(struct lines *lines, const char *path);

#endif /* PERFCNT_TOOLS_LINES_H */
