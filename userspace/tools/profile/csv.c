// SPDX-License-Identifier: GPL-2.0
/* Each function has a line for each event. */
#include <inttypes.h>

#include "base/csv.h"
#include "csv.h"

static void print_row(FILE *out, const struct samples *samples,
		      const struct sample_row *row, unsigned int trigger)
{
	const struct sample_trigger *event = &samples->triggers[trigger];
	uint64_t percent = sample_rows_percent(row->samples[trigger], event->samples);

	csv_word(out, row->module, ",");
	csv_word(out, row->function, ",");
	fprintf(out, "0x%" PRIx64 ",", row->start);
	csv_word(out, row->file ?: "", ",");
	csv_word(out, event->event, ",");
	fprintf(out, "%" PRIu64 ",%" PRIu64 ".%02u,%" PRIu64 CSV_LINE_END,
		row->samples[trigger], percent / 100,
		(unsigned int)(percent % 100),
		sample_rows_estimate(event, row->samples[trigger]));
}

void sample_csv_print(FILE *out, const struct sample_view *view)
{
	struct sample_rows rows;
	unsigned int trigger;
	size_t i;

	sample_rows_make(&rows, view, false);
	fputs("module,function,address,file,event,samples,percent,estimated"
	      CSV_LINE_END, out);
	for (i = 0; i < rows.count; i++)
		for (trigger = 0; trigger < view->samples->trigger_count; trigger++)
			print_row(out, view->samples, &rows.rows[i], trigger);
	sample_rows_free(&rows);
}
