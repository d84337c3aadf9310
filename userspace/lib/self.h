/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * @self in a name: a counter that counts the CPU which the calling thread is
 * pinned to.  That is what the thread itself does as long as no other thread runs
 * there, so the thread's context switches are compared.
 */
#ifndef PERFCNT_SELF_H
#define PERFCNT_SELF_H

#include <stdbool.h>

#include "handle.h"

/* A name with its NUL, and with what @self can become. */
#define SELF_NAME_SIZE	(PERFCNT_NAME_SIZE + 8)

/**
 * struct moment - what is known of the calling thread when counters are read
 * @self: mask of the counters that were set with @self
 * @mine: mask of those that the calling thread has set
 * @here: mask of those that it has set for the CPU that it is on
 * @switches: how often the thread has left a CPU
 *
 * Without a counter in @self, nothing but that is known.
 */
struct moment {
	uint32_t self;
	uint32_t mine;
	uint32_t here;
	long switches;
};

/**
 * perfcnt_self_resolve() - write a name for the kernel, which has no @self
 * @perfcnt: the handle
 * @name: the name
 * @text: gets the name, with @tcN instead of @self
 *
 * Return: the CPU of @self, -1 without @self, or -2 with errno set: EINVAL if the
 * calling thread is not pinned to one CPU; ENAMETOOLONG.
 */
int perfcnt_self_resolve(struct perfcnt *perfcnt, const char *name,
			 char text[SELF_NAME_SIZE]);

/**
 * perfcnt_self_set() - note that counters were set
 * @perfcnt: the handle
 * @counters: mask of the counters
 * @cpu: the CPU of @self, or -1
 */
void perfcnt_self_set(struct perfcnt *perfcnt, uint32_t counters, int cpu);

/**
 * perfcnt_self_note() - note the moment, before or after counters are read
 * @perfcnt: the handle
 * @moment: comes back
 */
void perfcnt_self_note(const struct perfcnt *perfcnt, struct moment *moment);

/**
 * perfcnt_self_was_alone() - has nothing but the thread run on its CPU?
 * @first: the moment before the first reading
 * @last: the moment after the last reading
 * @counters: mask of the counters that matter; those without @self do not
 *
 * Return: whether all of them have counted nothing but the calling thread.
 */
bool perfcnt_self_was_alone(const struct moment *first,
			    const struct moment *last, uint32_t counters);

#endif /* PERFCNT_SELF_H */
