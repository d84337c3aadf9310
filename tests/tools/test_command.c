// SPDX-License-Identifier: GPL-2.0
/* The command that a tool runs: where it is found, how it begins and how it ends. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session/command.h"
#include "session/process.h"
#include "unit.h"

static int start(void *argument)
{
	++*(int *)argument;
	return 0;
}

static int cannot_start(void *argument)
{
	(void)argument;
	errno = ENOSPC;
	return -1;
}

static struct outcome run_program(char **argv, int (*begin)(void *argument))
{
	struct command command;
	struct outcome outcome;
	int started = 0;

	command_find(&command, argv);
	command_prepare(&command, 2);
	outcome = command_run(&command, begin, &started);
	sigprocmask(SIG_SETMASK, &command.before, NULL);
	return outcome;
}

static struct outcome run(const char *line, int (*begin)(void *argument))
{
	char *argv[4] = { (char *)"sh", (char *)"-c", (char *)line, NULL };

	return run_program(argv, begin);
}

/*
 * Does a program see these there, of the signals 1 to 28?  No shell: that has its own.
 * make leaves 32 and 33 ignored, which are glibc's and which nobody can reset by its calls.
 */
static bool has_signals(const char *field, int signals)
{
	char pattern[32];
	char *argv[5] = { (char *)"grep", (char *)"-q", pattern,
			 (char *)"/proc/self/status", NULL };

	snprintf(pattern, sizeof(pattern), "^%s:\t[0-9a-f]*%07x$", field, signals);
	return !run_program(argv, start).status;
}

/* It has the signals of whoever has called the tool, which keeps its own. */
TEST(signals)
{
	static const int all[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD };
	sigset_t blocked, before;
	unsigned int i;
	int ignored;

	/* what who runs this ignores, as nohup and a shell's & do */
	for (ignored = 1; ignored < NSIG; ignored++)
		signal(ignored, SIG_DFL);
	for (i = 0; i < sizeof(all) / sizeof(*all); i++) {
		sigemptyset(&blocked);
		sigaddset(&blocked, all[i]);
		sigprocmask(SIG_BLOCK, &blocked, &before);
		EXPECT_TRUE(has_signals("SigBlk", 1 << (all[i] - 1)));
		sigprocmask(SIG_SETMASK, &before, NULL);
	}
	EXPECT_TRUE(has_signals("SigBlk", 0));
	signal(SIGHUP, SIG_IGN);
	EXPECT_TRUE(has_signals("SigIgn", 1 << (SIGHUP - 1)));
	EXPECT_EQ(0, run("kill -HUP $$", start).status);
	signal(SIGHUP, SIG_DFL);
}

TEST(ends)
{
	struct outcome outcome = run("exit 3", start);

	EXPECT_EQ(0, outcome.error);
	EXPECT_EQ(0, outcome.signal);
	EXPECT_EQ(3, WEXITSTATUS(outcome.status));
	EXPECT_LT(0, outcome.time.elapsed);
	outcome = run("kill -USR1 $$", start);
	EXPECT_EQ(SIGUSR1, WTERMSIG(outcome.status));
	EXPECT_EQ(0, outcome.signal);
	/* a signal to the tool goes on to the command, and ends it */
	outcome = run("kill -TERM $PPID; exec sleep 600", start);
	EXPECT_EQ(SIGTERM, outcome.signal);
	EXPECT_EQ(SIGTERM, WTERMSIG(outcome.status));
	outcome = run("exit 0", cannot_start);
	EXPECT_EQ(ENOSPC, outcome.error);
}

/* Each run reads the same. */
TEST(input)
{
	int i, fd = open("/proc/self/exe", O_RDONLY);

	ASSERT_EQ(0, dup2(fd, STDIN_FILENO));
	ASSERT_EQ(4, lseek(STDIN_FILENO, 4, SEEK_SET));
	for (i = 0; i < 2; i++) {
		char *argv[4] = { (char *)"sh", (char *)"-c",
				 (char *)"cat >/dev/null", NULL };
		struct command command;
		int started = 0;

		command_find(&command, argv);
		command_prepare(&command, 2);
		EXPECT_EQ(4, command.input);
		EXPECT_EQ(0, command_run(&command, start, &started).status);
		EXPECT_EQ(1, started);
		EXPECT_LT(4, lseek(STDIN_FILENO, 0, SEEK_CUR));
		EXPECT_EQ(0, command_run(&command, start, &started).status);
		ASSERT_EQ(4, lseek(STDIN_FILENO, 4, SEEK_SET));
		sigprocmask(SIG_SETMASK, &command.before, NULL);
	}
}

/* When all runs are over the first signal is only noted, and the second one ends a tool. */
TEST(ends_at_the_second_signal)
{
	char *argv[2] = { (char *)"true", NULL };
	struct command command;
	int status, started = 0;
	pid_t pid = fork();

	if (!pid) {
		signal(SIGINT, SIG_DFL); /* shells ignore it for what runs beside them */
		command_find(&command, argv);
		command_prepare(&command, 1);
		command_run(&command, start, &started);
		command_end(&command);
		if (command_interrupted())
			_exit(1);
		raise(SIGINT);
		if (command_interrupted() != SIGINT)
			_exit(2);
		raise(SIGINT);
		_exit(3);
	}
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status));
	EXPECT_EQ(SIGINT, WTERMSIG(status));
}

/* As a shell finds it: a folder and what may not be executed are passed over. */
TEST(path)
{
	char folder[] = "/tmp/perfcnt.XXXXXX", path[64], words[128];
	char *argv[2] = { (char *)"true", NULL };
	struct command command;

	ASSERT_NE(NULL, mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/true", folder);
	ASSERT_EQ(0, mkdir(path, 0700));
	snprintf(words, sizeof(words), "%s:/nowhere:/usr/bin:/bin", folder);
	setenv("PATH", words, 1);
	command_find(&command, argv);
	EXPECT_STREQ("/usr/bin/true", command.path);
	rmdir(path);
	rmdir(folder);
}

/* How often the tool has waited. */
static unsigned int polls;

typedef int poll_function(struct pollfd *fds, nfds_t count, int timeout);
typedef int ppoll_function(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
			   const sigset_t *mask);
poll_function __real_poll;
ppoll_function __real_ppoll;

int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout)
{
	polls++;
	return __real_poll(fds, count, timeout);
}

int __wrap_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
		 const sigset_t *mask)
{
	polls++;
	return __real_ppoll(fds, count, timeout, mask);
}

/* What is watched: a pipe of which the writer has gone, with so much in it. */
#define WATCHED	3

static int watched;
static unsigned int taken;

static void take(void *argument)
{
	char byte;

	while (read(watched, &byte, 1) == 1)
		++*(unsigned int *)argument;
}

static void wait_for_command(struct __test_metadata *_metadata, struct command *command,
			     bool is_process)
{
	int started = 0;
	pid_t pid;

	if (!is_process) {
		EXPECT_EQ(0, command_run(command, start, &started).status);
		return;
	}
	pid = fork();
	if (!pid)
		_exit(execvp(*command->argv, command->argv));
	EXPECT_EQ(0, process_wait(command, pid, start, &started).error);
	EXPECT_EQ(pid, waitpid(pid, NULL, 0));
}

/* All is taken; then the tool waits for the end of the command, for which that is no reason. */
static void expect_one_end(struct __test_metadata *_metadata, bool is_process, bool is_nested)
{
	char *argv[3] = { (char *)"sleep", (char *)"0.3", NULL };
	struct command_watch watch = { .ready = take, .argument = &taken };
	struct epoll_event event = { .events = EPOLLIN };
	struct command command;
	int pipes[2];

	EXPECT_EQ(0, pipe2(pipes, O_CLOEXEC | O_NONBLOCK));
	EXPECT_EQ(WATCHED, write(pipes[1], "123", WATCHED));
	close(pipes[1]);
	watched = pipes[0];
	watch.fd = is_nested ? epoll_create1(EPOLL_CLOEXEC) : watched;
	if (is_nested)
		EXPECT_EQ(0, epoll_ctl(watch.fd, EPOLL_CTL_ADD, watched, &event));
	command_find(&command, argv);
	command.watch = &watch;
	command_prepare(&command, 1);
	polls = 0;
	taken = 0;
	wait_for_command(_metadata, &command, is_process);
	EXPECT_EQ(WATCHED, taken);
	EXPECT_LT(0, polls);
	EXPECT_GT(5, polls);
	sigprocmask(SIG_SETMASK, &command.before, NULL);
	if (is_nested)
		close(watch.fd);
	close(watched);
}

TEST(an_end_of_what_is_watched)
{
	expect_one_end(_metadata, false, false);
	expect_one_end(_metadata, false, true);
	expect_one_end(_metadata, true, false);
	expect_one_end(_metadata, true, true);
}

TEST_HARNESS_MAIN
