// SPDX-License-Identifier: GPL-2.0
/* The summaries, one after the other. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "sample_details.h"
#include "sample_metrics.h"
#include "sample_table.h"

#define WIDTH		73 /* of a line between the parts of a table */
#define NAME_WIDTH	24

/* Fewer samples do not say much. */
#define FEW_SAMPLES	1000

/* So many percent of the events may be in no sample before it is said. */
#define MOST_MISSING	5

static void print_rule(FILE *out)
{
	int i;

	for (i = 0; i < WIDTH; i++)
		fputc('-', out);
	fputc('\n', out);
}

static void print_name(FILE *out, const char *name, const char *text)
{
	fprintf(out, "%-12s", name);
	utf8_print(out, text);
	fputc('\n', out);
}

/* Hundredths, as 12.34. */
static void print_hundredths(FILE *out, int width, uint64_t hundredths)
{
	fprintf(out, "%*" PRIu64 ".%02u", width > 3 ? width - 3 : 0, hundredths / 100,
		(unsigned int)(hundredths % 100));
}

/* A miss of a cache takes some time, which can be asked for. */
static bool is_cache_miss(const char *event)
{
	static const char *const names[] = {
		"dcache-misses", "icache-misses", "l2-misses",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i]) == strcspn(event, ":") &&
		    !strncmp(event, names[i], strlen(names[i])))
			return true;
	return false;
}

/* From samples to events; S samples stand for S x period x scale. */
static void print_scale(FILE *out, const struct sample_trigger *trigger)
{
	if (!is_cache_miss(trigger->event))
		return;
	if (trigger->samples)
		fprintf(out, "%-12s%.5f of samples x period: as many events as were counted\n",
			"  Scale:", (double)trigger->count /
				     ((double)trigger->samples * trigger->period));
	fprintf(out, "%-12snot measured: this PMU does not say how long a miss took\n",
		"  Latency:");
}

/* What the samples stand for, beside what was counted. */
static void print_trigger(FILE *out, const struct samples *samples,
			  const struct sample_trigger *trigger)
{
	uint64_t missing = trigger->count > trigger->sampled ?
			   trigger->count - trigger->sampled : 0;

	fprintf(out, "%-12s%s, every %" PRIu64, "Sampled:", trigger->event,
		trigger->period);
	if (trigger->jitter)
		fprintf(out, " +- %" PRIu64, trigger->jitter);
	fprintf(out, "\n%-12s%" PRIu64 "%s\n", "  Counted:", trigger->count,
		trigger->shared ? " (of the whole core while the command ran)" : "");
	fprintf(out, "%-12s%" PRIu64 ", for %" PRIu64 " events", "  Samples:",
		trigger->samples, trigger->sampled);
	if (trigger->count) {
		fputs(", ", out);
		print_hundredths(out, 0, sample_rows_percent(missing, trigger->count));
		fputs(" % not sampled", out);
	}
	fputc('\n', out);
	print_scale(out, trigger);
	if (!trigger->samples)
		fprintf(out, "no samples: %s happened %" PRIu64
			" times, fewer than the period %" PRIu64 "\n",
			trigger->event, trigger->count, trigger->period);
	else if (trigger->samples < FEW_SAMPLES)
		fprintf(out, "few samples: less than %d say little; use a shorter period\n",
			FEW_SAMPLES);
	if (100 * missing > MOST_MISSING * trigger->count && samples->count)
		fprintf(out, "more than %d %% of the events were not sampled\n",
			MOST_MISSING);
}

static void print_lost(FILE *out, const struct sample_lost *lost)
{
	if (lost->samples)
		fprintf(out, "lost: %" PRIu64 " samples: no room, or they could not be taken\n",
			lost->samples);
	if (lost->periods)
		fprintf(out, "left out: %" PRIu64 " periods, there were too many samples\n",
			lost->periods);
	if (lost->throttles)
		fprintf(out, "perf has stopped an event %" PRIu64
			" times: too many interrupts\n", lost->throttles);
	if (lost->mappings)
		fprintf(out, "lost: %" PRIu64 " records of mappings; names may be wrong\n",
			lost->mappings);
}

static void print_counts(FILE *out, const struct samples *samples)
{
	size_t i;

	for (i = 0; i < samples->count_count; i++) {
		const struct sample_count *count = &samples->counts[i];

		if (!count->run) {
			fprintf(out, "%-12s %s\n", "Not counted:", count->event);
			continue;
		}
		fprintf(out, "%-12s%s, %" PRIu64, "Counted:", count->event,
			count->count);
		if (count->run > 1)
			fprintf(out, " (in run %u)", count->run);
		fputc('\n', out);
	}
}

static void print_metrics(FILE *out, const struct samples *samples)
{
	struct sample_metrics metrics;
	size_t i;

	sample_metrics_make(&metrics, samples);
	for (i = 0; i < metrics.count; i++)
		fprintf(out, "%-12s%s, %s\n", "Metric:", metrics.metrics[i].label,
			metrics.metrics[i].text);
	sample_metrics_free(&metrics);
}

static void print_run(FILE *out, const struct samples *samples)
{
	unsigned int i;

	fputs("Run Summary\n", out);
	print_rule(out);
	if (*samples->title)
		print_name(out, "Measured:", samples->title);
	print_name(out, "Command:", samples->command);
	print_name(out, "Ended:", samples->ended);
	print_name(out, "Machine:", samples->machine);
	print_name(out, "Driver:", samples->driver);
	print_name(out, "Date:", samples->date);
	fprintf(out, "%-12s%.6f s\n", "Elapsed:", samples->elapsed / 1e9);
	for (i = 0; i < samples->trigger_count; i++)
		print_trigger(out, samples, &samples->triggers[i]);
	print_counts(out, samples);
	print_metrics(out, samples);
	print_lost(out, &samples->lost);
}

/* One part of all, what it adds up to, and how many samples. */
static void print_share(FILE *out, const struct sample_rows *rows,
			const struct sample_row *row)
{
	uint64_t samples = row->samples[rows->event];

	print_hundredths(out, 8, sample_rows_percent(samples, rows->total));
	print_hundredths(out, 10,
			 sample_rows_percent(row->before + samples, rows->total));
	fprintf(out, "%10" PRIu64, samples);
}

static void print_cutoff(FILE *out, const char *what,
			 const struct sample_cutoff *cutoff)
{
	print_rule(out);
	fprintf(out, "[Minimum %s entries: %u, percent cutoff: %.2f, ", what,
		cutoff->least, cutoff->percent);
	fprintf(out, "cumulative percent cutoff: %.2f]\n", cutoff->cumulative);
}

static void print_modules(FILE *out, const struct sample_view *view)
{
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, true);
	listed = sample_rows_listed(&rows, &view->cutoff);
	fputs("\nLoad Module Summary\n", out);
	print_rule(out);
	fputs(" % Total   Cumulat\n Samples   % Total   Samples  Load Module\n", out);
	print_rule(out);
	for (i = 0; i < listed; i++) {
		print_share(out, &rows, &rows.rows[i]);
		fputs("  ", out);
		utf8_print(out, rows.rows[i].module);
		fputc('\n', out);
	}
	print_cutoff(out, "load module", &view->cutoff);
	sample_rows_free(&rows);
}

static void print_figure(FILE *out, const struct sample_view *view,
			 const struct sample_row *row)
{
	double cpi;

	if (!sample_rows_has_cycles(view)) {
		fprintf(out, "%11" PRIu64,
			sample_rows_estimate(&view->samples->triggers[view->event],
					     row->samples[view->event]));
		return;
	}
	cpi = sample_rows_cpi(view->samples, row->samples);
	if (cpi < 0)
		fprintf(out, "%11s", "-");
	else
		fprintf(out, "%11.2f", cpi);
}

static void print_function(FILE *out, const struct sample_row *row)
{
	const char *file = row->file ? strrchr(row->file, '/') : NULL;
	char *name = resize(NULL, strlen(row->module) + strlen(row->function) + 3, 1);

	sprintf(name, "%s::%s", row->module, row->function);
	fputs("  ", out);
	utf8_print(out, name);
	fprintf(out, "%*s", (int)(strlen(name) < NAME_WIDTH ?
				  NAME_WIDTH - strlen(name) : 0) + 1, "");
	utf8_print(out, file ? file + 1 : row->file ?: "-");
	fputc('\n', out);
	free(name);
}

void sample_table_functions(FILE *out, const struct sample_view *view)
{
	bool cycles = sample_rows_has_cycles(view);
	struct sample_rows rows;
	size_t i, listed;

	sample_rows_make(&rows, view, false);
	listed = sample_rows_listed(&rows, &view->cutoff);
	fputs("Function Summary\n", out);
	print_rule(out);
	fprintf(out, " %% Total   Cumulat            %9s\n",
		cycles ? "Cycles/" : "Estimated");
	fprintf(out, " Samples   %% Total   Samples  %9s  %-*s File\n",
		cycles ? "Instr." : "Events", NAME_WIDTH, "Function");
	print_rule(out);
	for (i = 0; i < listed; i++) {
		print_share(out, &rows, &rows.rows[i]);
		print_figure(out, view, &rows.rows[i]);
		print_function(out, &rows.rows[i]);
	}
	print_cutoff(out, "function", &view->cutoff);
	sample_rows_free(&rows);
}

void sample_table_print(FILE *out, const struct sample_view *view)
{
	print_run(out, view->samples);
	if (view->event)
		print_name(out, "Tables:", view->samples->triggers[view->event].event);
	if (!view->samples->count)
		return;
	print_modules(out, view);
	fputc('\n', out);
	sample_table_functions(out, view);
	if (view->details == SAMPLE_DETAILS_NONE)
		return;
	fputc('\n', out);
	sample_details_print(out, view);
}
