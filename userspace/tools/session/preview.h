/* SPDX-License-Identifier: GPL-2.0 */
/* What is shown besides results: the plan, and the events. */
#ifndef PERFCNT_TOOLS_PREVIEW_H
#define PERFCNT_TOOLS_PREVIEW_H

#include <stdio.h>

#include "sweep.h"

/**
 * show_plan() - which events there are, and how many runs
 * @out: where it goes
 * @sweep: the sweep
 *
 * The lines are those of MD00548's Figures 4 and 5, and one more.
 */
void show_plan(FILE *out, const struct sweep *sweep);

/**
 * show_runs() - what each run counts, a line a counter
 * @out: where it goes
 * @sweep: the sweep
 */
void show_runs(FILE *out, const struct sweep *sweep);

/**
 * show_events() - all events of the machine, and which counters count them
 * @out: where it goes
 * @machine: the machine
 */
void show_events(FILE *out, struct machine *machine);

#endif /* PERFCNT_TOOLS_PREVIEW_H */
