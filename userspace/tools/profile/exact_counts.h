/* SPDX-License-Identifier: GPL-2.0 */
/* Events that are counted, and not sampled: beside those that are, or in further runs. */
#ifndef PERFCNT_PROFILE_EXACT_COUNTS_H
#define PERFCNT_PROFILE_EXACT_COUNTS_H

#include "session/command.h"
#include "session/machine.h"
#include "settings.h"

/**
 * exact_counts_begin() - add the events for which there are counters
 * @set: has the events that are sampled
 * @machine: the machine
 * @settings: say what is counted
 * @samples: gets the events; those that are sampled are not among them
 *
 * Ends the tool if no machine has an event of that name.
 */
void exact_counts_begin(struct perfcnt_event_set *set, struct machine *machine,
			const struct settings *settings, struct samples *samples);

/**
 * exact_counts_end() - stop and read, when a run has ended
 * @set: was entered
 *
 * Return: what is missing, in words that the next call changes, or NULL.
 */
const char *exact_counts_end(struct perfcnt_event_set *set);

/**
 * exact_counts_take() - take the counts of a run
 * @set: was read
 * @samples: gets the counts
 * @run: the run, from 1
 */
void exact_counts_take(struct perfcnt_event_set *set, struct samples *samples,
		       unsigned int run);

/**
 * exact_counts_repeat() - run the command again, to count what was not
 * @machine: the machine, whose counters are free
 * @command: the command, which has run
 * @samples: gets the counts
 * @outcome: of the run before; if that was good, of the first that is not
 *
 * It is run until all is counted that the machine can count.
 */
void exact_counts_repeat(struct machine *machine, struct command *command,
			 struct samples *samples, struct outcome *outcome);

#endif /* PERFCNT_PROFILE_EXACT_COUNTS_H */
