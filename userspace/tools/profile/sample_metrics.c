// SPDX-License-Identifier: GPL-2.0
/* The counts as a measurement, of which the metrics' formulas are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "events/event_word.h"
#include "metrics/metrics.h"
#include "metrics/operand.h"
#include "sample_metrics.h"

/* Returns the event's modes. */
static uint32_t add_reading(struct measurement *measurement, const char *event,
			    unsigned int run, uint64_t count)
{
	char *text = copy_text(event);
	struct event_word word;
	uint32_t modes = 0;

	if (!event_word_read(text, &word)) {
		struct reading reading = operand_named(word.name).like[0];

		modes = word.modes;
		reading.control |= modes;
		reading.run = run - 1;
		reading.count = count;
		dump_add(measurement, &reading);
	}
	free(text);
	return modes;
}

/* Returns the modes of the first event. */
static uint32_t make_measurement(struct dump *dump, const struct samples *samples)
{
	struct measurement *measurement = dump_begin(dump, "");
	uint32_t modes = 0;
	unsigned int i;
	size_t j;

	for (i = 0; i < samples->trigger_count; i++) {
		const struct sample_trigger *trigger = &samples->triggers[i];
		uint32_t these = add_reading(measurement, trigger->event, 1,
					     trigger->count);

		modes = modes ?: these;
	}
	for (j = 0; j < samples->count_count; j++) {
		const struct sample_count *count = &samples->counts[j];

		if (count->run)
			add_reading(measurement, count->event, count->run, count->count);
	}
	return modes;
}

static void add(struct sample_metrics *metrics, struct sample_metric metric)
{
	metrics->metrics = grow(metrics->metrics, metrics->count, sizeof(metric));
	metrics->metrics[metrics->count++] = metric;
}

/* With two decimals, as all of the report: rates in percent, rounded half up. */
static void format(char text[SAMPLE_METRIC_SIZE], const struct metric *metric,
		   double value)
{
	if (metric->unit < METRIC_PERCENT)
		metric_format(metric, value, text);
	else
		snprintf(text, SAMPLE_METRIC_SIZE, "%.2f %%%s",
			 floor(10000 * value + 0.5) / 100,
			 metric_is_possible(metric, value) ? "" : " (impossible)");
}

/* A share has no label: it is printed beside its event elsewhere. */
static void add_metric(struct sample_metrics *metrics, const struct metric *metric,
		       const struct measurement *measurement, uint32_t modes)
{
	struct sample_metric one = { 0 };

	if (formula_is_relative(metric->formula) ||
	    (metric->event && !strcmp(metric->event, metric->of)) ||
	    !formula_value(metric->formula, measurement, measurement, modes,
			   &one.value) || isnan(one.value))
		return;
	if (metric->event) {
		one.name = formatted("%s/%s", metric->event, metric->of);
		one.label = formatted("%s of %s", metric->event, metric->of);
	} else {
		one.name = copy_text(metric->name);
		one.label = copy_text(metric->label);
	}
	format(one.text, metric, one.value);
	add(metrics, one);
}

/* How long one of what makes stalls takes, on average. */
static void add_cause(struct sample_metrics *metrics, const struct cause *cause,
		      const struct measurement *measurement, uint32_t modes)
{
	char *text = cause->per ? formatted("%s / %s", cause->event, cause->per) : NULL;
	const char *wrong;
	struct formula *formula = text ? formula_parse(text, &wrong) : NULL;
	struct sample_metric one = { 0 };

	free(text);
	if (!formula)
		return;
	if (formula_value(formula, measurement, measurement, modes, &one.value) &&
	    !isnan(one.value)) {
		one.name = formatted("%s/%s", cause->event, cause->per);
		one.label = formatted("stall cycles per %s", cause->label);
		snprintf(one.text, sizeof(one.text), "%.2f",
			 floor(100 * one.value + 0.5) / 100);
		add(metrics, one);
	}
	formula_free(formula);
}

void sample_metrics_make(struct sample_metrics *metrics, const struct samples *samples)
{
	struct dump dump = { 0 };
	uint32_t modes = make_measurement(&dump, samples);
	size_t count, i;
	const struct metric *all = metrics_all(&count);
	const struct cause *causes;

	*metrics = (struct sample_metrics){ 0 };
	for (i = 0; i < count; i++)
		add_metric(metrics, &all[i], dump.measurements, modes);
	causes = causes_all(&count);
	for (i = 0; i < count; i++)
		add_cause(metrics, &causes[i], dump.measurements, modes);
	dump_free(&dump);
}

void sample_metrics_free(struct sample_metrics *metrics)
{
	size_t i;

	for (i = 0; i < metrics->count; i++) {
		free(metrics->metrics[i].name);
		free(metrics->metrics[i].label);
	}
	free(metrics->metrics);
}
