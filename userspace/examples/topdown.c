// SPDX-License-Identifier: MIT-0
/* Where the slots of the core go in a part of this program. */
#include <err.h>
#include <stdio.h>
#include <perfcnt.h>

int main(void)
{
	struct perfcnt_topdown_request this_thread = {
		.size = sizeof(this_thread),
		.flags = PERFCNT_TOPDOWN_USER,
		.cpu = -1,
		.level = 1,
	};
	struct perfcnt_topdown_reading before = { .size = sizeof(before) };
	struct perfcnt_topdown_reading after = { .size = sizeof(after) };
	struct perfcnt_topdown_shares shares = { .size = sizeof(shares) };
	struct perfcnt_topdown *topdown = perfcnt_topdown_open(&this_thread);

	if (!topdown || perfcnt_topdown_read(topdown, &before))
		errx(1, "slots: %s", perfcnt_strerror(NULL));
	for (int i = 0; i < 10000000; i++)
		__asm__ volatile(""); /* so that the loop stays */
	if (perfcnt_topdown_read(topdown, &after) ||
	    perfcnt_topdown_between(&before, &after, &shares))
		errx(1, "slots: %s", perfcnt_strerror(NULL));
	printf("%.1f%% retiring, %.1f%% backend bound\n",
	       100 * shares.share[PERFCNT_TOPDOWN_RETIRING].ratio,
	       100 * shares.share[PERFCNT_TOPDOWN_BACKEND_BOUND].ratio);
	perfcnt_topdown_close(topdown);
	return 0;
}
