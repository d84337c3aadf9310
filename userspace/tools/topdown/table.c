// SPDX-License-Identifier: GPL-2.0
/* A tree of parts, its marks, and a sentence. */
#include <inttypes.h>
#include <string.h>

#include "base/grid.h"
#include "base/number.h"
#include "events/dump.h"
#include "events/events.h"
#include "format.h"

/* Columns of a fixed width: the next line comes when this one is printed. */

static const struct {
	enum topdown_node node;
	const char *title;
} columns[] = {
	{ TOPDOWN_RETIRING, "retiring" },
	{ TOPDOWN_BAD, "bad spec." },
	{ TOPDOWN_FRONTEND, "frontend" },
	{ TOPDOWN_BACKEND, "backend" },
};

#define COLUMNS (sizeof(columns) / sizeof(*columns))

void topdown_lines_names(FILE *out, const struct topdown *first)
{
	unsigned int i;

	fprintf(out, "%10s %-8s %15s", "seconds", "", first ? first->method->unit : "slots");
	for (i = 0; i < COLUMNS; i++)
		fprintf(out, " %9s", columns[i].title);
	fputs("  bottleneck\n", out);
}

static void print_share(FILE *out, const struct topdown *topdown,
			enum topdown_node node)
{
	const struct topdown_value *value = &topdown->values[node];
	uint64_t share;

	if (!value->known) {
		fprintf(out, " %9s", "-");
		return;
	}
	share = topdown_hundredths(value->part, topdown->slots);
	fprintf(out, " %5" PRIu64 ".%02" PRIu64 "%%", share / 100, share % 100);
}

/* A program has no place, and a single reading no time. */
void topdown_lines(FILE *out, const struct topdown *topdown)
{
	const enum topdown_node node = topdown->bottleneck;
	char slots[NUMBER_GROUPED_SIZE];
	unsigned int i;

	number_grouped(slots, topdown->slots);
	if (topdown->time > 0)
		fprintf(out, "%10.3f", topdown->time);
	else
		fprintf(out, "%10s", "");
	fprintf(out, " %-8s %15s", topdown->name, slots);
	for (i = 0; i < COLUMNS; i++)
		print_share(out, topdown, columns[i].node);
	fprintf(out, "  %s\n", node == TOPDOWN_NODES ? "-" :
		topdown->method->words[node].label);
}

/* The columns. */
enum { NAME, SLOTS, SHARE, MARKS, BAR };

/* Of lists, which manual pages indent. */
#define LINE_WIDTH	72

static void print_heading(FILE *out, const struct topdown *topdown)
{
	const struct measurement *measurement = topdown->measurement;
	char modes[5], slots[NUMBER_GROUPED_SIZE];

	control_modes(topdown->modes, CONTROL_MODES_SHOWN, modes);
	number_grouped(slots, topdown->slots);
	fprintf(out, "%s\n[%s] %s %s, %u run%s, method %s\n",
		measurement->title, modes, slots, topdown->method->unit,
		measurement->runs, measurement->runs == 1 ? "" : "s",
		topdown->method->name);
	if (topdown->cpus)
		fprintf(out, "%s%sall that ran on CPU %s\n", topdown->name,
			*topdown->name ? ": " : "", topdown->cpus);
	if (measurement->partial)
		fprintf(out, "partial: %s\n", measurement->partial);
	if (measurement->differ)
		fprintf(out, "%s\n", measurement->differ);
}

/* Parts stand one after the other, those of level 2 below theirs. */
static void set_bar(struct libscols_line *line, const struct topdown *topdown,
		    enum topdown_node node, uint64_t *before)
{
	const uint64_t part = topdown->values[node].part;
	enum topdown_node parent = topdown_parent(node);
	char bar[BAR_MOST + 1];

	bar_draw(bar, (double)*before / topdown->slots,
		 (double)(*before + part) / topdown->slots);
	grid_set(line, BAR, "%s", bar);
	/* a part of level 1 is before its own two, which come next */
	if (parent != TOPDOWN_NODES || topdown->level < 2 ||
	    !topdown->values[node + 1].known)
		*before += part;
}

static void set_line(struct libscols_line *line, const struct topdown *topdown,
		     enum topdown_node node)
{
	const struct topdown_value *value = &topdown->values[node];
	uint64_t share = topdown_hundredths(value->part, topdown->slots);
	char slots[NUMBER_GROUPED_SIZE];

	number_grouped(slots, value->part);
	grid_set(line, SLOTS, "%s", slots);
	grid_set(line, SHARE, "%" PRIu64 ".%02" PRIu64 "%%", share / 100,
		 share % 100);
	grid_set(line, MARKS, "%s%s%s%s%s", value->over ? " " : "<",
		 value->marks & TOPDOWN_CUT ? "!" : " ",
		 value->marks & TOPDOWN_SEVERAL_RUNS ? "~" : " ",
		 value->marks & TOPDOWN_COARSE ? "?" : "",
		 node == topdown->bottleneck ? " <==" : "");
}

static void print_parts(FILE *out, const struct topdown *topdown, bool bars)
{
	struct libscols_table *grid = grid_new();
	enum topdown_node node;
	uint64_t before = 0;

	grid_column(grid, "", 0);
	grid_column(grid, "", SCOLS_FL_RIGHT);
	grid_column(grid, "", SCOLS_FL_RIGHT);
	grid_column(grid, "", 0);
	grid_column(grid, "", bars ? 0 : SCOLS_FL_HIDDEN);
	scols_table_enable_noheadings(grid, 1);
	for (node = 0; node < TOPDOWN_NODES; node++) {
		bool below = topdown_parent(node) != TOPDOWN_NODES;
		struct libscols_line *line;

		if (below && topdown->level < 2)
			continue;
		line = grid_line(grid);
		grid_set(line, NAME, "%s%s", below ? "  " : "",
			 topdown->method->words[node].label);
		if (!topdown->values[node].known) {
			grid_set(line, SHARE, "-");
			continue;
		}
		set_line(line, topdown, node);
		set_bar(line, topdown, node, &before);
	}
	grid_print(out, grid);
}

/* In lines of LINE_WIDTH. */
static void print_list(FILE *out, const char *title, const char *list)
{
	size_t width = fprintf(out, "%s:", title), length;

	for (; *list; list += length + (list[length] == ',')) {
		length = strcspn(list, ",");
		if (width + length + 2 > LINE_WIDTH)
			width = fprintf(out, "\n   ") - 1;
		width += fprintf(out, " %.*s%s", (int)length, list,
				 list[length] ? "," : "");
	}
	fputc('\n', out);
}

/* What to sample of a bottleneck: a measurement of pc_profile. */
static const char *const measurements[TOPDOWN_NODES] = {
	[TOPDOWN_BAD] = "branch",
	[TOPDOWN_MISPREDICTS] = "branch",
	[TOPDOWN_CLEARS] = "cycles",
	[TOPDOWN_FRONTEND] = "icache",
	[TOPDOWN_LATENCY] = "icache",
	[TOPDOWN_BANDWIDTH] = "cycles",
	[TOPDOWN_BACKEND] = "cycles",
	[TOPDOWN_MEMORY] = "dcache",
	[TOPDOWN_CORE] = "cycles",
};

static void print_bottleneck(FILE *out, const struct topdown *topdown)
{
	const enum topdown_node node = topdown->bottleneck;
	const struct topdown_words *words = topdown->method->words;
	enum topdown_node parent;

	if (!topdown->slots)
		return;
	if (node == TOPDOWN_NODES) {
		fputs("\nno bottleneck: no part is over its threshold\n", out);
		return;
	}
	parent = topdown_parent(node);
	fprintf(out, "\nbottleneck: %s%s%s: %s\n",
		parent == TOPDOWN_NODES ? "" : words[parent].label,
		parent == TOPDOWN_NODES ? "" : ", ", words[node].label,
		words[node].means);
	print_list(out, "count next", words[node].next);
	if (measurements[node])
		fprintf(out, "sample next: pc_profile %s\n", measurements[node]);
}

static void print_cut(FILE *out, const struct topdown *topdown)
{
	enum topdown_node node;

	for (node = 0; node < TOPDOWN_NODES; node++) {
		const struct topdown_value *value = &topdown->values[node];
		char cut[NUMBER_GROUPED_SIZE];

		number_grouped(cut, value->cut < 0 ? -value->cut : value->cut);
		if (value->cut < 0)
			fprintf(out, "!: %s: %s %s less than 0, taken for 0\n",
				topdown->method->words[node].label, cut,
				topdown->method->unit);
		else if (value->cut)
			fprintf(out, "!: %s: capped: it exceeds the part above by %s %s\n",
				topdown->method->words[node].label, cut,
				topdown->method->unit);
	}
}

static bool has(const struct topdown *topdown, unsigned int mark)
{
	enum topdown_node node;

	for (node = 0; node < TOPDOWN_NODES; node++)
		if (topdown->values[node].marks & mark)
			return true;
	return false;
}

static bool has_below_threshold(const struct topdown *topdown)
{
	enum topdown_node node;

	for (node = 0; node < TOPDOWN_NODES; node++)
		if (topdown->values[node].known && !topdown->values[node].over)
			return true;
	return false;
}

static void print_legend(FILE *out, const struct topdown *topdown)
{
	unsigned int i;

	fputc('\n', out);
	if (topdown->missing)
		print_list(out, "not counted, and taken for 0", topdown->missing);
	for (i = 0; i < topdown->note_count; i++)
		fprintf(out, "%s\n", topdown->notes[i]);
	if (has_below_threshold(topdown))
		fputs("<: not over its threshold\n", out);
	print_cut(out, topdown);
	if (has(topdown, TOPDOWN_SEVERAL_RUNS))
		fputs("~: made of counts of several runs\n", out);
	if (has(topdown, TOPDOWN_COARSE))
		fprintf(out, "?: can be wrong by %.1f%% of all %s\n",
			100 * topdown->resolution, topdown->method->unit);
}

static void print(FILE *out, const struct topdown *topdown, bool bars)
{
	print_heading(out, topdown);
	print_parts(out, topdown, bars);
	print_bottleneck(out, topdown);
	print_legend(out, topdown);
	if (topdown->period > 0)
		fprintf(out, "elapsed %.6f s\n", topdown->period);
	else
		seconds_print(out, topdown->measurement);
}

void topdown_table(FILE *out, const struct topdown *topdown)
{
	print(out, topdown, false);
}

void topdown_bars(FILE *out, const struct topdown *topdown)
{
	print(out, topdown, true);
}
