/* SPDX-License-Identifier: GPL-2.0 */
/* UTF-8, and texts of which nobody knows what they are encoded in. */
#ifndef PERFCNT_TOOLS_TEXT_H
#define PERFCNT_TOOLS_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* U+FFFD, for a byte that is no UTF-8. */
#define UTF8_REPLACEMENT	"\xef\xbf\xbd"

/**
 * utf8_character() - the first character of a text
 * @text: the text
 * @code: gets its code
 *
 * Return: how many bytes it has, 0 if the first byte is no UTF-8.
 */
size_t utf8_character(const char *text, uint32_t *code);

/**
 * utf8_print() - print a text so that it stays in its line and does nothing to a
 * terminal
 * @out: where it goes
 * @text: the text; control characters become \n, \t or \x1b, a byte that is no
 *	  UTF-8 becomes U+FFFD
 */
void utf8_print(FILE *out, const char *text);

/**
 * utf8_cut() - find out how much of a text to keep
 * @text: the text
 * @most: how many bytes it may have
 *
 * Return: the bytes to keep, @most or a few less: no character is cut in two.
 */
size_t utf8_cut(const char *text, size_t most);

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
