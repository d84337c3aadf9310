// SPDX-License-Identifier: GPL-2.0
/* perfex: the order of things. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/output.h"
#include "session/pretended.h"
#include "session/process.h"
#include "calibrate.h"
#include "chosen.h"
#include "clock.h"
#include "costs.h"
#include "counting.h"
#include "measured.h"
#include "options.h"

#define LINE_34K	32 /* bytes, in both levels of its caches */

/* A name without a 34K code may be one of the kernel's perf, or a raw one. */
static bool is_known(const char *name)
{
	const struct perfcnt_describe all = { .flags = PERFCNT_HAS_NATIVE };
	struct perfcnt_event_row row;
	unsigned int i;

	if (strchr(name, '/') ||
	    (*name == 'r' && !name[1 + strspn(name + 1, "0123456789abcdef,")]))
		return true;
	for (i = 0; pretended_event(&all, i, &row); i++)
		if (!strcmp(row.name, name))
			return true;
	return false;
}

static void read_file(struct perfex_costs *costs, const char *path)
{
	struct perfex_costs_error error;

	if (!perfex_costs_read(costs, path, is_known, &error))
		return;
	if (!error.line)
		fail("%s: %s", path, error.words);
	say_at(path, error.line, "%s", error.words);
	exit(status_failure());
}

/* Read the cost tables. */
static void costs_files_read(struct perfex_costs *costs, const char *path)
{
	FILE *file = fopen(PERFEX_COSTS_FILE, "re");

	memset(costs, 0, sizeof(*costs));
	if (perfex_costs_begin(costs))
		out_of_memory();
	if (file) {
		fclose(file);
		read_file(costs, PERFEX_COSTS_FILE);
	} else if (errno != ENOENT) {
		fail("%s: %s", PERFEX_COSTS_FILE, strerror(errno));
	}
	if (path)
		read_file(costs, path);
}

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

/* Print all events, a line each. */
static void list_print(FILE *out, struct machine *machine,
		       const struct perfex_clock *clock)
{
	struct perfex_equivalent equivalent;
	uint32_t banks[R10000_MOST_PARTS];
	struct chosen places;
	unsigned int number;
	const char *why;

	chosen_count_places(&places, &machine->describe, false);

	fprintf(out, "%-5s %-4s %-58s %s\n", "event", "here", "description",
		"counted by");
	for (number = 0; number < R10000_EVENTS; number++) {
		why = chosen_find(number, "u", machine, clock, &equivalent, banks);
		fprintf(out, "%5u %-4s %-58s ", number, why ? "no" :
			chosen_needs_multiplexing(&places, equivalent.count, banks) ? "-a" :
			equivalent.approximate ? "~" : "yes",
			perfex_label(number));
		if (why)
			fprintf(out, "- %s\n", why);
		else
			print_parts(out, &equivalent);
	}
}

/* Print what is counted, a line each. */
static void list_print_chosen(FILE *out, const struct chosen *chosen)
{
	unsigned int i;

	for (i = 0; i < chosen->count; i++) {
		const struct chosen_event *event = &chosen->events[i];

		if (event->number == PERFEX_BY_NAME)
			fputs("  ", out);
		else
			fprintf(out, "%2d", event->number);
		fprintf(out, " %s%-*s %s", event->approximate ? "~" : "",
			event->approximate ? 57 : 58, event->label, event->name);
		if (event->line)
			fprintf(out, " * %u/%d", event->line, R10000_QUADWORD);
		fputc('\n', out);
	}
}

static const char no_costs[] =
	"no cost table: only cycles and instructions have times; perfex --calibrate measures one";

static const char estimates[] =
	"-a multiplexes events: counts are estimates, unreliable for rare events";

/* Without a command there is nothing else to do. */
static void print_table(const struct options *options,
			const struct perfex_costs *costs)
{
	unsigned int number;

	if (!perfex_costs_are_measured(costs) && options->costs)
		say("%s: no costs are in it; only cycles and instructions have times",
		    options->costs);
	else if (!perfex_costs_are_measured(costs))
		note("%s", no_costs);
	puts("# perfex costs");
	perfex_costs_print(stdout, costs);
	for (number = 0; number < R10000_EVENTS; number++)
		if (!perfex_costs_find(costs, number, NULL))
			printf("# %5u         ?         ?         ?  nsec  %s\n", number,
			       perfex_label(number));
	if (!*options->command)
		output_finish(EXIT_SUCCESS);
	if (!output_is_written(stdout, "-"))
		exit(status_failure());
}

/* Of the machines that are not there the caches of a 34K alone are known. */
static void pretend_clock(struct perfex_clock *clock, const struct machine *machine)
{
	bool is_34k = perfex_kind_of(machine->describe.driver) == PERFEX_34K;

	*clock = (struct perfex_clock){
		.l1_line = is_34k ? LINE_34K : 0,
		.l2_line = is_34k ? LINE_34K : 0,
	};
}

/* What the user says counts more than what the machine says. */
static void complete_clock(struct perfex_clock *clock, const struct options *options,
			   const struct machine *described)
{
	struct perfex_clock machine;

	if (options->shared.pretend)
		pretend_clock(&machine, described);
	else
		perfex_clock_read(&machine);
	clock->mhz = clock->mhz > 0 ? clock->mhz : machine.mhz;
	clock->l1_line = clock->l1_line ?: machine.l1_line;
	clock->l2_line = clock->l2_line ?: machine.l2_line;
}

/* It is needed for times alone. */
static void measure_clock(struct options *options, struct machine *machine)
{
	double *mhz = &options->clock.mhz;

	if ((!options->times && !options->calibrate) || *mhz > 0)
		return;
	if (perfex_own_clock(mhz))
		fail("cannot measure the clock: %s; use --mhz",
		     perfcnt_strerror(machine->perfcnt));
}

static struct perfex_line *make_lines(const struct chosen *chosen)
{
	struct perfex_line *lines = zeros(chosen->count, sizeof(*lines));
	unsigned int i;

	for (i = 0; i < chosen->count; i++) {
		const struct chosen_event *event = &chosen->events[i];

		lines[i] = (struct perfex_line){
			.number = event->number,
			.place = i,
			.name = event->name,
			.label = event->label,
			.approximate = event->approximate,
		};
	}
	return lines;
}

/* Has the file CSV of ours?  Otherwise it must have nothing. */
static bool has_columns(const char *path)
{
	char *names = perfex_csv_names();
	struct lines lines;
	bool has = lines_first(&lines, path);

	if (has && lines.number && strcmp(lines.text, names))
		fail("--append: %s does not begin with the columns of perfex's CSV",
		     path);
	free(names);
	return has;
}

/* Made, or emptied, before the command begins. */
static FILE *open_results(const struct options *options, bool *appended)
{
	FILE *out;

	if (!options->shared.output)
		return stderr;
	*appended = options->shared.given[OPTION_APPEND] && options->format == FORMAT_CSV &&
		    has_columns(options->shared.output);
	out = output_open(options->shared.output, options->shared.given[OPTION_APPEND]);
	if (!options->shared.given[OPTION_APPEND])
		output_replace(out, options->shared.output);
	return out;
}

static bool write_results(const struct options *options,
			  const struct measured *measured, FILE *out,
			  bool appended)
{
	if (options->format == FORMAT_CSV)
		perfex_csv(out, measured, appended);
	else if (options->format == FORMAT_JSON)
		perfex_json(out, measured);
	else
		text_print(out, measured);
	return output_is_written(out, options->shared.output ?: "standard error");
}

static int finish(const struct options *options, struct measured *measured,
		  const struct perfex_costs *costs, FILE *out, bool appended)
{
	bool written;

	if (options->times) {
		perfex_estimate(measured->lines, measured->line_count, costs,
				measured->clock.mhz);
		perfex_sort(measured->lines, measured->line_count);
	}
	written = write_results(options, measured, out, appended);
	if (measured->partial && (options->shared.output ||
				  options->format != FORMAT_TEXT))
		say("%s", measured->partial);
	command_die(measured->ended);
	if (!written)
		return STATUS_OWN;
	if (measured->signal)
		return STATUS_SIGNAL + measured->signal;
	return measured->status ?: measured->partial ? STATUS_OWN : 0;
}

static int run(struct options *options, const struct chosen *chosen,
	       struct machine *machine, struct command *command,
	       const struct perfex_costs *costs)
{
	struct measured measured = {
		.command = options->command,
		.driver = machine->describe.driver,
		.whole_machine = options->whole_machine,
		.pid = options->pid,
		.multiplexed = options->all,
		.signals = options->signals,
		.times = options->times,
		.has_threads = options->threads,
		.lines = make_lines(chosen),
		.line_count = chosen->count,
	};
	struct counting counting;
	bool appended = false;
	FILE *out = open_results(options, &appended);

	perfex_processor(measured.processor, sizeof(measured.processor));
	measure_clock(options, machine);
	measured.clock = options->clock;
	if (options->times && !perfex_costs_are_measured(costs))
		note("%s", no_costs);
	if (options->all)
		note("%s", estimates);
	counting_begin(&counting, options, chosen, machine);
	measure_command(options, &counting, command, &measured);
	return finish(options, &measured, costs, out, appended);
}

static void open_machine(const struct options *options, struct machine *machine)
{
	if (options->shared.pretend)
		machine_pretend(machine, options->shared.pretend);
	else if (options->shared.given[OPTION_LIST] || options->shared.given[OPTION_DRY_RUN])
		machine_open(machine, " (--pretend needs no device)");
	else
		machine_open(machine, "");
}

int main(int argc, char **argv)
{
	struct perfex_costs costs = { 0 };
	struct options options;
	struct machine machine;
	struct command command = { 0 };
	struct chosen chosen;

	output_begin();
	options_parse(&options, argc, argv);
	if (options.times || options.table)
		costs_files_read(&costs, options.costs);
	if (options.table)
		print_table(&options, &costs);
	equivalents_read(options.equivalents);
	command.argv = options.command;
	if (*options.command && !options.shared.given[OPTION_DRY_RUN])
		command_find(&command, options.command);
	if (options.pid)
		process_check(options.pid);
	open_machine(&options, &machine);
	complete_clock(&options.clock, &options, &machine);
	if (options.shared.given[OPTION_LIST]) {
		list_print(stdout, &machine, &options.clock);
		output_finish(EXIT_SUCCESS);
	}
	if (options.calibrate) {
		measure_clock(&options, &machine);
		output_finish(calibrate(stdout, &machine, &options.clock));
	}
	chosen_make(&chosen, &options, &machine);
	if (!options.all)
		chosen_check_fit(&chosen);
	if (options.shared.given[OPTION_DRY_RUN]) {
		list_print_chosen(stdout, &chosen);
		output_finish(EXIT_SUCCESS);
	}
	return run(&options, &chosen, &machine, &command, &costs);
}
