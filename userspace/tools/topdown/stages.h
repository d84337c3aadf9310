/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs for stages: what belongs to a stage is counted in runs of its own, and every
 * run counts the cycles, too, so that each count can be taken as a share of them.
 */
#ifndef PERFCNT_TOPDOWN_STAGES_H
#define PERFCNT_TOPDOWN_STAGES_H

#include "session/sweep.h"

/**
 * stages_make() - plan the runs of all stages
 * @sweep: has the machine, with its counters claimed or pretended; gets the requests,
 *	   the number of runs, and cycles to compare the runs by
 * @stages: the events of each stage, separated by commas
 * @count: how many stages
 * @modes: the modes to count in, PERFCNT_CTL_MODES
 * @strict: fail on what the machine cannot count, instead of skipping it; the first
 *	    stage cannot do without any of its events
 *
 * Ends the tool with a message if there are not two counters, or if the machine does
 * not have what the first stage needs.
 */
void stages_make(struct sweep *sweep, const char *const *stages,
		 unsigned int count, uint32_t modes, bool strict);

/**
 * stages_check() - say if the runs do not do the same
 * @sweep: a sweep that was done
 *
 * By their instructions, and by their cycles.
 */
void stages_check(const struct sweep *sweep);

#endif /* PERFCNT_TOPDOWN_STAGES_H */
