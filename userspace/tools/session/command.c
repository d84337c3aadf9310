// SPDX-License-Identifier: GPL-2.0
/*
 * The command in a process of its own.  Everything on the machine is counted,
 * so this one does nothing between the start of the counters and the command's
 * end but wait.
 */
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <event_set.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/message.h"
#include "command.h"

static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

/* A file that may be executed; errno says why not. */
static bool is_program(const char *path)
{
	struct stat file;

	if (access(path, X_OK) || stat(path, &file))
		return false;
	errno = EACCES;
	return S_ISREG(file.st_mode);
}

void command_cannot_run(const char *name, int error)
{
	fail_with(error == ENOENT ? STATUS_NO_COMMAND : STATUS_NO_EXEC, "%s: %s", name,
		  strerror(error));
}

/* A line for a shell, as one word, is no program's name. */
static void no_program(const char *name, int error)
{
	if (!*name)
		fail_with(STATUS_NO_COMMAND, "the command's name is empty");
	if (error == ENOENT && strpbrk(name, " \t\n;&|<>()$`"))
		fail_with(STATUS_NO_COMMAND,
			  "%s: %s; use sh -c '...' to run a shell command line",
			  name, strerror(error));
	command_cannot_run(name, error);
}

/* As a shell finds it: now, as the search would be counted later. */
static char *find_program(const char *name)
{
	const char *folder = getenv("PATH") ?: "/usr/bin:/bin";
	char *path = resize(NULL, strlen(folder) + strlen(name) + 3, 1);
	int error = ENOENT;

	if (!*name)
		no_program(name, ENOENT);
	if (strchr(name, '/')) {
		if (!is_program(name))
			no_program(name, errno);
		return strcpy(path, name);
	}
	for (;;) {
		size_t length = strcspn(folder, ":");

		/* an empty one is where we are */
		memcpy(path, length ? folder : ".", length ?: 1);
		strcpy(path + (length ?: 1), "/");
		strcat(path, name);
		if (is_program(path))
			return path;
		if (errno == EACCES)
			error = EACCES;
		folder += length;
		if (!*folder++)
			no_program(name, error);
	}
}

/* What is ignored stays so, as nohup(1) wants it. */
static void hold_signals(struct command *command)
{
	struct sigaction action;
	unsigned int i;

	sigemptyset(&command->caught);
	sigaddset(&command->caught, SIGCHLD);
	for (i = 0; i < ARRAY_SIZE(ending); i++)
		if (!sigaction(ending[i], NULL, &action) &&
		    action.sa_handler != SIG_IGN)
			sigaddset(&command->caught, ending[i]);
	for (i = 0; command->watch && command->watch->signals[i]; i++)
		sigaddset(&command->caught, command->watch->signals[i]);
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &command->caught, &command->before);
}

void command_find(struct command *command, char **argv)
{
	command->argv = argv;
	command->watch = NULL;
	command->path = find_program(*argv);
}

void command_prepare(struct command *command, unsigned int runs)
{
	struct stat input;

	command->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	if (command->input < 0 && runs > 1 && !fstat(STDIN_FILENO, &input) &&
	    (S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode)))
		note("standard input is a pipe: later runs may find it empty");
	hold_signals(command);
}

/* The terminal has sent its signals to the command as well. */
static void send_on(pid_t pid, const siginfo_t *info)
{
	if (info->si_code != SI_KERNEL)
		kill(pid, info->si_signo);
}

/* Is it a signal of the watch?  Then it was called. */
static bool has_watched(const struct command *command, pid_t pid,
			const siginfo_t *info)
{
	const struct command_watch *watch = command->watch;
	unsigned int i;

	for (i = 0; watch && watch->signals[i]; i++)
		if (watch->signals[i] == info->si_signo) {
			watch->signal(watch->argument, pid, info);
			return true;
		}
	return false;
}

int command_watch_edges(const struct command_watch *watch)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET };
	int edges;

	if (!watch || watch->fd < 0)
		return -1;
	edges = epoll_create1(EPOLL_CLOEXEC);
	if (edges < 0 || epoll_ctl(edges, EPOLL_CTL_ADD, watch->fd, &event))
		fail("epoll: %s", strerror(errno));
	return edges;
}

/* It may find nothing more: of its own rings perf says once that there is something. */
void command_watch_ready(const struct command_watch *watch, int edges)
{
	struct epoll_event event;

	epoll_wait(edges, &event, 1, 0);
	watch->ready(watch->argument);
}

/* A signal, or 0 if the descriptor of the watch had something. */
static int await_either(const struct command *command, int edges, siginfo_t *info,
			const struct timespec *timeout)
{
	struct pollfd polled[] = {
		{ .fd = signalfd(-1, &command->caught, SFD_CLOEXEC),
		  .events = POLLIN },
		{ .fd = edges, .events = POLLIN },
	};
	const struct timespec now = { 0 };
	int got;

	if (polled[0].fd < 0)
		return sigtimedwait(&command->caught, info, timeout);
	got = ppoll(polled, ARRAY_SIZE(polled), timeout, NULL);
	close(polled[0].fd);
	if (!got) {
		errno = EAGAIN;
		return -1;
	}
	if (polled[1].revents)
		command_watch_ready(command->watch, edges);
	if (!polled[0].revents)
		return 0;
	return sigtimedwait(&command->caught, info, &now);
}

/* As sigtimedwait(2). */
static int await_signal(const struct command *command, int edges, siginfo_t *info,
			const struct timespec *timeout)
{
	if (edges < 0)
		return sigtimedwait(&command->caught, info, timeout);
	return await_either(command, edges, info, timeout);
}

static uint64_t nanoseconds(const struct timeval *time)
{
	return (time->tv_sec * 1000000ull + time->tv_usec) * 1000;
}

/* Whether it has ended; its times are its own and those of what it waited for. */
static bool has_ended(pid_t pid, struct outcome *outcome)
{
	struct rusage usage;

	if (wait4(pid, &outcome->status, WNOHANG, &usage) != pid)
		return false;
	outcome->time.user = nanoseconds(&usage.ru_utime);
	outcome->time.system = nanoseconds(&usage.ru_stime);
	return true;
}

/* A kernel without the call, as COMPAT_32BIT_TIME may be: never an endless loop. */
static void cannot_wait(pid_t pid)
{
	int error = errno;

	kill(pid, SIGKILL);
	fail("cannot wait for signals: %s", strerror(error));
}

/* To the end of the command; a signal makes that come soon. */
static void wait_for(const struct command *command, int edges, pid_t pid,
		     struct outcome *outcome)
{
	const struct timespec grace = { .tv_sec = COMMAND_GRACE };
	siginfo_t info;

	for (;;) {
		int got = await_signal(command, edges, &info,
				       outcome->signal ? &grace : NULL);

		if (got == SIGCHLD) {
			if (has_ended(pid, outcome))
				return;
		} else if (got > 0 && !has_watched(command, pid, &info)) {
			outcome->signal = got;
			send_on(pid, &info);
		} else if (got < 0 && errno == EAGAIN) {
			kill(pid, SIGKILL);
		} else if (got < 0 && errno != EINTR) {
			cannot_wait(pid);
		}
	}
}

/* Its input is as it was the first time; the time from when it is started. */
static uint64_t begin(const struct command *command, int *edges)
{
	if (command->input >= 0)
		lseek(STDIN_FILENO, command->input, SEEK_SET);
	*edges = command_watch_edges(command->watch);
	return clock_now();
}

/* To its end, if it has begun. */
static struct outcome run(const struct command *command, int (*enter)(void *argument),
			  int (*attach)(void *argument, pid_t pid), void *argument)
{
	const struct perfcnt_command started = {
		.file = command->path, .argv = command->argv, .mask = &command->before,
		.enter = enter, .attach = attach, .argument = argument,
	};
	struct outcome outcome = { 0 };
	int edges;
	const uint64_t begun = begin(command, &edges);
	const pid_t pid = perfcnt_command(&started, &outcome.started);

	if (pid < 0)
		outcome.error = errno;
	else
		wait_for(command, edges, pid, &outcome);
	outcome.time.elapsed = clock_now() - begun;
	if (edges >= 0)
		close(edges);
	return outcome;
}

struct outcome command_run(const struct command *command,
			   int (*start)(void *argument), void *argument)
{
	return run(command, start, NULL, argument);
}

struct outcome command_run_held(const struct command *command,
				int (*attach)(void *argument, pid_t pid), void *argument)
{
	return run(command, NULL, attach, argument);
}

int command_signal(const struct command *command)
{
	const struct timespec now = { 0 };
	sigset_t ends = command->caught;
	unsigned int i;
	int got;

	sigdelset(&ends, SIGCHLD);
	for (i = 0; command->watch && command->watch->signals[i]; i++)
		sigdelset(&ends, command->watch->signals[i]);
	got = sigtimedwait(&ends, NULL, &now);
	return got > 0 ? got : 0;
}

static atomic_int interrupted;

static void interrupt(int number)
{
	interrupted = number;
}

void command_end(const struct command *command)
{
	struct sigaction action = { .sa_handler = interrupt, .sa_flags = SA_RESETHAND };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ending); i++)
		if (sigismember(&command->caught, ending[i]))
			sigaction(ending[i], &action, NULL);
	sigprocmask(SIG_SETMASK, &command->before, NULL);
}

int command_interrupted(void)
{
	return interrupted;
}

void command_die(int signal_number)
{
	sigset_t only;

	if (!signal_number)
		return;
	signal(signal_number, SIG_DFL);
	raise(signal_number);
	sigemptyset(&only);
	sigaddset(&only, signal_number);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
}
