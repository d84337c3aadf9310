// SPDX-License-Identifier: GPL-2.0
/* What is going to be counted, in which run, by which counter. */
#include <stdio.h>
#include <string.h>

#include <kernel.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/events.h"
#include "preview.h"

/* The events that a machine knows, one line per event. */

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

/* The kernel's events, which no number of a 34K stands for. */
static const struct {
	const char *name;
	const char *description;
} kernel_events[] = {
#define PERFCNT_PERF_NAME(name_, type_, config_, modes_, description_)	\
	{ .name = (name_), .description = (description_) },
#include "encoding/perf_events.h"
};

static const char *description(const struct perfcnt_event_row *row)
{
	const struct event *event =
		event_at(row->banks & PERFCNT_BANK_IS_EVEN ? BANK_EVEN :
			 BANK_ODD, row->code);
	unsigned int i;

	if (event)
		return event->description;
	for (i = 0; i < ARRAY_SIZE(kernel_events); i++)
		if (!strcmp(kernel_events[i].name, row->name))
			return kernel_events[i].description;
	return "";
}

/* The same, and what another source says of a 34K's. */
static void print_description(FILE *out, const struct perfcnt_event_row *row)
{
	const struct event *event =
		event_at(row->banks & PERFCNT_BANK_IS_EVEN ? BANK_EVEN : BANK_ODD, row->code);
	const char *doubt = event ? event_doubt(event) : NULL;

	fputs(description(row), out);
	if (doubt)
		fprintf(out, " (unsure; %s)", doubt);
	fputc('\n', out);
}

static bool is_wanted(const struct perfcnt_event_row *row, const char *word)
{
	return !word || strcasestr(row->name, word) || strcasestr(description(row), word);
}

/* A 34K's, in the order of its codes. */
static unsigned int print_table(FILE *out, struct machine *machine, const char *word)
{
	static const char *const banks[] = { "none", "even", "odd", "all" };
	static const char *const filters[] = { "none", "VPE", "TC" };
	struct perfcnt_event_row row;
	unsigned int i, printed = 0;

	for (i = 0; machine_event(machine, i, &row); i++) {
		char code[8] = "-";

		if (!is_wanted(&row, word))
			continue;
		if (!printed++)
			fprintf(out, "%-5s %-8s %-6s %-4s %-26s %s\n", "event", "counters",
				"filter", "here", "name", "description");
		if (row.code != PERFCNT_EVENT_NATIVE)
			sprintf(code, "%u", row.code % PERFCNT_EVENT_CODES);
		fprintf(out, "%-5s %-8s %-6s %-4s %-26s ", code,
			banks[row.banks % 4], filters[row.scope % 3],
			is_here(machine, &row) ? "yes" : "no", row.name);
		print_description(out, &row);
	}
	return printed;
}

/* Is there an earlier row of this name, as an event that both banks have? */
static bool is_again(struct machine *machine, unsigned int index, const char *name)
{
	struct perfcnt_event_row row;
	unsigned int i;

	for (i = 0; i < index && machine_event(machine, i, &row); i++)
		if (!strcmp(row.name, name))
			return true;
	return false;
}

/* Where all counters are alike: the names, those that are here first. */
static unsigned int print_names(FILE *out, struct machine *machine, const char *word)
{
	struct perfcnt_event_row row;
	unsigned int here, i, printed = 0;

	for (here = 2; here--;) {
		for (i = 0; machine_event(machine, i, &row); i++) {
			if (!is_wanted(&row, word) || is_again(machine, i, row.name) ||
			    is_here(machine, &row) != here)
				continue;
			if (!printed++)
				fprintf(out, "here name                       description\n");
			fprintf(out, "%-4s %-26s %s\n", here ? "yes" : "no", row.name,
				description(&row));
		}
	}
	return printed;
}

void event_list_print(FILE *out, struct machine *machine, const char *word)
{
	if (!(strcmp(machine->describe.driver, "perf") ?
	      print_table(out, machine, word) : print_names(out, machine, word)))
		fail("no event has '%s' in its name or its description", word);
}

/* Is this the first of a name in a bank, whatever its modes and its filter? */
static bool is_first(const struct requests *requests, unsigned int index, bool banks)
{
	const struct request *request = &requests->request[index];
	unsigned int i;

	for (i = 0; i < index; i++) {
		const struct request *other = &requests->request[i];

		if ((!banks || bank_of(other->counter) == bank_of(request->counter)) &&
		    !strcmp(other->name, request->name))
			return false;
	}
	return true;
}

/* Codes in their order, then names. */
static void print_bank(FILE *out, const struct requests *requests,
		       enum bank bank, const char *title)
{
	unsigned int code, i, count = 0;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++) {
		for (i = 0; i < requests->count; i++) {
			const struct request *request = &requests->request[i];

			if (request->code != code ||
			    bank_of(request->counter) != bank ||
			    !is_first(requests, i, true))
				continue;
			if (!count++)
				fputs(title, out);
			if (code == PERFCNT_EVENT_NATIVE)
				fprintf(out, " %s", request->name);
			else
				fprintf(out, " %u", code);
		}
	}
	if (count)
		fputc('\n', out);
}

/* As MD00548 has it of a 34K; elsewhere counters are alike, and codes are no one's. */
static void print_events(FILE *out, const struct sweep *sweep)
{
	const struct requests *requests = sweep->requests;
	unsigned int i;

	if (strcmp(sweep->machine->describe.driver, "perf")) {
		print_bank(out, requests, BANK_EVEN, "Even-counter events:");
		print_bank(out, requests, BANK_ODD, "Odd-counter events:");
		return;
	}
	fputs("Events:", out);
	for (i = 0; i < requests->count; i++)
		if (is_first(requests, i, false))
			fprintf(out, " %s", requests->request[i].name);
	fputc('\n', out);
}

static unsigned int count_software(const struct requests *requests)
{
	unsigned int i, count = 0;

	for (i = 0; i < requests->count; i++)
		count += perfcnt_kernel_is_software(&requests->request[i].what);
	return count;
}

void preview_plan(FILE *out, const struct sweep *sweep)
{
	const unsigned int software = count_software(sweep->requests);
	const bool is_all = software == sweep->requests->count;
	const unsigned int counters = is_all ? sweep->machine->describe.counters :
					       sweep->machine->at_once;

	print_events(out, sweep);
	fprintf(out, "%u run%s of %u counter%s", sweep->runs,
		sweep->runs == 1 ? "" : "s", counters, counters == 1 ? "" : "s");
	if (software && !is_all)
		fprintf(out, " and %u software event%s", software, software == 1 ? "" : "s");
	if (sweep->options->repeats > 1)
		fprintf(out, ", %u times", sweep->options->repeats);
	fputc('\n', out);
}

static void print_counter(FILE *out, const struct sweep *sweep,
			  unsigned int run, unsigned int counter)
{
	const struct request *request = requests_find(sweep->requests, run,
						      counter);
	char modes[5], filter[FILTER_TEXT_SIZE];
	struct request spare;

	if (request) {
		request_modes(request, modes);
		request_filter(request, filter);
		if (request->paired)
			snprintf(filter, sizeof(filter), "vpe%u",
				 counter != request->counter);
		fprintf(out, "run %u, counter %u: %s:%s%s%s\n", run + 1, counter,
			request->name, modes, *filter ? "@" : "", filter);
	} else if (sweep_spare(sweep, run, &spare) &&
		   (spare.counter == counter ||
		    (spare.paired && spare.counter + REQUEST_PAIR == counter))) {
		fprintf(out, "run %u, counter %u: instructions (spare counter, to compare runs)\n",
			run + 1, counter);
	}
}

void preview_runs(FILE *out, const struct sweep *sweep)
{
	unsigned int run, counter;

	for (run = 0; run < sweep->runs; run++)
		for (counter = 0; counter < sweep->machine->describe.counters;
		     counter++)
			print_counter(out, sweep, run, counter);
}
