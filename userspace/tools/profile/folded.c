// SPDX-License-Identifier: GPL-2.0
/* Samples have no callers: a stack is the command, the module and the function. */
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "folded.h"

/* A semicolon would begin another frame. */
static void print_frame(FILE *out, const char *name)
{
	size_t length;

	for (; *name; name += length) {
		char part[64];

		length = utf8_cut(name, sizeof(part) - 1);
		memcpy(part, name, length);
		part[length] = '\0';
		while (strchr(part, ';'))
			*strchr(part, ';') = ':';
		utf8_print(out, part);
	}
}

void sample_folded_print(FILE *out, const struct sample_view *view)
{
	struct sample_rows rows;
	size_t i;

	sample_rows_make(&rows, view, false);
	for (i = 0; i < rows.count && rows.rows[i].samples[view->event]; i++) {
		print_frame(out, view->samples->command);
		fputc(';', out);
		print_frame(out, rows.rows[i].module);
		fputc(';', out);
		print_frame(out, rows.rows[i].function);
		fprintf(out, " %" PRIu64 "\n", rows.rows[i].samples[view->event]);
	}
	sample_rows_free(&rows);
}
