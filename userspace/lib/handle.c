// SPDX-License-Identifier: LGPL-2.1-or-later
/* The handle: what is open, and structs and memory that all files need. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
	return *perfcnt->own;
}

/* Pages that a kernel without madvise(2) does not wipe; at the end of each is the next one. */
static struct unwiped {
	struct unwiped *next;
} *unwiped;
static pthread_mutex_t unwiped_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t unwiped_once = PTHREAD_ONCE_INIT;

static size_t room(void)
{
	return sysconf(_SC_PAGESIZE) - sizeof(struct unwiped);
}

/* In a child, which has one thread: a list that is being changed is one of before or after. */
static void wipe(void)
{
	const struct unwiped *one;

	unwiped_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	for (one = unwiped; one; one = one->next)
		memset((char *)one - room(), 0, room());
}

static void wipe_at_fork(void)
{
	pthread_atfork(NULL, NULL, wipe);
}

static void note_unwiped(void *page)
{
	struct unwiped *one = (void *)((char *)page + room());

	pthread_once(&unwiped_once, wipe_at_fork);
	pthread_mutex_lock(&unwiped_lock);
	one->next = unwiped;
	__atomic_store_n(&unwiped, one, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&unwiped_lock);
}

void *perfcnt_handle_wiped(void)
{
	const size_t size = sysconf(_SC_PAGESIZE);
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return NULL;
	if (madvise(page, size, MADV_WIPEONFORK))
		note_unwiped(page);
	return page;
}

void perfcnt_handle_unmap(void *page)
{
	const struct unwiped *one = (void *)((char *)page + room());
	struct unwiped **from;

	if (__atomic_load_n(&unwiped, __ATOMIC_ACQUIRE)) {
		pthread_mutex_lock(&unwiped_lock);
		for (from = &unwiped; *from; from = &(*from)->next)
			if (*from == one) {
				*from = one->next;
				break;
			}
		pthread_mutex_unlock(&unwiped_lock);
	}
	munmap(page, sysconf(_SC_PAGESIZE));
}

static int check_size(uint32_t given, size_t least)
{
	if (given >= least)
		return 0;
	return perfcnt_refuse_call(EINVAL, "the struct's size is %u, less than %zu", given, least);
}

int perfcnt_handle_take(void *to, const void *from, size_t size, size_t least)
{
	const char *bytes = from;
	uint32_t given;
	size_t i;

	memcpy(&given, from, sizeof(given));
	if (check_size(given, least))
		return -1;
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
	if (check_size(room, least))
		return -1;
	if (room > size)
		room = size;
	memcpy(to, from, room);
	memcpy(to, &room, sizeof(room));
	return 0;
}
