/* SPDX-License-Identifier: GPL-2.0 */
/* From the spots' addresses to the names of functions and lines, by elfutils. */
#ifndef PERFCNT_PROFILE_NAMES_H
#define PERFCNT_PROFILE_NAMES_H

#include "symbols/place.h"
#include "samples.h"

struct names;

/**
 * names_open() - look for the names of all spots
 * @samples: the run, which was settled and must outlive the names
 * @root: the folder that its files are below, or ""
 * @with_code: their instructions are wanted, too
 *
 * Says which files cannot be read, or are not those that ran.
 *
 * Return: the names, which names_close() frees.
 */
struct names *names_open(const struct samples *samples, const char *root,
			 bool with_code);

/**
 * names_close() - free the names
 * @names: the names
 */
void names_close(struct names *names);

/**
 * names_places() - the places of the spots
 * @names: the names
 *
 * Return: the place of each spot of the run; valid until names_close().
 */
const struct place *names_places(const struct names *names);

#endif /* PERFCNT_PROFILE_NAMES_H */
