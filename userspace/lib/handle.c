// SPDX-License-Identifier: LGPL-2.1-or-later
/* The handle: what is open, and structs and memory that all files need. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "events.h"
#include "handle.h"

void perfcnt_handle_free(void *memory)
{
	int error = errno;

	free(memory);
	errno = error;
}

PERFCNT_API const char *perfcnt_version(void)
{
	return PERFCNT_VERSION;
}

int perfcnt_handle_open(struct perfcnt *perfcnt, const char *why)
{
	const char *advice = "";
	int error;

	if (perfcnt->fd < 0)
		perfcnt->fd = open("/dev/perfcnt", O_RDWR | O_CLOEXEC);
	if (perfcnt->fd >= 0)
		return 0;
	perfcnt->refused = errno;
	error = errno == EACCES ? EPERM : errno;
	if (error == ENOENT)
		advice = "; is the perfcnt module loaded?";
	return perfcnt_refuse_call(error, "%s%s/dev/perfcnt: %s%s", why ? why : "",
				   why ? "; " : "", strerror(errno), advice);
}

/* That page is 0 in a child. */
bool perfcnt_handle_is_own(const struct perfcnt *perfcnt)
{
	return perfcnt->hot->thread;
}

PERFCNT_API void perfcnt_close(struct perfcnt *perfcnt)
{
	int error = errno;

	if (!perfcnt)
		return;
	perfcnt_events_free(perfcnt->events);
	if (perfcnt->fd >= 0)
		close(perfcnt->fd);
	free(perfcnt);
	errno = error;
}

void *perfcnt_handle_wiped(void)
{
	const size_t size = sysconf(_SC_PAGESIZE);
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	if (!madvise(memory, size, MADV_WIPEONFORK))
		return memory;
	munmap(memory, size);
	return NULL;
}

int perfcnt_handle_take(void *to, const void *from, size_t size)
{
	const char *bytes = from;
	uint32_t given;
	size_t i;

	memcpy(&given, from, sizeof(given));
	for (i = size; i < given; i++)
		if (bytes[i])
			return perfcnt_refuse_call(EINVAL,
						   "the struct has more than libperfcnt %s knows",
						   PERFCNT_VERSION);
	memset(to, 0, size);
	memcpy(to, from, given < size ? given : size);
	return 0;
}

int perfcnt_handle_give(void *to, const void *from, size_t size, size_t least)
{
	uint32_t room;

	memcpy(&room, to, sizeof(room));
	if (room < least)
		return perfcnt_refuse_call(EINVAL, "the struct's size is %u, less than %zu",
					   room, least);
	if (room > size)
		room = size;
	memcpy(to, from, room);
	memcpy(to, &room, sizeof(room));
	return 0;
}
