// SPDX-License-Identifier: GPL-2.0
/* For each CPU a table of regions, one of averages, and its metrics. */
#include <inttypes.h>
#include <math.h>

#include "base/grid.h"
#include "base/json.h"
#include "format.h"
#include "series.h"

static void print_regions(FILE *out, const struct region_summary *summary,
			  struct json_object *cpu)
{
	struct json_object *regions = json_object_object_get(cpu, "regions");
	char columns[128], text[64];
	size_t i;

	for (i = 0; i < json_object_array_length(regions); i++) {
		struct json_object *region = json_object_array_get_idx(regions, i);

		snprintf(text, sizeof(text), "%s to %s",
			 json_object_get_string(json_object_object_get(region, "from_pc")),
			 json_object_get_string(json_object_object_get(region, "to_pc")));
		json_put(region, "region", json_text(text));
	}
	snprintf(columns, sizeof(columns),
		 "region,intervals=cycles/count,average %s=cycles/average,share=%%share",
		 region_time_name(summary));
	grid_rows(out, columns, regions);
}

#define AVERAGES \
	"each interval=name,intervals=count/count,average=count/average," \
	"deviation=count/deviation,minimum=count/minimum,maximum=count/maximum"

static void print_averages(FILE *out, const struct region_summary *summary,
			   struct json_object *cpu)
{
	struct json_object *rows = region_series_rows(cpu, region_time_name(summary), "user data ");

	grid_rows(out, AVERAGES, rows);
	json_object_put(rows);
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
		grid_set(line, 1, "%.*f", (int)metrics[i].digits, metrics[i].value);
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
		struct json_object *object = region_cpu_object(view, cpu);

		fprintf(out, "%sCPU %" PRIu64 ": %zu interval%s\n\n",
			i ? "\n" : "", cpu->cpu, cpu->count,
			cpu->count == 1 ? "" : "s");
		print_regions(out, summary, object);
		fputc('\n', out);
		print_averages(out, summary, object);
		json_object_put(object);
		print_metrics(out, view, cpu);
		if (view->histogram)
			print_histograms(out, summary, cpu);
	}
}
