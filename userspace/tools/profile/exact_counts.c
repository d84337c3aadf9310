// SPDX-License-Identifier: GPL-2.0
/* As many events in each run as there are counters for. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "base/message.h"
#include "session/misspelt.h"
#include "exact_counts.h"

/* Is the event one of those that are sampled, which are counted, too? */
static bool is_sampled(const struct settings *settings, const char *event)
{
	unsigned int i;

	for (i = 0; i < settings->sampled.count; i++)
		if (!strcmp(settings->sampled.specs[i].event, event))
			return true;
	return false;
}

/* Can one of the counters count it? */
static bool is_known(struct machine *machine, const char *event)
{
	struct perfcnt_what what;
	unsigned int counter;

	if (machine_name(machine, event, &what))
		return false;
	for (counter = 0; counter < PERFCNT_MAX_COUNTERS; counter++)
		if (machine->counters >> counter & 1 &&
		    !machine_check(machine, counter, &what))
			return true;
	return false;
}

/* Returns how many are counted in the run. */
static unsigned int add(struct perfcnt_event_set *set, struct machine *machine,
			struct samples *samples, unsigned int run)
{
	unsigned int added = 0;
	size_t i;

	for (i = 0; i < samples->count_count; i++) {
		struct sample_count *count = &samples->counts[i];

		if (count->run || !is_known(machine, count->event) ||
		    perfcnt_event_set_add(set, count->event))
			continue;
		count->run = run;
		added++;
	}
	return added;
}

void exact_counts_begin(struct perfcnt_event_set *set, struct machine *machine,
			const struct settings *settings, struct samples *samples)
{
	char *all = copy_text(settings->counts), *rest = all, *word;

	while ((word = strsep(&rest, " "))) {
		struct sample_count count = { 0 };
		const char *wrong;

		if (!*word || is_sampled(settings, word))
			continue;
		wrong = misspelt(word);
		if (wrong)
			fail("--counts: '%s': %s", word, wrong);
		count.event = copy_text(word);
		samples_add_count(samples, &count);
	}
	free(all);
	add(set, machine, samples, 1);
}

void exact_counts_take(struct perfcnt_event_set *set, struct samples *samples,
		       unsigned int run, unsigned int number)
{
	size_t i;

	for (i = 0; i < samples->count_count; i++)
		if (samples->counts[i].run == run &&
		    perfcnt_event_set_count(set, number++, &samples->counts[i].count))
			samples->counts[i].run = 0;
}

/* What a run that was not whole would have counted was not counted. */
static void take_back(struct samples *samples, unsigned int run)
{
	size_t i;

	for (i = 0; i < samples->count_count; i++)
		if (samples->counts[i].run == run)
			samples->counts[i].run = 0;
}

void exact_counts_forget(struct samples *samples, const char *why)
{
	take_back(samples, 1);
	samples->partial |= samples->count_count;
	if (*samples->missing)
		return;
	free(samples->missing);
	samples->missing = copy_text(why);
}

const char *exact_counts_end(struct perfcnt_event_set *set)
{
	int left = -1;

	if (!perfcnt_event_set_end(set))
		left = perfcnt_event_set_left(set);
	if (left < 0)
		return perfcnt_strerror(perfcnt_event_set_handle(set));
	return left ? PERFCNT_LEFT_WORDS : NULL;
}

/* Returns whether it was whole. */
static bool run_once(struct perfcnt_event_set *set, struct command *command,
		     struct samples *samples, struct outcome *outcome)
{
	const char *missing;

	*outcome = (struct outcome){ .signal = command_signal(command) };
	if (outcome->signal)
		return false;
	perfcnt_event_set_start(set); /* when it is entered */
	*outcome = command_run(command, perfcnt_event_set_enter_command, set);
	missing = outcome->error ? strerror(outcome->error) : exact_counts_end(set);
	if (!missing)
		return !outcome->signal;
	samples->partial = true;
	say("%s was not counted again: %s", *command->argv, missing);
	return false;
}

/* The first that was not good is what became of the command. */
static void note_outcome(struct outcome *outcome, const struct outcome *again,
			 const struct command *command, unsigned int run)
{
	int status = again->status;

	if (again->error)
		return;
	if (again->signal)
		outcome->signal = again->signal;
	else if (WIFSIGNALED(status))
		say("run %u: %s was killed by signal %d (%s)", run, *command->argv,
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (status)
		say("run %u: %s exited with status %d", run, *command->argv,
		    WEXITSTATUS(status));
	if (!outcome->status)
		outcome->status = status;
}

void exact_counts_repeat(struct machine *machine, struct command *command,
			 struct samples *samples, struct outcome *outcome)
{
	bool is_whole = !outcome->signal && !samples->partial;
	unsigned int run;

	for (run = 2; is_whole; run++) {
		struct perfcnt_event_set *set = perfcnt_event_set_new(machine->perfcnt);
		struct outcome again;

		if (!set)
			out_of_memory();
		if (!add(set, machine, samples, run)) {
			perfcnt_event_set_free(set);
			return;
		}
		is_whole = run_once(set, command, samples, &again);
		if (is_whole)
			exact_counts_take(set, samples, run, 0);
		else
			take_back(samples, run);
		note_outcome(outcome, &again, command, run);
		perfcnt_event_set_free(set);
	}
}
