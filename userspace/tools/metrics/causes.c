// SPDX-License-Identifier: GPL-2.0
/* The stages and causes of stalls. */
#include <stdlib.h>
#include <string.h>

#include "base/definitions.h"
#include "base/memory.h"
#include "builtin_metrics.h"
#include "causes.h"

static struct cause *causes;
static size_t cause_count;
static bool is_read;

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

	if (!is_read)
		definitions_read("metrics", builtin_metrics, kinds);
	is_read = true;
	*count = cause_count;
	return causes;
}
