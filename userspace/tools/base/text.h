/* SPDX-License-Identifier: GPL-2.0 */
/* Texts of which nobody knows what they are encoded in. */
#ifndef PERFCNT_TOOLS_TEXT_H
#define PERFCNT_TOOLS_TEXT_H

#include <stdio.h>

/* A copy in UTF-8: a byte that is none becomes U+FFFD.  To be freed by free(). */
char *text_as_utf8(const char *text);

/* As utf8_print() prints it.  To be freed by free(). */
char *text_printable(const char *text);

/* The first line's beginning. */
#define PLOT_BEGINS	"# gnuplot:"

/*
 * Prints a text as gnuplot takes it, whatever is in it; a '%' as @percent, which is two where
 * gnuplot takes it for a format.
 */
void plot_text_put(FILE *out, const char *text, const char *percent);

#endif /* PERFCNT_TOOLS_TEXT_H */
