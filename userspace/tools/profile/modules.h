/* SPDX-License-Identifier: GPL-2.0 */
/* What each sample is in. */
#ifndef PERFCNT_PROFILE_MODULES_H
#define PERFCNT_PROFILE_MODULES_H

#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

struct modules;

/**
 * modules_open() - begin to find what samples are in
 * @samples: the run, which gets modules; it must outlive the search
 * @spaces: what was in the memory of its processes; also
 * @processes: what is known of them; also
 *
 * Return: the search, which modules_close() ends.
 */
struct modules *modules_open(struct samples *samples, struct address_spaces *spaces,
			     const struct processes *processes);

/**
 * modules_place() - find the module of a sample, and where in it that is
 * @modules: the search; all changes up to the sample are sorted
 * @sample: the sample, with its address in memory; none before it was in a later time
 *
 * What only the kernel or its program names gets a module that is settled in the end.
 */
void modules_place(struct modules *modules, struct sample *sample);

/**
 * modules_close() - find names that are known only now, and settle and free all
 * @modules: the search; the run has all samples, and is settled
 *
 * Says why what a program has made has no names.
 */
void modules_close(struct modules *modules);

#endif /* PERFCNT_PROFILE_MODULES_H */
