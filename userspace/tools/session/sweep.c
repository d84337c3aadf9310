// SPDX-License-Identifier: GPL-2.0
/* One run after the other, and what they counted. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "sweep.h"

/* Between the start of the counters and the command nothing else happens. */
struct go {
	struct machine *machine;
	bool started;
};

static int start(void *argument)
{
	struct go *go = argument;

	if (perfcnt_start(go->machine->perfcnt, go->machine->counters))
		return -1;
	go->started = true;
	return 0;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

/*
 * On a terminal, and in between the runs, where nothing is counted; not more
 * often than people can read it.
 */
static void show_progress(const struct sweep *sweep, double begun,
			  double *shown)
{
	unsigned int all = sweep->runs * sweep->options->repeats;
	double time = now();

	if (!sweep->done || time - *shown < 1 || !isatty(STDERR_FILENO))
		return;
	*shown = time;
	fprintf(stderr, "run %u of %u, %.0f s left\n", sweep->done + 1, all,
		(time - begun) / sweep->done * (all - sweep->done));
}

/* As /proc/perf shows it, which has no room for a large number of a filter. */
static struct reading reading_of(unsigned int run, unsigned int counter,
				 const struct item *item)
{
	struct reading reading = { .run = run, .counter = counter };

	if (!item)
		return reading;
	reading.control = item->what.control;
	if (item->what.unit)
		reading.control |= PERFCNT_CTL_MT_EN;
	if (item->code == PERFCNT_EVENT_NATIVE)
		strcpy(reading.native, item->name);
	return reading;
}

/* What a counter has counted in a run. */
static void keep(struct sweep *sweep, unsigned int run, unsigned int counter,
		 const struct item *spare, uint64_t count)
{
	struct measurement *measurement =
		&sweep->dump.measurements[sweep->dump.count - 1];
	const struct item *found = NULL;
	struct reading reading;
	unsigned int i;

	for (i = 0; i < sweep->items->count && !found; i++) {
		const struct item *item = &sweep->items->item[i];
		struct counts *counts = &sweep->counts[i];

		if (item->run != run || item->counter != counter)
			continue;
		found = item;
		counts->values = grow(counts->values, counts->count,
				      sizeof(*counts->values));
		counts->values[counts->count++] = count;
	}
	if (!found && spare && spare->counter == counter)
		found = spare;
	reading = reading_of(run, counter, found);
	reading.count = count;
	dump_add(measurement, &reading);
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

/* What became of the command: the first failure is what is told. */
static void judge(struct sweep *sweep, unsigned int run, int status)
{
	const char *name = *sweep->command->argv;

	if (WIFSIGNALED(status)) {
		sweep->signal = WTERMSIG(status);
		snprintf(sweep->partial, sizeof(sweep->partial),
			 "run %u of %u: %.40s died by signal %d (%s)", run + 1,
			 sweep->runs, name, sweep->signal,
			 strsignal(sweep->signal));
	} else if (WEXITSTATUS(status) && !sweep->status) {
		sweep->status = WEXITSTATUS(status);
		say("run %u of %u: %s ended with status %d", run + 1,
		    sweep->runs, name, sweep->status);
	}
}

static void cannot_run(const struct sweep *sweep, const struct go *go,
		       int error)
{
	const char *name = *sweep->command->argv;

	errno = error;
	if (!go->started)
		fail("cannot start the counters or %s: %s", name,
		     perfcnt_strerror(sweep->machine->perfcnt));
	fail_with(error == ENOENT ? STATUS_NO_COMMAND : STATUS_NO_EXEC,
		  "%s: %s", name, strerror(error));
}

/* Something else has taken the counters: errno says what. */
static void lose(struct sweep *sweep, unsigned int run)
{
	snprintf(sweep->partial, sizeof(sweep->partial), "run %u of %u: %.80s",
		 run + 1, sweep->runs,
		 perfcnt_strerror(sweep->machine->perfcnt));
}

/* One run, with its counts. */
static void run_once(struct sweep *sweep, unsigned int run)
{
	struct machine *machine = sweep->machine;
	struct go go = { .machine = machine };
	struct perfcnt_read read;
	struct outcome outcome;
	struct item spare;
	bool has_spare, has_counts;
	unsigned int i;

	if (was_ended(sweep, run, command_signal(sweep->command)))
		return;
	has_spare = sweep_spare(sweep, run, &spare) &&
		    !machine_set(machine, sweep->items, run, &spare);
	if (!has_spare && machine_set(machine, sweep->items, run, NULL)) {
		lose(sweep, run);
		return;
	}
	outcome = command_run(sweep->command, start, &go);
	has_counts = !perfcnt_stop(machine->perfcnt, machine->counters) &&
		     !perfcnt_read(machine->perfcnt, &read);
	if (!has_counts)
		lose(sweep, run);
	if (outcome.error)
		cannot_run(sweep, &go, outcome.error);
	if (!was_ended(sweep, run, outcome.signal))
		judge(sweep, run, outcome.status);
	/* counts of a part of the command are better than none */
	if (!has_counts || (*sweep->partial && sweep->dump.count > 1))
		return;
	for (i = 0; i < read.counters; i++)
		keep(sweep, run, read.entries[i].counter,
		     has_spare ? &spare : NULL, read.entries[i].count);
}

/* The command, in a line, and which time this is. */
static void begin(struct sweep *sweep, unsigned int time)
{
	char title[256];
	size_t length = 0;
	char **word, *c;

	for (word = sweep->command->argv; *word && length < 200; word++)
		length += snprintf(title + length, sizeof(title) - length - 32,
				   "%s%s", length ? " " : "", *word);
	if (length > 200)
		length = 200;
	title[length] = '\0';
	for (c = title; *c; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	if (sweep->options->repeats > 1)
		sprintf(title + length, " (%u of %u)", time + 1,
			sweep->options->repeats);
	dump_begin(&sweep->dump, title);
}

void sweep_run(struct sweep *sweep)
{
	double begun = now(), shown = begun;
	unsigned int time, run;

	sweep->counts = zeros(sweep->items->count, sizeof(*sweep->counts));
	for (time = 0; time < sweep->options->repeats; time++) {
		begin(sweep, time);
		for (run = 0; run < sweep->runs && !*sweep->partial; run++) {
			show_progress(sweep, begun, &shown);
			run_once(sweep, run);
			sweep->done++;
		}
		if (*sweep->partial)
			break;
	}
}

void sweep_results(const struct sweep *sweep, struct results *results)
{
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
		.dump = &sweep->dump,
	};
	results_begin(results, sweep->dump.measurements[0].title);
	for (i = 0; i < sweep->items->count; i++) {
		const struct item *item = &sweep->items->item[i];
		const struct counts *counts = &sweep->counts[i];
		struct reading reading = reading_of(item->run, item->counter,
						    item);

		if (counts->count)
			results_add(results, &reading, counts->values,
				    counts->count,
				    sweep->options->keep_outliers);
	}
}
