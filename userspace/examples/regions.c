// SPDX-License-Identifier: MIT-0
/* What the regions of this program cost: pc_regions -e instructions:u -- ./regions */
#include <perfcnt.h>

static void work(int turns)
{
	PERFCNT_REGION_SCOPE("work");

	for (int i = 0; i < turns; i++)
		__asm__ volatile(""); /* so that the loop stays */
}

int main(void)
{
	PERFCNT_REGION_BEGIN("all");
	for (int i = 0; i < 10; i++)
		work(100 * i);
	PERFCNT_REGION_END("all");
	return 0;
}
