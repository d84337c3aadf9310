/* SPDX-License-Identifier: GPL-2.0 */
/* Running the command, and counting meanwhile. */
#ifndef PERFEX_MEASURE_H
#define PERFEX_MEASURE_H

#include "session/command.h"
#include "counting.h"

/**
 * measure_command() - run the command, as often as was asked for
 * @options: what was asked for
 * @counting: what counts
 * @command: the command
 * @measured: gets the counts and what became of the command
 *
 * Ends the tool if the command cannot run at all.
 */
void measure_command(const struct options *options, struct counting *counting,
		     struct command *command, struct measured *measured);

#endif /* PERFEX_MEASURE_H */
