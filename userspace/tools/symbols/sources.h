/* SPDX-License-Identifier: GPL-2.0 */
/* The lines of source files, as far as the files are there. */
#ifndef PERFCNT_TOOLS_SOURCES_H
#define PERFCNT_TOOLS_SOURCES_H

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

#endif /* PERFCNT_TOOLS_SOURCES_H */
