// SPDX-License-Identifier: GPL-2.0
/* libperfcnt: the calling thread's counters, by each of the two ways to read them. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfcnt.h>

#include "bench.h"

static struct perfcnt *perfcnt;
static unsigned int events;

/* On arm64, where perf has a switch for it. It is the user's where nobody is privileged. */
void let_users_read(const char *number)
{
	int fd;

	if (!with_kernel())
		return;
	fd = open("/proc/sys/kernel/perf_user_access", O_WRONLY | O_CLOEXEC);
	if (fd >= 0 && write(fd, number, 1) != 1)
		_exit(1);
	if (fd >= 0)
		close(fd);
}

static const char *open_thread(unsigned int counters, const char *way)
{
	setenv("PERFCNT_READ", way, 1);
	perfcnt = perfcnt_open_thread();
	for (events = 0; perfcnt && events < counters; events++)
		if (perfcnt_add(perfcnt, counted_events[events].name))
			return why_not(perfcnt_strerror(perfcnt));
	if (!perfcnt || perfcnt_start(perfcnt))
		return why_not(perfcnt_strerror(perfcnt));
	return NULL;
}

static const char *open_pages(unsigned int counters)
{
	let_users_read("1");
	return open_thread(counters, "pages");
}

static const char *open_device(unsigned int counters)
{
	return open_thread(counters, "device");
}

static void close_all(void)
{
	perfcnt_close(perfcnt);
	perfcnt = NULL;
}

static void close_pages(void)
{
	close_all();
	let_users_read("0");
}

static void read_all(void)
{
	uint64_t counts[MOST_COUNTERS];

	if (perfcnt_read(perfcnt, counts, events))
		_exit(1);
}

static void count_part(void)
{
	perfcnt_begin(perfcnt);
	if (perfcnt_end(perfcnt))
		_exit(1);
}

static const char *open_part(bool kernel, const char *way)
{
	setenv("PERFCNT_READ", way, 1);
	perfcnt = perfcnt_open_thread();
	if (!perfcnt || perfcnt_add(perfcnt, kernel ? "instructions:uk" : "instructions:u") ||
	    perfcnt_start(perfcnt))
		return why_not(perfcnt_strerror(perfcnt));
	return NULL;
}

static const char *open_pages_part(bool kernel)
{
	let_users_read("1");
	return open_part(kernel, "pages");
}

static const char *open_device_part(bool kernel)
{
	return open_part(kernel, "device");
}

static uint64_t count_empty(void)
{
	uint64_t count;

	perfcnt_begin(perfcnt);
	if (perfcnt_end(perfcnt) || perfcnt_count(perfcnt, 0, &count))
		_exit(1);
	return count;
}

const struct part library_parts[] = {
	{ "library-pages-part", open_pages_part, count_empty, close_pages },
	{ "library-part", open_device_part, count_empty, close_all },
	{ }
};

const struct way library_ways[] = {
	{ "library-pages-read", open_pages, read_all, close_pages, 1 },
	{ "library-pages-part", open_pages, count_part, close_pages, 1 },
	{ "library-read", open_device, read_all, close_all, 1 },
	{ "library-part", open_device, count_part, close_all, 1 },
	{ }
};
