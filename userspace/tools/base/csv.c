// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: the fields of a line. */
#include <string.h>

#include "csv.h"

void csv_word(FILE *out, const char *word, const char *end)
{
	if (!strpbrk(word, ",\"\r\n")) {
		fprintf(out, "%s%s", word, end);
		return;
	}
	fputc('"', out);
	for (; *word; word++) {
		if (*word == '"')
			fputc('"', out);
		fputc(*word, out);
	}
	fprintf(out, "\"%s", end);
}
