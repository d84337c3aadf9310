/* SPDX-License-Identifier: GPL-2.0 */
/* Measuring the cost table of a machine. */
#ifndef PERFEX_CALIBRATE_H
#define PERFEX_CALIBRATE_H

#include <stdio.h>

#include "session/machine.h"
#include "ratios.h"

/*
 * Measures what events cost, with free counters, and prints the table.  Returns the exit status:
 * 0, or STATUS_BAD_INPUT if a cost was not stable.
 */
int calibrate(FILE *out, struct machine *machine,
	      const struct perfex_clock *clock);

#endif /* PERFEX_CALIBRATE_H */
