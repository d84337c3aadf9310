/* SPDX-License-Identifier: GPL-2.0 */
/* What is known before a run: the events of a machine, and the plan. */
#ifndef PERFCNT_TOOLS_PREVIEW_H
#define PERFCNT_TOOLS_PREVIEW_H

#include <stdio.h>

#include "machine.h"
#include "sweep.h"

/*
 * Prints events, and whether they can be counted here; nothing is claimed.  @word: only those that
 * have it in their name or description, or NULL.  Ends the tool with a message if there is none.
 */
void event_list_print(FILE *out, struct machine *machine, const char *word);

/*
 * Prints which events there are, and how many runs: the lines of MD00548's Figures 4 and 5, and one
 * more.
 */
void preview_plan(FILE *out, const struct sweep *sweep);

/* Prints what each run counts, one line per counter. */
void preview_runs(FILE *out, const struct sweep *sweep);

#endif /* PERFCNT_TOOLS_PREVIEW_H */
