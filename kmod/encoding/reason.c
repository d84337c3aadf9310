// SPDX-License-Identifier: GPL-2.0
/* Why something could not be done, in words. */
#include <linux/kernel.h>

#include "reason.h"

/**
 * perfcnt_reason_set - say why
 * @reason: where the words go, cut short if they are too many
 * @format: a sentence without a newline
 *
 * Context: Any.
 */
void perfcnt_reason_set(struct perfcnt_reason *reason, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vscnprintf(reason->words, sizeof(reason->words), format, args);
	va_end(args);
}
