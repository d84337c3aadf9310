// SPDX-License-Identifier: GPL-2.0
/*
 * Where the slots of loops go that are made to waste them in one way: most of them go
 * there, and all ways together are all slots. On x86-64 with PERF_METRICS, by the
 * kernel's events slots and topdown-*; the machine must have a model of time.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"
#include "wasters.h"

#ifdef __x86_64__

enum { SLOTS, RETIRING, BAD_SPECULATION, FRONTEND, BACKEND, EVENTS };

static const char *const names[EVENTS] = {
	"slots", "retiring", "bad speculation", "frontend bound", "backend bound",
};

/* Of the PMU cpu: in /sys/bus/event_source/devices/cpu/events. */
static const uint64_t configs[EVENTS] = { 0x400, 0x8000, 0x8100, 0x8200, 0x8300 };

FIXTURE(topdown) {
	int events[EVENTS];
	void (*waste)(void);
};

FIXTURE_VARIANT(topdown) {
	int largest;
	const char *waster;
};

FIXTURE_VARIANT_ADD(topdown, retiring) {
	.largest = RETIRING, .waster = "retiring"
};

FIXTURE_VARIANT_ADD(topdown, branches) {
	.largest = BAD_SPECULATION, .waster = "branches"
};

FIXTURE_VARIANT_ADD(topdown, misses) {
	.largest = BACKEND, .waster = "misses"
};

FIXTURE_VARIANT_ADD(topdown, much_code) {
	.largest = FRONTEND, .waster = "much_code"
};

FIXTURE_SETUP(topdown)
{
	int i;

	for (i = 0; i < EVENTS; i++) {
		struct perf_event_attr attr = {
			.type = PERF_TYPE_RAW,
			.config = configs[i],
			.read_format = PERF_FORMAT_GROUP,
			.exclude_kernel = 1,
			.exclude_hv = 1,
			.disabled = !i,
		};

		self->events[i] = open_perf_event(&attr, 0, -1, i ? self->events[0] : -1);
		if (self->events[i] < 0)
			SKIP(return, "this PMU does not count slots");
	}
	self->waste = prepare_waster(variant->waster);
	ASSERT_NE(NULL, self->waste);
	pin_to_cpu(0);
}

FIXTURE_TEARDOWN(topdown)
{
	int i;

	for (i = 0; i < EVENTS; i++)
		close(self->events[i]);
}

TEST_F(topdown, goes_where_it_must)
{
	struct {
		uint64_t count;
		uint64_t value[EVENTS];
	} group;
	uint64_t sum = 0;
	int i, largest = RETIRING;

	self->waste();
	ASSERT_EQ(0, ioctl(self->events[0], PERF_EVENT_IOC_ENABLE,
			   PERF_IOC_FLAG_GROUP));
	self->waste();
	ASSERT_EQ(0, ioctl(self->events[0], PERF_EVENT_IOC_DISABLE,
			   PERF_IOC_FLAG_GROUP));
	ASSERT_EQ(sizeof(group), read(self->events[0], &group, sizeof(group)));
	for (i = RETIRING; i < EVENTS; i++) {
		sum += group.value[i];
		if (group.value[i] > group.value[largest])
			largest = i;
		TH_LOG("%s: %.1f %%", names[i],
		       100.0 * group.value[i] / group.value[SLOTS]);
	}
	EXPECT_STREQ(names[variant->largest], names[largest]);
	/* eight bits a share */
	EXPECT_LE(group.value[SLOTS] * 0.995, sum);
	EXPECT_GE(group.value[SLOTS] * 1.005, sum);
}

#else

TEST(topdown)
{
	SKIP(return, "this is for x86-64");
}

#endif

TEST_HARNESS_MAIN
