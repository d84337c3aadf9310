// SPDX-License-Identifier: GPL-2.0
/* Which events are shown. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/text.h"
#include "events/event_word.h"
#include "events/events.h"
#include "view.h"

/* Labels, as OpenMetrics 1.0 and Prometheus' text format 0.0.4 have them. */

#define DIGITS	"0123456789"
#define LETTERS	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

static bool is_taken(const struct labels *labels, const char *name)
{
	static const char *const own[] = { "counter", "event", "modes", "filter" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(own); i++)
		if (!strcmp(name, own[i]))
			return true;
	for (i = 0; i < labels->count; i++)
		if (!strcmp(name, labels->names[i]))
			return true;
	return false;
}

const char *labels_add(struct labels *labels, const char *text)
{
	const char *value = strchr(text, '=');
	char *name;

	if (!value)
		return "is not NAME=VALUE";
	if (value == text || strchr(DIGITS, *text) ||
	    strspn(text, LETTERS DIGITS) != (size_t)(value - text))
		return "has a name that is not letters, digits and '_'";
	if (!strncmp(text, "__", 2))
		return "has a name that begins with '__', which is reserved";
	name = copy_text(text);
	name[value - text] = '\0';
	if (is_taken(labels, name)) {
		free(name);
		return "has a name that is there already";
	}
	labels->names = grow(labels->names, labels->count,
			     sizeof(*labels->names));
	labels->values = grow(labels->values, labels->count,
			      sizeof(*labels->values));
	labels->names[labels->count] = name;
	labels->values[labels->count++] = text_as_utf8(value + 1);
	return NULL;
}

void labels_print(FILE *out, const char *name, const char *value)
{
	fprintf(out, "%s=\"", name);
	for (; *value; value++) {
		if (*value == '\n') {
			fputs("\\n", out);
			continue;
		}
		if (*value == '"' || *value == '\\')
			fputc('\\', out);
		fputc(*value, out);
	}
	fputc('"', out);
}

void labels_free(struct labels *labels)
{
	size_t i;

	for (i = 0; i < labels->count; i++) {
		free(labels->names[i]);
		free(labels->values[i]);
	}
	free(labels->names);
	free(labels->values);
	*labels = (struct labels){ 0 };
}

void choice_add(struct choice *choice, char *list)
{
	struct event_word word;
	const char *wrong;
	char *text;

	while ((text = event_word_next(&list))) {
		wrong = event_word_read(text, &word);
		if (wrong)
			fail("--events: '%s': %s", word.name, wrong);
		choice->words = grow(choice->words, choice->count,
				     sizeof(*choice->words));
		choice->seen = grow(choice->seen, choice->count,
				    sizeof(*choice->seen));
		choice->words[choice->count] = word.name;
		choice->seen[choice->count++] = !strcmp(word.name, "none");
	}
}

/* Its name, or its code in decimal. */
static bool is_meant(const char *word, const struct reading *reading)
{
	const struct event *event = event_of(reading->counter,
					     reading->control);
	uint64_t code;

	if (!number_read(word, 10, PERFCNT_EVENT_CODES - 1, &code))
		return code == control_event(reading->control);
	return !strcmp(word, event ? event->name : reading->native);
}

bool view_shows(const struct view *view, const struct reading *reading)
{
	struct choice *choice = view->choice;
	bool shown = !choice || !choice->count;
	size_t i;

	for (i = 0; choice && i < choice->count; i++) {
		if (!is_meant(choice->words[i], reading))
			continue;
		choice->seen[i] = true;
		shown = true;
	}
	return shown;
}

const char *choice_unseen(const struct choice *choice)
{
	size_t i;

	for (i = 0; i < choice->count; i++)
		if (!choice->seen[i])
			return choice->words[i];
	return NULL;
}

void choice_free(struct choice *choice)
{
	free(choice->words);
	free(choice->seen);
}
