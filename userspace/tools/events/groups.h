/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events that are asked for together: groups.txt, and what users add to it.  It is
 * read when it is asked for first.
 */
#ifndef PERFCNT_TOOLS_GROUPS_H
#define PERFCNT_TOOLS_GROUPS_H

#include <linux/perfcnt.h>

#include "event_word.h"
#include "events.h"

extern const char builtin_groups[];

/* What is after the last code of a bank. */
#define GROUP_END	-1

struct group {
	char *name;
	/* its events in each bank, up to GROUP_END */
	signed char codes[BANK_COUNT][PERFCNT_EVENT_CODES + 1];
	char *any; /* names and codes of those that any counter may count, separated by blanks */
};

/* NULL if there is none of that name.  Ends the tool if a definition is wrong. */
const struct group *group_named(const char *name);

/* Looks for the group that a name may be meant for, which group_named() does not know. */
void groups_try(struct near *near);

#endif /* PERFCNT_TOOLS_GROUPS_H */
