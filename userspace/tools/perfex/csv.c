// SPDX-License-Identifier: GPL-2.0
/* RFC 4180. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/message.h"
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
 * @csv: where they go
 * @measured: the measurement
 * @title: the command in a line
 */
struct table {
	struct csv csv;
	const struct measured *measured;
	char *title;
};

/* title to r10000 */
static void put_name(struct table *table, const char *modes, const char *name,
		     const char *label, int number)
{
	csv_word(&table->csv, table->title);
	csv_word(&table->csv, modes);
	csv_empty(&table->csv, 1); /* no event has a filter here */
	csv_word(&table->csv, name);
	csv_word(&table->csv, label);
	if (number == PERFEX_BY_NAME)
		csv_empty(&table->csv, 1);
	else
		csv_number(&table->csv, number);
}

/* tid to partial */
static void put_end(struct table *table, const struct measured_thread *thread)
{
	const struct measured *measured = table->measured;

	if (thread) {
		csv_number(&table->csv, thread->tid);
		csv_number(&table->csv, thread->pid);
		csv_word(&table->csv, thread->name);
	} else {
		csv_empty(&table->csv, 3);
	}
	csv_word(&table->csv, measured->whole_machine ? "machine" : "tasks");
	csv_word(&table->csv, measured->partial);
	csv_end(&table->csv);
}

/* value to spread */
static void put_count(struct table *table, const struct perfex_line *line,
		      const struct measured_thread *thread)
{
	const struct measured *measured = table->measured;

	if (!line->counted) {
		csv_empty(&table->csv, 5);
		return;
	}
	csv_number(&table->csv, line->count);
	if (line->factor == 1) {
		csv_empty(&table->csv, 3);
	} else {
		csv_number(&table->csv, line->raw);
		csv_real(&table->csv, line->factor);
		csv_real(&table->csv, line->error);
	}
	csv_real(&table->csv, !thread && measured->repeats > 1 ?
		 measured->spread[line->place] : NAN);
}

static void put_line(struct table *table, const struct perfex_line *line,
		     const struct measured_thread *thread)
{
	bool timed = line->cost && line->counted;
	char modes[5];

	put_name(table, line_modes(line, modes), line->name, line->label,
		 line->number);
	put_count(table, line, thread);
	csv_yes(&table->csv, line->approximate);
	csv_yes(&table->csv, line->shared);
	csv_real(&table->csv, timed ? line->typical : NAN);
	csv_real(&table->csv, timed ? line->minimum : NAN);
	csv_real(&table->csv, timed ? line->maximum : NAN);
	put_end(table, thread);
}

/* What is no event: only a metric may be near. */
static void put_value(struct table *table, const char *name, const char *label,
		      double value, const struct perfex_ratio_value *found)
{
	put_name(table, "", name, label, PERFEX_BY_NAME);
	csv_real(&table->csv, value);
	csv_empty(&table->csv, 4);
	if (found)
		csv_yes(&table->csv, found->approximate);
	csv_empty(&table->csv, found ? 4 : 5);
	put_end(table, NULL);
}

static void put_ratios(struct table *table)
{
	const struct measured *measured = table->measured;
	struct perfex_ratio_value found;
	const struct perfex_ratio *ratio;
	size_t i;

	for (i = 0; measured->times && (ratio = perfex_ratio(i)); i++)
		if (perfex_ratio_value(i, measured->lines, measured->line_count,
				       &measured->clock, &found))
			put_value(table, ratio->name, ratio->label, found.value,
				  &found);
}

static char *make_title(const struct measured *measured)
{
	char *title;

	if (!measured->pid)
		return title_of(measured->command);
	if (asprintf(&title, "process %d", measured->pid) < 0)
		out_of_memory();
	return title;
}

void csv_print(FILE *out, const struct measured *measured, bool appended)
{
	struct table table = {
		.csv.out = out,
		.measured = measured,
		.title = make_title(measured),
	};
	const struct run_time *time = &measured->time;
	size_t i, j;

	if (!appended) {
		csv_names(&table.csv, CSV_COLUMNS);
		csv_end(&table.csv);
	}
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
		  time->elapsed / 1e9, NULL);
	if (!measured->pid) { /* the command's are not the process's */
		put_value(&table, "user", "user time in seconds", time->user / 1e9, NULL);
		put_value(&table, "system", "system time in seconds", time->system / 1e9,
			  NULL);
	}
	free(table.title);
}
