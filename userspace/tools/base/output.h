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

/**
 * output_begin() - look after standard input, output and error
 *
 * However the tool ends, it ends with status_failure() if standard output could
 * not be written.  One that is closed is not mistaken for a file that is opened.  Letters
 * are those of the locale.
 */
void output_begin(void);

/**
 * output_named() - take a file's name from an option
 * @option: the option's name, without --
 * @path: its argument
 *
 * Ends the tool if the name is empty.
 *
 * Return: @path, for output_open().
 */
const char *output_named(const char *option, const char *path);

/**
 * output_open() - open a file for results, and leave it as it is so far
 * @path: the file; "-" is standard output
 * @append: write after what it has
 *
 * Ends the tool if it cannot be opened.
 *
 * Return: the file, for output_replace(), output_write() and output_is_written().
 */
FILE *output_open(const char *path, bool append);

/**
 * output_replace() - remove what a file has, just before it is written
 * @out: from output_open() without append; a pipe or a device stays as it is
 * @path: its name
 *
 * Ends the tool if that fails.
 */
void output_replace(FILE *out, const char *path);

/**
 * output_write() - write a whole output
 * @out: where it goes
 * @path: its name; "-" is standard output
 * @text: the output
 * @size: how many bytes it has
 *
 * Return: whether all was written; otherwise it is said why not.
 */
bool output_write(FILE *out, const char *path, const char *text, size_t size);

/**
 * output_is_written() - write what is still held back
 * @out: where it goes
 * @path: its name; "-" is standard output
 *
 * Return: whether all was written; otherwise it is said why not.
 */
bool output_is_written(FILE *out, const char *path);

/**
 * output_finish() - end the tool when standard output is written
 * @status: its exit status; if not all can be written it fails instead
 */
void output_finish(int status) __attribute__((noreturn));

#endif /* PERFCNT_TOOLS_OUTPUT_H */
