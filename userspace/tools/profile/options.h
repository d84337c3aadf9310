/* SPDX-License-Identifier: GPL-2.0 */
/* What pc_profile was asked for. */
#ifndef PERFCNT_PROFILE_OPTIONS_H
#define PERFCNT_PROFILE_OPTIONS_H

#include "base/option_table.h"
#include "format.h"
#include "settings.h"

/**
 * struct options - what pc_profile was asked for
 * @shared: those that tools share
 * @settings: what is sampled, and how it is reported
 * @save: the file that the run is saved in, or NULL
 * @format: of the report
 * @command: the words of the command, up to NULL
 * @repeat_runs: run it again for what is not counted beside the samples
 * @words: $PERFCNT_PROFILE_OPTS, into which options may point, or NULL
 * @symfs: the folder that the files of a saved run are below, or ""
 * @saved: a saved run that is to be reported, or NULL if a command is run
 */
struct options {
	struct option_values shared;
	struct settings settings;
	const char *save;
	sample_format *format;
	char **command;
	bool repeat_runs;
	char *words;
	const char *symfs;
	const char *saved;
};

/**
 * options_parse() - understand the command line
 * @options: gets the options
 * @argc: the number of words
 * @argv: the words
 *
 * Ends the tool if one is wrong, and after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_PROFILE_OPTIONS_H */
