// SPDX-License-Identifier: GPL-2.0
/* Columns of a fixed width: the next line comes when this one is printed. */
#include <inttypes.h>

#include "base/number.h"
#include "lines.h"

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

void topdown_lines_names(FILE *out)
{
	unsigned int i;

	fprintf(out, "%10s %-8s %15s", "seconds", "", "slots");
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
