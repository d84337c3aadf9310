// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: a line a part. */
#include <inttypes.h>
#include <math.h>

#include "base/csv.h"
#include "events/events.h"
#include "format.h"

#define NAMES	"title,method,modes,unit,all,name,parent,label,slots,share,"	\
		"threshold,over,bottleneck,clamped,several_runs,resolution,"	\
		"partial,time,place,cpus"

void topdown_csv_names(FILE *out)
{
	struct csv csv = { .out = out };

	csv_names(&csv, NAMES);
	csv_end(&csv);
}

/* slots to resolution; a part that is not known has empty fields */
static void put_value(struct csv *csv, const struct topdown *topdown,
		      enum topdown_node node)
{
	const struct topdown_value *value = &topdown->values[node];

	if (!value->known) {
		csv_empty(csv, 8);
		return;
	}
	csv_number(csv, value->part);
	csv_real(csv, (double)value->part / topdown->slots);
	csv_real(csv, (double)value->threshold / TOPDOWN_MOST_THRESHOLD);
	csv_yes(csv, value->over);
	csv_yes(csv, node == topdown->bottleneck);
	csv_raw(csv, "%" PRId64, value->cut);
	csv_yes(csv, value->marks & TOPDOWN_SEVERAL_RUNS);
	csv_real(csv, topdown->resolution);
}

void topdown_csv(FILE *out, const struct topdown *topdown)
{
	const struct measurement *measurement = topdown->measurement;
	struct csv csv = { .out = out };
	enum topdown_node node, parent;
	char modes[5];

	control_modes(topdown->modes, CONTROL_MODES_SHOWN, modes);
	for (node = 0; node < TOPDOWN_NODES; node++) {
		parent = topdown_parent(node);
		if (parent != TOPDOWN_NODES && topdown->level < 2)
			continue;
		csv_word(&csv, measurement->title);
		csv_word(&csv, topdown->method->name);
		csv_word(&csv, modes);
		csv_word(&csv, topdown->method->unit);
		csv_number(&csv, topdown->slots);
		csv_word(&csv, topdown_name(node));
		csv_word(&csv, parent == TOPDOWN_NODES ? NULL : topdown_name(parent));
		csv_word(&csv, topdown->method->words[node].label);
		put_value(&csv, topdown, node);
		csv_word(&csv, measurement->partial);
		csv_real(&csv, topdown->time > 0 ? topdown->time : NAN);
		csv_word(&csv, topdown->name);
		csv_word(&csv, topdown->cpus);
		csv_end(&csv);
	}
}
