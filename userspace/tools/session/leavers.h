/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Does anything that perf counts for a command leave it at an execve(2)?  The kernel lets perf
 * follow no program that is set-user-ID or set-group-ID, or that its user may not read: what
 * that does is not in the counts.
 */
#ifndef PERFCNT_TOOLS_LEAVERS_H
#define PERFCNT_TOOLS_LEAVERS_H

#include "command.h"

struct leavers;

/*
 * Watches all that this process will run, and what that starts.  Perf's events that count it must
 * be those of this process that its children inherit.  For leavers_free(); NULL as
 * perf_event_open(2) and mmap(2).
 */
struct leavers *leavers_new(void);

/*
 * What is to be done while commands run, for struct command: perf's records are read, of which its
 * rings keep few.
 */
const struct command_watch *leavers_watch(const struct leavers *leavers);

/*
 * Reads the rest, when a command has ended; the watch goes on.  Returns NULL if nothing has left
 * yet, or why the counts are partial, in words.
 */
const char *leavers_end(struct leavers *leavers);

/* It may be NULL. */
void leavers_free(struct leavers *leavers);

#endif /* PERFCNT_TOOLS_LEAVERS_H */
