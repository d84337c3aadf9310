// SPDX-License-Identifier: GPL-2.0
/*
 * A scope's counter with the filter of a core of two CPUs, of which one comes for the first time
 * while it counts: see siblings.sh for the machine.
 */
#include <string.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define ITERATIONS 1000000UL

#define ONLINE "/sys/devices/system/cpu/cpu3/online"

TEST(comes_into_a_scope)
{
	struct perfcnt_set set = { .size = sizeof(set), .controls = 1, .counts = 1 };
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = 1 };
	struct perfcnt_counts r;
	char siblings[8] = "";
	int fd;

	read_file("/sys/devices/system/cpu/cpu2/topology/thread_siblings_list", siblings,
		  sizeof(siblings));
	if (strncmp(siblings, "2-3", 3))
		SKIP(return, "CPU 2 and CPU 3 are no core");
	unload_perfcnt();
	ASSERT_EQ(0, write_file(ONLINE, "0"));
	ASSERT_EQ(0, load_perfcnt(PERF, ""));
	pin_to_cpu(2);
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set.counter[0].what = what_of(fd, 0, "instructions:u@vpe1");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(call(fd, PERFCNT_IOC_SCOPE, &scope), "scope");
	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
	short_loop(ITERATIONS);
	EXPECT_EQ(0, write_file(ONLINE, "1"));
	pin_to_cpu(3);
	short_loop(ITERATIONS);
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	must(read_some(fd, 0, 1, &r), reason(fd));
	EXPECT_LE(2 * ITERATIONS * SHORT_INSTRUCTIONS, r.counts[0]);
	EXPECT_GT(3 * ITERATIONS * SHORT_INSTRUCTIONS, r.counts[0]);
	close(fd);
}

TEST_HARNESS_MAIN
