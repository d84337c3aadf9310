// SPDX-License-Identifier: GPL-2.0
/* The events that the device knows, a line each. */
#include <errno.h>
#include <stdio.h>

#include <kernel.h>

#include "base/memory.h"
#include "events/events.h"
#include "event_list.h"

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

void event_list_print(FILE *out, struct machine *machine)
{
	static const char *const banks[] = { "none", "even", "odd", "all" };
	static const char *const filters[] = { "none", "VPE", "TC" };
	struct perfcnt_event_row row;
	bool mine = !perfcnt_claim(machine->perfcnt, machine->counters);
	unsigned int i;

	fprintf(out, "%-5s %-8s %-6s %-4s %-26s %s\n", "event", "counters",
		"filter", "here", "name", "description");
	for (i = 0; !perfcnt_kernel_event(machine->perfcnt, i, &row); i++) {
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
