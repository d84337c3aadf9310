/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The handle, and what all files of the library need. */
#ifndef PERFCNT_HANDLE_H
#define PERFCNT_HANDLE_H

#include <stdbool.h>
#include <sys/types.h>

#include "perfcnt.h"

/* What the library shows; everything else is its own. */
#define PERFCNT_API __attribute__((visibility("default")))

/* The counters that a mask has room for, whatever the kernel has. */
#define MASK_COUNTERS	32

#define WORDS_SIZE	256

/**
 * struct perfcnt - a handle
 * @fd: /dev/perfcnt
 * @id: no other handle of the process has it, not even after this one; not 0
 * @changes: how often any of @changed has changed
 * @changed: of each counter, how often its event or its count was set or reset,
 *	     or it was claimed or released: twice each time, so that it is odd
 *	     meanwhile
 * @length: of a short reading, in bytes; 0 if there is none
 * @never_short: the kernel has no short readings
 * @self: mask of the counters that were set with @self
 * @thread: of each of these, the thread that has set it
 * @cpu: of each of these, the CPU that it counts
 * @reason: the kernel's words, for perfcnt_strerror()
 * @refused: the errno of the library's own last refusal, or 0
 * @words: what the library says of that
 */
struct perfcnt {
	int fd;
	uint32_t id;
	uint32_t changes;
	uint32_t changed[MASK_COUNTERS];
	uint32_t length;
	bool never_short;
	uint32_t self;
	pid_t thread[MASK_COUNTERS];
	int cpu[MASK_COUNTERS];
	struct perfcnt_reason_text reason;
	int refused;
	char words[WORDS_SIZE];
};

/**
 * perfcnt_handle_refuse() - refuse a call, in words of the library's own
 * @perfcnt: the handle
 * @error: the errno
 * @format: the words, as for printf(3)
 *
 * Return: -1, with errno set.
 */
int perfcnt_handle_refuse(struct perfcnt *perfcnt, int error,
			  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

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
