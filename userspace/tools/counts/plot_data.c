// SPDX-License-Identifier: GPL-2.0
/* The numbers of a picture. */
#include <inttypes.h>
#include <math.h>

#include "plot_data.h"

#define MISSING	PLOT_DATA_MISSING

static const struct row *row_at(const struct plot_data *data, size_t line,
				size_t measurement)
{
	return data->chart.lines[line]->cells[measurement];
}

static const struct result *result_at(const struct plot_data *data,
				      size_t line, size_t measurement)
{
	const struct row *row = row_at(data, line, measurement);

	return row ? row_result(row, &data->dump->measurements[measurement]) :
		     NULL;
}

static bool is_percentage(const struct metric *metric)
{
	return metric->unit == METRIC_PERCENT || metric->unit == METRIC_RATE;
}

static void find_range(struct plot_data *data, size_t line, size_t measurement)
{
	const struct row *row = row_at(data, line, measurement);
	const struct result *result = result_at(data, line, measurement);
	double value;

	if (!row)
		return;
	value = row_value(row);
	if (line < data->chart.counts) {
		if (value > data->most)
			data->most = value;
		if (result && result->count > 1)
			data->intervals = true;
		if (result && result->statistics.high > data->most)
			data->most = result->statistics.high;
		return;
	}
	data->percent &= is_percentage(row->metric);
	if (value < data->least_value)
		data->least_value = value;
	if (value > data->most_value)
		data->most_value = value;
}

struct plot_data plot_data_make(const struct view *view)
{
	struct plot_data data = {
		.chart = chart_make(view),
		.dump = view->dump,
		.percent = true,
	};
	size_t i, j;

	for (i = 0; i < data.chart.count; i++)
		for (j = 0; j < view->dump->count; j++)
			find_range(&data, i, j);
	return data;
}

void plot_data_free(struct plot_data *data)
{
	chart_free(&data->chart);
}

size_t plot_data_column(const struct plot_data *data, size_t line)
{
	size_t counts = data->chart.counts, each = data->intervals ? 3 : 1;

	return line < counts ? 2 + each * line :
			       2 + each * counts + line - counts;
}

bool plot_data_has_value(const struct plot_data *data, size_t line)
{
	size_t i;

	for (i = 0; i < data->dump->count; i++) {
		const struct row *row = row_at(data, line, i);

		if (row && (row->reading || isfinite(row->value)))
			return true;
	}
	return false;
}

static void print_value(FILE *out, const struct row *row)
{
	if (row && row->reading)
		fprintf(out, "\t%" PRIu64, row->reading->count);
	else if (row && isfinite(row->value))
		fprintf(out, "\t%.9g", row->value);
	else
		fputs("\t" MISSING, out);
}

/* The interval of a median; one count is its own. */
static void print_interval(FILE *out, const struct row *row,
			   const struct result *result)
{
	if (result) {
		fprintf(out, "\t%" PRIu64 "\t%" PRIu64,
			result->statistics.low, result->statistics.high);
	} else {
		print_value(out, row);
		print_value(out, row);
	}
}

static void print_measurement(FILE *out, const struct plot_data *data,
			      size_t which)
{
	size_t i;

	fprintf(out, "%zu", which);
	for (i = 0; i < data->chart.count; i++) {
		const struct row *row = row_at(data, i, which);

		print_value(out, row);
		if (data->intervals && i < data->chart.counts)
			print_interval(out, row, result_at(data, i, which));
	}
	fprintf(out, "\t# %s\n", data->chart.headings.rest[which]);
}

static void print_columns(FILE *out, const struct plot_data *data)
{
	const struct chart *chart = &data->chart;
	size_t i;

	fputs("# 1: measurement\n", out);
	for (i = 0; i < chart->count; i++) {
		size_t column = plot_data_column(data, i);

		if (i < chart->counts && data->intervals)
			fprintf(out, "# %zu to %zu: %s: median, interval\n",
				column, column + 2, chart->names[i]);
		else
			fprintf(out, "# %zu: %s\n", column, chart->names[i]);
	}
}

void plot_data_print(FILE *out, const struct plot_data *data)
{
	size_t i;

	print_columns(out, data);
	for (i = 0; i < data->dump->count; i++)
		print_measurement(out, data, i);
}
