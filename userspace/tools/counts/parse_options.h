/* SPDX-License-Identifier: GPL-2.0 */
/* What pc_parse was asked for. */
#ifndef PERFCNT_COUNTS_PARSE_OPTIONS_H
#define PERFCNT_COUNTS_PARSE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/option_table.h"
#include "format.h"
#include "limits.h"
#include "view.h"

/**
 * struct options - what pc_parse was asked for
 * @shared: those that tools share; its output is "-" for standard output
 * @format: how it is printed
 * @compare: measurements side by side
 * @difference: what was counted between two snapshots
 * @stalls: where the cycles go, instead of all events
 * @medians: one measurement from all repetitions
 * @choice: the events to be shown
 * @limits: what events may grow by, with @compare
 * @labels: of all that is exported
 * @start_time: since when the counters are there, in seconds since 1970, or 0
 * @files: the dumps; "-" is standard input
 * @file_count: how many; 0 is standard input
 */
struct options {
	struct option_values shared;
	const struct format *format;
	bool compare;
	bool difference;
	bool stalls;
	bool medians;
	struct choice choice;
	struct limits limits;
	struct labels labels;
	uint64_t start_time;
	char **files;
	int file_count;
};

/**
 * parse_options_parse() - understand the words of the command line
 * @options: comes back
 * @argc: as main() has it
 * @argv: as main() has it
 *
 * Ends the tool with words on what is wrong, and after --help and --version.
 */
void parse_options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_COUNTS_PARSE_OPTIONS_H */
