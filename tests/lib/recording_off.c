// SPDX-License-Identifier: GPL-2.0
/* Regions that nobody may have asked for, in as many turns as it is told. */
#include <stdlib.h>

#include <perfcnt.h>

int main(int argc, char **argv)
{
	unsigned long turns = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;

	for (; turns; turns--) {
		PERFCNT_REGION_BEGIN("region");
		PERFCNT_REGION_END("region");
	}
	return 0;
}
