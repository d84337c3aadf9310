// SPDX-License-Identifier: LGPL-2.1-or-later
/* The handle: what is open, and why a call was refused. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

/*
 * Of the calling thread: the library's last refusal, and its words, or the format of three
 * numbers; and memory for words that are made.
 */
static __thread int refused;
static __thread const char *refusal;
static __thread bool has_numbers;
static __thread unsigned long long numbers[3];
static __thread char *words;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

static void make_key(void)
{
	has_key = !pthread_key_create(&key, free);
}

/* What a thread has malloc(3)ed, as more than a pointer is too large for any library. */
static char *words_of_thread(void)
{
	pthread_once(&once, make_key);
	if (!words && has_key) {
		words = malloc(WORDS_SIZE);
		if (words && pthread_setspecific(key, words)) {
			free(words);
			words = NULL;
		}
	}
	return words;
}

static int refuse(int error, const char *said, bool of_numbers)
{
	refused = said ? error : 0;
	refusal = said;
	has_numbers = of_numbers;
	errno = error;
	return -1;
}

int perfcnt_refuse_call(int error, const char *format, ...)
{
	va_list arguments;

	if (!strchr(format, '%'))
		return refuse(error, format, false);
	if (words_of_thread()) {
		va_start(arguments, format);
		vsnprintf(words, WORDS_SIZE, format, arguments);
		va_end(arguments);
	}
	return refuse(error, words, false);
}

int perfcnt_refuse_numbers(int error, const char *format, unsigned long long first,
			   unsigned long long second, unsigned long long third)
{
	numbers[0] = first;
	numbers[1] = second;
	numbers[2] = third;
	return refuse(error, format, true);
}

void perfcnt_forget_words(void)
{
	refused = 0;
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

void perfcnt_handle_append(char words[WORDS_SIZE], const char *format, ...)
{
	size_t length = strlen(words);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(words + length, WORDS_SIZE - length, format, arguments);
	va_end(arguments);
}

/* The library's words for its last refusal, or NULL. */
static const char *own_words(void)
{
	if (!has_numbers)
		return refusal;
	if (words_of_thread())
		snprintf(words, WORDS_SIZE, refusal, numbers[0], numbers[1], numbers[2]);
	return words;
}

/* The kernel's words for an errno, or NULL. */
static const char *kernel_words(const struct perfcnt *perfcnt, int error)
{
	struct perfcnt_reason_text reason = { .size = sizeof(reason) };

	if (ioctl(perfcnt->fd, PERFCNT_IOC_REASON, &reason) || (int)reason.code != error ||
	    !*reason.words || !words_of_thread())
		return NULL;
	snprintf(words, WORDS_SIZE, "%s", reason.words);
	return words;
}

PERFCNT_API const char *perfcnt_strerror(const struct perfcnt *perfcnt)
{
	int error = errno;
	const char *said = NULL;

	if (error && refused == error)
		said = own_words();
	else if (perfcnt && perfcnt->fd >= 0)
		said = kernel_words(perfcnt, error);
	if (!said)
		said = strerror(error);
	errno = error;
	return said;
}
