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
 * not be written.  One that is closed is not mistaken for a file that is opened.
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
 * output_has_colours() - may a text have colours?
 * @out: where it goes
 *
 * Return: whether it is a terminal, and the user has not said otherwise: by a variable
 * NO_COLOR that is not empty, or TERM=dumb.
 */
bool output_has_colours(FILE *out);

/**
 * output_finish() - end the tool when standard output is written
 * @status: its exit status; if not all can be written it fails instead
 */
void output_finish(int status) __attribute__((noreturn));

/**
 * struct pager - the program
 * @file: what is written to it, or NULL if there is none
 * @child: its process
 */
struct pager {
	FILE *file;
	pid_t child;
};

/**
 * pager_begin() - start the program that $PAGER says, otherwise less -R, if it is there
 * @pager: comes back
 * @out: where the text goes
 *
 * There is none if @out is no terminal, or if $PAGER is empty or cat.
 *
 * Return: where the text is to be written: to the program, or to @out.
 */
FILE *pager_begin(struct pager *pager, FILE *out);

/**
 * pager_end() - wait until the user has seen enough
 * @pager: the program, or none
 */
void pager_end(struct pager *pager);

#endif /* PERFCNT_TOOLS_OUTPUT_H */
