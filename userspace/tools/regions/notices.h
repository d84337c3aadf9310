/* SPDX-License-Identifier: GPL-2.0 */
/* What is strange in a file of profiler's dumps, but not wrong. */
#ifndef PERFCNT_REGIONS_NOTICES_H
#define PERFCNT_REGIONS_NOTICES_H

#include <stddef.h>

enum region_notice {
	REGION_NO_UPDATE,
	REGION_NO_START,
	REGION_OVERRUN,
	REGION_OTHER_CALL,
	REGION_ORDER,
	REGION_TOO_MANY,
	REGION_OVERFLOW,
	REGION_MOVED,
	REGION_NOTICES,
};

/**
 * struct region_notices - how often, and where first; zeros at first
 * @count: by notice
 * @line: by notice: the first one's line
 */
struct region_notices {
	size_t count[REGION_NOTICES];
	size_t line[REGION_NOTICES];
};

/**
 * region_notice() - count one more
 * @notices: gets it
 * @notice: what it is
 * @line: where
 */
void region_notice(struct region_notices *notices, enum region_notice notice,
		   size_t line);

/**
 * region_notices_say() - report them on standard error, each kind once
 * @notices: the notices
 * @name: what the file is called
 */
void region_notices_say(const struct region_notices *notices, const char *name);

#endif /* PERFCNT_REGIONS_NOTICES_H */
