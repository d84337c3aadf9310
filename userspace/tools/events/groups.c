// SPDX-License-Identifier: GPL-2.0
/* Groups, from lines of text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/definitions.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "events.h"
#include "groups.h"

/* A group, or the line that it is to be read from. */
struct entry {
	struct group group;
	char *file; /* where that line is */
	size_t line; /* its number */
	char *rest; /* what is left of it */
	bool is_read; /* is that read? */
};

static struct entry *entries;
static size_t entry_count;
static bool are_found;

static struct entry *find_entry(const char *name)
{
	size_t i;

	for (i = 0; i < entry_count; i++)
		if (!strcmp(entries[i].group.name, name))
			return &entries[i];
	return NULL;
}

/* Its events are looked at when somebody asks for them. */
static void take_group(struct definition *definition)
{
	const char *name = definition_word(definition);
	struct entry *entry;

	if (!name)
		definition_fail(definition, "missing name");
	entry = find_entry(name);
	if (!entry) {
		entries = grow(entries, entry_count, sizeof(*entries));
		entry = &entries[entry_count++];
		*entry = (struct entry){ .group.name = copy_text(name) };
	}
	free(entry->file);
	free(entry->rest);
	entry->file = copy_text(definition->file);
	entry->rest = copy_text(definition->rest);
	entry->line = definition->line;
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
	char *list = formatted("%s%s%s", group->any, *group->any ? " " : "", word);

	free(group->any);
	group->any = list;
}

static void read_group(struct entry *entry)
{
	struct definition definition = { entry->file, entry->line, entry->rest };
	struct group *group = &entry->group;
	int bank = BANK_COUNT + 1; /* none is named yet; BANK_COUNT is any */
	const char *word;

	entry->is_read = true;
	memset(group->codes, GROUP_END, sizeof(group->codes));
	group->any = copy_text("");
	while ((word = definition_word(&definition))) {
		if (!strcmp(word, "even"))
			bank = BANK_EVEN;
		else if (!strcmp(word, "odd"))
			bank = BANK_ODD;
		else if (!strcmp(word, "any"))
			bank = BANK_COUNT;
		else if (bank < BANK_COUNT)
			add_code(&definition, group, bank, word);
		else if (bank == BANK_COUNT)
			add_any(group, word);
		else
			definition_fail(&definition,
					"expected even, odd or any before '%s'",
					word);
	}
}

const struct group *group_named(const char *name)
{
	static const struct definition_kind kinds[] = {
		{ "group", take_group },
		{ NULL, NULL },
	};
	struct entry *entry;

	if (!are_found) {
		are_found = true;
		definitions_read("groups", builtin_groups, kinds);
	}
	entry = find_entry(name);
	if (entry && !entry->is_read)
		read_group(entry);
	return entry ? &entry->group : NULL;
}

void groups_try(struct near *near)
{
	size_t i;

	for (i = 0; i < entry_count; i++)
		near_try(near, entries[i].group.name);
}

/* The assembler puts the file in; its path is from the folder of the tools. */

__asm__(".pushsection .rodata\n"
	".globl builtin_groups\n"
	"builtin_groups:\n"
	".incbin \"events/groups.txt\"\n"
	".byte 0\n"
	".popsection\n");
