// SPDX-License-Identifier: GPL-2.0
/* /proc, as long as it has the process. */
#define _FILE_OFFSET_BITS 64 /* inodes of 64 bits, too */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "roots.h"

#define uthash_fatal(words) out_of_memory()
#include "processes.h"

#define FOLDER		"tmp"

/* How many are kept open at most. */
#define MOST_FOLDERS	256

/* Whose it is, where files are made, and its innermost number. */
static void read_status(struct process *process)
{
	char *path = formatted("/proc/%u/status", process->pid);
	FILE *file = fopen(path, "re");
	unsigned int user;
	char line[1024];
	const char *last;

	free(path);
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "Uid: %*u %*u %*u %u", &user) == 1)
			process->user = user;
		last = strncmp(line, "NSpid:", 6) ? NULL : strrchr(line, '\t');
		if (last)
			process->own_pid = strtoul(last, NULL, 10);
	}
	if (file)
		fclose(file);
}

/* The number of a folder, whose descriptor is kept if it is new. */
static size_t add_folder(struct processes *processes, int descriptor)
{
	struct stat status;
	size_t i;

	if (descriptor < 0 || fstat(descriptor, &status)) {
		if (descriptor >= 0)
			close(descriptor);
		return PROCESS_NO_FOLDER;
	}
	for (i = 0; i < processes->folder_count; i++)
		if (processes->folders[i].device == status.st_dev &&
		    processes->folders[i].inode == status.st_ino)
			break;
	if (i < processes->folder_count || i == MOST_FOLDERS) {
		close(descriptor);
		return i < MOST_FOLDERS ? i : PROCESS_NO_FOLDER;
	}
	processes->folders = grow(processes->folders, i, sizeof(*processes->folders));
	processes->folders[processes->folder_count++] = (struct process_folder){
		.device = status.st_dev, .inode = status.st_ino, .descriptor = descriptor,
	};
	return i;
}

/*
 * What is open cannot be unmounted: that may show only where nothing but the process's own
 * end unmounts it, so a /tmp is kept open if it is of other mounts than this tool's.
 */
void processes_look(struct processes *processes, uint32_t pid)
{
	struct process now = {
		.pid = pid, .own_pid = pid, .user = geteuid(),
		.folder = PROCESS_NO_FOLDER,
	}, *known;
	int root = root_of_process(pid);

	/* one that has ended has numbers, but no root */
	if (root < 0)
		return;
	read_status(&now);
	now.root = root_path(pid);
	if (!now.root)
		now.folder = add_folder(processes, root_file(root, FOLDER,
							     O_PATH | O_DIRECTORY));
	close(root);
	HASH_FIND(hh, processes->all, &pid, sizeof(pid), known);
	if (!known) {
		known = zeros(1, sizeof(*known));
		known->pid = pid;
		HASH_ADD(hh, processes->all, pid, sizeof(pid), known);
	}
	free(known->root);
	known->own_pid = now.own_pid;
	known->user = now.user;
	known->root = now.root;
	known->folder = now.folder;
}

/* Anybody can make a file of that name, a FIFO or a link. */
static const char *judge(int descriptor, uid_t user)
{
	struct stat status;

	if (fstat(descriptor, &status) || !S_ISREG(status.st_mode))
		return "it is not a file";
	if (status.st_uid && status.st_uid != user)
		return "it belongs to another user than the process";
	return NULL;
}

#define MAP_FLAGS	(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)

/* In a folder that was kept open. */
static int open_kept(const struct processes *processes, const struct process *process,
		     char **path)
{
	char *name = formatted("perf-%u.map", process->own_pid);
	int descriptor = -1;

	*path = formatted("/proc/%u/root/" FOLDER "/%s", process->pid, name);
	errno = ENOENT;
	if (process->folder != PROCESS_NO_FOLDER)
		descriptor = openat(processes->folders[process->folder].descriptor, name,
				    MAP_FLAGS | O_CLOEXEC);
	free(name);
	return descriptor;
}

/* Below a root that has a path. */
static int open_below(const char *top, uint32_t number, char **path)
{
	int root = root_at(top), descriptor;
	char *below = formatted("/" FOLDER "/perf-%u.map", number);

	*path = formatted("%s%s", strcmp(top, "/") ? top : "", below);
	descriptor = root_file(root, below, MAP_FLAGS);
	free(below);
	if (root >= 0)
		close(root);
	return descriptor;
}

int processes_open_map(const struct processes *processes, uint32_t pid, char **path,
		       const char **why)
{
	const struct process *known;
	int descriptor;

	HASH_FIND(hh, processes->all, &pid, sizeof(pid), known);
	if (!known)
		descriptor = open_below("/", pid, path);
	else if (known->root)
		descriptor = open_below(known->root, known->own_pid, path);
	else
		descriptor = open_kept(processes, known, path);
	*why = NULL;
	if (descriptor < 0) {
		if (errno != ENOENT)
			*why = strerror(errno);
		return -1;
	}
	*why = judge(descriptor, known ? known->user : geteuid());
	if (!*why)
		return descriptor;
	close(descriptor);
	return -1;
}

void processes_free(struct processes *processes)
{
	struct process *process = processes->all, *next;
	size_t i;

	HASH_CLEAR(hh, processes->all);
	for (; process; process = next) {
		next = process->hh.next;
		free(process->root);
		free(process);
	}
	for (i = 0; i < processes->folder_count; i++)
		close(processes->folders[i].descriptor);
	free(processes->folders);
}
