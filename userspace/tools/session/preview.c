// SPDX-License-Identifier: GPL-2.0
/* The plan, and the events. */
#include <errno.h>
#include <string.h>

#include "base/memory.h"
#include "preview.h"

/* Codes in their order, then names; each once, whatever its modes. */
static void show_bank(FILE *out, const struct items *items, enum bank bank,
		      const char *title)
{
	unsigned int code, i, k, count = 0;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++) {
		for (i = 0; i < items->count; i++) {
			const struct item *item = &items->item[i];

			if (item->code != code || item->counter % 2 != bank)
				continue;
			for (k = 0; k < i; k++)
				if (items->item[k].counter % 2 == bank &&
				    !strcmp(items->item[k].name, item->name))
					break;
			if (k < i)
				continue;
			if (!count++)
				fputs(title, out);
			if (code == PERFCNT_EVENT_NATIVE)
				fprintf(out, " %s", item->name);
			else
				fprintf(out, " %u", code);
		}
	}
	if (count)
		fputc('\n', out);
}

void show_plan(FILE *out, const struct sweep *sweep)
{
	unsigned int repeats = sweep->options->repeats;
	unsigned int room = sweep->machine->room;

	show_bank(out, sweep->items, BANK_EVEN, "Even-counter events:");
	show_bank(out, sweep->items, BANK_ODD, "Odd-counter events:");
	fprintf(out, "%u run%s of %u counter%s", sweep->runs,
		sweep->runs == 1 ? "" : "s", room, room == 1 ? "" : "s");
	if (repeats > 1)
		fprintf(out, ", %u times", repeats);
	fputc('\n', out);
}

static void show_counter(FILE *out, const struct sweep *sweep, unsigned int run,
			 unsigned int counter)
{
	const struct items *items = sweep->items;
	struct item spare;
	char modes[5], filter[FILTER_TEXT_SIZE];
	unsigned int i;

	for (i = 0; i < items->count; i++) {
		const struct item *item = &items->item[i];

		if (item->run != run || item->counter != counter)
			continue;
		item_modes(item, modes);
		item_filter(item, filter);
		fprintf(out, "run %u, counter %u: %s:%s%s%s\n", run + 1, counter,
			item->name, modes, *filter ? "@" : "", filter);
		return;
	}
	if (sweep_spare(sweep, run, &spare) && spare.counter == counter)
		fprintf(out, "run %u, counter %u: instructions, to compare the runs\n",
			run + 1, counter);
}

void show_runs(FILE *out, const struct sweep *sweep)
{
	unsigned int run, counter;

	for (run = 0; run < sweep->runs; run++)
		for (counter = 0; counter < sweep->machine->describe.counters;
		     counter++)
			show_counter(out, sweep, run, counter);
}

/* Can the PMU count it?  That is not known while others have the counters. */
static const char *availability(struct machine *machine, bool mine,
				const struct perfcnt_event_row *row)
{
	unsigned int counter = row->banks & PERFCNT_BANK_IS_EVEN ? 0 : 1;
	char name[PERFCNT_NAME_SIZE + 4];
	static const char *const modes[] = { "u", "k", "uk" };
	unsigned int i;

	if (!mine)
		return "?";
	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		snprintf(name, sizeof(name), "%s:%s", row->name, modes[i]);
		if (!perfcnt_set_name(machine->perfcnt, counter, name, 0))
			return "yes";
	}
	return errno == ENOENT || errno == EINVAL ? "no" : "?";
}

static const char *description(const struct perfcnt_event_row *row)
{
	const struct event *event =
		event_at(row->banks & PERFCNT_BANK_IS_EVEN ? BANK_EVEN :
			 BANK_ODD, row->code);

	return event ? event->description : "";
}

void show_events(FILE *out, struct machine *machine)
{
	static const char *const banks[] = { "none", "even", "odd", "all" };
	static const char *const filters[] = { "none", "VPE", "TC" };
	struct perfcnt_event_row row;
	bool mine = !perfcnt_claim(machine->perfcnt, machine->counters);
	unsigned int i;

	fprintf(out, "%-5s %-8s %-6s %-4s %-26s %s\n", "event", "counters",
		"filter", "here", "name", "description");
	for (i = 0; !perfcnt_event(machine->perfcnt, i, &row); i++) {
		char code[8] = "-";

		if (row.code != PERFCNT_EVENT_NATIVE)
			sprintf(code, "%u", row.code % PERFCNT_EVENT_CODES);
		if (machine->describe.flags & PERFCNT_HAS_ANY_FILTER)
			row.scope = PERFCNT_SCOPE_IS_TC;
		fprintf(out, "%-5s %-8s %-6s %-4s %-26s %s\n", code,
			banks[row.banks % 4], filters[row.scope % 3],
			availability(machine, mine, &row), row.name,
			description(&row));
	}
}
