/* SPDX-License-Identifier: GPL-2.0 */
/* Stall events of a 34K while the command runs: level 1, in one run. */
#ifndef PERFCNT_TOPDOWN_STALL_LIVE_H
#define PERFCNT_TOPDOWN_STALL_LIVE_H

#include "session/sweep.h"
#include "shown.h"

/**
 * stall_live() - run the command once, and say in between where the cycles went
 * @sweep: has a plan of one run, and the counters, which are closed
 * @shown: where results go; is closed
 *
 * Ends the tool if it cannot run.
 *
 * Return: the tool's exit status.
 */
int stall_live(struct sweep *sweep, struct shown *shown);

#endif /* PERFCNT_TOPDOWN_STALL_LIVE_H */
