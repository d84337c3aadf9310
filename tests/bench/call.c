// SPDX-License-Identifier: GPL-2.0
/* System calls without a counter, to compare with. */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

static const char *nothing_to_open(unsigned int counters)
{
	(void)counters;
	return NULL;
}

static void nothing_to_close(void)
{
}

static void call_getppid(void)
{
	syscall(SYS_getppid);
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
	{ "getppid", nothing_to_open, call_getppid, nothing_to_close },
	{ "loadavg-open-read-close", nothing_to_open, read_loadavg,
	  nothing_to_close },
	{ }
};
