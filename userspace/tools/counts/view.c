// SPDX-License-Identifier: GPL-2.0
/* Which events are shown. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "events/events.h"
#include "view.h"

void choice_add(struct choice *choice, char *list)
{
	static const char separators[] = ", \t\n";
	char *word, *at;

	for (word = strtok_r(list, separators, &at); word;
	     word = strtok_r(NULL, separators, &at)) {
		choice->words = grow(choice->words, choice->count,
				     sizeof(*choice->words));
		choice->seen = grow(choice->seen, choice->count,
				    sizeof(*choice->seen));
		choice->words[choice->count] = word;
		choice->seen[choice->count++] = !strcmp(word, "none");
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
