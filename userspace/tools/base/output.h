/* SPDX-License-Identifier: GPL-2.0 */
/* What a tool has written: a failure must not pass for a success. */
#ifndef PERFCNT_TOOLS_OUTPUT_H
#define PERFCNT_TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/**
 * output_is_written() - write what is still held back
 * @out: where it goes
 * @name: what that is called in a message
 *
 * Return: whether all was written; otherwise it is said why not.
 */
bool output_is_written(FILE *out, const char *name);

/**
 * output_finish() - end the tool when standard output is written
 * @status: its exit status; if not all can be written it fails instead
 */
void output_finish(int status) __attribute__((noreturn));

#endif /* PERFCNT_TOOLS_OUTPUT_H */
