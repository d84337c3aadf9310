// SPDX-License-Identifier: LGPL-2.1-or-later
/* The handle: what is open, and why a call was refused. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

PERFCNT_API struct perfcnt *perfcnt_open(void)
{
	static uint32_t last_id;
	struct perfcnt *perfcnt = calloc(1, sizeof(*perfcnt));

	if (!perfcnt)
		return NULL;
	perfcnt->id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
	perfcnt->fd = open("/dev/perfcnt", O_RDWR | O_CLOEXEC);
	if (perfcnt->fd >= 0)
		return perfcnt;
	free(perfcnt);
	return NULL;
}

PERFCNT_API void perfcnt_close(struct perfcnt *perfcnt)
{
	int error = errno;

	if (!perfcnt)
		return;
	close(perfcnt->fd);
	free(perfcnt);
	errno = error;
}

PERFCNT_API int perfcnt_fd(const struct perfcnt *perfcnt)
{
	return perfcnt->fd;
}

int perfcnt_handle_refuse(struct perfcnt *perfcnt, int error,
			  const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(perfcnt->words, sizeof(perfcnt->words), format, arguments);
	va_end(arguments);
	perfcnt->refused = error;
	errno = error;
	return -1;
}

void perfcnt_handle_append(char words[WORDS_SIZE], const char *format, ...)
{
	size_t length = strlen(words);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(words + length, WORDS_SIZE - length, format, arguments);
	va_end(arguments);
}

/* The kernel's words for an errno, or NULL. */
static const char *kernel_words(struct perfcnt *perfcnt, int error)
{
	struct perfcnt_reason_text *reason = &perfcnt->reason;

	memset(reason, 0, sizeof(*reason));
	reason->size = sizeof(*reason);
	if (ioctl(perfcnt->fd, PERFCNT_IOC_REASON, reason) ||
	    (int)reason->code != error || !*reason->words)
		return NULL;
	return reason->words;
}

/* What calls without a handle fail with: the kernel uses none of these. */
static const char *own_words(int error)
{
	switch (error) {
	case ENODATA:
		return "nothing was read of this counter";
	case ESTALE:
		return "the counter was set, reset or released between the two readings";
	case EAGAIN:
		return "another thread ran on this CPU, or the thread left it; measure again";
	case EXDEV:
		return "the two readings are of different handles";
	case EALREADY:
		return "the region was begun twice";
	case EPROTO:
		return "the region was ended but not begun";
	}
	return NULL;
}

PERFCNT_API const char *perfcnt_strerror(struct perfcnt *perfcnt)
{
	int error = errno;
	const char *words = NULL;

	if (perfcnt && error && perfcnt->refused == error)
		words = perfcnt->words;
	else if (perfcnt)
		words = kernel_words(perfcnt, error);
	if (!words)
		words = own_words(error);
	if (!words)
		words = strerror(error);
	errno = error;
	return words;
}
