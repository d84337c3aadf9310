/* SPDX-License-Identifier: GPL-2.0 */
/* CSV, as RFC 4180 has it. */
#ifndef PERFCNT_TOOLS_BASE_CSV_H
#define PERFCNT_TOOLS_BASE_CSV_H

#include <stdio.h>

#define CSV_LINE_END	"\r\n"

/**
 * csv_word() - print a field
 * @out: where it goes
 * @word: the field, which is quoted if it has to be
 * @end: what comes after it
 */
void csv_word(FILE *out, const char *word, const char *end);

#endif /* PERFCNT_TOOLS_BASE_CSV_H */
