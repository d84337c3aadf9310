/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What /proc says of processes that run: the code that they have mapped.  It says nothing of what
 * was between two looks.
 */
#ifndef PERFCNT_PROFILE_RUNNING_H
#define PERFCNT_PROFILE_RUNNING_H

#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

struct running;

/* Begins to look at a process, or at all if it is 0; running_close() ends that. */
struct running *running_open(uint32_t pid, struct address_spaces *spaces,
			     struct processes *processes, struct samples *samples);

/* Adds what is mapped now to the spaces, when perf's records already tell what changes. */
void running_find(struct running *running);

/*
 * Without records: adds what was mapped at the last look, and is now; what has come or gone between
 * is not known.  Nothing is known before the first look.
 */
void running_look(struct running *running);

/* When that was, on the clock of samples: no sample after it can be placed. */
uint64_t running_looked(const struct running *running);

/* It may be NULL. */
void running_close(struct running *running);

#endif /* PERFCNT_PROFILE_RUNNING_H */
