// SPDX-License-Identifier: GPL-2.0
/* Commas, quotes and the ends of lines. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "message.h"

static void begin_field(struct csv *csv)
{
	if (csv->inside)
		fputc(',', csv->out);
	csv->inside = true;
}

void csv_names(struct csv *csv, const char *names)
{
	begin_field(csv);
	fputs(names, csv->out);
}

void csv_word(struct csv *csv, const char *word)
{
	begin_field(csv);
	if (!word)
		return;
	if (!strpbrk(word, ",\"\r\n")) {
		fputs(word, csv->out);
		return;
	}
	fputc('"', csv->out);
	for (; *word; word++) {
		if (*word == '"')
			fputc('"', csv->out);
		fputc(*word, csv->out);
	}
	fputc('"', csv->out);
}

void csv_format(struct csv *csv, const char *format, ...)
{
	va_list args;
	char *word;

	va_start(args, format);
	if (vasprintf(&word, format, args) < 0)
		out_of_memory();
	va_end(args);
	csv_word(csv, word);
	free(word);
}

void csv_number(struct csv *csv, uint64_t number)
{
	begin_field(csv);
	fprintf(csv->out, "%" PRIu64, number);
}

void csv_real(struct csv *csv, double number)
{
	begin_field(csv);
	if (!isnan(number))
		fprintf(csv->out, "%.9g", number);
}

void csv_yes(struct csv *csv, bool yes)
{
	csv_word(csv, yes ? "yes" : "no");
}

void csv_empty(struct csv *csv, unsigned int count)
{
	while (count--)
		begin_field(csv);
}

void csv_end(struct csv *csv)
{
	fputs("\r\n", csv->out);
	csv->inside = false;
}
