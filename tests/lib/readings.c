// SPDX-License-Identifier: GPL-2.0
/* All CPUs, by names: what perfcnt_open_cpus() has opened. */
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "library.h"

static void work(void)
{
	mixed_loop(1000000);
	move();
}

TEST(all_cpus)
{
	struct perfcnt *perfcnt = open_handle();
	uint64_t first, second;

	pin_to_cpu(0);
	if (perfcnt_add(perfcnt, "instructions:u")) /* QEMU without -icount */
		must(perfcnt, perfcnt_add(perfcnt, "cpu-clock:uk"), "add");
	must(perfcnt, perfcnt_start(perfcnt), "start");
	perfcnt_begin(perfcnt);
	work();
	must(perfcnt, perfcnt_end(perfcnt), "end");
	must(perfcnt, perfcnt_count(perfcnt, 0, &first), "count");
	EXPECT_GE(first, 1000);
	must(perfcnt, perfcnt_read(perfcnt, &second, 1), "read");
	EXPECT_GE(second, first);
	perfcnt_close(perfcnt);
}

TEST_HARNESS_MAIN
