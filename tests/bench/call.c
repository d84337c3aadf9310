// SPDX-License-Identifier: GPL-2.0
/*
 * System calls without a counter, to compare with: what any call costs, what any
 * read() and ioctl() cost before a driver sees them, and a file of the kernel's.
 */
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

static int null_fd = -1;

static const char *nothing_to_open(unsigned int counters)
{
	(void)counters;
	return NULL;
}

static void nothing_to_close(void)
{
}

/* What the loop of the bench takes itself. */
static void call_nothing(void)
{
}

static void call_getppid(void)
{
	syscall(SYS_getppid);
}

static const char *open_null(unsigned int counters)
{
	(void)counters;
	null_fd = open("/dev/null", O_RDWR);
	return null_fd < 0 ? why_error("/dev/null") : NULL;
}

static void close_null(void)
{
	close(null_fd);
}

static void read_null(void)
{
	char byte;

	if (read(null_fd, &byte, sizeof(byte)))
		_exit(1);
}

/* One that the kernel answers itself, with next to nothing to do. */
static void ioctl_null(void)
{
	if (ioctl(null_fd, FIONCLEX))
		_exit(1);
}

static void read_loadavg(void)
{
	char text[64];
	int fd = open("/proc/loadavg", O_RDONLY);

	if (read(fd, text, sizeof(text)) <= 0)
		_exit(1);
	close(fd);
}

const struct way call_ways[] = {
	{ "nothing", nothing_to_open, call_nothing, nothing_to_close },
	{ "getppid", nothing_to_open, call_getppid, nothing_to_close },
	{ "null-read", open_null, read_null, close_null },
	{ "null-ioctl", open_null, ioctl_null, close_null },
	{ "loadavg-open-read-close", nothing_to_open, read_loadavg,
	  nothing_to_close },
	{ }
};
