/* SPDX-License-Identifier: GPL-2.0 */
/* Why something could not be done, in words. */
#ifndef PERFCNT_REASON_H
#define PERFCNT_REASON_H

#include <linux/compiler_attributes.h>

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
 * @words: a sentence without a newline, as long as PERFCNT_IOC_REASON can return
 */
struct perfcnt_reason {
	char words[192];
};

void perfcnt_reason_set(struct perfcnt_reason *reason, const char *format, ...)
	__printf(2, 3);

#endif /* PERFCNT_REASON_H */
