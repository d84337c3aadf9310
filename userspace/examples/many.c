// SPDX-License-Identifier: MIT-0
/* More events than counters: they are multiplexed, and each count is an estimate. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <perfcnt.h>

int main(int argc, char **argv)
{
	struct perfcnt_estimated count = { .size = sizeof(count) };
	struct perfcnt *self = perfcnt_open_process(0);

	if (!self || perfcnt_multiplex(self, 0))
		errx(1, "%s", perfcnt_strerror(self));
	for (int i = 1; i < argc; i++)
		if (perfcnt_add(self, argv[i]))
			errx(1, "%s", perfcnt_strerror(self));
	if (perfcnt_start(self))
		errx(1, "%s", perfcnt_strerror(self));
	perfcnt_begin(self);
	for (int i = 0; i < 10000000; i++)
		__asm__ volatile(""); /* so that the loop stays */
	if (perfcnt_end(self))
		errx(1, "%s", perfcnt_strerror(self));
	for (int i = 0; i < argc - 1; i++)
		if (!perfcnt_estimate(self, i, &count) && count.error >= 0)
			printf("%s %" PRIu64 " +-%.0f\n", argv[i + 1], count.count, count.error);
		else
			printf("%s had too few slices\n", argv[i + 1]);
	return 0;
}
