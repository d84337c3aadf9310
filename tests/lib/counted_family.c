// SPDX-License-Identifier: GPL-2.0
/*
 * counted_family WHEN N: a family that takes N turns, which the library counts by thread,
 * each of its tasks by itself and all together.  It stops itself after it has begun to
 * count (WHEN is before), or before that (after); or nothing is counted (never).
 * ../selftests/perf_perfex.sh lets perf count it, too.
 */
#include <err.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfcnt.h>

#include "../selftests/family.h"

static struct perfcnt *together, *alone;
static pid_t process;

static void must(struct perfcnt *perfcnt, int result)
{
	if (result)
		errx(1, "%s", perfcnt_strerror(perfcnt));
}

static struct perfcnt *count(struct perfcnt *perfcnt)
{
	must(perfcnt, perfcnt_add(perfcnt, "instructions:u") || perfcnt_start(perfcnt));
	perfcnt_begin(perfcnt);
	return perfcnt;
}

static void count_together(void)
{
	together = perfcnt_open_process(0);
	must(together, !together || perfcnt_record_threads(together));
	count(together);
}

static void begin(void)
{
	setenv("PERFCNT_READ", "device", 1);
	alone = perfcnt_open_thread();
	must(alone, !alone);
	count(alone);
}

/* What has been counted since it began. */
static uint64_t result_of(struct perfcnt *perfcnt)
{
	uint64_t result;

	must(perfcnt, perfcnt_end(perfcnt) || perfcnt_count(perfcnt, 0, &result));
	return result;
}

/* The process has a record of each child, and counts what all have counted. */
static void check_records(uint64_t own)
{
	struct perfcnt_thread_info thread = { .size = sizeof(thread) };
	unsigned int children;
	uint64_t count;

	for (children = 0; !perfcnt_next_thread(together, &thread, &count, 1); children++)
		own += count;
	if (children != CHILDREN || result_of(together) < own)
		errx(1, "the records are wrong");
}

static void end(void)
{
	uint64_t own = result_of(alone);

	if (perfcnt_reads_by(alone, NULL) != PERFCNT_WAY_DEVICE)
		errx(1, "the device does not read");
	perfcnt_close(alone);
	if (getpid() == process)
		check_records(own);
}

int main(int argc, char **argv)
{
	unsigned long n = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
	bool never = n && !strcmp(argv[1], "never");
	bool before = n && !strcmp(argv[1], "before");

	if (!n)
		errx(2, "counted_family never|before|after N");
	process = getpid();
	if (before)
		count_together();
	raise(SIGSTOP);
	if (never)
		be_a_family(n, NULL, NULL);
	if (!before)
		count_together();
	be_a_family(n, begin, end);
}
