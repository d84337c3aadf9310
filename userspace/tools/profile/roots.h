/* SPDX-License-Identifier: GPL-2.0 */
/* Files as a process sees them, which may have another root and other mounts. */
#ifndef PERFCNT_PROFILE_ROOTS_H
#define PERFCNT_PROFILE_ROOTS_H

#include <stdint.h>

/*
 * Opens the root of a process.  Returns a descriptor, for O_PATH alone, or -1 if the process has
 * ended, or may not be looked at.
 */
int root_of_process(uint32_t pid);

/*
 * The path of the root of a process, which the caller frees, or NULL if it has other mounts than
 * this tool.
 */
char *root_path(uint32_t pid);

/* Opens a root by its path, from root_path().  Returns as root_of_process(). */
int root_at(const char *path);

/*
 * Opens a file below a root, by its path there; links lead nowhere else.  If the root is -1, this
 * fails with the errno that there is.  @flags are those of open(2); the file is closed on exec.
 * Returns a descriptor, or -1 with errno.
 */
int root_file(int root, const char *path, int flags);

#endif /* PERFCNT_PROFILE_ROOTS_H */
