/* SPDX-License-Identifier: GPL-2.0 */
/* From the spots' addresses to the names of functions and lines, by elfutils. */
#ifndef PERFCNT_PROFILE_NAMES_H
#define PERFCNT_PROFILE_NAMES_H

#include "symbols/place.h"
#include "samples.h"

struct names;

/*
 * Looks for the names of all spots of a run, which was settled and must outlive the names;
 * names_close() frees them.  @root is the folder that its files are below, or "".  @with_code:
 * their instructions are wanted, too.  Says which files cannot be read, or are not those that ran.
 */
struct names *names_open(const struct samples *samples, const char *root,
			 bool with_code);

void names_close(struct names *names);

/* The place of each spot of the run, until names_close(). */
const struct place *names_places(const struct names *names);

#endif /* PERFCNT_PROFILE_NAMES_H */
