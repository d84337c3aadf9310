/* SPDX-License-Identifier: GPL-2.0 */
/* What each sample is in. */
#ifndef PERFCNT_PROFILE_MODULES_H
#define PERFCNT_PROFILE_MODULES_H

#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

struct modules;

/*
 * Begins to find what samples are in, for modules_close().  The run gets modules.  It, what was in
 * the memory of its processes, and what is known of them must outlive the search.
 */
struct modules *modules_open(struct samples *samples, struct address_spaces *spaces,
			     const struct processes *processes);

/*
 * Finds the module of a sample, which has its address in memory, and where in it that is.  All
 * changes up to the sample are sorted, and no sample before it was in a later time.  What only the
 * kernel or its program names gets a module that is settled in the end.
 */
void modules_place(struct modules *modules, struct sample *sample);

/*
 * Finds names that are known only now, and settles and frees all; the run has all samples, and is
 * settled.  Says why what a program has made has no names.
 */
void modules_close(struct modules *modules);

#endif /* PERFCNT_PROFILE_MODULES_H */
