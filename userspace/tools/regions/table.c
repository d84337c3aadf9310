// SPDX-License-Identifier: GPL-2.0
/* For each CPU a table of regions, one of averages, and its metrics. */
#include <inttypes.h>
#include <math.h>

#include "base/grid.h"
#include "base/number.h"
#include "format.h"
#include "series.h"

/* The columns of averages. */
enum { NAME, INTERVALS, AVERAGE, DEVIATION, LEAST, MOST };

static void set_count(struct libscols_line *line, size_t column, uint64_t count)
{
	char text[NUMBER_GROUPED_SIZE];

	number_grouped(text, count);
	grid_set(line, column, "%s", text);
}

static void print_regions(FILE *out, const struct region_summary *summary,
			  const struct region_cpu *cpu)
{
	struct libscols_table *grid = grid_new();
	char title[32];
	size_t i;

	grid_column(grid, "region", 0);
	grid_column(grid, "intervals", SCOLS_FL_RIGHT);
	snprintf(title, sizeof(title), "average %s", region_time_name(summary));
	grid_column(grid, title, SCOLS_FL_RIGHT);
	grid_column(grid, "share", SCOLS_FL_RIGHT);
	for (i = 0; i < cpu->site_count; i++) {
		const struct region_site *place = &cpu->places[i];
		struct libscols_line *line = grid_line(grid);

		grid_set(line, 0, "0x%" PRIx64 " to 0x%" PRIx64, place->from_pc,
			 place->to_pc);
		set_count(line, 1, place->cycles.count);
		set_count(line, 2, place->cycles.average);
		grid_set(line, 3, "%.2f%%", 100 * place->share);
	}
	grid_print(out, grid);
}

static void add_series(struct libscols_table *grid, const char *name,
		       const struct region_series *series)
{
	struct libscols_line *line;

	if (!series->count)
		return;
	line = grid_line(grid);
	grid_set(line, NAME, "%s", name);
	set_count(line, INTERVALS, series->count);
	set_count(line, AVERAGE, series->average);
	if (!isnan(series->deviation))
		set_count(line, DEVIATION, series->deviation + 0.5);
	set_count(line, LEAST, series->least);
	set_count(line, MOST, series->most);
}

static void print_averages(FILE *out, const struct region_summary *summary,
			   const struct region_cpu *cpu)
{
	struct libscols_table *grid = grid_new();
	char name[sizeof("user data ") + 20];
	size_t i;

	grid_column(grid, "each interval", 0);
	grid_column(grid, "intervals", SCOLS_FL_RIGHT);
	grid_column(grid, "average", SCOLS_FL_RIGHT);
	grid_column(grid, "deviation", SCOLS_FL_RIGHT);
	grid_column(grid, "minimum", SCOLS_FL_RIGHT);
	grid_column(grid, "maximum", SCOLS_FL_RIGHT);
	add_series(grid, region_time_name(summary), &cpu->cycles);
	for (i = 0; i < summary->column_count; i++)
		add_series(grid, summary->columns[i].name, &cpu->events[i]);
	for (i = 0; i < summary->user_count; i++) {
		snprintf(name, sizeof(name), "user data %zu", i + 1);
		add_series(grid, name, &cpu->user[i]);
	}
	grid_print(out, grid);
}

/* More than all of the time. */
static bool is_impossible(const struct region_metric *metric)
{
	return metric->above == REGION_OPERAND_IDLE &&
	       metric->below == REGION_OPERAND_CYCLES && metric->value > 100;
}

static void print_metrics(FILE *out, const struct region_view *view,
			  const struct region_cpu *cpu)
{
	struct region_metric metrics[REGION_MOST_METRICS];
	struct libscols_table *grid = grid_new();
	size_t i, count = region_metrics(view->summary, cpu, view->parameters,
					 metrics), shown = 0;
	bool impossible = false;

	grid_column(grid, "", 0);
	grid_column(grid, "", SCOLS_FL_RIGHT);
	grid_column(grid, "", 0);
	scols_table_enable_noheadings(grid, 1);
	for (i = 0; i < count; i++) {
		struct libscols_line *line;

		if (isnan(metrics[i].value))
			continue;
		line = grid_line(grid);
		grid_set(line, 0, "%s", metrics[i].label);
		grid_set(line, 1, "%.*f", (int)metrics[i].digits,
			 metrics[i].value);
		if (is_impossible(&metrics[i]))
			grid_set(line, 2, "!");
		impossible |= is_impossible(&metrics[i]);
		shown++;
	}
	if (shown)
		fputc('\n', out);
	grid_print(out, grid);
	if (impossible)
		fprintf(out, "\n!: %s\n",
			"more than 100 %: --idle-loops or --idle-cycles is not of these intervals");
}

static void print_histograms(FILE *out, const struct region_summary *summary,
			     const struct region_cpu *cpu)
{
	size_t i;

	region_histogram(out, region_time_name(summary), &cpu->cycles);
	for (i = 0; i < summary->column_count; i++)
		if (cpu->events[i].count)
			region_histogram(out, summary->columns[i].name,
					 &cpu->events[i]);
}

void region_table(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	size_t i;

	if (summary->intervals->overrun)
		fputs("records are missing: a buffer was too small\n\n", out);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		fprintf(out, "%sCPU %" PRIu64 ": %zu interval%s\n\n",
			i ? "\n" : "", cpu->cpu, cpu->count,
			cpu->count == 1 ? "" : "s");
		print_regions(out, summary, cpu);
		fputc('\n', out);
		print_averages(out, summary, cpu);
		print_metrics(out, view, cpu);
		if (view->histogram)
			print_histograms(out, summary, cpu);
	}
}
