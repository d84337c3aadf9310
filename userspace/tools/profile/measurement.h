/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of settings: a line `key = value` each, where a key is a setting's name with _
 * for -.  `#` begins a comment.
 */
#ifndef PERFCNT_PROFILE_MEASUREMENT_H
#define PERFCNT_PROFILE_MEASUREMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "settings.h"

/*
 * Takes the settings of a measurement.  A name with a / is a path.  Others are looked for in the
 * folders of $PERFCNT_MEASUREMENTS, in perfcnt/measurements of $XDG_CONFIG_HOME and of /etc, and
 * among those that pc_profile has in itself.  Ends the tool, with words on where and what, if a
 * line is wrong or a path cannot be read.  Returns whether there is a measurement of that name.
 */
bool measurement_read(struct settings *settings, const char *name);

/*
 * Takes the settings of the user, those of perfcnt/profilerc in $XDG_CONFIG_HOME (~/.config), if
 * there are any.  Ends the tool as measurement_read().
 */
void measurement_read_users(struct settings *settings);

/* Prints the names and titles of all measurements.  Ends the tool as measurement_read(). */
void measurement_list(FILE *out);

/* A file of settings. */
struct builtin_measurement {
	const char *name;
	const char *text;
};

/* Their texts, each up to a NUL. */
extern const char measurement_cycles[];
extern const char measurement_fprof[];
extern const char measurement_dcache[];
extern const char measurement_icache[];
extern const char measurement_branch[];
extern const char measurement_itlb[];
extern const char measurement_dtlb[];

/* Up to a NULL name. */
extern const struct builtin_measurement builtin_measurements[];

#endif /* PERFCNT_PROFILE_MEASUREMENT_H */
