// SPDX-License-Identifier: GPL-2.0
/* Bars of parts that stand on each other, and so show that they are all slots. */
#include <inttypes.h>

#include "base/memory.h"
#include "base/text.h"
#include "format.h"

/* In pixels. */
#define WIDTH_LEAST	800
#define WIDTH_MOST	8000
#define WIDTH_BAR	28
#define HEIGHT		480

/* As many times can be read below the x axis. */
#define TICS_MOST	20

/* The two of a part are a dark and a light one of its colour. */
static const char *const colours[TOPDOWN_NODES] = {
	[TOPDOWN_RETIRING] = "#2e7d32", [TOPDOWN_HEAVY] = "#2e7d32",
	[TOPDOWN_LIGHT] = "#81c784", [TOPDOWN_BAD] = "#6a1b9a",
	[TOPDOWN_MISPREDICTS] = "#6a1b9a", [TOPDOWN_CLEARS] = "#ce93d8",
	[TOPDOWN_FRONTEND] = "#1565c0", [TOPDOWN_LATENCY] = "#1565c0",
	[TOPDOWN_BANDWIDTH] = "#90caf9", [TOPDOWN_BACKEND] = "#c62828",
	[TOPDOWN_MEMORY] = "#c62828", [TOPDOWN_CORE] = "#ef9a9a",
};

/* The parts that are not made of parts that are shown as well. */
static bool is_shown(const struct topdown *all, size_t count,
		     enum topdown_node node)
{
	const bool below = topdown_parent(node) != TOPDOWN_NODES;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct topdown_value *value = &all[i].values[node];

		/* a part of level 1 comes before its own two */
		if (value->known &&
		    (below || all[i].level < 2 || !value[1].known))
			return true;
	}
	return false;
}

static void put_begin(FILE *out, const struct topdown *all, size_t count)
{
	size_t width = WIDTH_BAR * count;
	size_t i;

	if (width < WIDTH_LEAST)
		width = WIDTH_LEAST;
	if (width > WIDTH_MOST)
		width = WIDTH_MOST;
	fputs(PLOT_BEGINS " gnuplot FILE > picture.svg\n", out);
	for (i = 0; i < count; i++)
		if (all[i].measurement->partial)
			fprintf(out, "# partial: %s\n", all[i].measurement->partial);
	fputs("reset\n", out);
	fprintf(out, "if (GPVAL_TERM eq 'unknown') set terminal svg size %zu,%u",
		width, HEIGHT);
	fputs(" noenhanced background '#ffffff'\n", out);
	fputs("set termoption noenhanced\nset encoding utf8\n"
	      "set datafile missing '-'\nset title ", out);
	plot_text_put(out, all->measurement->title, "%");
	fprintf(out, "\nset ylabel 'share of all %s'\nset yrange [0:100]\n"
		"set format y '%%g%%%%'\n", all->method->unit);
}

/* What tells the results apart. */
static void put_place(FILE *out, const struct topdown *topdown, bool same_title)
{
	char text[64];

	if (topdown->time > 0)
		snprintf(text, sizeof(text), "%.3g s%s%s", topdown->time,
			 *topdown->name ? " " : "", topdown->name);
	else
		snprintf(text, sizeof(text), "%s", topdown->name);
	if (!*text && !same_title)
		plot_text_put(out, topdown->measurement->title, "%%");
	else
		plot_text_put(out, text, "%%");
}

static void put_places(FILE *out, const struct topdown *all, size_t count)
{
	const size_t step = (count + TICS_MOST - 1) / TICS_MOST;
	size_t i;

	fprintf(out, "set xrange [-0.6:%zu.4]\nset xtics (", count);
	for (i = 0; i < count; i += step) {
		fputs(i ? ", \\\n\t" : "", out);
		put_place(out, &all[i], count == 1);
		fprintf(out, " %zu", i);
	}
	fputs(")\nset key below\nset grid ytics\nset boxwidth 0.9\n"
	      "set style data histograms\nset style histogram rowstacked\n"
	      "set style fill solid 0.9 border -1\n", out);
}

static void put_data(FILE *out, const struct topdown *all, size_t count,
		     const bool *shown)
{
	enum topdown_node node;
	size_t i;

	fputs("$data << EOD\n", out);
	for (i = 0; i < count; i++) {
		fprintf(out, "%zu", i);
		for (node = 0; node < TOPDOWN_NODES; node++) {
			const struct topdown_value *value = &all[i].values[node];
			uint64_t share;

			if (!shown[node])
				continue;
			if (!value->known) {
				fputs("\t-", out);
				continue;
			}
			share = topdown_hundredths(value->part, all[i].slots);
			fprintf(out, "\t%" PRIu64 ".%02" PRIu64, share / 100,
				share % 100);
		}
		fputc('\n', out);
	}
	fputs("EOD\n", out);
}

void topdown_plot(FILE *out, const struct topdown *all, size_t count)
{
	bool shown[TOPDOWN_NODES];
	unsigned int column = 1;
	enum topdown_node node;

	put_begin(out, all, count);
	put_places(out, all, count);
	for (node = 0; node < TOPDOWN_NODES; node++)
		shown[node] = is_shown(all, count, node);
	put_data(out, all, count, shown);
	for (node = 0; node < TOPDOWN_NODES; node++) {
		if (!shown[node])
			continue;
		fprintf(out, "%s$data using %u linecolor rgb '%s' title ",
			column == 1 ? "plot " : ", \\\n\t", column + 1,
			colours[node]);
		plot_text_put(out, all->method->words[node].label, "%");
		column++;
	}
	fputs(column == 1 ? "plot [][0:1] NaN notitle\n" : "\n", out);
}
