/* SPDX-License-Identifier: GPL-2.0 */
/* Files as a process sees them, which may have another root and other mounts. */
#ifndef PERFCNT_PROFILE_ROOTS_H
#define PERFCNT_PROFILE_ROOTS_H

#include <stdint.h>

/**
 * root_of_process() - open the root of a process
 * @pid: the process
 *
 * Return: a descriptor, for O_PATH alone, or -1 if the process has ended, or may not be
 * looked at.
 */
int root_of_process(uint32_t pid);

/**
 * root_path() - where the root of a process is
 * @pid: the process
 *
 * Return: its path, which the caller frees, or NULL if it has other mounts than this tool.
 */
char *root_path(uint32_t pid);

/**
 * root_at() - open a root by its path
 * @path: from root_path()
 *
 * Return: as root_of_process().
 */
int root_at(const char *path);

/**
 * root_file() - open a file below a root
 * @root: the root, or -1 with errno, which this returns
 * @path: its path there; links lead nowhere else
 * @flags: as of open(2); it is closed on exec
 *
 * Return: a descriptor, or -1 with errno.
 */
int root_file(int root, const char *path, int flags);

#endif /* PERFCNT_PROFILE_ROOTS_H */
