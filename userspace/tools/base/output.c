// SPDX-License-Identifier: GPL-2.0
/* The end of an output. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
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

	setlocale(LC_CTYPE, "");
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

void output_finish(int status)
{
	if (!output_is_written(stdout, "-"))
		status = status_failure();
	exit(status);
}
