/* SPDX-License-Identifier: GPL-2.0 */
/* What is known of a process only while it lives. */
#ifndef PERFCNT_PROFILE_PROCESSES_H
#define PERFCNT_PROFILE_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <uthash.h>

/**
 * struct process - a process
 * @pid: its number here
 * @own_pid: its number in its own namespace
 * @user: whose it is
 * @root: the path of its root, or NULL if it has other mounts
 * @folder: then the number of its /tmp among all folders, or PROCESS_NO_FOLDER
 * @hh: for uthash
 */
struct process {
	uint32_t pid;
	uint32_t own_pid;
	uid_t user;
	char *root;
	size_t folder;
	UT_hash_handle hh;
};

#define PROCESS_NO_FOLDER	SIZE_MAX

/**
 * struct process_folder - a /tmp of other mounts, which many processes may have
 * @device: its file system
 * @inode: its number there
 * @descriptor: the folder, which stays as long as it is open
 */
struct process_folder {
	uint64_t device;
	uint64_t inode;
	int descriptor;
};

/**
 * struct processes - processes, by their numbers
 * @all: them
 * @folders: their folders
 * @folder_count: how many
 */
struct processes {
	struct process *all;
	struct process_folder *folders;
	size_t folder_count;
};

/**
 * processes_look() - learn what can be known of a process now
 * @processes: the processes
 * @pid: its number
 *
 * What is known of one that lives no more stays.
 */
void processes_look(struct processes *processes, uint32_t pid);

/**
 * processes_open_map() - open a process's list of the code that it has made
 * @processes: the processes
 * @pid: the process
 * @path: gets its path from here, which the caller frees, also if there is none
 * @why: gets in words why it is not used, or NULL
 *
 * It is perf-PID.map of the process's own /tmp and number, a file, and belongs to the
 * process's user or to root.  A process that was never seen is taken to have this tool's user
 * and /tmp.
 *
 * Return: a descriptor, or -1.
 */
int processes_open_map(const struct processes *processes, uint32_t pid, char **path,
		       const char **why);

/**
 * processes_free() - free all
 * @processes: the processes
 */
void processes_free(struct processes *processes);

#endif /* PERFCNT_PROFILE_PROCESSES_H */
