/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the command maps, and what it starts, from perf's records of it.
 */
#ifndef PERFCNT_PROFILE_MAPPINGS_H
#define PERFCNT_PROFILE_MAPPINGS_H

#include "session/records.h"
#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

/**
 * mappings_open() - note from now on what programs map that this process starts
 *
 * Ends the tool with a message if the kernel cannot tell that.
 *
 * Return: the records, which records_close() frees.
 */
struct records *mappings_open(void);

/**
 * mappings_watch() - wait for records, too
 * @records: the records
 * @epoll: from epoll_create1(2): it is ready when there is something to take
 */
void mappings_watch(const struct records *records, int epoll);

/**
 * mappings_take() - take what there is, and look at the processes
 * @records: the records
 * @spaces: gets the changes
 * @processes: gets what is known of processes only while they live
 * @samples: gets the modules, and how much was lost
 */
void mappings_take(struct records *records, struct address_spaces *spaces,
		   struct processes *processes, struct samples *samples);

#endif /* PERFCNT_PROFILE_MAPPINGS_H */
