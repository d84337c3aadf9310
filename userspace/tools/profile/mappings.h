/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the command maps, and what it starts, from perf's records of it; or what all processes do.
 */
#ifndef PERFCNT_PROFILE_MAPPINGS_H
#define PERFCNT_PROFILE_MAPPINGS_H

#include "session/records.h"
#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

/*
 * Notes from now on what programs map that this process starts, or all processes, for
 * records_close().  Ends the tool with a message if the kernel cannot tell that.
 */
struct records *mappings_open(bool of_all);

/*
 * Adds a mapping of a process, which may be alive.  Returns whether it can be memory that a program
 * makes code in.
 */
bool mappings_add(const struct space_change *change, struct address_spaces *spaces,
		  struct samples *samples);

/*
 * Waits for records, too: @epoll, from epoll_create1(2), is ready when there is something to take.
 */
void mappings_watch(const struct records *records, int epoll);

/*
 * Takes what there is, and looks at the processes.  @spaces gets the changes, @processes what is
 * known of processes only while they live, and @samples the modules, and how much was lost.
 */
void mappings_take(struct records *records, struct address_spaces *spaces,
		   struct processes *processes, struct samples *samples);

#endif /* PERFCNT_PROFILE_MAPPINGS_H */
