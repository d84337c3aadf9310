// SPDX-License-Identifier: GPL-2.0
/* An object for all, one an event, a ratio and a thread; they are the rows of CSV. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt.h>

#include "base/csv.h"
#include "base/document.h"
#include "base/json.h"
#include "base/memory.h"
#include "events/dump.h"
#include "measured.h"

char *line_modes(const struct perfex_line *line, char modes[5])
{
	const char *at = strrchr(line->name, ':');
	unsigned int i = 0;

	for (at++; *at && i < 4; at++)
		modes[i++] = toupper((unsigned char)*at);
	modes[i] = '\0';
	return modes;
}

struct perfex_line line_of_thread(const struct perfex_line *line,
				  const struct measured_thread *thread)
{
	const struct measured_count *count = &thread->counts[line->place];
	struct perfex_line own = *line;

	own.counted = count->factor != 0;
	own.count = count->count;
	own.raw = count->raw;
	own.factor = count->factor;
	own.error = NAN;
	own.cost = NULL;
	return own;
}

static struct json_object *three(double typical, double minimum, double maximum)
{
	struct json_object *object = json_object_new_object();

	json_put(object, "typical", json_real(typical));
	json_put(object, "minimum", json_real(minimum));
	json_put(object, "maximum", json_real(maximum));
	return object;
}

static struct json_object *cost_object(const struct perfex_cost *cost)
{
	struct json_object *object;

	if (!cost)
		return NULL;
	object = three(cost->typical, cost->minimum, cost->maximum);
	json_put(object, "unit", json_text(cost->unit == PERFEX_CLKS ? "clks" : "nsec"));
	return object;
}

static struct json_object *times_object(const struct perfex_line *line)
{
	if (!line->cost || !line->counted)
		return NULL;
	return three(line->typical, line->minimum, line->maximum);
}

static struct json_object *values_array(const struct measured *measured,
					const struct perfex_line *line)
{
	struct json_object *values = json_object_new_array();
	unsigned int i;

	for (i = 0; i < measured->repeats; i++) {
		size_t at = line->place * measured->stride + i;

		json_add(values, line->counted ? json_number(measured->values[at]) : NULL);
	}
	return values;
}

static struct json_object *event_object(const struct measured *measured,
					const struct perfex_line *line)
{
	struct json_object *object = json_object_new_object();
	bool scaled = line->counted && line->factor != 1;
	char modes[5];

	json_put(object, "r10000", line->number == PERFEX_BY_NAME ? NULL :
		 json_number(line->number));
	json_put(object, "name", json_text(line->name));
	json_put(object, "label", json_text(line->label));
	json_put(object, "modes", json_text(line_modes(line, modes)));
	json_put(object, "approximate", json_yes(line->approximate));
	json_put(object, "shared", json_yes(line->shared));
	json_put(object, "count", line->counted ? json_number(line->count) : NULL);
	json_put(object, "raw", line->counted ? json_number(line->raw) : NULL);
	json_put(object, "factor", line->counted ? json_real(line->factor) : NULL);
	json_put(object, "enabled", scaled ? json_number(line->enabled) : NULL);
	json_put(object, "running", scaled ? json_number(line->running) : NULL);
	json_put(object, "error", scaled ? json_real(line->error) : NULL);
	json_put(object, "values", values_array(measured, line));
	json_put(object, "spread", json_real(measured->spread[line->place]));
	json_put(object, "cost", cost_object(line->cost));
	json_put(object, "times", times_object(line));
	return object;
}

static struct json_object *events_array(const struct measured *measured)
{
	struct json_object *events = json_object_new_array();
	size_t i;

	for (i = 0; i < measured->line_count; i++)
		json_add(events, event_object(measured, &measured->lines[i]));
	return events;
}

/* Rates are of a process while it ran; the total is all threads' together. */
static struct json_object *ratio_object(const struct measured *measured,
					const struct perfex_ratio *ratio,
					const struct perfex_ratio_value *found)
{
	const bool is_shown = perfex_ratio_is_shown(found);
	struct json_object *object = json_metric(ratio->name, ratio->label,
						 is_shown ? found->value : NAN);
	bool is_rate = is_shown && *ratio->unit && measured->thread_count &&
		       measured->time.elapsed;

	json_put(object, "unit", json_word(ratio->unit));
	json_put(object, "approximate", json_yes(found->approximate));
	json_put(object, "error", json_real(found->error));
	json_put(object, "total", json_real(is_rate ? found->amount /
					    (measured->time.elapsed / 1e9) : NAN));
	return object;
}

static struct json_object *ratios_array(const struct measured *measured)
{
	struct json_object *ratios = json_object_new_array();
	const struct perfex_ratio *ratio;
	struct perfex_ratio_value found;
	size_t i;

	for (i = 0; measured->times && (ratio = perfex_ratio(i)); i++)
		if (perfex_ratio_value(i, measured->lines, measured->line_count,
				       &measured->clock, &found))
			json_add(ratios, ratio_object(measured, ratio, &found));
	return ratios;
}

static struct json_object *thread_object(const struct measured *measured,
					 const struct measured_thread *thread)
{
	struct json_object *object = json_object_new_object();
	struct json_object *factors = json_object_new_array();
	struct json_object *counts = json_object_new_array();
	size_t i;

	for (i = 0; i < measured->line_count; i++) {
		struct perfex_line line = line_of_thread(&measured->lines[i], thread);

		json_add(counts, line.counted ? json_number(line.count) : NULL);
		json_add(factors, line.counted ? json_real(line.factor) : NULL);
	}
	json_put(object, "tid", json_number(thread->tid));
	json_put(object, "pid", json_number(thread->pid));
	json_put(object, "name", json_text(thread->name));
	json_put(object, "ran", json_real(thread->ran / 1e9));
	json_put(object, "left", json_yes(thread->flags & PERFCNT_THREAD_LEFT));
	json_put(object, "alive", json_yes(thread->flags & PERFCNT_THREAD_RUNS));
	json_put(object, "counts", counts);
	json_put(object, "factors", factors);
	return object;
}

static struct json_object *threads_array(const struct measured *measured)
{
	struct json_object *threads;
	size_t i;

	if (!measured->has_threads)
		return NULL;
	threads = json_object_new_array();
	for (i = 0; i < measured->thread_count; i++)
		json_add(threads, thread_object(measured, &measured->threads[i]));
	return threads;
}

static struct json_object *measured_object(const struct measured *measured)
{
	struct json_object *object = json_object_new_object();
	uint64_t threads = measured->thread_count + measured->lost;
	const struct run_time *time = &measured->time;
	/* the command's are not those of the process */
	const struct seconds seconds = {
		.elapsed = time->elapsed / 1e9,
		.user = measured->pid ? NAN : time->user / 1e9,
		.system = measured->pid ? NAN : time->system / 1e9,
	};

	json_put(object, "command", json_command(measured->command));
	json_put(object, "pid", measured->pid ? json_number(measured->pid) : NULL);
	json_put(object, "driver", json_text(measured->driver));
	json_put(object, "processor", json_text(measured->processor));
	json_put(object, "mhz", json_real(measured->clock.mhz > 0 ? measured->clock.mhz : NAN));
	json_put(object, "scope", json_text(measured->whole_machine ? "machine" : "tasks"));
	json_put(object, "multiplexed", json_yes(measured->multiplexed));
	json_put(object, "repeats", json_number(measured->repeats));
	json_put(object, "status", json_number(measured->status));
	json_put(object, "signal", measured->signal ? json_number(measured->signal) : NULL);
	json_put(object, "partial", json_text(measured->partial));
	json_put(object, "seconds", json_seconds(seconds));
	json_put(object, "events", events_array(measured));
	json_put(object, "metrics", ratios_array(measured));
	json_put(object, "thread_count", threads ? json_number(threads) : NULL);
	json_put(object, "threads", threads_array(measured));
	return object;
}

void perfex_json(FILE *out, const struct measured *measured)
{
	json_line(out, measured_object(measured));
}

/* No event has a filter here. */
#define COLUMNS \
	"title,modes,filter,name,label,r10000,value=count|value,raw,factor,error,spread," \
	"approximate,shared,typical=times/typical,minimum=times/minimum,maximum=times/maximum," \
	"tid=thread/tid,pid=thread/pid,thread=thread/name,scope,partial"

char *perfex_csv_names(void)
{
	return column_names(COLUMNS);
}

static void put_thread(struct csv *csv, const struct measured *measured,
		       const struct measured_thread *thread, struct json_object *document)
{
	size_t i;

	for (i = 0; i < measured->line_count; i++) {
		struct perfex_line line = line_of_thread(&measured->lines[i], thread);
		struct json_object *row = event_object(measured, &line);

		json_put(row, "spread", NULL); /* that of all */
		json_put(row, "thread", thread_object(measured, thread));
		csv_row(csv, COLUMNS, row, document);
		json_object_put(row);
	}
}

void perfex_csv(FILE *out, const struct measured *measured, bool appended)
{
	struct json_object *document = measured_object(measured);
	char *title = measured->pid ? formatted("process %d", measured->pid) :
				      title_of(measured->command);
	struct csv csv = { .out = out };
	size_t i;

	json_put(document, "title", json_text(title));
	if (!appended)
		csv_heading(&csv, COLUMNS);
	for (i = 0; measured->has_threads && i < measured->thread_count; i++)
		put_thread(&csv, measured, &measured->threads[i], document);
	csv_rows(&csv, COLUMNS, json_object_object_get(document, "events"), document);
	csv_rows(&csv, COLUMNS, json_object_object_get(document, "metrics"), document);
	csv_seconds(&csv, COLUMNS, document);
	json_object_put(document);
	free(title);
}
