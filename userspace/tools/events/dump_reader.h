/* SPDX-License-Identifier: GPL-2.0 */
/* Reads raw dumps. */
#ifndef PERFCNT_TOOLS_DUMP_READER_H
#define PERFCNT_TOOLS_DUMP_READER_H

#include <stdio.h>

#include "dump.h"

/* How many malformed lines of a file are reported, one by one. */
#define DUMP_MOST_MESSAGES	20

/**
 * dump_read() - read a file of dumps
 * @dump: gets the file's measurements after those that it has
 * @file: the file
 * @name: what it is called in messages, and its measurement's title
 *
 * A malformed line is reported on standard error as NAME:LINE: REASON, and how many
 * more there are than DUMP_MOST_MESSAGES; all that is good is kept.
 *
 * Return: 0, or -1 with errno set if it cannot be read to its end.
 */
int dump_read(struct dump *dump, FILE *file, const char *name);

#endif /* PERFCNT_TOOLS_DUMP_READER_H */
