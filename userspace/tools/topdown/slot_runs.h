/* SPDX-License-Identifier: GPL-2.0 */
/* The methods metrics, events and arm: what the kernel's perf counts of slots. */
#ifndef PERFCNT_TOPDOWN_SLOT_RUNS_H
#define PERFCNT_TOPDOWN_SLOT_RUNS_H

#include "options.h"

/**
 * slot_runs_method() - the one of these methods that this machine has
 *
 * Return: its name, or NULL.
 */
const char *slot_runs_method(void);

/**
 * slot_runs() - run the command, or wait, if the kernel counts slots here
 * @options: what is to be done
 * @status: comes back: the tool's exit status
 *
 * Ends the tool after a plan alone, and if it cannot run.
 *
 * Return: whether this machine has the method, or one of them if none was chosen.
 */
bool slot_runs(const struct options *options, int *status);

#endif /* PERFCNT_TOPDOWN_SLOT_RUNS_H */
