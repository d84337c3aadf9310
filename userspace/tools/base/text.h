/* SPDX-License-Identifier: GPL-2.0 */
/* Texts of which nobody knows what they are encoded in. */
#ifndef PERFCNT_TOOLS_TEXT_H
#define PERFCNT_TOOLS_TEXT_H

#include <stdio.h>

/**
 * text_as_utf8() - copy a text as UTF-8
 * @text: the text; a byte that is no UTF-8 becomes U+FFFD
 *
 * Return: the copy, to be freed by free().
 */
char *text_as_utf8(const char *text);

/**
 * text_printable() - a text as utf8_print() prints it
 * @text: the text
 *
 * Return: the copy, to be freed by free().
 */
char *text_printable(const char *text);

/* The first line's beginning. */
#define PLOT_BEGINS	"# gnuplot:"

/**
 * plot_text_put() - print a text as gnuplot takes it, whatever is in it
 * @out: where it goes
 * @text: the text
 * @percent: what a '%' is written as: twice where gnuplot takes it for a format
 *
 * What needs memory ends the tool, with a message, if there is none.
 */
void plot_text_put(FILE *out, const char *text, const char *percent);

#endif /* PERFCNT_TOOLS_TEXT_H */
