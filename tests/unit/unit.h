/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every unit test includes: the kernel's harness for tests in user space. In
 * the kernel tests/kunit/unit.h stands in for it.
 */
#ifndef PERFCNT_UNIT_H
#define PERFCNT_UNIT_H

#include <sys/resource.h>

#include "kselftest_harness.h"

/*
 * A busy host slows a test down, but adds nothing to its CPU time: that is the limit, in
 * seconds, for each process. The harness's own, on the wall clock, ends only what sleeps.
 */
#define MOST_CPU_TIME	30

/* Then it is a sanitizer that allocates, and no test can do that instead. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZER_ALLOCATES
#endif

#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	600

static void __attribute__((constructor)) limit_cpu_time(void)
{
	const struct rlimit most = { MOST_CPU_TIME, MOST_CPU_TIME + 1 };

	setrlimit(RLIMIT_CPU, &most);
}

#endif /* PERFCNT_UNIT_H */
