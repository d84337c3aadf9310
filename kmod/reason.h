/* SPDX-License-Identifier: GPL-2.0 */
/* Why something could not be done, in words. */
#ifndef PERFCNT_REASON_H
#define PERFCNT_REASON_H

#include <linux/compiler_attributes.h>

/**
 * struct perfcnt_reason - why something could not be done
 * @words: a sentence without a newline
 */
struct perfcnt_reason {
	char words[160];
};

void perfcnt_reason_set(struct perfcnt_reason *reason, const char *format, ...)
	__printf(2, 3);

#endif /* PERFCNT_REASON_H */
