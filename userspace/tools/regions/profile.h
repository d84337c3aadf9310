/* SPDX-License-Identifier: GPL-2.0 */
/* The profile of a program that uses libperfcnt, in a file or in its memory. */
#ifndef PERFCNT_REGIONS_PROFILE_H
#define PERFCNT_REGIONS_PROFILE_H

#include "options.h"

/**
 * profile_show() - print a profile, if there is one among the files
 * @options: what was asked for
 *
 * Ends the tool then, and if a process has none.
 */
void profile_show(const struct options *options);

#endif /* PERFCNT_REGIONS_PROFILE_H */
