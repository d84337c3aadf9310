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

/* What pc_parse was asked for. */
struct options {
	/* those that tools share; its output is "-" for standard output */
	struct option_values shared;
	const struct format *format; /* how it is printed */
	bool compare; /* measurements side by side */
	bool difference; /* what was counted between two snapshots */
	bool stalls; /* where the cycles go, instead of all events */
	bool medians; /* one measurement from all repetitions */
	struct choice choice; /* the events to be shown */
	struct limits limits; /* what events may grow by, with @compare */
	struct labels labels; /* of all that is exported */
	const char *symbols; /* of the kernel whose profile is read, or NULL: dumps are */
	uint64_t start_time; /* since when the counters are there, in seconds since 1970, or 0 */
	char **files; /* the dumps; "-" is standard input */
	int file_count; /* how many; 0 is standard input */
};

/*
 * Understands the words of the command line.  Ends the tool with words on what is wrong, and
 * after --help and --version.
 */
void parse_options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_COUNTS_PARSE_OPTIONS_H */
