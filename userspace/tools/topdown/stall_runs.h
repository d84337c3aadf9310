/* SPDX-License-Identifier: GPL-2.0 */
/* The method 34k: stall events, in several runs of the command. */
#ifndef PERFCNT_TOPDOWN_STALL_RUNS_H
#define PERFCNT_TOPDOWN_STALL_RUNS_H

#include "options.h"

/**
 * stall_runs_show() - say where the cycles of a dump went, and end the tool
 * @options: have its name
 */
void stall_runs_show(const struct options *options) __attribute__((noreturn));

/**
 * stall_runs() - run the command as often as it takes
 * @options: what is to be done
 *
 * Ends the tool after a plan alone, and if it cannot run.
 *
 * Return: the tool's exit status.
 */
int stall_runs(const struct options *options);

#endif /* PERFCNT_TOPDOWN_STALL_RUNS_H */
