// SPDX-License-Identifier: LGPL-2.1-or-later
/* Processes, which stay the same whoever has their numbers later. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "handle.h"
#include "process.h"

int perfcnt_process_open(pid_t pid)
{
	int fd = syscall(SYS_pidfd_open, pid, 0);

	/* of a thread that is no process, too */
	if (fd < 0 && (errno == ESRCH || errno == EINVAL || errno == ENOENT))
		perfcnt_refuse_call(ESRCH, "there is no process %d", pid);
	return fd;
}

int perfcnt_process_check(pid_t pid, int pidfd)
{
	struct pollfd polled = { .fd = pidfd, .events = POLLIN };

	if (!pid || (pidfd >= 0 && !poll(&polled, 1, 0)))
		return 0;
	return perfcnt_refuse_call(ESRCH, "process %d has ended", pid);
}

bool perfcnt_process_is_one_thread(void)
{
	struct stat threads;

	return !stat("/proc/self/task", &threads) && threads.st_nlink == 3;
}
