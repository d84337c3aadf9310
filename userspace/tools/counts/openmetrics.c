// SPDX-License-Identifier: GPL-2.0
/*
 * Counters as OpenMetrics 1.0, and as Prometheus' text format 0.0.4, which is what
 * node_exporter's textfile collector reads.  They differ in two places: a counter's
 * family has the name of its samples in the older one, and not in OpenMetrics, where it
 * lacks _total; and OpenMetrics has an end, and units.
 */
#include <inttypes.h>
#include <stdbool.h>

#include "events/events.h"
#include "events/filter.h"
#include "format.h"
#include "view.h"

static void put_family(FILE *out, const char *name, const char *type,
		       const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* Of a reserved event, its code. */
static void put_event(FILE *out, const struct reading *reading)
{
	const struct event *event = event_of(reading->counter,
					     reading->control);
	unsigned int code = control_event(reading->control);
	char text[16];

	snprintf(text, sizeof(text), "%u", code);
	if (event)
		labels_print(out, "event", event->name);
	else if (reading->native[0])
		labels_print(out, "event", reading->native);
	else
		labels_print(out, "event", code == PERFCNT_EVENT_NATIVE ?
			     "native" : text);
}

static void put_own_labels(FILE *out, const struct labels *labels,
			   const char *before)
{
	size_t i;

	for (i = 0; labels && i < labels->count; i++) {
		fputs(i ? "," : before, out);
		labels_print(out, labels->names[i], labels->values[i]);
	}
}

static void put_sample(FILE *out, const struct view *view,
		       const struct reading *reading)
{
	struct filter filter = filter_of(reading->control, 0);
	char modes[5], text[FILTER_TEXT_SIZE];

	control_modes(reading->control, CONTROL_MODES_WRITTEN, modes);
	filter_text(&filter, text);
	fprintf(out, "perfcnt_events_total{counter=\"%u\",", reading->counter);
	put_event(out, reading);
	fprintf(out, ",modes=\"%s\"", modes);
	if (*text)
		fprintf(out, ",filter=\"%s\"", text);
	put_own_labels(out, view->labels, ",");
	fprintf(out, "} %" PRIu64 "\n", reading->count);
}

/* After this time the counts of all counters have begun at what they were set to. */
static void put_start_time(FILE *out, const struct view *view, bool open)
{
	static const char name[] = "perfcnt_start_time_seconds";

	if (!view->start_time)
		return;
	put_family(out, name, "gauge",
		   "When the module was loaded, in seconds since 1970.");
	if (open)
		fprintf(out, "# UNIT %s seconds\n", name);
	fputs(name, out);
	if (view->labels && view->labels->count) {
		put_own_labels(out, view->labels, "{");
		fputc('}', out);
	}
	fprintf(out, " %" PRIu64 "\n", view->start_time);
}

static void put(FILE *out, const struct view *view, const char *family,
		bool open)
{
	const struct measurement *measurement = view->dump->measurements;
	size_t i;

	put_family(out, family, "counter",
		   "Events that a counter has counted, from the count that it was set to.");
	for (i = 0; i < measurement->count; i++)
		if (reading_counts(&measurement->readings[i]) &&
		    view_shows(view, &measurement->readings[i]))
			put_sample(out, view, &measurement->readings[i]);
	put_start_time(out, view, open);
	if (open)
		fputs("# EOF\n", out);
}

void report_openmetrics(FILE *out, const struct view *view)
{
	put(out, view, "perfcnt_events", true);
}

void report_prometheus(FILE *out, const struct view *view)
{
	put(out, view, "perfcnt_events_total", false);
}
