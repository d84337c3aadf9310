/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Has a command that perf counts left it at an execve(2)?  The kernel lets perf follow no
 * program that is set-user-ID or set-group-ID, or that its user may not read.
 */
#ifndef PERFCNT_PERF_LEAVER_H
#define PERFCNT_PERF_LEAVER_H

#include <sys/types.h>

struct perf_leaver;

/**
 * perfcnt_perf_leaver_new() - watch a command
 * @pid: its process, before its execve(2)
 *
 * It is watched with all its threads, but not what it starts.
 *
 * Return: the watch, or NULL: as perf_event_open(2) and mmap(2).
 */
struct perf_leaver *perfcnt_perf_leaver_new(pid_t pid);

/**
 * perfcnt_perf_leaver_has_left() - has it left?
 * @leaver: the watch
 *
 * A handler of signals can call it.
 *
 * Return: 1 if it has, 0 if it has not, or -1 with words: EIO if that is not known.
 */
int perfcnt_perf_leaver_has_left(const struct perf_leaver *leaver);

/**
 * perfcnt_perf_leaver_free() - watch no more
 * @leaver: the watch, or NULL; a child process frees its copy alone
 */
void perfcnt_perf_leaver_free(struct perf_leaver *leaver);

#endif /* PERFCNT_PERF_LEAVER_H */
