/* SPDX-License-Identifier: GPL-2.0 */
/* What the programs of this folder share. */
#ifndef PERFCNT_ALONE_SAYS_H
#define PERFCNT_ALONE_SAYS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <perfcnt.h>

#include "../../unit/unit.h"
#include "../stand_in.h"

static inline bool says(struct perfcnt *perfcnt, const char *words)
{
	const char *said = perfcnt_strerror(perfcnt);

	if (!strncmp(said, words, strlen(words)))
		return true;
	printf("# %s\n", said);
	return false;
}

#endif /* PERFCNT_ALONE_SAYS_H */
