/* SPDX-License-Identifier: GPL-2.0 */
/* What each sample is in. */
#ifndef PERFCNT_PROFILE_MODULES_H
#define PERFCNT_PROFILE_MODULES_H

#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

/**
 * modules_find() - find the module of each sample, and where in it that is
 * @samples: the run, whose samples have their addresses in memory; they are put into the
 *	     order of time, and the run gets modules, and names that can only be found now
 * @spaces: what was in the memory of processes; changes in any order
 * @processes: what is known of them
 *
 * Says why what a program has made has no names.
 */
void modules_find(struct samples *samples, struct address_spaces *spaces,
		  const struct processes *processes);

#endif /* PERFCNT_PROFILE_MODULES_H */
