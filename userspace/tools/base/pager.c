// SPDX-License-Identifier: GPL-2.0
/* A pipe, and the program at its other end. */
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
#include "pager.h"

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
