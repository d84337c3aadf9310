// SPDX-License-Identifier: GPL-2.0
/* The end of an output. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "output.h"

static const char *name_of(const char *path)
{
	return strcmp(path, "-") ? path : "standard output";
}

/*
 * Why not all was written, or NULL.  Of a write that failed earlier only that is
 * left: errno is that of some other call by now.
 */
static const char *failure(FILE *out)
{
	bool failed = ferror(out);

	if (fflush(out))
		return strerror(errno);
	return failed ? "write error" : NULL;
}

bool output_is_written(FILE *out, const char *path)
{
	const char *reason = failure(out);

	clearerr(out); /* it is said once */
	if (reason)
		say("%s: %s", name_of(path), reason);
	return !reason;
}

/* At exit: only _exit() can still change the status. */
static void check_standard_output(void)
{
	if (!output_is_written(stdout, "-"))
		_exit(status_failure());
}

void output_begin(void)
{
	int fd;

	/* read-only and write-only, so that each fails as a closed one does */
	if (fcntl(STDIN_FILENO, F_GETFD) < 0)
		open("/dev/null", O_WRONLY);
	for (fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", O_RDONLY);
	atexit(check_standard_output);
}

const char *output_named(const char *option, const char *path)
{
	if (!*path)
		fail("--%s: the file name is empty", option);
	return path;
}

FILE *output_open(const char *path, bool append)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : 0);
	FILE *out = NULL;
	int fd;

	if (!strcmp(path, "-"))
		return stdout;
	fd = open(path, flags, 0666);
	if (fd >= 0)
		out = fdopen(fd, append ? "a" : "w");
	if (!out)
		fail("%s: %s", path, strerror(errno));
	return out;
}

void output_replace(FILE *out, const char *path)
{
	/* EINVAL: neither a pipe nor a device has a length */
	if (out != stdout && ftruncate(fileno(out), 0) && errno != EINVAL)
		fail("%s: %s", path, strerror(errno));
}

bool output_write(FILE *out, const char *path, const char *text, size_t size)
{
	if (fwrite(text, 1, size, out) == size)
		return output_is_written(out, path);
	say("%s: %s", name_of(path), strerror(errno));
	clearerr(out);
	return false;
}

bool output_has_colours(FILE *out)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fileno(out)) && !(no && *no) && !(term && !strcmp(term, "dumb"));
}

void output_finish(int status)
{
	if (!output_is_written(stdout, "-"))
		status = status_failure();
	exit(status);
}

extern char **environ;

/* The program and its arguments; the user's own words are for a shell. None: no pager. */
static bool find_words(char *words[4])
{
	char *pager = getenv("PAGER");

	words[0] = pager ? "sh" : "less";
	words[1] = pager ? "-c" : "-R";
	words[2] = pager;
	words[3] = NULL;
	return !pager || (*pager && strcmp(pager, "cat"));
}

/* It takes the signals of the terminal, which may be held back or ignored here. */
static int spawn(pid_t *child, char **words, int input)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, usual;
	int error;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGINT);
	sigaddset(&usual, SIGPIPE);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &usual);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK |
				 POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(child, *words, &actions, &attributes, words, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* Ctrl-C is for the program, and so is the end of what is read. */
static void ignore_signals(void)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
}

FILE *pager_begin(struct pager *pager, FILE *out)
{
	char *words[4];
	int pipes[2], error;

	*pager = (struct pager){ 0 };
	if (!isatty(fileno(out)) || !find_words(words))
		return out;
	fflush(NULL);
	setenv("LESS", "R", 0); /* so that it shows colours */
	if (pipe2(pipes, O_CLOEXEC))
		fail("pipe: %s", strerror(errno));
	error = spawn(&pager->child, words, pipes[0]);
	close(pipes[0]);
	if (error) {
		close(pipes[1]);
		return out;
	}
	ignore_signals();
	pager->file = fdopen(pipes[1], "w");
	if (!pager->file)
		out_of_memory();
	return pager->file;
}

void pager_end(struct pager *pager)
{
	if (!pager->file)
		return;
	fclose(pager->file);
	while (waitpid(pager->child, NULL, 0) < 0 && errno == EINTR)
		;
}
