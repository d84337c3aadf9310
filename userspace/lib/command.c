// SPDX-License-Identifier: LGPL-2.1-or-later
/* A command whose events are counted, from its exec on. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "events.h"
#include "handle.h"

/* In the child: nothing comes back unless it fails. */
static __attribute__((noreturn)) void execute(struct perfcnt_events *events,
					      char *const argv[], int to)
{
	unsigned int flags = PERFCNT_SCOPE_SHARED | PERFCNT_SCOPE_INHERIT |
			     PERFCNT_SCOPE_ON_EXEC;
	int error;

	if (events->threads)
		flags |= PERFCNT_SCOPE_RECORDS;
	if (!perfcnt_tree_enter(events->tree, 0, flags)) {
		execvp(argv[0], argv);
		error = errno;
		perfcnt_tree_leave(events->tree); /* the parent can try another command */
	} else {
		error = errno;
	}
	if (write(to, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

/* The errno of a child that has not executed the command, or 0. */
static int error_of(int from)
{
	ssize_t got;
	int error;

	do
		got = read(from, &error, sizeof(error));
	while (got < 0 && errno == EINTR);
	return got == sizeof(error) ? error : 0;
}

/* The child lets itself be counted, as its parent may not have the right to do it. */
static pid_t start_child(struct perfcnt_events *events, char *const argv[])
{
	int ends[2], error;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	pid = fork();
	if (!pid)
		execute(events, argv, ends[1]);
	error = pid < 0 ? errno : 0;
	close(ends[1]);
	if (pid > 0) {
		error = error_of(ends[0]);
		if (error)
			waitpid(pid, NULL, 0);
	}
	close(ends[0]);
	if (!error)
		return pid;
	errno = error;
	return -1;
}

PERFCNT_API pid_t perfcnt_spawn(struct perfcnt *perfcnt, char *const argv[])
{
	struct perfcnt_events *events = perfcnt->events;
	pid_t pid;

	perfcnt_forget_words();
	if (!events || events->scope != EVENTS_COMMAND)
		return perfcnt_refuse_call(EINVAL, "this was not opened for a command");
	if (!perfcnt_events_are_own(perfcnt))
		return -1;
	if (events->started)
		return perfcnt_refuse_call(EBUSY, "a command was started already");
	if (!events->count)
		return perfcnt_refuse_call(EINVAL, "there are no events");
	if (perfcnt_events_prepare_command(events))
		return -1;
	pid = start_child(events, argv);
	if (pid < 0)
		return -1;
	if (perfcnt_tree_entered(events->tree) || perfcnt_events_start(perfcnt))
		return -1;
	events->tries = EVENTS_TRIES;
	events->begun = 1;
	return pid;
}
