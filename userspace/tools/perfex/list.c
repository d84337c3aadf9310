// SPDX-License-Identifier: GPL-2.0
/* Lists of events. */
#include "list.h"

static void print_parts(FILE *out, const struct perfex_equivalent *equivalent)
{
	static const char *const lines[] = {
		[PERFEX_NO_LINES] = "",
		[PERFEX_L1_LINES] = " (lines of the level 1 cache)",
		[PERFEX_L2_LINES] = " (lines of the level 2 cache)",
	};
	unsigned int i;

	for (i = 0; i < equivalent->count; i++)
		fprintf(out, "%s%s", i ? " + " : "", equivalent->name[i]);
	fprintf(out, "%s\n", lines[equivalent->lines]);
}

void list_print(FILE *out, struct machine *machine)
{
	struct perfex_equivalent equivalent;
	uint32_t banks[R10000_MOST_PARTS];
	unsigned int number;
	const char *why;

	fprintf(out, "%-5s %-4s %-58s %s\n", "event", "here", "description",
		"counted by");
	for (number = 0; number < R10000_EVENTS; number++) {
		why = chosen_find(number, "u", machine, &equivalent, banks);
		fprintf(out, "%5u %-4s %-58s ", number, why ? "no" :
			equivalent.approximate ? "~" : "yes",
			perfex_label(number));
		if (why)
			fprintf(out, "- %s\n", why);
		else
			print_parts(out, &equivalent);
	}
}

void list_print_chosen(FILE *out, const struct chosen *chosen)
{
	unsigned int i;

	for (i = 0; i < chosen->count; i++) {
		const struct chosen_event *event = &chosen->events[i];

		if (event->number == PERFEX_BY_NAME)
			fputs("  ", out);
		else
			fprintf(out, "%2d", event->number);
		fprintf(out, "%c%-58s %s", event->approximate ? '~' : ' ',
			event->label, event->name);
		if (event->line)
			fprintf(out, " * %u/%d", event->line, R10000_QUADWORD);
		fputc('\n', out);
	}
}
