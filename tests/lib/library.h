/* SPDX-License-Identifier: GPL-2.0 */
/* What the library's tests share. */
#ifndef PERFCNT_TEST_LIBRARY_H
#define PERFCNT_TEST_LIBRARY_H

#include <errno.h>
#include <string.h>

#include <perfcnt.h>
#include <event_set.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"

static inline struct perfcnt *open_handle(void)
{
	struct perfcnt *perfcnt = perfcnt_open_cpus();

	if (!perfcnt)
		fatal("open: %s", perfcnt_strerror(NULL));
	return perfcnt;
}

/* A call that must be taken. */
static inline void must(struct perfcnt *perfcnt, int result, const char *what)
{
	if (result)
		fatal("%s: %s", what, perfcnt_strerror(perfcnt));
}

/* A call that must be refused, in words of the kernel's. */
#define EXPECT_REFUSED(perfcnt, result, error) do {			\
	const char *__words;						\
									\
	errno = 0;							\
	EXPECT_EQ(-1, result);						\
	EXPECT_EQ(error, errno);					\
	__words = perfcnt_strerror(perfcnt);				\
	EXPECT_STRNE("", __words);					\
	EXPECT_STRNE(strerror(error), __words);				\
} while (0)

/* A call of the library's that must fail, with these words. */
#define EXPECT_FAILS(result, error, words) do {				\
	errno = 0;							\
	EXPECT_EQ(-1, result);						\
	EXPECT_EQ(error, errno);					\
	EXPECT_STREQ(words, perfcnt_strerror(NULL));			\
} while (0)

#endif /* PERFCNT_TEST_LIBRARY_H */
