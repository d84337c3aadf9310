// SPDX-License-Identifier: LGPL-2.1-or-later
/* Errors: why a call was refused, in words. */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "handle.h"

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

int perfcnt_refuse_as(const struct perfcnt *perfcnt, int error, const char *name)
{
	char words[WORDS_SIZE];

	snprintf(words, sizeof(words), "%s", perfcnt_strerror(perfcnt));
	if (name && !strstr(words, name))
		return perfcnt_refuse_call(error, "'%s': %s", name, words);
	return perfcnt_refuse_call(error, "%s", words);
}
