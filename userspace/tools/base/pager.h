/* SPDX-License-Identifier: GPL-2.0 */
/* A long text on a terminal: through a program that shows it a page at a time. */
#ifndef PERFCNT_TOOLS_PAGER_H
#define PERFCNT_TOOLS_PAGER_H

#include <stdio.h>
#include <sys/types.h>

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

#endif /* PERFCNT_TOOLS_PAGER_H */
