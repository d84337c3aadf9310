/* SPDX-License-Identifier: GPL-2.0 */
/* What is known of a process only while it lives. */
#ifndef PERFCNT_PROFILE_PROCESSES_H
#define PERFCNT_PROFILE_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <uthash.h>

struct process {
	uint32_t pid; /* its number here */
	uint32_t own_pid; /* its number in its own namespace */
	uid_t user; /* whose it is */
	char *root; /* the path of its root, or NULL if it has other mounts */
	/* if it has, the number of its /tmp among all folders, or PROCESS_NO_FOLDER */
	size_t folder;
	UT_hash_handle hh;
};

#define PROCESS_NO_FOLDER	SIZE_MAX

/* A /tmp of other mounts, which many processes may have. */
struct process_folder {
	uint64_t device; /* its file system */
	uint64_t inode; /* its number there */
	int descriptor; /* the folder, which stays as long as it is open */
};

struct processes {
	struct process *all; /* by their numbers */
	struct process_folder *folders; /* of all of them */
	size_t folder_count;
};

/* Learns what can be known of a process now.  What is known of one that lives no more stays. */
void processes_look(struct processes *processes, uint32_t pid);

/*
 * Opens a process's list of the code that it has made: perf-PID.map of the process's own /tmp and
 * number, a file, which belongs to the process's user or to root.  A process that was never seen is
 * taken to have this tool's user and /tmp.  @path gets the list's path from here, which the caller
 * frees, also if there is none; @why gets in words why it is not used, or NULL.  Returns a
 * descriptor, or -1.
 */
int processes_open_map(const struct processes *processes, uint32_t pid, char **path,
		       const char **why);

void processes_free(struct processes *processes);

#endif /* PERFCNT_PROFILE_PROCESSES_H */
