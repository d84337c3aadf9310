// SPDX-License-Identifier: GPL-2.0
/* Pictures as gnuplot draws them: bars of counts, and lines of metrics. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "plot_data.h"

/* In pixels: the least and the most, and what a bar and a name need. */
#define WIDTH_LEAST	800
#define WIDTH_MOST	8000
#define WIDTH_BAR	14
#define HEIGHT_LEAST	480
#define HEIGHT_MOST	2000
#define HEIGHT_NAME	8

/* More letters than this below the x axis do not stand side by side. */
#define LETTERS_MOST	90

/* A picture. */
struct plot {
	FILE *out; /* where the commands go */
	struct plot_data data; /* what it shows */
	bool one; /* of one measurement, whose events and metrics are along the x axis */
};

static size_t metric_count(const struct plot *plot)
{
	return plot->data.chart.count - plot->data.chart.counts;
}

static size_t between(size_t number, size_t least, size_t most)
{
	return number < least ? least : number > most ? most : number;
}

static void put_terminal(const struct plot *plot, const char *terminal)
{
	const struct chart *chart = &plot->data.chart;
	size_t bars = plot->data.dump->count * (chart->counts + 2);
	size_t width, height = HEIGHT_LEAST;

	if (plot->one)
		bars = 2 * chart->count;
	else
		height += HEIGHT_NAME * chart->count;
	width = between(WIDTH_BAR * bars, WIDTH_LEAST, WIDTH_MOST);
	height = between(height, HEIGHT_LEAST, HEIGHT_MOST);
	if (!terminal)
		fputs("if (GPVAL_TERM eq 'unknown') ", plot->out);
	fprintf(plot->out,
		"set terminal %s size %zu,%zu noenhanced background '#ffffff'\n",
		terminal ? terminal : "svg", width, height);
}

/* What all that is shown has in common. */
static void put_title(const struct plot *plot)
{
	const struct chart *chart = &plot->data.chart;
	char *title = chart_title(chart, plot->one ? *chart->headings.rest :
						     chart->headings.common);

	fputs("set title ", plot->out);
	plot_text_put(plot->out, title, "%");
	fputc('\n', plot->out);
	free(title);
}

static void put_begin(const struct plot *plot, const char *terminal)
{
	fputs(PLOT_BEGINS " gnuplot FILE > picture.svg\n", plot->out);
	headings_partial(plot->out, "# ", plot->data.dump);
	headings_scope(plot->out, "# ", plot->data.dump);
	fputs("reset\n", plot->out);
	put_terminal(plot, terminal);
	fputs("set termoption noenhanced\n"
	      "set encoding utf8\n"
	      "set datafile missing '" PLOT_DATA_MISSING "'\n", plot->out);
	put_title(plot);
}

/* Counts as numbers that people can read, mostly below 2000. */
static void put_count_axis(const struct plot *plot)
{
	static const char *const words[] = {
		"count", "thousands", "millions", "billions",
	};
	unsigned int word = 0;
	double unit = 1;

	while (plot->data.most / unit >= 2000 && word + 1 < ARRAY_SIZE(words)) {
		unit *= 1000;
		word++;
	}
	fprintf(plot->out, "unit = %.1f\nset ylabel '%s'\n", unit,
		words[word]);
	fprintf(plot->out, "set yrange [0:%s]\n", plot->data.most > 0 ? "*" : "1");
}

/* On the right, unless nothing is on the left. */
static void put_metric_axis(const struct plot *plot)
{
	const struct plot_data *data = &plot->data;
	const struct chart *chart = &data->chart;
	const char *axis = chart->counts ? "y2" : "y";

	if (chart->counts)
		fputs("set ytics nomirror\nset y2tics\n", plot->out);
	fprintf(plot->out, "set %slabel ", axis);
	plot_text_put(plot->out, metric_count(plot) == 1 ?
		 chart->names[chart->counts] : "metrics", "%");
	if (data->percent)
		fprintf(plot->out, "\nset format %s '%%g%%%%'", axis);
	fprintf(plot->out, "\nset %srange [%s:%s]\n", axis,
		data->least_value < 0 ? "*" : "0",
		data->most_value > 0 || data->least_value < 0 ? "*" : "1");
}

/* What stands along the x axis; there a '%' is written twice. */
static void put_places(const struct plot *plot)
{
	const struct chart *chart = &plot->data.chart;
	char *const *names = plot->one ? chart->names : chart->headings.rest;
	size_t count = plot->one ? chart->count :
				   chart->headings.count;
	size_t letters = 0, i;

	for (i = 0; i < count; i++)
		letters += strlen(names[i]);
	fprintf(plot->out, "set xrange [-0.6:%zu.6]\nset xtics %s(",
		count - !!count,
		letters > LETTERS_MOST ? "rotate by -35 " : "");
	for (i = 0; i < count; i++) {
		fputs(i ? ", \\\n\t" : "", plot->out);
		plot_text_put(plot->out, names[i], "%%");
		fprintf(plot->out, " %zu", i);
	}
	fputs(")\n", plot->out);
}

/* gnuplot has eight colours, and then the first again. */
static void put_colours(const struct plot *plot)
{
	static const char *const more[] = {
		"#8c564b", "#7f7f7f", "#bcbd22", "#e377c2",
		"#1b4f72", "#2e7d32", "#d35400", "#6c3483",
	};
	unsigned int i;

	if (plot->one || plot->data.chart.count <= 8)
		return;
	for (i = 0; i < ARRAY_SIZE(more); i++)
		fprintf(plot->out, "set linetype %u linecolor rgb '%s'\n",
			9 + i, more[i]);
	fprintf(plot->out, "set linetype cycle %zu\n", 8 + ARRAY_SIZE(more));
}

static void put_look(const struct plot *plot)
{
	put_colours(plot);
	fputs("set grid ytics\n"
	      "set style fill solid 0.8 border -1\n", plot->out);
	if (plot->one)
		fputs("set key off\n"
		      "set boxwidth 0.8\n", plot->out);
	else
		fprintf(plot->out,
			"set key below\n"
			"set style data histograms\n"
			"set style histogram %s gap 2\n",
			plot->data.intervals ? "errorbars linewidth 1" :
					       "clustered");
}

/* Before each element of the plot command. */
static void put_using(const struct plot *plot, size_t line, size_t *drawn)
{
	fprintf(plot->out, "%s$data using ", (*drawn)++ ? ", \\\n\t" : "");
	if (plot->one)
		fprintf(plot->out, "(%zu):", line);
	else if (line >= plot->data.chart.counts)
		fputs("1:", plot->out);
}

/* After it. */
static void put_name(const struct plot *plot, size_t line)
{
	if (plot->one)
		return;
	fputs(" title ", plot->out);
	plot_text_put(plot->out, plot->data.chart.names[line], "%");
}

static void put_count(const struct plot *plot, size_t line, size_t *drawn)
{
	size_t column = plot_data_column(&plot->data, line);

	put_using(plot, line, drawn);
	fprintf(plot->out, "($%zu/unit)", column);
	if (plot->data.intervals)
		fprintf(plot->out, ":($%zu/unit):($%zu/unit)%s", column + 1,
			column + 2, plot->one ? ":(0.8)" : "");
	if (plot->one)
		fprintf(plot->out, " with %s linetype 1",
			plot->data.intervals ? "boxerrorbars" : "boxes");
	put_name(plot, line);
}

static void put_metric(const struct plot *plot, size_t line, size_t *drawn)
{
	if (!plot_data_has_value(&plot->data, line))
		return;
	put_using(plot, line, drawn);
	fprintf(plot->out, plot->data.percent ? "(100*$%zu)" : "($%zu)",
		plot_data_column(&plot->data, line));
	if (plot->data.chart.counts)
		fputs(" axes x1y2", plot->out);
	fputs(plot->one ? " with boxes linetype 2" :
			  " with linespoints linewidth 2", plot->out);
	put_name(plot, line);
}

static void put_plot(const struct plot *plot)
{
	const struct chart *chart = &plot->data.chart;
	size_t drawn = 0, i;

	fputs("plot ", plot->out);
	for (i = 0; i < chart->count; i++)
		if (i < chart->counts)
			put_count(plot, i, &drawn);
		else
			put_metric(plot, i, &drawn);
	fputs(drawn ? "\n" : "[][0:1] NaN notitle\n", plot->out);
}

void plot_write(FILE *out, const struct view *view, const char *terminal)
{
	struct plot plot = {
		.out = out,
		.data = plot_data_make(view),
		.one = view->dump->count == 1,
	};

	put_begin(&plot, terminal);
	if (plot.data.chart.counts)
		put_count_axis(&plot);
	if (metric_count(&plot))
		put_metric_axis(&plot);
	put_places(&plot);
	put_look(&plot);
	fputs("$data << EOD\n", out);
	plot_data_print(out, &plot.data);
	fputs("EOD\n", out);
	put_plot(&plot);
	plot_data_free(&plot.data);
}

void report_plot(FILE *out, const struct view *view)
{
	plot_write(out, view, NULL);
}
