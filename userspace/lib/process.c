// SPDX-License-Identifier: LGPL-2.1-or-later
/* Processes, which stay the same whoever has their numbers later. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "handle.h"
#include "process.h"

/* Of a thread that is no process there is none, either.  Valgrind has no pidfd_open(2). */
int perfcnt_process_open(pid_t pid, int *pidfd)
{
	*pidfd = syscall(SYS_pidfd_open, pid, 0);
	if (*pidfd >= 0)
		return 0;
	switch (errno) {
	case ESRCH:
	case EINVAL:
	case ENOENT:
		return perfcnt_refuse_call(ESRCH, "there is no process %d", pid);
	case EMFILE:
	case ENFILE:
	case ENOMEM:
		return -1;
	}
	return perfcnt_process_check(pid, -1);
}

int perfcnt_process_check(pid_t pid, int pidfd)
{
	struct pollfd polled = { .fd = pidfd, .events = POLLIN };

	if (pidfd < 0 ? !pid || !kill(pid, 0) || errno != ESRCH : !poll(&polled, 1, 0))
		return 0;
	return perfcnt_refuse_call(ESRCH, "process %d has ended", pid);
}

bool perfcnt_process_is_one_thread(void)
{
	struct stat threads;

	return !stat("/proc/self/task", &threads) && threads.st_nlink == 3;
}
