// SPDX-License-Identifier: GPL-2.0
/* An object of parts, which are the rows of CSV. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/number.h"
#include "events/dump.h"
#include "events/events.h"
#include "format.h"

static struct json_object *share(uint64_t part, uint64_t slots)
{
	return json_real((double)part / slots);
}

/* As the table has them. */
static struct json_object *marks_array(const struct topdown_value *value)
{
	static const struct {
		unsigned int mark;
		const char *text;
	} marks[] = {
		{ TOPDOWN_CUT, "!" }, { TOPDOWN_SEVERAL_RUNS, "~" },
		{ TOPDOWN_COARSE, "?" },
	};
	struct json_object *array = json_object_new_array();
	unsigned int i;

	if (value->known && !value->over)
		json_add(array, json_text("<"));
	for (i = 0; i < ARRAY_SIZE(marks); i++)
		if (value->marks & marks[i].mark)
			json_add(array, json_text(marks[i].text));
	return array;
}

static void put_value(struct json_object *object, const struct topdown *topdown,
		      enum topdown_node node)
{
	const struct topdown_value *value = &topdown->values[node];

	json_put(object, "slots", value->known ? json_number(value->part) : NULL);
	json_put(object, "share", value->known ? share(value->part, topdown->slots) : NULL);
	json_put(object, "threshold", share(value->threshold, TOPDOWN_MOST_THRESHOLD));
	json_put(object, "over", json_yes(value->over));
	json_put(object, "bottleneck", json_yes(node == topdown->bottleneck));
	json_put(object, "clamped", json_object_new_int64(value->cut));
	json_put(object, "several_runs", json_yes(value->marks & TOPDOWN_SEVERAL_RUNS));
	json_put(object, "resolution", json_real(value->known ? topdown->resolution : NAN));
	json_put(object, "marks", marks_array(value));
}

static struct json_object *nodes_array(const struct topdown *topdown)
{
	struct json_object *nodes = json_object_new_array();
	enum topdown_node node;

	for (node = 0; node < TOPDOWN_NODES; node++) {
		enum topdown_node parent = topdown_parent(node);
		bool below = parent != TOPDOWN_NODES;
		struct json_object *object;

		if (below && topdown->level < 2)
			continue;
		object = json_add(nodes, json_object_new_object());
		json_put(object, "name", json_text(topdown_name(node)));
		json_put(object, "label", json_text(topdown->method->words[node].label));
		json_put(object, "parent", json_text(below ? topdown_name(parent) : NULL));
		put_value(object, topdown, node);
	}
	return nodes;
}

/* The events that were not counted. */
static struct json_object *missing_array(const char *list)
{
	struct json_object *missing = json_object_new_array();
	size_t length;

	for (; list && *list; list += length + (list[length] == ',')) {
		length = strcspn(list, ",");
		json_add(missing, json_object_new_string_len(list, length));
	}
	return missing;
}

static struct json_object *cpus_array(const char *text)
{
	struct json_object *array = json_object_new_array();
	struct number_list cpus = { 0 };
	size_t i;

	if (text && !number_list_read(&cpus, UINT_MAX, text))
		for (i = 0; i < cpus.count; i++)
			json_add(array, json_number(cpus.numbers[i]));
	number_list_free(&cpus);
	return array;
}

static struct json_object *notes_array(const struct topdown *topdown)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < topdown->note_count; i++)
		json_add(array, json_text(topdown->notes[i]));
	return array;
}

static struct json_object *topdown_document(const struct topdown *topdown)
{
	const struct measurement *measurement = topdown->measurement;
	const struct seconds interval = { topdown->period, NAN, NAN };
	struct json_object *object = json_object_new_object();
	char modes[5];

	control_modes(topdown->modes, CONTROL_MODES_SHOWN, modes);
	json_put(object, "title", json_text(measurement->title));
	json_put(object, "method", json_text(topdown->method->name));
	json_put(object, "modes", json_text(modes));
	json_put(object, "unit", json_text(topdown->method->unit));
	json_put(object, "level", json_number(topdown->level));
	json_put(object, "runs", json_number(measurement->runs));
	json_put(object, "time", json_real(topdown->time > 0 ? topdown->time : NAN));
	json_put(object, "seconds", json_seconds(topdown->period > 0 ? interval :
						 run_times_median(measurement)));
	json_put(object, "place", json_word(topdown->name));
	json_put(object, "cpus", cpus_array(topdown->cpus));
	json_put(object, "slots", json_number(topdown->slots));
	json_put(object, "nodes", nodes_array(topdown));
	json_put(object, "not_counted", missing_array(topdown->missing));
	json_put(object, "notes", notes_array(topdown));
	json_put(object, "partial", json_text(measurement->partial));
	json_put(object, "differ", json_text(measurement->differ));
	return object;
}

void topdown_json(FILE *out, const struct topdown *topdown)
{
	json_line(out, topdown_document(topdown));
}

#define COLUMNS \
	"title,method,modes,unit,all=/slots,name,parent,label,slots,share,threshold,over," \
	"bottleneck,clamped,several_runs,resolution,partial,time,place,cpus,differ"

void topdown_csv_names(FILE *out, const struct topdown *first)
{
	struct csv csv = { .out = out };

	(void)first;
	csv_heading(&csv, COLUMNS);
}

void topdown_csv(FILE *out, const struct topdown *topdown)
{
	struct json_object *object = topdown_document(topdown);
	struct csv csv = { .out = out };

	csv_rows(&csv, COLUMNS, json_object_object_get(object, "nodes"), object);
	json_object_put(object);
}
