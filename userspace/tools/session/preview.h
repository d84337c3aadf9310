/* SPDX-License-Identifier: GPL-2.0 */
/* What is known before a run: the events of a machine, and the plan. */
#ifndef PERFCNT_TOOLS_PREVIEW_H
#define PERFCNT_TOOLS_PREVIEW_H

#include <stdio.h>

#include "machine.h"
#include "sweep.h"

/**
 * event_list_print() - print events, and whether they can be counted here
 * @out: where they go
 * @machine: the machine; nothing is claimed
 * @word: only those that have it in their name or description, or NULL
 *
 * Ends the tool with a message if there is none.
 */
void event_list_print(FILE *out, struct machine *machine, const char *word);

/**
 * preview_plan() - print which events there are, and how many runs
 * @out: where it goes
 * @sweep: the sweep
 *
 * The lines are those of MD00548's Figures 4 and 5, and one more.
 */
void preview_plan(FILE *out, const struct sweep *sweep);

/**
 * preview_runs() - print what each run counts, one line per counter
 * @out: where it goes
 * @sweep: the sweep
 */
void preview_runs(FILE *out, const struct sweep *sweep);

#endif /* PERFCNT_TOOLS_PREVIEW_H */
