// SPDX-License-Identifier: GPL-2.0
/* gnuplot as a program that is given commands and gives a picture. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/message.h"
#include "format.h"

/* In a file, so that nobody waits for the other to read. */
static FILE *write_commands(const struct view *view, const char *terminal)
{
	int fd = memfd_create("gnuplot", MFD_CLOEXEC);
	FILE *commands = fd < 0 ? NULL : fdopen(fd, "w+");

	if (!commands)
		fail("a file for gnuplot: %s", strerror(errno));
	plot_write(commands, view, terminal);
	if (fflush(commands) || ferror(commands))
		fail("a file for gnuplot: %s", strerror(errno));
	rewind(commands);
	return commands;
}

/*
 * Without the user's own settings, which might ask for something else, and in one
 * locale: in that of C gnuplot warns that it has no degree sign.
 */
static pid_t start(int from, int to)
{
	char *const words[] = { "gnuplot", "--default-settings", "-", NULL };
	posix_spawn_file_actions_t actions;
	pid_t child;
	int error;

	if (posix_spawn_file_actions_init(&actions) ||
	    posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO) ||
	    posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO))
		out_of_memory();
	setenv("LC_ALL", "C.UTF-8", true);
	error = posix_spawnp(&child, *words, &actions, NULL, words, environ);
	if (error == ENOENT)
		fail("gnuplot is not installed; install it, or use --format plot or bars");
	if (error)
		fail("gnuplot: %s", strerror(error));
	posix_spawn_file_actions_destroy(&actions);
	return child;
}

/* All that gnuplot writes, to be freed by free(). */
static char *read_picture(int from, size_t *size)
{
	char *picture, part[BUFSIZ];
	FILE *memory = open_memstream(&picture, size);
	ssize_t length;

	if (!memory)
		out_of_memory();
	do {
		length = read(from, part, sizeof(part));
		if (length > 0)
			fwrite(part, 1, length, memory);
	} while (length > 0 || (length < 0 && errno == EINTR));
	if (length < 0)
		fail("gnuplot: %s", strerror(errno));
	if (fclose(memory))
		out_of_memory();
	return picture;
}

static void check_end(pid_t child, size_t size)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			fail("gnuplot: %s", strerror(errno));
	if (WIFSIGNALED(status))
		fail("gnuplot was killed by signal %d (%s)", WTERMSIG(status),
		     strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status))
		fail("gnuplot exited with status %d", WEXITSTATUS(status));
	if (!size)
		fail("gnuplot has drawn nothing");
}

static void draw(FILE *out, const struct view *view, const char *terminal)
{
	FILE *commands = write_commands(view, terminal);
	char *picture;
	size_t size;
	pid_t child;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		fail("a pipe from gnuplot: %s", strerror(errno));
	child = start(fileno(commands), ends[1]);
	close(ends[1]);
	fclose(commands);
	picture = read_picture(ends[0], &size);
	close(ends[0]);
	check_end(child, size);
	fwrite(picture, 1, size, out);
	free(picture);
}

void report_svg(FILE *out, const struct view *view)
{
	draw(out, view, "svg");
}

void report_png(FILE *out, const struct view *view)
{
	draw(out, view, "pngcairo");
}
