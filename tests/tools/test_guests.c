// SPDX-License-Identifier: GPL-2.0
/* What guests do is left out where the PMU can do that, and counted elsewhere. */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "session/machine.h"
#include "topdown/way.h"
#include "unit.h"

/* The PMU: can it leave guests out?  And what it was asked. */
static bool leaves_out;
static unsigned int asked, asked_without;

long __wrap_syscall(long number, ...)
{
	const struct perf_event_attr *attr;
	va_list arguments;

	va_start(arguments, number);
	attr = va_arg(arguments, const struct perf_event_attr *);
	va_end(arguments);
	if (number != SYS_perf_event_open)
		abort();
	asked++;
	asked_without += attr->exclude_guest;
	if (!attr->exclude_guest || leaves_out)
		return open("/dev/null", O_RDONLY);
	errno = EINVAL;
	return -1;
}

int __wrap_ioctl(int fd, unsigned long command, ...)
{
	return fd < 0 || command != PERF_EVENT_IOC_ENABLE ? -1 : 0;
}

int __wrap_perfcnt_topdown_way_find(struct topdown_way *way, unsigned int level, uint32_t pmu)
{
	(void)pmu;
	*way = (struct topdown_way){
		.method = PERFCNT_TOPDOWN_EVENTS, .level = level, .count = 2,
	};
	return 0;
}

FIXTURE(guests) {
};

FIXTURE_VARIANT(guests) {
	bool left_out;
};

FIXTURE_VARIANT_ADD(guests, left_out) { .left_out = true };
FIXTURE_VARIANT_ADD(guests, counted) { .left_out = false };

FIXTURE_SETUP(guests)
{
	leaves_out = variant->left_out;
	asked = 0;
	asked_without = 0;
}

FIXTURE_TEARDOWN(guests)
{
}

TEST_F(guests, library)
{
	const struct perfcnt_topdown_request request = {
		.size = sizeof(request), .cpu = -1, .level = 1,
	};
	struct perfcnt_topdown *counter = perfcnt_topdown_open(&request);

	ASSERT_NE(NULL, counter);
	EXPECT_EQ(leaves_out ? 2 : 3, asked); /* the events of a group are alike */
	EXPECT_EQ(leaves_out ? 2 : 1, asked_without);
	perfcnt_topdown_close(counter);
}

TEST_F(guests, tools)
{
	const struct perfcnt_what what = {
		.type = PERF_TYPE_RAW, .config = 1,
		.control = PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT | PERFCNT_CTL_U,
	};
	struct machine machine = {
		.perfcnt = (struct perfcnt *)&machine, .describe.driver = "perf",
	};

	EXPECT_EQ(0, machine_check(&machine, 0, &what));
	EXPECT_EQ(leaves_out ? 1 : 2, asked);
	EXPECT_EQ(1, asked_without);
}

TEST_HARNESS_MAIN
