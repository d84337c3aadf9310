/* SPDX-License-Identifier: GPL-2.0 */
/* Events that are asked for together. */
#ifndef PERFCNT_TOOLS_GROUPS_H
#define PERFCNT_TOOLS_GROUPS_H

#include "bank.h"

/* What is behind the last code of a bank. */
#define GROUP_END	-1

/**
 * struct group - a group of events
 * @name: its name
 * @codes: its events in each bank, up to GROUP_END
 */
struct group {
	const char *name;
	signed char codes[BANK_COUNT][16];
};

/**
 * group_named() - find a group
 * @name: its name
 *
 * Return: the group, or NULL if there is none of that name.
 */
const struct group *group_named(const char *name);

#endif /* PERFCNT_TOOLS_GROUPS_H */
