// SPDX-License-Identifier: GPL-2.0
/* The kernel tells of the end of a process, but not of that of a thread. */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/message.h"
#include "process.h"

/* How often it is looked whether a thread is still there, in milliseconds. */
#define LOOK	100

/* What the kernel says of a process, or of a thread. */
struct state {
	int process; /* the number of its process; 0 if it is not there */
	char letter; /* as in ps(1); Z if it has ended */
};

static struct state state_of(int pid)
{
	struct state state = { 0 };
	char path[32], line[128];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	file = fopen(path, "re");
	if (!file)
		return state;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "State: %c", &state.letter) != 1 &&
		    sscanf(line, "Tgid: %d", &state.process) == 1)
			break;
	fclose(file);
	return state;
}

void process_check(int pid)
{
	const struct state state = state_of(pid);

	if (!state.process)
		fail("process %d: %s", pid, strerror(ESRCH));
	if (state.process != pid)
		fail("%d is a thread of process %d: use --pid %d", pid, state.process,
		     state.process);
}

static bool has_ended(int pid)
{
	const struct state state = state_of(pid);

	return !state.process || state.letter == 'Z';
}

/* Until a signal that ends things, or until the process, or the thread, has ended. */
static void await_end(const struct command *command, int pid, int pidfd)
{
	const struct command_watch *watch = command->watch;
	const bool looks = pid && pidfd < 0; /* these are of processes */
	sigset_t ends = command->caught;
	struct pollfd fds[] = {
		{ .events = POLLIN },
		{ .fd = pidfd, .events = POLLIN },
		{ .fd = command_watch_edges(watch), .events = POLLIN },
	};

	sigdelset(&ends, SIGCHLD);
	fds[0].fd = signalfd(-1, &ends, SFD_CLOEXEC);
	if (fds[0].fd < 0)
		fail("signalfd: %s", strerror(errno));
	while (!fds[0].revents && !fds[1].revents && (!looks || !has_ended(pid))) {
		if (poll(fds, ARRAY_SIZE(fds), looks ? LOOK : -1) < 0)
			fail("poll: %s", strerror(errno));
		if (fds[2].revents)
			command_watch_ready(watch, fds[2].fd);
	}
	close(fds[0].fd);
	if (fds[2].fd >= 0)
		close(fds[2].fd);
}

struct outcome process_wait(const struct command *command, int pid,
			    int (*start)(void *argument), void *argument)
{
	const int pidfd = pid ? syscall(SYS_pidfd_open, pid, 0) : -1;
	struct outcome outcome = { 0 };
	uint64_t begun;

	if (pid && pidfd < 0 && has_ended(pid))
		outcome.error = ESRCH;
	else if (start && start(argument))
		outcome.error = errno;
	else
		outcome.started = true;
	begun = clock_now();
	if (!outcome.error)
		await_end(command, pid, pidfd);
	outcome.time.elapsed = clock_now() - begun;
	if (pidfd >= 0)
		close(pidfd);
	return outcome;
}
