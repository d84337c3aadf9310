// SPDX-License-Identifier: GPL-2.0
/* Raw dumps, with a line on what is missing. */
#include "data/dump_writer.h"
#include "raw.h"

void report_raw(FILE *out, const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		dump_write(out, &dump->measurements[i]);
}

void results_raw(FILE *out, const struct results *results)
{
	if (*results->partial)
		fprintf(out, "# partial: %s\n", results->partial);
	report_raw(out, results->dump);
}
