// SPDX-License-Identifier: MIT-0
/* What a part of a function costs. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <perfcnt.h>

int main(void)
{
	struct perfcnt *self = perfcnt_open_thread();
	uint64_t count;

	if (!self || perfcnt_add(self, "instructions:u") || perfcnt_start(self))
		errx(1, "%s", perfcnt_strerror(self));
	perfcnt_begin(self);
	for (int i = 0; i < 1000; i++)
		__asm__ volatile(""); /* so that the loop stays */
	if (perfcnt_end(self) || perfcnt_count(self, 0, &count))
		errx(1, "%s", perfcnt_strerror(self));
	printf("%" PRIu64 " instructions\n", count);
	perfcnt_close(self);
	return 0;
}
