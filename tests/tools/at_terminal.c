// SPDX-License-Identifier: GPL-2.0
/*
 * at_terminal PATTERN COMMAND...: runs COMMAND on a terminal of its own and prints what it
 * writes there. Once PATTERN, an extended regular expression, is in that, Ctrl-C is typed.
 * Ends with COMMAND's status, 128 + n if signal n has killed it.
 */
#include <err.h>
#include <pty.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CTRL_C	"\003"

/* How long what PATTERN finds may be: so much is kept when more is read. */
#define LONGEST	1024

/* All that comes, until nobody has the terminal any more. */
static void watch(int terminal, const regex_t *pattern)
{
	char text[2 * LONGEST + 1];
	size_t length = 0;
	bool typed = false;
	ssize_t n;

	while ((n = read(terminal, text + length, LONGEST)) > 0) {
		if (write(STDOUT_FILENO, text + length, n) != n)
			err(2, "standard output");
		length += n;
		text[length] = '\0';
		if (!typed && !regexec(pattern, text, 0, NULL, 0)) {
			if (write(terminal, CTRL_C, 1) != 1)
				err(2, "terminal");
			typed = true;
		}
		if (length > LONGEST) {
			memmove(text, text + length - LONGEST, LONGEST);
			length = LONGEST;
		}
	}
}

int main(int argc, char **argv)
{
	int terminal, status;
	regex_t pattern;
	pid_t pid;

	if (argc < 3 || regcomp(&pattern, argv[1], REG_EXTENDED | REG_NOSUB))
		errx(2, "usage: at_terminal PATTERN COMMAND [ARGUMENT]...");
	pid = forkpty(&terminal, NULL, NULL, NULL);
	if (pid < 0)
		err(2, "forkpty");
	if (!pid) {
		execvp(argv[2], argv + 2);
		err(127, "%s", argv[2]);
	}
	watch(terminal, &pattern);
	if (waitpid(pid, &status, 0) != pid)
		err(2, "waitpid");
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
