// SPDX-License-Identifier: GPL-2.0
/* Where the slots of the core go in a part of this program. */
#include <err.h>
#include <stdio.h>
#include <perfcnt.h>

int main(void)
{
	struct perfcnt_topdown topdown = { .size = sizeof(topdown) };
	struct perfcnt_topdown_counter *self = perfcnt_topdown_open(0, -1, 1, PERFCNT_TOPDOWN_USER);

	if (!self)
		err(1, "slots");
	for (int i = 0; i < 10000000; i++)
		__asm__ volatile(""); /* so that the loop stays */
	if (perfcnt_topdown_read(self, &topdown))
		err(1, "slots");
	printf("%.1f%% retiring, %.1f%% backend bound\n",
	       100 * topdown.ratio[PERFCNT_TOPDOWN_RETIRING],
	       100 * topdown.ratio[PERFCNT_TOPDOWN_BACKEND_BOUND]);
	perfcnt_topdown_close(self);
	return 0;
}
