// SPDX-License-Identifier: GPL-2.0
/* The metrics, and how they are printed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/definitions.h"
#include "base/memory.h"
#include "base/message.h"
#include "metrics.h"

static const char *const units[] = {
	[METRIC_RATIO] = "ratio",
	[METRIC_TIMES] = "times",
	[METRIC_COUNT] = "count",
	[METRIC_PERCENT] = "percent",
	[METRIC_RATE] = "rate",
};

static struct metric *metrics;
static size_t metric_count;
static bool is_read;

static void free_metric(struct metric *metric)
{
	formula_free(metric->formula);
	free(metric->name);
	free(metric->label);
	free(metric->event);
	free(metric->of);
}

/* In the place of one that has the name, or at the end. */
static void add_metric(const struct metric *metric)
{
	size_t i;

	for (i = 0; i < metric_count; i++) {
		if (strcmp(metrics[i].name, metric->name))
			continue;
		free_metric(&metrics[i]);
		metrics[i] = *metric;
		return;
	}
	metrics = grow(metrics, metric_count, sizeof(*metrics));
	metrics[metric_count++] = *metric;
}

static enum metric_unit take_unit(struct definition *definition)
{
	const char *word = definition_word(definition);
	unsigned int i;

	for (i = 0; word && i < ARRAY_SIZE(units); i++)
		if (!strcmp(units[i], word))
			return i;
	definition_fail(definition,
			"unknown unit '%s'; use ratio, times, count, percent or rate",
			word ? word : "");
}

static struct formula *make_formula(const struct definition *definition,
				    const char *text)
{
	const char *wrong;
	struct formula *formula = formula_parse(text, &wrong);

	if (!formula)
		definition_fail(definition, "'%s': %s", text, wrong);
	return formula;
}

static void take_metric(struct definition *definition)
{
	struct metric metric = { .name = definition_take(definition, "name") };
	const char *sign;

	metric.unit = take_unit(definition);
	metric.label = definition_take(definition, "label");
	sign = definition_word(definition);
	if (!sign || strcmp(sign, "="))
		definition_fail(definition, "expected '=' before the formula");
	metric.formula = make_formula(definition, definition->rest +
				      strspn(definition->rest, " \t"));
	add_metric(&metric);
}

static void take_share(struct definition *definition)
{
	struct metric metric = {
		.unit = METRIC_RATE,
		.event = definition_take(definition, "event"),
	};
	const char *of = definition_word(definition);
	char *text;

	if (!of || strcmp(of, "of"))
		definition_fail(definition, "expected 'of' after the event");
	metric.of = definition_take(definition, "event");
	if (strcmp(metric.of, "instructions") && strcmp(metric.of, "cycles"))
		definition_fail(definition,
				"a share is of instructions or of cycles");
	definition_end(definition);
	text = formatted("%s / %s", metric.event, metric.of);
	metric.name = formatted("%s-share", metric.event);
	metric.label = formatted("share of all %s", metric.of);
	metric.formula = make_formula(definition, text);
	free(text);
	add_metric(&metric);
}

static void read_metrics(void)
{
	static const struct definition_kind kinds[] = {
		{ "metric", take_metric },
		{ "share", take_share },
		{ NULL, NULL },
	};

	if (is_read)
		return;
	is_read = true;
	definitions_read("metrics", builtin_metrics, kinds);
}

const struct metric *metrics_all(size_t *count)
{
	read_metrics();
	*count = metric_count;
	return metrics;
}

const char *metrics_choose(char *list)
{
	static const char separators[] = ", \t\n";
	bool *chosen;
	char *word, *at;
	size_t i, kept = 0;

	read_metrics();
	chosen = zeros(metric_count, sizeof(*chosen));
	for (word = strtok_r(list, separators, &at); word;
	     word = strtok_r(NULL, separators, &at)) {
		for (i = 0; i < metric_count; i++)
			if (!strcmp(metrics[i].name, word))
				break;
		if (i < metric_count)
			chosen[i] = true;
		else if (strcmp(word, "none"))
			break;
	}
	for (i = 0; !word && i < metric_count; i++) {
		if (chosen[i] || metrics[i].event)
			metrics[kept++] = metrics[i];
		else
			free_metric(&metrics[i]);
	}
	if (!word)
		metric_count = kept;
	free(chosen);
	return word;
}

bool metric_is_possible(const struct metric *metric, double value)
{
	return metric->unit != METRIC_RATE || isnan(value) ||
	       (value >= 0 && value <= 1);
}

void metric_format(const struct metric *metric, double value,
		   char text[METRIC_TEXT_SIZE])
{
	static const char *const formats[] = {
		[METRIC_RATIO] = "%.3f",
		[METRIC_TIMES] = "%.2f",
		[METRIC_COUNT] = "%.0f",
		[METRIC_PERCENT] = "%.1f%%",
		[METRIC_RATE] = "%.1f%%",
	};
	bool is_percent = metric->unit >= METRIC_PERCENT;

	if (isnan(value)) {
		snprintf(text, METRIC_TEXT_SIZE, "-");
		return;
	}
	snprintf(text, METRIC_TEXT_SIZE, formats[metric->unit],
		 is_percent ? 100 * value : value);
	if (!metric_is_possible(metric, value))
		strncat(text, "!", METRIC_TEXT_SIZE - strlen(text) - 1);
}

/* The stages and causes of stalls. */

static struct cause *causes;
static size_t cause_count;
static bool causes_read;

static void free_cause(struct cause *cause)
{
	free(cause->event);
	free(cause->within);
	free(cause->per);
	free(cause->label);
}

/* In the place of one of that event, or at the end. */
static void add_cause(const struct cause *cause)
{
	size_t i;

	for (i = 0; i < cause_count; i++) {
		if (strcmp(causes[i].event, cause->event))
			continue;
		free_cause(&causes[i]);
		causes[i] = *cause;
		return;
	}
	causes = grow(causes, cause_count, sizeof(*causes));
	causes[cause_count++] = *cause;
}

static void take_stage(struct definition *definition)
{
	struct cause cause = {
		.event = definition_take(definition, "event"),
		.is_stage = true,
	};

	definition_end(definition);
	add_cause(&cause);
}

static void take_cause(struct definition *definition)
{
	struct cause cause = { .event = definition_take(definition, "event") };
	const char *word;

	while ((word = definition_word(definition))) {
		if (!strcmp(word, "within") && !cause.within) {
			cause.within = definition_take(definition, "event");
		} else if (!strcmp(word, "per") && !cause.per) {
			cause.per = definition_take(definition, "event");
			cause.label = definition_take(definition, "label");
		} else {
			definition_fail(definition,
					"unexpected word '%s'; use 'within EVENT' or 'per EVENT LABEL'",
					word);
		}
	}
	add_cause(&cause);
}

const struct cause *causes_all(size_t *count)
{
	static const struct definition_kind kinds[] = {
		{ "stage", take_stage },
		{ "cause", take_cause },
		{ NULL, NULL },
	};

	if (!causes_read)
		definitions_read("metrics", builtin_metrics, kinds);
	causes_read = true;
	*count = cause_count;
	return causes;
}

/* The assembler puts the file in; its path is from the folder of the tools. */

__asm__(".pushsection .rodata\n"
	".globl builtin_metrics\n"
	"builtin_metrics:\n"
	".incbin \"metrics/metrics.txt\"\n"
	".byte 0\n"
	".popsection\n");
