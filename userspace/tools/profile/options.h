/* SPDX-License-Identifier: GPL-2.0 */
/* What pc_profile was asked for. */
#ifndef PERFCNT_PROFILE_OPTIONS_H
#define PERFCNT_PROFILE_OPTIONS_H

#include "base/option_table.h"
#include "format.h"
#include "settings.h"

/* What pc_profile was asked for. */
struct options {
	struct option_values shared; /* those that tools share */
	struct settings settings;
	const char *save; /* the file that the run is saved in, or NULL */
	sample_format *format; /* of the report */
	bool whole_machine; /* all that runs */
	int pid; /* a process that runs already, or 0 */
	char **command; /* the words of the command, up to NULL */
	bool repeat_runs; /* run it again for what is not counted beside the samples */
	char *words; /* $PERFCNT_PROFILE_OPTS, into which options may point, or NULL */
	const char *symfs; /* the folder that the files of a saved run are below, or "" */
	const char *saved; /* a saved run that is to be reported, or NULL if a command is run */
};

/*
 * Understands the command line.  Ends the tool if a word is wrong, and after --help and --version.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif /* PERFCNT_PROFILE_OPTIONS_H */
