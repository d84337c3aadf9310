/* SPDX-License-Identifier: GPL-2.0 */
/* Running a command, and sampling it. */
#ifndef PERFCNT_PROFILE_RECORDING_H
#define PERFCNT_PROFILE_RECORDING_H

#include "session/command.h"
#include "session/machine.h"
#include "options.h"

/*
 * Runs the command, which was found, and samples it.  @file: what the run is written to while it is
 * made.  @samples comes back, for samples_free(); its @keeps_each is the caller's.  Ends the tool
 * with a message if the command cannot be sampled or cannot run.
 */
struct outcome recording_run(const struct options *options, struct machine *machine,
			     struct command *command, struct samples_file *file,
			     struct samples *samples);

#endif /* PERFCNT_PROFILE_RECORDING_H */
