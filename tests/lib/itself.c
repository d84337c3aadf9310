// SPDX-License-Identifier: GPL-2.0
/*
 * A program that counts itself: a known part, again and again.  It says how it has read, and
 * which process it was started by; and it fails if a count was not exact.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include <perfcnt.h>

#include "known_part.h"

#define ROUNDS 200

static void fail(struct perfcnt *perfcnt)
{
	errx(1, "started by %d: %s", getppid(), perfcnt_strerror(perfcnt));
}

/* A function of its own, so that nothing of the next round is in a part. */
__attribute__((noipa))
static uint64_t measure(struct perfcnt *perfcnt)
{
	uint64_t count;

	perfcnt_begin(perfcnt);
	known_part();
	if (perfcnt_end(perfcnt) || perfcnt_count(perfcnt, 0, &count))
		fail(perfcnt);
	return count;
}

int main(void)
{
	static const char *const ways[] = { "pages", "device", "perf" };
	struct perfcnt *perfcnt = perfcnt_open_thread();
	uint64_t count;
	int i;

	if (!perfcnt || perfcnt_add(perfcnt, "instructions:u") || perfcnt_start(perfcnt))
		fail(perfcnt);
	for (i = 0; i < ROUNDS; i++) {
		count = measure(perfcnt);
		if (count != KNOWN_INSTRUCTIONS)
			errx(1, "round %d: %" PRIu64 ", not %d", i, count,
			     KNOWN_INSTRUCTIONS);
	}
	puts(ways[perfcnt_reads_by(perfcnt, NULL)]);
	perfcnt_close(perfcnt);
	return 0;
}
