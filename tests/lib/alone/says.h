/* SPDX-License-Identifier: GPL-2.0 */
/* What the programs of this folder share. */
#ifndef PERFCNT_ALONE_SAYS_H
#define PERFCNT_ALONE_SAYS_H

#include <errno.h>
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

/* A call that fails so, in words of the library's or of the kernel's. */
#define EXPECT_REFUSED(perfcnt, result, error) do {			\
	errno = 0;							\
	EXPECT_EQ(-1, result);						\
	EXPECT_EQ(error, errno);					\
	EXPECT_STRNE(strerror(error), perfcnt_strerror(perfcnt));	\
} while (0)

#endif /* PERFCNT_ALONE_SAYS_H */
