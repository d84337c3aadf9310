/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The handle, and what all files of the library need. */
#ifndef PERFCNT_HANDLE_H
#define PERFCNT_HANDLE_H

#include <stdbool.h>
#include <sys/types.h>

#include "perfcnt.h"

/* What the library exports; everything else is its own. */
#define PERFCNT_API __attribute__((visibility("default")))

/*
 * A variable of each thread, which glibc keeps room for: it is found by the fewest instructions.
 * dlopen(3) of musl has none.
 */
#ifdef __GLIBC__
#define HANDLE_THREAD __attribute__((tls_model("initial-exec"), visibility("hidden")))
#else
#define HANDLE_THREAD __attribute__((visibility("hidden")))
#endif

/*
 * Is the calling thread the only one?  A 34K has no register for the address of its
 * variables: the kernel emulates the instruction that asks for it.
 */
#if defined(__mips__) && __has_include("sys/single_threaded.h")
#include <sys/single_threaded.h>
#define HANDLE_IS_ALONE	__libc_single_threaded
#else
#define HANDLE_IS_ALONE	false
#endif

/* The counters that a mask has room for, whatever the kernel has. */
#define MASK_COUNTERS	32

#define WORDS_SIZE	256

struct pages_hot;
struct perfcnt_events;

/**
 * struct perfcnt - a handle
 * @hot: what a reading needs of @events; in a child process it is 0
 * @own: of @hot: not 0 in the process that has opened the handle
 * @fd: /dev/perfcnt, or -1
 * @refused: why it could not be opened, an errno of open(2)
 * @events: what is counted
 */
struct perfcnt {
	struct pages_hot *hot;
	const unsigned long *own;
	int fd;
	int refused;
	struct perfcnt_events *events;
};

/**
 * perfcnt_handle_open() - open the device of a handle, unless it is open
 * @perfcnt: the handle
 * @why: why it is needed, for the words; or NULL
 *
 * Return: 0 or -1, with words: EPERM if this user may not; otherwise as open(2).
 */
int perfcnt_handle_open(struct perfcnt *perfcnt, const char *why);

/**
 * perfcnt_handle_is_own() - has this process opened the handle?
 * @perfcnt: the handle
 *
 * Return: false in a child process, which has inherited it.
 */
bool perfcnt_handle_is_own(const struct perfcnt *perfcnt);

/**
 * perfcnt_refuse_call() - fail, in words of the library's own
 * @error: the errno
 * @format: the words, as for printf(3): the calling thread keeps them for
 *	    perfcnt_strerror()
 *
 * A handler of a signal can call it with words that have no %, which are only kept.
 *
 * Return: -1, with errno set.
 */
int perfcnt_refuse_call(int error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * perfcnt_refuse_numbers() - the same for a handler of a signal: nothing is formatted yet
 * @error: the errno
 * @format: the words, for numbers of unsigned long long
 * @first: of these
 * @second: of these
 * @third: of these
 *
 * Return: -1, with errno set.
 */
int perfcnt_refuse_numbers(int error, const char *format, unsigned long long first,
			   unsigned long long second, unsigned long long third);

/**
 * perfcnt_refuse_as() - the words of the last refusal, under another errno
 * @perfcnt: the handle
 * @error: the errno
 * @name: of an event, which is put in front of words that have it not; or NULL
 *
 * Return: -1, with errno set.
 */
int perfcnt_refuse_as(const struct perfcnt *perfcnt, int error, const char *name);

/* No words of the library's own: the kernel's, or those of strerror(3), say more. */
void perfcnt_forget_words(void);

/**
 * perfcnt_handle_wiped() - memory that is 0 in a child process, but not in one of vfork(2)
 *
 * Return: a page of it, which is 0, for perfcnt_handle_unmap(); or NULL.
 */
void *perfcnt_handle_wiped(void);

/* perfcnt_handle_unmap() - undo perfcnt_handle_wiped() */
void perfcnt_handle_unmap(void *page);

/**
 * perfcnt_handle_give() - fill in a struct of a caller that begins with its size
 * @to: the struct, which a program of another release has in another size; gets in its size
 *	how much of it was filled in
 * @from: what it is filled with
 * @size: of @from
 * @least: the size that it had in the first release
 *
 * Return: 0 or -1: EINVAL, with words, if it is smaller.
 */
int perfcnt_handle_give(void *to, const void *from, size_t size, size_t least);

/**
 * perfcnt_handle_take() - copy a struct of a caller that begins with its size
 * @to: the copy; what the caller's has not is 0
 * @from: the struct, which a program of another release has in another size
 * @size: of @to
 * @least: the size that it has to have
 *
 * Return: 0 or -1: EINVAL, with words, if it is smaller, or has more than this library knows, and
 * that is not 0.
 */
int perfcnt_handle_take(void *to, const void *from, size_t size, size_t least);

/**
 * perfcnt_handle_append() - put text behind what is there
 * @words: a string, which is cut short if it is too long
 * @format: the text, as for printf(3)
 */
void perfcnt_handle_append(char words[WORDS_SIZE], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * perfcnt_handle_free() - free memory without a change of errno
 * @memory: what calloc(3) returned, or NULL
 *
 * For functions that a caller may call before it looks at errno.
 */
void perfcnt_handle_free(void *memory);

#endif /* PERFCNT_HANDLE_H */
