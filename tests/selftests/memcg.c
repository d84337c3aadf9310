// SPDX-License-Identifier: GPL-2.0
/* A memory cgroup, and its memory.stat. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memcg.h"
#include "counters.h"

#define ROOT "/sys/fs/cgroup"
#define GROUP ROOT "/perfcnt"

bool memcg_enter(pid_t pid)
{
	char text[16];

	if (access(ROOT "/cgroup.procs", F_OK) &&
	    mount("none", ROOT, "cgroup2", 0, NULL))
		return false;
	if (write_file(ROOT "/cgroup.subtree_control", "+memory"))
		return false;
	snprintf(text, sizeof(text), "%d", pid);
	if (mkdir(GROUP, 0700) || write_file(GROUP "/cgroup.procs", text))
		fatal("%s: %s", GROUP, strerror(errno));
	return true;
}

static long slab_bytes(void)
{
	static const char name[] = "\nslab_unreclaimable ";
	char text[8192];
	const char *line;

	read_file(GROUP "/memory.stat", text, sizeof(text));
	line = strstr(text, name);
	if (!line)
		fatal("%s: no slab_unreclaimable", GROUP);
	return atol(line + strlen(name));
}

long memcg_settle(long low, long high)
{
	unsigned int tries;
	long bytes;

	for (tries = 0; tries < AGES / 20; tries++) {
		bytes = slab_bytes();
		if (low <= bytes && bytes <= high)
			break;
		usleep(20000);
	}
	return bytes;
}

long memcg_slack(void)
{
	long page = sysconf(_SC_PAGESIZE);
	long task = 1536 * sizeof(long); /* more than a task_struct, the largest object */

	return sysconf(_SC_NPROCESSORS_ONLN) * (page > task ? page : task);
}

void memcg_leave(void)
{
	if (write_file(ROOT "/cgroup.procs", "0") || rmdir(GROUP))
		fatal("%s: %s", GROUP, strerror(errno));
}
