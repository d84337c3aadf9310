// SPDX-License-Identifier: GPL-2.0
/*
 * A frame is a function, a stack is one frame, as samples have no callers; a weight is
 * how many events a function has, which the samples stand for.
 */
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "speedscope.h"

#define SCHEMA	"https://www.speedscope.app/file-format-schema.json"

static struct json_object *make_frames(const struct sample_rows *rows)
{
	struct json_object *frames = json_object_new_array();
	size_t i;

	for (i = 0; i < rows->count; i++) {
		const struct sample_row *row = &rows->rows[i];
		struct json_object *frame = json_object_new_object();
		char *name = formatted("%s::%s", row->module, row->function);

		json_put(frame, "name", json_text(name));
		if (row->file)
			json_put(frame, "file", json_text(row->file));
		json_object_array_add(frames, frame);
		free(name);
	}
	return frames;
}

static struct json_object *make_profile(const struct samples *samples,
					const struct sample_rows *rows,
					unsigned int trigger)
{
	struct json_object *profile = json_object_new_object();
	struct json_object *stacks = json_object_new_array();
	struct json_object *weights = json_object_new_array();
	const struct sample_trigger *event = &samples->triggers[trigger];
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < rows->count; i++) {
		uint64_t weight = rows->rows[i].samples[trigger] * event->period;
		struct json_object *stack;

		if (!weight)
			continue;
		stack = json_object_new_array();
		json_object_array_add(stack, json_number(i));
		json_object_array_add(stacks, stack);
		json_object_array_add(weights, json_number(weight));
		sum += weight;
	}
	json_put(profile, "type", json_text("sampled"));
	json_put(profile, "name", json_text(event->event));
	json_put(profile, "unit", json_text("none"));
	json_put(profile, "startValue", json_number(0));
	json_put(profile, "endValue", json_number(sum));
	json_put(profile, "samples", stacks);
	json_put(profile, "weights", weights);
	return profile;
}

void sample_speedscope_print(FILE *out, const struct sample_view *view)
{
	struct json_object *object = json_object_new_object();
	struct json_object *shared = json_object_new_object();
	struct json_object *profiles = json_object_new_array();
	struct sample_rows rows;
	unsigned int i;

	sample_rows_make(&rows, view, false);
	json_put(object, "$schema", json_text(SCHEMA));
	json_put(object, "name", json_text(view->samples->command));
	json_put(object, "exporter", json_text("pc_profile " VERSION));
	json_put(object, "activeProfileIndex", json_number(view->event));
	json_put(shared, "frames", make_frames(&rows));
	json_put(object, "shared", shared);
	for (i = 0; i < view->samples->trigger_count; i++)
		json_object_array_add(profiles, make_profile(view->samples, &rows, i));
	json_put(object, "profiles", profiles);
	json_print(out, object, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED);
	sample_rows_free(&rows);
}
