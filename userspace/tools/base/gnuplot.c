// SPDX-License-Identifier: GPL-2.0
/*
 * Between apostrophes gnuplot takes all letters for themselves, and two apostrophes
 * for one.
 */
#include <stdlib.h>

#include "gnuplot.h"
#include "text.h"

void plot_text_put(FILE *out, const char *text, const char *percent)
{
	char *printable = text_printable(text);
	const char *at;

	fputc('\'', out);
	for (at = printable; *at; at++)
		if (*at == '\'')
			fputs("''", out);
		else if (*at == '%')
			fputs(percent, out);
		else
			fputc(*at, out);
	fputc('\'', out);
	free(printable);
}
