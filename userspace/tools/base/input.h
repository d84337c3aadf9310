/* SPDX-License-Identifier: GPL-2.0 */
/* Files that a tool reads: by their names, or standard input. */
#ifndef PERFCNT_TOOLS_INPUT_H
#define PERFCNT_TOOLS_INPUT_H

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

#endif /* PERFCNT_TOOLS_INPUT_H */
