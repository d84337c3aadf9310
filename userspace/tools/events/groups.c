// SPDX-License-Identifier: GPL-2.0
/* Groups, from lines of text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/definitions.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "builtin_groups.h"
#include "events.h"
#include "groups.h"

static struct group *groups;
static size_t group_count;
static bool is_read;

/* In the place of one that has the name, or at the end. */
static void add_group(const struct group *group)
{
	size_t i;

	for (i = 0; i < group_count; i++) {
		if (strcmp(groups[i].name, group->name))
			continue;
		free(groups[i].name);
		free(groups[i].any);
		groups[i] = *group;
		return;
	}
	groups = grow(groups, group_count, sizeof(*groups));
	groups[group_count++] = *group;
}

static const struct event *event_in(enum bank bank, const char *word)
{
	uint64_t code;

	if (number_read(word, 10, PERFCNT_EVENT_CODES - 1, &code))
		return event_named(bank, word);
	return event_at(bank, code);
}

static void add_code(const struct definition *definition, struct group *group,
		     enum bank bank, const char *word)
{
	const struct event *event = event_in(bank, word);
	signed char *code = group->codes[bank];

	if (!event)
		definition_fail(definition,
				"%s counters have no event '%s'",
				bank_name(bank), word);
	while (*code != GROUP_END && *code != (int)event->code)
		code++;
	*code = event->code;
}

static void add_any(struct group *group, const char *word)
{
	char *list;

	if (asprintf(&list, "%s%s%s", group->any, *group->any ? " " : "",
		     word) < 0)
		out_of_memory();
	free(group->any);
	group->any = list;
}

static void take_group(struct definition *definition)
{
	const char *word = definition_word(definition);
	struct group group = { 0 };
	int bank = BANK_COUNT + 1; /* none is named yet; BANK_COUNT is any */

	if (!word)
		definition_fail(definition, "missing name");
	memset(group.codes, GROUP_END, sizeof(group.codes));
	group.name = copy_text(word);
	group.any = copy_text("");
	while ((word = definition_word(definition))) {
		if (!strcmp(word, "even"))
			bank = BANK_EVEN;
		else if (!strcmp(word, "odd"))
			bank = BANK_ODD;
		else if (!strcmp(word, "any"))
			bank = BANK_COUNT;
		else if (bank < BANK_COUNT)
			add_code(definition, &group, bank, word);
		else if (bank == BANK_COUNT)
			add_any(&group, word);
		else
			definition_fail(definition,
					"expected even, odd or any before '%s'",
					word);
	}
	add_group(&group);
}

const struct group *groups_all(size_t *count)
{
	static const struct definition_kind kinds[] = {
		{ "group", take_group },
		{ NULL, NULL },
	};

	if (!is_read) {
		is_read = true;
		definitions_read("groups", builtin_groups, kinds);
	}
	*count = group_count;
	return groups;
}

const struct group *group_named(const char *name)
{
	size_t count, i;
	const struct group *all = groups_all(&count);

	for (i = 0; i < count; i++)
		if (!strcmp(all[i].name, name))
			return &all[i];
	return NULL;
}
