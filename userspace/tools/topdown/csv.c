// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: a line a part. */
#include <inttypes.h>

#include "base/csv.h"
#include "events/events.h"
#include "format.h"

#define NAMES	"measurement,method,modes,unit,all,name,parent,label,slots," \
		"percent,threshold,over,bottleneck,cut,several_runs,resolution," \
		"complete,time,place,cpus" \
		CSV_LINE_END

void topdown_csv_names(FILE *out)
{
	fputs(NAMES, out);
}

static const char *yes_or_no(bool yes)
{
	return yes ? "yes" : "no";
}

/* slots to resolution; a part that is not known has empty fields */
static void put_value(FILE *out, const struct topdown *topdown,
		      enum topdown_node node)
{
	const struct topdown_value *value = &topdown->values[node];
	uint64_t share;

	if (!value->known) {
		fputs(",,,,,,,,", out);
		return;
	}
	share = topdown_hundredths(value->part, topdown->slots);
	fprintf(out, "%" PRIu64 ",%" PRIu64 ".%02" PRIu64 ",%u.%02u,",
		value->part, share / 100, share % 100, value->threshold / 100,
		value->threshold % 100);
	fprintf(out, "%s,%s,%" PRId64 ",%s,%.6f,", yes_or_no(value->over),
		yes_or_no(node == topdown->bottleneck), value->cut,
		yes_or_no(value->marks & TOPDOWN_SEVERAL_RUNS),
		topdown->resolution);
}

/* complete to cpus */
static void put_place(FILE *out, const struct topdown *topdown)
{
	fprintf(out, "%s,", yes_or_no(!topdown->measurement->partial));
	if (topdown->time > 0)
		fprintf(out, "%.6f", topdown->time);
	fprintf(out, ",%s,", topdown->name);
	csv_word(out, topdown->cpus ?: "", CSV_LINE_END);
}

void topdown_csv(FILE *out, const struct topdown *topdown)
{
	const struct measurement *measurement = topdown->measurement;
	enum topdown_node node, parent;
	char modes[5];

	control_modes(topdown->modes, CONTROL_MODES_SHOWN, modes);
	for (node = 0; node < TOPDOWN_NODES; node++) {
		parent = topdown_parent(node);
		if (parent != TOPDOWN_NODES && topdown->level < 2)
			continue;
		csv_word(out, measurement->title, ",");
		fprintf(out, "%s,%s,%s,%" PRIu64 ",%s,%s,",
			topdown->method->name, modes, topdown->method->unit,
			topdown->slots, topdown_name(node),
			parent == TOPDOWN_NODES ? "" : topdown_name(parent));
		csv_word(out, topdown->method->words[node].label, ",");
		put_value(out, topdown, node);
		put_place(out, topdown);
	}
}
