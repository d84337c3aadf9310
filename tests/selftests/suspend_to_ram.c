// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend to RAM and back, where that zeroes and stops the PMU of the CPU that is
 * left and nobody tells the PMU's driver, as on x86.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "fakes.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define PM_TEST "/sys/power/pm_test"
#define STATE "/sys/power/state"
#define MEM_SLEEP "/sys/power/mem_sleep"
#define DELAY "/sys/module/suspend/parameters/pm_test_delay"
#define MARKER "/sys/module/marker/parameters/"

FIXTURE(ram) {
	int fd;
};

FIXTURE_SETUP(ram)
{
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
	self->fd = load_over_fake("forgets=1");
}

FIXTURE_TEARDOWN(ram)
{
	unload_over_fake(self->fd);
}

/* Suspend to RAM, all but the last step. */
static bool sleep_in_ram(void)
{
	if (!file_has(STATE, "mem") || !file_has(MEM_SLEEP, "[deep]") ||
	    !file_has(PM_TEST, "core"))
		return false;
	write_file(DELAY, "0");
	if (write_file(PM_TEST, "core") || write_file(STATE, "mem") ||
	    write_file(PM_TEST, "none"))
		fatal("suspend to RAM: %s", strerror(errno));
	return true;
}

/*
 * What the PMU's driver knows of before was taken for what had been counted, up to
 * 2^47 here, and the CPU that is left counted no more.
 */
TEST_F(ram, counts)
{
	int round;

	ASSERT_EQ(0, write_text(self->fd, "0 cycles:u 0\n1 cycles:k@tc0 100\n"
				"2 instructions:uk 0\n3 page-faults:u 0"));
	for (round = 1; round <= 2; round++) {
		unsigned long long n = round;
		struct snapshot s;

		happen(0, BIG_CYCLES, 'u', 1000);
		happen(1, BIG_CYCLES, 'u', 5);
		happen(0, BIG_CYCLES, 'k', 1);
		if (!sleep_in_ram())
			SKIP(return, "no suspend to RAM");
		read_counters(self->fd, &s);
		EXPECT_EQ(1005 + (n - 1) * 1075, s.count[0]);
		happen(0, BIG_CYCLES, 'u', 70);
		happen(0, BIG_CYCLES, 'k', 2);
		happen(0, BIG_INSTRUCTIONS, 'u', 3);
		happen(1, BIG_INSTRUCTIONS, 'k', 4);
		EXPECT_COUNTS(self->fd, n * 1075, 100 + n * 3, n * 7);
		read_counters(self->fd, &s);
		EXPECT_LT(0, s.count[3]);
	}
	/* other counters can be set, and these go on */
	ASSERT_EQ(0, write_text(self->fd, "2 cycles:u 0"));
	happen(0, BIG_CYCLES, 'u', 5);
	EXPECT_COUNTS(self->fd, 2155, 106, 5);
}

/* What follows a task sees what each CPU has ever counted, which never goes back. */
TEST_F(ram, scope)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = 1 };
	int round, fd = open_device();

	pin_to_cpu(0);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set.counter[0].what = what_of(fd, 0, "cycles:u");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(call(fd, PERFCNT_IOC_SCOPE, &scope), reason(fd));
	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
	for (round = 1; round <= 3; round++) {
		happen(0, BIG_CYCLES, 'u', 1000);
		EXPECT_EQ(1070 * round - 70, sample(fd).counts[0]);
		if (!sleep_in_ram())
			SKIP(break, "no suspend to RAM");
		EXPECT_EQ(1070 * round - 70, sample(fd).counts[0]);
		happen(0, BIG_CYCLES, 'u', 70);
		EXPECT_EQ(1070 * round, sample(fd).counts[0]);
	}
	close(fd);
}

static unsigned long long marker_now(void)
{
	char text[32];

	read_file(MARKER "now", text, sizeof(text));
	return strtoull(text, NULL, 10);
}

/* Nor does it for a region of a kernel module that is open meanwhile. */
TEST_F(ram, region_of_a_module)
{
	int round;

	pin_to_cpu(0);
	must(load_module(REGIONS_MODULE, ""), "insmod perfcnt_regions.ko");
	must(load_module("marker.ko", "event=cycles:u"), "insmod marker.ko");
	must(write_file(MARKER "count", "1"), "a session");
	for (round = 1; round <= 3; round++) {
		happen(0, BIG_CYCLES, 'u', 1000);
		EXPECT_EQ(1070 * round - 70, marker_now());
		if (!sleep_in_ram())
			SKIP(break, "no suspend to RAM");
		/* a setting waits until counters count again */
		ASSERT_EQ(0, write_text(self->fd, "3 page-faults:u 0"));
		EXPECT_EQ(1070 * round - 70, marker_now());
		happen(0, BIG_CYCLES, 'u', 70);
		EXPECT_EQ(1070 * round, marker_now());
	}
	must(write_file(MARKER "count", "0"), "the session's end");
	must(unload_module("marker"), "rmmod marker");
	must(unload_module("perfcnt_regions"), "rmmod perfcnt_regions");
}

TEST_HARNESS_MAIN
