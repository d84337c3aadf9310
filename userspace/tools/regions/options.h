/* SPDX-License-Identifier: GPL-2.0 */
/* What pc_regions was asked for. */
#ifndef PERFCNT_REGIONS_OPTIONS_H
#define PERFCNT_REGIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/option_table.h"
#include "format.h"

/* What pc_regions was asked for. */
struct options {
	/* those that tools share; its output is "-" for standard output */
	struct option_values shared;
	region_format *format; /* how dumps are printed, or NULL if they cannot be printed so */
	ring_format *ring_format; /* how a program's own recording is printed, or NULL */
	bool runs; /* @files is a command to be run */
	const char *events; /* what it counts, or NULL */
	pid_t live; /* the process whose recording is read, or 0 */
	struct region_parameters parameters; /* what dumps, or recordings, do not say */
	size_t skip; /* how many intervals of each CPU to leave out */
	bool histogram; /* tables have histograms */
	/* the words of the command; or dumps, or one recording; "-" is standard input */
	char **files;
	int file_count; /* how many; 0 is standard input */
};

/*
 * Understands the command line, whose words come into another order.  Ends the tool if one is
 * wrong, and after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_REGIONS_OPTIONS_H */
