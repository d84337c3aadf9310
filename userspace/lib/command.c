// SPDX-License-Identifier: LGPL-2.1-or-later
/* A command whose events are counted, from its exec on. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "events.h"
#include "handle.h"

/* A handler would run in our memory; execve(2) forgets them, too. */
static void forget_handlers(void)
{
	const struct sigaction none = { .sa_handler = SIG_DFL };
	struct sigaction action;
	int number;

	for (number = 1; number < NSIG; number++)
		if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_IGN &&
		    action.sa_handler != SIG_DFL)
			sigaction(number, &none, NULL);
}

/* In a child: the signals that are blocked in the command. */
static void set_signals(const sigset_t *mask, const sigset_t *before)
{
	if (!mask)
		forget_handlers();
	sigprocmask(SIG_SETMASK, mask ? mask : before, NULL);
}

/**
 * struct failure - why a child is no command
 * @error: the errno
 * @entered: what was called before was a success
 */
struct failure {
	int error;
	bool entered;
};

/* In the child: nothing comes back unless it fails. */
static __attribute__((noreturn)) void execute(const struct perfcnt_command *command,
					      int (*enter)(void *argument), void *argument,
					      int to)
{
	struct failure failure = { .entered = !enter || !enter(argument) };

	if (failure.entered)
		execvp(command->file, command->argv);
	failure.error = errno;
	if (write(to, &failure, sizeof(failure)) < 0)
		_exit(127);
	_exit(126);
}

/* In the child: until the parent says so; -1 if it does not. */
static int await_parent(void *go)
{
	const int *ends = go;
	char word;

	close(ends[1]);
	return read(ends[0], &word, sizeof(word)) == sizeof(word) ? 0 : -1;
}

/* In the child. */
static __attribute__((noreturn)) void become(const struct perfcnt_command *command,
					     const sigset_t *before, int to, int go[2])
{
	set_signals(command->mask, before);
	if (command->attach)
		execute(command, await_parent, go, to);
	execute(command, command->enter, command->argument, to);
}

/* In the parent, to which @from comes: why the child has become no command. */
static struct failure await_child(const struct perfcnt_command *command, pid_t pid, int from,
				  int go)
{
	struct failure failure;

	if (pid < 0 || (command->attach && (command->attach(command->argument, pid) ||
					    write(go, "", 1) < 0)))
		return (struct failure){ .error = errno };
	if (read(from, &failure, sizeof(failure)) == sizeof(failure))
		return failure;
	/* it is a command, or a signal has ended it: wait(2) says so */
	return (struct failure){ .entered = true };
}

static void close_both(const int ends[2])
{
	close(ends[0]);
	close(ends[1]);
}

/* Where vfork(2) does not share memory, as in valgrind, nothing else is different. */
static pid_t start(const struct perfcnt_command *command, const int ends[2], int go[2],
		   struct failure *failure)
{
	sigset_t all, before;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid = command->attach ? fork() : vfork();
	if (!pid)
		become(command, &before, ends[1], go);
	close(ends[1]);
	*failure = await_child(command, pid, ends[0], go[1]);
	close(ends[0]);
	if (command->attach)
		close_both(go); /* a child that still waits ends now */
	if (pid > 0 && failure->error)
		waitpid(pid, NULL, 0);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

pid_t perfcnt_command(const struct perfcnt_command *command, bool *entered)
{
	struct failure failure;
	int ends[2], go[2] = { -1, -1 };
	pid_t pid;

	*entered = false;
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	if (command->attach && pipe2(go, O_CLOEXEC)) {
		close_both(ends);
		return -1;
	}
	pid = start(command, ends, go, &failure);
	*entered = failure.entered;
	if (!failure.error)
		return pid;
	errno = failure.error;
	return -1;
}

int perfcnt_event_set_enter_command(void *set)
{
	return perfcnt_event_set_enter(set, 0, PERFCNT_SCOPE_SHARED | PERFCNT_SCOPE_INHERIT |
				       PERFCNT_SCOPE_ON_EXEC);
}

PERFCNT_API pid_t perfcnt_spawn(struct perfcnt *perfcnt, char *const argv[])
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_command command = { .file = argv[0], .argv = argv };
	bool entered;
	pid_t pid;

	if (!perfcnt_events_are_own(perfcnt))
		return -1;
	if (events->scope != EVENTS_COMMAND)
		return perfcnt_refuse_call(EINVAL, "this was not opened for a command");
	if (perfcnt_events_prepare_command(perfcnt))
		return -1;
	if (events->perf) {
		command.attach = perfcnt_perf_events_start_command;
		command.argument = events->perf;
	} else { /* the child enters itself, as its parent may not have the right to do it */
		command.enter = perfcnt_event_set_enter_command;
		command.argument = events->set;
	}
	pid = perfcnt_command(&command, &entered);
	if (events->set)
		events->set->follows = entered;
	if (pid < 0 && entered)
		perfcnt_refuse_call(errno, "%s: %s", argv[0], strerror(errno));
	perfcnt_events_count_command(perfcnt, pid);
	return pid;
}
