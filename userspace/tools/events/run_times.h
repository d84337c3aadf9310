/* SPDX-License-Identifier: GPL-2.0 */
/* How long the runs of a measurement took. */
#ifndef PERFCNT_TOOLS_RUN_TIMES_H
#define PERFCNT_TOOLS_RUN_TIMES_H

#include <stdio.h>

#include "dump.h"

/**
 * struct seconds - how long a run took, in seconds
 * @runs: how many runs these are the medians of; 0 if it is not known
 * @elapsed: by the clock
 * @user: of the CPUs in user mode
 * @system: of the CPUs in kernel mode
 */
struct seconds {
	size_t runs;
	double elapsed;
	double user;
	double system;
};

/**
 * run_times_median() - the medians of the runs' times
 * @measurement: the measurement
 *
 * What needs memory ends the program, with a message, if there is none.
 *
 * Return: the times.
 */
struct seconds run_times_median(const struct measurement *measurement);

/**
 * seconds_print() - print how long a measurement's runs took
 * @out: where it goes
 * @measurement: the measurement; nothing is printed if it is not known
 */
void seconds_print(FILE *out, const struct measurement *measurement);

#endif /* PERFCNT_TOOLS_RUN_TIMES_H */
