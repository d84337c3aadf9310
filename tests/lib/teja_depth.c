// SPDX-License-Identifier: GPL-2.0
/*
 * teja_depth [one]: updates in regions.  One: both have one recording, and what there is no
 * room for is refused, and nothing else.
 */
#include <errno.h>
#include <stdio.h>

#include <regions/ring.h>
#include <teja_profiler.h>

static int update(void)
{
	errno = 0;
	return teja_profiler_update(TEJA_PROFILER_CMT_CPU, 1);
}

int main(int argc, char **argv)
{
	const int refused = argc > 1 ? ENOBUFS : 0;
	unsigned int i;

	(void)argv;
	if (teja_profiler_start(TEJA_PROFILER_CMT_CPU, TEJA_PROFILER_CMT_CPU_INSTR_CNT))
		return 1;
	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++) {
		if (update()) {
			perror("update");
			return 1;
		}
		PERFCNT_REGION_BEGIN("region");
	}
	if (update() != -!!refused || errno != refused) {
		printf("with %u regions: errno %d\n", i, errno);
		return 1;
	}
	while (i--)
		PERFCNT_REGION_END("region");
	return update() ? 1 : 0;
}
