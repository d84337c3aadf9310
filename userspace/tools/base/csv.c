// SPDX-License-Identifier: GPL-2.0
/* Commas, quotes and the ends of lines. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "message.h"
#include "text.h"

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

void csv_raw(struct csv *csv, const char *format, ...)
{
	va_list args;

	begin_field(csv);
	va_start(args, format);
	vfprintf(csv->out, format, args);
	va_end(args);
}

/* Nothing is left of what ends a line; the signs are those that a formula begins with. */
void csv_word(struct csv *csv, const char *word)
{
	char *text = text_printable(word ?: ""), *at;
	const bool armed = *text && strchr("=+-@", *text);

	begin_field(csv);
	if (armed || strpbrk(text, ",\"")) {
		fprintf(csv->out, "\"%s", armed ? "'" : "");
		for (at = text; *at; at++)
			fprintf(csv->out, *at == '"' ? "%c%c" : "%c", *at, *at);
		fputc('"', csv->out);
	} else {
		fputs(text, csv->out);
	}
	free(text);
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
	csv_raw(csv, "%" PRIu64, number);
}

void csv_real(struct csv *csv, double number)
{
	if (isnan(number))
		csv_empty(csv, 1);
	else
		csv_raw(csv, "%.9g", number);
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
