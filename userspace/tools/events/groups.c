// SPDX-License-Identifier: GPL-2.0
/* MD00548's Table 5: which events an option stands for. */
#include <string.h>

#include "base/memory.h"
#include "groups.h"

#define END	GROUP_END

/* --itc is in Table 4 alone: what counts inter-thread communication. */
static const struct group groups[] = {
	{ "ipc", { { 0, END }, { 1, END } } },
	{ "stalls", { { 18, 25, 41, 45, 24, END },
		      { 18, 25, 41, 45, 46, END } } },
	{ "all_stalls", { { 18, 24, 25, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47,
			    48, END },
			  { 18, 24, 25, 37, 38, 40, 41, 42, 43, 45, 46, 51, 53,
			    55, END } } },
	{ "queues", { { 50, 51, 52, 53, 54, 55, END },
		      { 50, 51, 52, 53, 54, 55, END } } },
	{ "misses", { { 5, 6, 7, 8, 9, 10, 11, 21, 22, 39, END },
		      { 5, 6, 7, 8, 9, 10, 11, 21, 22, 39, END } } },
	{ "instructions", { { 1, 2, 3, 4, 14, 15, 16, 17, 19, 20, 26, 35, 32,
			      34, END },
			    { 2, 3, 4, 14, 15, 16, 17, 19, 20, 26, 27, 35, 32,
			      34, END } } },
	{ "cache", { { 9, 10, 37, 39, END }, { 9, 10, 11, 37, END } } },
	{ "branch", { { 2, 3, 4, 16, END }, { 2, 3, 4, 16, END } } },
	{ "tlb", { { 5, 6, 7, 8, END }, { 5, 6, 7, 8, END } } },
	{ "l2", { { 21, 22, 38, END }, { 21, 38, 39, END } } },
	{ "itc", { { 32, 40, END }, { 32, 40, END } } },
};

const struct group *group_named(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(groups); i++)
		if (!strcmp(groups[i].name, name))
			return &groups[i];
	return NULL;
}
