// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* Why something could not be done, in words. */
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

/**
 * perfcnt_reason_prefix - say what the reason is about
 * @reason: its words are moved behind these, and cut short if they are too many
 * @format: what comes before them
 *
 * Context: Any.
 */
void perfcnt_reason_prefix(struct perfcnt_reason *reason, const char *format, ...)
{
	size_t most = sizeof(reason->words) - 1, length;
	char prefix[128];
	va_list args;

	va_start(args, format);
	length = vscnprintf(prefix, sizeof(prefix), format, args);
	va_end(args);
	memmove(reason->words + length, reason->words, most - length);
	memcpy(reason->words, prefix, length);
	reason->words[most] = '\0';
}

/**
 * perfcnt_refuse - say why a word is rejected
 * @reason: where that goes
 * @code: the errno, negative
 * @offset: where in the word it is wrong
 * @format: in words, cut short if they are too many
 *
 * Context: Any.
 * Return: @code.
 */
int perfcnt_refuse(struct perfcnt_reason *reason, int code, size_t offset,
		   const char *format, ...)
{
	va_list args;

	reason->offset = offset;
	va_start(args, format);
	vscnprintf(reason->words, sizeof(reason->words), format, args);
	va_end(args);
	return code;
}
