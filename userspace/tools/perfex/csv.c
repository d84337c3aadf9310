// SPDX-License-Identifier: GPL-2.0
/* RFC 4180. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "events/dump.h"
#include "measured.h"

char *line_modes(const struct perfex_line *line, char modes[5])
{
	const char *at = strrchr(line->name, ':');
	unsigned int i = 0;

	for (at++; *at && i < 4; at++)
		modes[i++] = toupper((unsigned char)*at);
	modes[i] = '\0';
	return modes;
}

struct perfex_line line_of_thread(const struct perfex_line *line,
				  const struct measured_thread *thread)
{
	const struct measured_count *count = &thread->counts[line->place];
	struct perfex_line own = *line;

	own.counted = count->factor != 0;
	own.count = count->count;
	own.raw = count->raw;
	own.factor = count->factor;
	own.error = NAN;
	own.cost = NULL;
	return own;
}

/**
 * struct table - what all lines share
 * @out: where it goes
 * @measured: the measurement
 * @title: the command in a line
 */
struct table {
	FILE *out;
	const struct measured *measured;
	char *title;
};

static const char *yes_or_no(bool yes)
{
	return yes ? "yes" : "no";
}

/* measurement to r10000 */
static void put_name(const struct table *table, const char *modes,
		     const char *name, const char *label, int number)
{
	csv_word(table->out, table->title, ",");
	csv_word(table->out, modes, ",,");
	csv_word(table->out, name, ",");
	csv_word(table->out, label, ",");
	if (number != PERFEX_BY_NAME)
		fprintf(table->out, "%d", number);
	fputc(',', table->out);
}

/* thread to complete */
static void put_end(const struct table *table,
		    const struct measured_thread *thread)
{
	const struct measured *measured = table->measured;

	if (thread) {
		fprintf(table->out, "%d,%d,", (int)thread->tid,
			(int)thread->pid);
		csv_word(table->out, thread->name, ",");
	} else {
		fputs(",,,", table->out);
	}
	fprintf(table->out, "%s,%s" CSV_LINE_END,
		measured->whole_machine ? "machine" : "tasks",
		yes_or_no(!measured->partial));
}

/* value to spread */
static void put_count(const struct table *table, const struct perfex_line *line,
		      const struct measured_thread *thread)
{
	FILE *out = table->out;

	if (!line->counted) {
		fputs(",,,,,", out);
		return;
	}
	fprintf(out, "%" PRIu64 ",", line->count);
	if (line->factor == 1) {
		fputs(",,,", out);
	} else {
		fprintf(out, "%" PRIu64 ",%.9g,", line->raw, line->factor);
		if (!isnan(line->error))
			fprintf(out, "%.9g", line->error);
		fputc(',', out);
	}
	if (!thread && table->measured->repeats > 1)
		fprintf(out, "%.9g", table->measured->spread[line->place]);
	fputc(',', out);
}

static void put_line(const struct table *table, const struct perfex_line *line,
		     const struct measured_thread *thread)
{
	char modes[5];

	put_name(table, line_modes(line, modes), line->name, line->label,
		 line->number);
	put_count(table, line, thread);
	fprintf(table->out, "%s,%s,", yes_or_no(line->approximate),
		yes_or_no(line->shared));
	if (line->cost && line->counted)
		fprintf(table->out, "%.9g,%.9g,%.9g,", line->typical,
			line->minimum, line->maximum);
	else
		fputs(",,,", table->out);
	put_end(table, thread);
}

static void put_value(const struct table *table, const char *name,
		      const char *label, double value, const char *approximate)
{
	put_name(table, "", name, label, PERFEX_BY_NAME);
	fprintf(table->out, "%.9g,,,,,%s,,,,,", value, approximate);
	put_end(table, NULL);
}

static void put_ratios(const struct table *table)
{
	const struct measured *measured = table->measured;
	struct perfex_ratio_value found;
	const struct perfex_ratio *ratio;
	size_t i;

	for (i = 0; measured->times && (ratio = perfex_ratio(i)); i++)
		if (perfex_ratio_value(i, measured->lines, measured->line_count,
				       &measured->clock, &found))
			put_value(table, ratio->name, ratio->label, found.value,
				  yes_or_no(found.approximate));
}

void csv_print(FILE *out, const struct measured *measured, bool appended)
{
	struct table table = {
		.out = out,
		.measured = measured,
		.title = title_of(measured->command),
	};
	const struct run_time *time = &measured->time;
	size_t i, j;

	if (!appended)
		fputs(CSV_COLUMNS CSV_LINE_END, out);
	for (i = 0; measured->has_threads && i < measured->thread_count; i++)
		for (j = 0; j < measured->line_count; j++) {
			struct perfex_line line = line_of_thread(&measured->lines[j],
								 &measured->threads[i]);

			put_line(&table, &line, &measured->threads[i]);
		}
	for (i = 0; i < measured->line_count; i++)
		put_line(&table, &measured->lines[i], NULL);
	put_ratios(&table);
	put_value(&table, "elapsed", "elapsed time in seconds",
		  time->elapsed / 1e9, "");
	put_value(&table, "user", "user time in seconds", time->user / 1e9, "");
	put_value(&table, "system", "system time in seconds", time->system / 1e9, "");
	free(table.title);
}
