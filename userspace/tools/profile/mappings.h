/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the command maps, and what it starts: the kernel's perf tells that beside an event
 * that counts nothing.
 */
#ifndef PERFCNT_PROFILE_MAPPINGS_H
#define PERFCNT_PROFILE_MAPPINGS_H

#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

struct mappings;

/**
 * mappings_open() - note from now on what programs map that this process starts
 *
 * Ends the tool with a message if the kernel cannot tell that.
 *
 * Return: the mappings, which mappings_close() frees.
 */
struct mappings *mappings_open(void);

/**
 * mappings_close() - note nothing more, and free the mappings
 * @mappings: the mappings
 */
void mappings_close(struct mappings *mappings);

/**
 * mappings_watch() - wait for mappings, too
 * @mappings: the mappings
 * @epoll: from epoll_create1(2): it is ready when there is something to take
 */
void mappings_watch(const struct mappings *mappings, int epoll);

/**
 * mappings_take() - take what there is, and look at the processes
 * @mappings: the mappings
 * @spaces: gets the changes
 * @processes: gets what is known of processes only while they live
 * @samples: gets the modules, and how much was lost
 */
void mappings_take(struct mappings *mappings, struct address_spaces *spaces,
		   struct processes *processes, struct samples *samples);

#endif /* PERFCNT_PROFILE_MAPPINGS_H */
