/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/* Why something could not be done, in words. */
#ifndef PERFCNT_REASON_H
#define PERFCNT_REASON_H

#include "../../uapi/linux/perfcnt.h"
#include "pure.h"

/*
 * A variable that is written before it is read: the kernel need not clear it
 * first, as it does with all others where CONFIG_INIT_STACK_ALL_ZERO is set.  For
 * what is large and on the way of a reading.
 */
#if __has_attribute(__uninitialized__)
#define perfcnt_uninitialized __attribute__((__uninitialized__))
#else
#define perfcnt_uninitialized
#endif

/**
 * struct perfcnt_reason - why something could not be done
 * @words: a sentence without a newline
 * @offset: of a word of a user's that is rejected: where in it
 */
struct perfcnt_reason {
	char words[PERFCNT_REASON_SIZE];
	size_t offset;
};

__printf(2, 3)
void perfcnt_reason_set(struct perfcnt_reason *reason, const char *format, ...);
__printf(2, 3)
void perfcnt_reason_prefix(struct perfcnt_reason *reason, const char *format, ...);
__printf(4, 5)
int perfcnt_refuse(struct perfcnt_reason *reason, int code, size_t offset,
		   const char *format, ...);

#endif /* PERFCNT_REASON_H */
