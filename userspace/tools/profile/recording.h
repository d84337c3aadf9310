/* SPDX-License-Identifier: GPL-2.0 */
/* Running a command, and sampling it. */
#ifndef PERFCNT_PROFILE_RECORDING_H
#define PERFCNT_PROFILE_RECORDING_H

#include "session/command.h"
#include "session/machine.h"
#include "options.h"

/**
 * recording_run() - run the command, and sample it
 * @options: what was asked for
 * @machine: the machine
 * @command: the command, found
 * @file: what the run is written to while it is made
 * @samples: comes back; samples_free() frees it; @keeps_each is the caller's
 *
 * Ends the tool with a message if it cannot be sampled or cannot run.
 *
 * Return: what became of the command.
 */
struct outcome recording_run(const struct options *options, struct machine *machine,
			     struct command *command, struct samples_file *file,
			     struct samples *samples);

#endif /* PERFCNT_PROFILE_RECORDING_H */
