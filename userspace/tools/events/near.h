/* SPDX-License-Identifier: GPL-2.0 */
/* A name that is not known, and the known one that it may be meant for. */
#ifndef PERFCNT_TOOLS_NEAR_H
#define PERFCNT_TOOLS_NEAR_H

#include <linux/perfcnt.h>

/**
 * struct near - the nearest name so far
 * @word: the name that is not known
 * @distance: how many letters must change to make it @name
 * @name: the nearest name, or "" if none is near
 */
struct near {
	const char *word;
	unsigned int distance;
	char name[PERFCNT_NAME_SIZE];
};

/**
 * near_begin() - begin to look for a name
 * @near: comes back
 * @word: the name that is not known
 */
void near_begin(struct near *near, const char *word);

/**
 * near_try() - look at a name that is known
 * @near: keeps it if it is nearer than all before
 * @name: the name
 *
 * A name is near if a third of the letters change at most: if one is missing, too
 * many, wrong, or changes places with the next.
 */
void near_try(struct near *near, const char *name);

#endif /* PERFCNT_TOOLS_NEAR_H */
