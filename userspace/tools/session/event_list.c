// SPDX-License-Identifier: GPL-2.0
/* The events that a machine knows, one line per event. */
#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "events/events.h"
#include "event_list.h"

/* Can the machine count it, in any modes? */
static bool is_here(struct machine *machine, const struct perfcnt_event_row *row)
{
	static const char *const modes[] = { "u", "k", "uk" };
	unsigned int counter = row->banks & PERFCNT_BANK_IS_EVEN ? 0 : 1;
	char name[PERFCNT_NAME_SIZE + 4];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		struct perfcnt_what what = {
			.control = PERFCNT_CTL_U |
				   row->code << PERFCNT_CTL_EVENT_SHIFT,
		};

		snprintf(name, sizeof(name), "%s:%s", row->name, modes[i]);
		if (row->code == PERFCNT_EVENT_NATIVE &&
		    machine_name(machine, name, &what))
			continue;
		if (!machine_check(machine, counter, &what))
			return true;
	}
	return false;
}

static const char *description(const struct perfcnt_event_row *row)
{
	const struct event *event =
		event_at(row->banks & PERFCNT_BANK_IS_EVEN ? BANK_EVEN :
			 BANK_ODD, row->code);

	return event ? event->description : "";
}

void event_list_print(FILE *out, struct machine *machine)
{
	static const char *const banks[] = { "none", "even", "odd", "all" };
	static const char *const filters[] = { "none", "VPE", "TC" };
	struct perfcnt_event_row row;
	unsigned int i;

	fprintf(out, "%-5s %-8s %-6s %-4s %-26s %s\n", "event", "counters",
		"filter", "here", "name", "description");
	for (i = 0; machine_event(machine, i, &row); i++) {
		char code[8] = "-";

		if (row.code != PERFCNT_EVENT_NATIVE)
			sprintf(code, "%u", row.code % PERFCNT_EVENT_CODES);
		if (machine->describe.flags & PERFCNT_HAS_ANY_FILTER)
			row.scope = PERFCNT_SCOPE_IS_TC;
		fprintf(out, "%-5s %-8s %-6s %-4s %-26s %s\n", code,
			banks[row.banks % 4], filters[row.scope % 3],
			is_here(machine, &row) ? "yes" : "no", row.name,
			description(&row));
	}
}
