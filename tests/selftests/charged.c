// SPDX-License-Identifier: GPL-2.0
/* What a memory cgroup has; charged.h has the idea. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "charged.h"
#include "counters.h"

#define ROOT "/sys/fs/cgroup"
#define GROUP ROOT "/perfcnt"

/* A process (0: this one) and all that it forks; false if this kernel charges nobody. */
bool charge(pid_t pid)
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

/* Bytes of objects that the kernel cannot reclaim and has not freed. */
static long charged(void)
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

/*
 * What the kernel charges in the end, if that is from low to high bytes, and what it does
 * after a minute otherwise: it frees some objects after RCU's grace periods, 5 s and more,
 * and adds up every 2 s what the CPUs have.
 */
long charged_at_last(long low, long high)
{
	unsigned int tries;
	long bytes;

	for (tries = 0; tries < 3000; tries++) {
		bytes = charged();
		if (low <= bytes && bytes <= high)
			break;
		usleep(20000);
	}
	return bytes;
}

/*
 * By how many bytes that may be too high or too low: each CPU keeps changes to itself
 * until they are more than a page, and the first one even if it is more
 * (mod_objcg_state() in mm/memcontrol.c).  No object is larger than a task_struct.
 */
long charged_late(void)
{
	long page = sysconf(_SC_PAGESIZE), task = 1536 * sizeof(long);

	return sysconf(_SC_NPROCESSORS_ONLN) * (page > task ? page : task);
}

/* All others have ended. */
void charge_no_more(void)
{
	if (write_file(ROOT "/cgroup.procs", "0") || rmdir(GROUP))
		fatal("%s: %s", GROUP, strerror(errno));
}
