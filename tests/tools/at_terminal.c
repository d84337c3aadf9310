// SPDX-License-Identifier: GPL-2.0
/*
 * at_terminal SECONDS COMMAND...: runs COMMAND on a terminal of its own and prints what it
 * writes there. After so many seconds Ctrl-C is typed; 0: it is not. Ends with COMMAND's
 * status, 128 + n if signal n has killed it.
 */
#include <err.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CTRL_C	"\003"

static time_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec;
}

/* All that comes, until nobody has the terminal any more. */
static void watch(int terminal, time_t seconds)
{
	struct pollfd polled = { .fd = terminal, .events = POLLIN };
	time_t end = now() + seconds;
	char bytes[4096];
	ssize_t n;

	for (;;) {
		if (seconds && now() >= end) {
			if (write(terminal, CTRL_C, 1) != 1)
				err(2, "terminal");
			seconds = 0;
		}
		if (poll(&polled, 1, 100) <= 0)
			continue;
		n = read(terminal, bytes, sizeof(bytes));
		if (n <= 0)
			return;
		if (write(STDOUT_FILENO, bytes, n) != n)
			err(2, "standard output");
	}
}

int main(int argc, char **argv)
{
	int terminal, status;
	pid_t pid;

	if (argc < 3)
		errx(2, "usage: at_terminal SECONDS COMMAND [ARGUMENT]...");
	pid = forkpty(&terminal, NULL, NULL, NULL);
	if (pid < 0)
		err(2, "forkpty");
	if (!pid) {
		execvp(argv[2], argv + 2);
		err(127, "%s", argv[2]);
	}
	watch(terminal, atol(argv[1]));
	if (waitpid(pid, &status, 0) != pid)
		err(2, "waitpid");
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
