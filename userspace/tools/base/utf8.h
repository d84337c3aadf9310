/* SPDX-License-Identifier: GPL-2.0 */
/* UTF-8, and what is none. */
#ifndef PERFCNT_TOOLS_UTF8_H
#define PERFCNT_TOOLS_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* U+FFFD, for a byte that is no UTF-8. */
#define UTF8_REPLACEMENT	"\xef\xbf\xbd"

/* How many bytes the first character has, and its code; 0 if the first byte is no UTF-8. */
size_t utf8_character(const char *text, uint32_t *code);

/*
 * Prints a text so that it stays in its line and does nothing to a terminal: control characters
 * become \n, \t or \x1b, a byte that is no UTF-8 becomes U+FFFD.
 */
void utf8_print(FILE *out, const char *text);

/* How many bytes to keep: @most or a few less, so that no character is cut in two. */
size_t utf8_cut(const char *text, size_t most);

#endif /* PERFCNT_TOOLS_UTF8_H */
