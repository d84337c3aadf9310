/* SPDX-License-Identifier: GPL-2.0 */
/* What pc_regions was asked for. */
#ifndef PERFCNT_REGIONS_OPTIONS_H
#define PERFCNT_REGIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/option_table.h"
#include "format.h"

/**
 * struct options - what pc_regions was asked for
 * @shared: those that tools share; its output is "-" for standard output
 * @format: how dumps are printed, or NULL if they cannot be printed so
 * @ring_format: how a program's own recording is printed, or NULL
 * @runs: @files is a command to be run
 * @events: what it counts, or NULL
 * @live: the process whose recording is read, or 0
 * @parameters: what dumps, or recordings, do not say
 * @skip: how many intervals of each CPU to leave out
 * @histogram: tables have histograms
 * @files: the words of the command; or dumps, or one recording; "-" is standard input
 * @file_count: how many; 0 is standard input
 */
struct options {
	struct option_values shared;
	const struct region_format *format;
	const struct ring_format *ring_format;
	bool runs;
	const char *events;
	pid_t live;
	struct region_parameters parameters;
	size_t skip;
	bool histogram;
	char **files;
	int file_count;
};

/**
 * options_parse() - understand the command line
 * @options: gets the options
 * @argc: the number of words
 * @argv: the words, which come into another order
 *
 * Ends the tool if one is wrong, and after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_REGIONS_OPTIONS_H */
