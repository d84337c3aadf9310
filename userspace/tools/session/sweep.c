// SPDX-License-Identifier: GPL-2.0
/* One run after the other, and what they counted. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/message.h"
#include "events/dump.h"
#include "consistency.h"
#include "sweep.h"

static double seconds(void)
{
	return clock_now() / 1e9;
}

/*
 * On a terminal, and in between the runs, where nothing is counted; not more
 * often than people can read it.
 */
static void show_progress(const struct sweep *sweep, double begun,
			  double *shown)
{
	unsigned int all = sweep->runs * sweep->options->repeats;
	double time = seconds();

	if (!sweep->done || sweep->options->given[OPTION_QUIET] || time - *shown < 1 ||
	    !isatty(STDERR_FILENO))
		return;
	*shown = time;
	fprintf(stderr, "run %u of %u, %.0f s left\n", sweep->done + 1, all,
		(time - begun) / sweep->done * (all - sweep->done));
}

/* Is it the counter of the other VPE? */
static bool is_second(const struct request *request, unsigned int counter)
{
	return request && request->paired &&
	       request->counter + REQUEST_PAIR == counter;
}

static uint64_t count_of_second(const struct sweep *sweep, unsigned int counter)
{
	uint64_t count;

	return machine_count(sweep->machine, counter + REQUEST_PAIR, &count) ? count : 0;
}

/* What a counter has counted in a run: asked for, to compare runs, or nothing. */
static void store_count(struct sweep *sweep, unsigned int run,
			unsigned int counter, const struct request *spare)
{
	const struct requests *requests = sweep->requests;
	const struct request *found = requests_find(requests, run, counter);
	struct reading reading = { .run = run, .counter = counter };
	uint64_t count;

	if (is_second(found, counter) || (!found && is_second(spare, counter)) ||
	    !machine_count(sweep->machine, counter, &count))
		return;
	if (found ? found->paired : spare && spare->counter == counter && spare->paired)
		count += count_of_second(sweep, counter);
	if (found) {
		struct counts *counts = &sweep->counts[found - requests->request];

		counts->values = grow(counts->values, counts->count,
				      sizeof(*counts->values));
		counts->values[counts->count++] = count;
	} else if (spare && spare->counter == counter) {
		found = spare;
	}
	if (found)
		reading = request_reading(found);
	reading.count = count;
	dump_add(&sweep->dump.measurements[sweep->dump.count - 1], &reading);
}

/* Has a signal ended the sweep? */
static bool was_ended(struct sweep *sweep, unsigned int run, int signal)
{
	sweep->ended = signal;
	if (signal)
		snprintf(sweep->partial, sizeof(sweep->partial),
			 "interrupted in run %u of %u: %s", run + 1, sweep->runs,
			 strsignal(signal));
	return signal;
}

/* What became of the command: the first failure is reported. */
static void note_status(struct sweep *sweep, unsigned int run, int status)
{
	const char *name = *sweep->command->argv;

	if (WIFSIGNALED(status)) {
		sweep->signal = WTERMSIG(status);
		snprintf(sweep->partial, sizeof(sweep->partial),
			 "run %u of %u: %.40s was killed by signal %d (%s)", run + 1,
			 sweep->runs, name, sweep->signal,
			 strsignal(sweep->signal));
	} else if (WEXITSTATUS(status) && !sweep->status) {
		sweep->status = WEXITSTATUS(status);
		say("run %u of %u: %s exited with status %d", run + 1,
		    sweep->runs, name, sweep->status);
	}
}

static void cannot_run(const struct sweep *sweep, const struct outcome *outcome)
{
	const char *name = *sweep->command->argv;

	errno = outcome->error;
	if (!outcome->started)
		fail("cannot start the counters or run %s: %s%s", name,
		     perfcnt_strerror(sweep->machine->perfcnt),
		     machine_instead(sweep->machine, outcome->error));
	command_cannot_run(name, outcome->error);
}

/* Something else has taken the counters: errno says what. */
static void note_lost_counters(struct sweep *sweep, unsigned int run)
{
	snprintf(sweep->partial, sizeof(sweep->partial), "run %u of %u: %.80s",
		 run + 1, sweep->runs,
		 perfcnt_strerror(sweep->machine->perfcnt));
}

/* The kernel lets nobody count some programs: their counts would be 0. */
static void note_missing(struct sweep *sweep, unsigned int run)
{
	const char *missing = machine_missing(sweep->machine);

	if (missing)
		snprintf(sweep->partial, sizeof(sweep->partial), "run %u of %u: %s", run + 1,
			 sweep->runs, missing);
}

/* One run, with its counts. */
static void run_once(struct sweep *sweep, unsigned int run)
{
	struct machine *machine = sweep->machine;
	struct outcome outcome;
	struct request spare;
	bool has_spare, has_counts;
	unsigned int i;

	if (was_ended(sweep, run, command_signal(sweep->command)))
		return;
	has_spare = sweep_spare(sweep, run, &spare) &&
		    !requests_set(sweep->requests, run, &spare, machine);
	if (!has_spare && requests_set(sweep->requests, run, NULL, machine)) {
		note_lost_counters(sweep, run);
		return;
	}
	outcome = machine_run(machine, sweep->command);
	if (outcome.error)
		cannot_run(sweep, &outcome);
	has_counts = !machine_end(machine);
	if (!has_counts)
		note_lost_counters(sweep, run);
	if (has_counts)
		note_missing(sweep, run);
	if (!was_ended(sweep, run, outcome.signal))
		note_status(sweep, run, outcome.status);
	/* counts of a part of the command are better than none */
	if (!has_counts || (*sweep->partial && sweep->dump.count > 1))
		return;
	outcome.time.run = run;
	dump_add_time(&sweep->dump.measurements[sweep->dump.count - 1],
		      &outcome.time);
	for (i = 0; i < machine->describe.counters; i++)
		store_count(sweep, run, i, has_spare ? &spare : NULL);
}

static enum scope_of_counts scope_of(const struct sweep *sweep)
{
	return sweep->machine->follows ? SCOPE_TASKS : SCOPE_MACHINE;
}

/* The command, in a line, and which repetition this is. */
static void begin_measurement(struct sweep *sweep, unsigned int time)
{
	char *title = title_of(sweep->command->argv), *whole = NULL;

	if (sweep->options->repeats > 1)
		whole = title_repetition(title, time + 1, sweep->options->repeats);
	dump_begin(&sweep->dump, whole ? whole : title);
	sweep->dump.measurements[sweep->dump.count - 1].scope = scope_of(sweep);
	free(whole);
	free(title);
}

void sweep_run(struct sweep *sweep)
{
	double begun = seconds(), shown = begun;
	unsigned int time, run;

	fflush(NULL);
	command_prepare(sweep->command, sweep->runs * sweep->options->repeats);
	sweep->counts = zeros(sweep->requests->count, sizeof(*sweep->counts));
	for (time = 0; time < sweep->options->repeats; time++) {
		begin_measurement(sweep, time);
		for (run = 0; run < sweep->runs && !*sweep->partial; run++) {
			show_progress(sweep, begun, &shown);
			run_once(sweep, run);
			sweep->done++;
		}
		if (*sweep->partial)
			break;
	}
	dump_set_partial(&sweep->dump.measurements[sweep->dump.count - 1],
			 sweep->partial);
	command_end(sweep->command);
	machine_close(sweep->machine);
}

void sweep_check(struct sweep *sweep, const struct request *instructions)
{
	const struct option_values *options = sweep->options;
	char *differ;

	if (*sweep->partial)
		return;
	differ = consistency_differ(instructions, &sweep->dump,
				    options->given[OPTION_KEEP_OUTLIERS] ||
				    options->repeats == 1);
	if (differ)
		dump_set_differ(&sweep->dump.measurements[sweep->dump.count - 1], differ);
	free(differ);
}

void sweep_results(const struct sweep *sweep, struct results *results)
{
	char *title;
	unsigned int i;

	*results = (struct results){
		.command = sweep->command->argv,
		.driver = sweep->machine->describe.driver,
		.counters = sweep->machine->describe.counters,
		.runs = sweep->runs,
		.repeats = sweep->options->repeats,
		.status = sweep->status,
		.signal = sweep->signal,
		.partial = sweep->partial,
		.scope = scope_of(sweep),
		.dump = &sweep->dump,
	};
	title = title_of(sweep->command->argv);
	results_begin(results, title);
	free(title);
	for (i = 0; i < sweep->requests->count; i++) {
		const struct counts *counts = &sweep->counts[i];
		struct reading reading =
			request_reading(&sweep->requests->request[i]);

		if (counts->count)
			medians_add(results->medians.measurements, &reading, counts->values,
				    counts->count, sweep->options->given[OPTION_KEEP_OUTLIERS]);
	}
}

int sweep_end(const struct sweep *sweep, bool written)
{
	command_die(sweep->ended);
	if (!written)
		return STATUS_OWN;
	if (sweep->signal)
		return STATUS_SIGNAL + sweep->signal;
	return sweep->status ?: *sweep->partial ? STATUS_OWN : 0;
}

bool sweep_spare(const struct sweep *sweep, unsigned int run,
		 struct request *spare)
{
	return sweep->runs * sweep->options->repeats > 1 &&
	       consistency_spare(&sweep->instructions, sweep->requests,
				 sweep->machine, run, spare);
}
