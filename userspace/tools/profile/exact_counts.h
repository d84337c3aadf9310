/* SPDX-License-Identifier: GPL-2.0 */
/* Events that are counted, and not sampled: beside those that are, or in further runs. */
#ifndef PERFCNT_PROFILE_EXACT_COUNTS_H
#define PERFCNT_PROFILE_EXACT_COUNTS_H

#include "session/command.h"
#include "session/machine.h"
#include "settings.h"

/*
 * Adds the events for which there are counters to a set, which has those that are sampled.
 * @samples gets the events; those that are sampled are not among them.  Ends the tool if no machine
 * has an event of that name.
 */
void exact_counts_begin(struct perfcnt_event_set *set, struct machine *machine,
			const struct settings *settings, struct samples *samples);

/*
 * Stops and reads, when a run has ended; the set was entered.  Returns what is missing, in words
 * that the next call changes, or NULL.
 */
const char *exact_counts_end(struct perfcnt_event_set *set);

/* Takes the counts of a run, from 1, out of a set that was read, in which they begin at @number. */
void exact_counts_take(struct perfcnt_event_set *set, struct samples *samples,
		       unsigned int run, unsigned int number);

/* What would have been counted in the first run was not, and why, in words. */
void exact_counts_forget(struct samples *samples, const char *why);

/*
 * Runs the command, which has run, again, until all is counted that the machine can count; its
 * counters are free.  @outcome is that of the run before; if that was good, it becomes that of the
 * first run that is not.
 */
void exact_counts_repeat(struct machine *machine, struct command *command,
			 struct samples *samples, struct outcome *outcome);

#endif /* PERFCNT_PROFILE_EXACT_COUNTS_H */
