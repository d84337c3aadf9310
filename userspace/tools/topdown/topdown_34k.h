/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a 34K's slots go, by its stall events.  It takes one instruction a cycle at
 * most: a slot is a cycle.
 */
#ifndef PERFCNT_TOPDOWN_TOPDOWN_34K_H
#define PERFCNT_TOPDOWN_TOPDOWN_34K_H

#include "events/dump.h"
#include "topdown.h"

/* What is counted together, beside the cycles of every run. */
#define TOPDOWN_34K_STAGES	3

/**
 * topdown_34k_events() - the events of a stage
 * @stage: 0 has all that level 1 cannot do without, 1 is the rest of level 1, and 2
 *	   is level 2
 *
 * Return: their names, separated by commas.
 */
const char *topdown_34k_events(unsigned int stage);

/**
 * topdown_34k_modes() - the modes that a measurement has stalls in
 * @measurement: the measurement
 *
 * Return: PERFCNT_CTL_MODES of the first, 0 if there are none.
 */
uint32_t topdown_34k_modes(const struct measurement *measurement);

/**
 * topdown_34k() - say where the cycles of a measurement went
 * @measurement: the measurement; events without a filter count
 * @modes: those to look at
 * @level: 1 or 2; without any event of level 2 it is 1
 * @topdown: comes back, for topdown_free(); not yet judged
 *
 * A count is taken as a share of the cycles of its own run, or of the first run that
 * has cycles.  A part of level 2 is as much as the part that it belongs to, at most;
 * the other one is the rest.
 *
 * Return: NULL, or why that cannot be said, to be freed by free().
 */
char *topdown_34k(const struct measurement *measurement, uint32_t modes,
		  unsigned int level, struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_TOPDOWN_34K_H */
