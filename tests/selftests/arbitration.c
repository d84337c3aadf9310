// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's perf and this module want the same counters: whoever is first
 * has them, the other is told, and gets them when the first lets go.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define ITERATIONS 1000000UL
#define LENGTH (ITERATIONS * SHORT_INSTRUCTIONS)
#define INTRUDER "intruder.ko"

static int open_event(uint32_t type, uint64_t config, int disabled)
{
	struct perf_event_attr attr = {
		.type = type,
		.config = config,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.disabled = disabled,
	};

	return open_perf_event(&attr, 0, -1, -1);
}

static int open_instructions(int disabled)
{
	return open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS,
			  disabled);
}

FIXTURE(arbitration) {
	int fd;
};

FIXTURE_SETUP(arbitration)
{
	if (which_driver() != MIPS)
		SKIP(return, "the registers are not a 34K's");
	self->fd = open_stopped();
	pin_to_cpu(0);
	be_alone();
}

FIXTURE_TEARDOWN(arbitration)
{
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* What the loop counts, from this value of the register on. */
__attribute__((noipa))
static uint64_t count_from(int fd, uint32_t value)
{
	struct snapshot snapshot;

	preload(1, value);
	set_counters(fd, "1 instructions:u 0");
	short_loop(ITERATIONS);
	read_counters(fd, &snapshot);
	set_counters(fd, "1 0 0");
	return snapshot.count[1];
}

/* Nobody can have the interrupt: counts are exact without it. */
TEST_F(arbitration, no_line)
{
	static char interrupts[65536];
	uint64_t length;

	count_from(self->fd, 0);
	length = count_from(self->fd, 0);
	EXPECT_GE(length, LENGTH);
	ASSERT_EQ(0, load_module(INTRUDER, "line=1"));
	set_counters(self->fd, "0 0x8");
	read_file("/proc/interrupts", interrupts, sizeof(interrupts));
	EXPECT_EQ(NULL, strstr(interrupts, "perfcnt"));
	EXPECT_EQ(length, count_from(self->fd, 0x7fffff00));
	EXPECT_EQ(length, count_from(self->fd, 0xffffff00));
	set_counters(self->fd, "0 0 0");
	ASSERT_EQ(0, unload_module("intruder"));
}

/* But there are no samples, and the error says why. */
TEST_F(arbitration, no_samples_without_a_line)
{
	struct perfcnt_sampling sampling = {
		.size = sizeof(sampling), .counter = 1, .period = 10000,
	};
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 0x2, .counts = 0x2,
	};
	int fd = open_device(), error;

	ASSERT_EQ(0, load_module(INTRUDER, "line=1"));
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0x2), "claim");
	set.counter[1].what = what_of(fd, 1, "instructions:u@vpe0");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	error = call(fd, PERFCNT_IOC_SAMPLE, &sampling);
	EXPECT_REFUSED(fd, error, EOPNOTSUPP, "interrupt line is not available");
	close(fd);
	ASSERT_EQ(0, unload_module("intruder"));
}

/* Ours is counting: perf is refused, says so, and ours stays exact. */
static void expect_we_are_first(struct __test_metadata *_metadata, int fd)
{
	struct snapshot start, end;
	int event;

	set_counters(fd, "1 instructions:u 0");
	short_loop(ITERATIONS);
	read_counters(fd, &start);
	set_counters(fd, "1 instructions:u 0");
	event = open_instructions(0);
	EXPECT_LT(event, 0);
	EXPECT_EQ(EINVAL, errno);
	set_counters(fd, "1 instructions:u 0");
	short_loop(2 * ITERATIONS);
	read_counters(fd, &end);
	EXPECT_EQ(LENGTH, end.count[1] - start.count[1]);
	/* perf's software events are not refused */
	event = open_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0);
	EXPECT_GE(event, 0);
	close(event);
	/* perf has the counters while ours are suspended */
	set_counters(fd, "suspend");
	event = open_instructions(0);
	EXPECT_GE(event, 0);
	close(event);
	set_counters(fd, "resume\n1 0 0");
}

TEST_F(arbitration, we_are_first)
{
	expect_we_are_first(_metadata, self->fd);
}

/* Somebody writes to a control register behind our back: a loud error. */
TEST_F(arbitration, intruder)
{
	char text[64];
	struct snapshot s;

	set_counters(self->fd, "0 branches:u 0\n1 instructions:u 0");
	ASSERT_EQ(0, load_module(INTRUDER, "word=0x3f counter=1")); /* with IE */
	EXPECT_EQ(-1, pread(self->fd, text, sizeof(text), 0));
	EXPECT_EQ(EIO, errno);
	EXPECT_TRUE(last_error_has("changed from outside perfcnt"));
	EXPECT_EQ(-1, pread(self->fd, text, sizeof(text), 0));
	EXPECT_EQ(EIO, errno);
	/* the registers are not taken from whoever has their interrupts */
	EXPECT_EQ(EBUSY, write_text(self->fd, "resume"));
	/* suspending does not make short counts good */
	EXPECT_EQ(0, write_text(self->fd, "suspend"));
	EXPECT_EQ(-1, pread(self->fd, text, sizeof(text), 0));
	EXPECT_EQ(EIO, errno);
	ASSERT_EQ(0, unload_module("intruder")); /* stops its counter */
	/* the next write counts again */
	set_counters(self->fd, "0 0 0\n1 instructions:u 0");
	short_loop(ITERATIONS);
	read_counters(self->fd, &s);
	EXPECT_GE(s.count[1], LENGTH);
	EXPECT_LT(s.count[1], LENGTH + 100000);
	stop_counters(self->fd);
}

/* Readings of counts alone see it too, the first that there is. */
TEST_F(arbitration, intruder_and_counts)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 0x2, .counts = 0x2,
	};
	struct perfcnt_counts before, after;
	int fd = open_device();

	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 0x2));
	set.counter[1].what = what_of(fd, 1, "instructions:u@tc0");
	ASSERT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 0x2));
	ASSERT_EQ(0, read_some(fd, 0, 0x2, &before));
	ASSERT_EQ(0, load_module(INTRUDER, "word=0x2f counter=1"));
	EXPECT_REFUSED(fd, read_some(fd, 0, 0x2, &after), EIO, "changed from outside perfcnt");
	EXPECT_EQ(EIO, read_some(fd, 0, 0x2, &after));
	ASSERT_EQ(0, unload_module("intruder"));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_STOP, 0x2) == EIO ? 0 : 1);
	/* set again it counts */
	ASSERT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 0x2));
	ASSERT_EQ(0, read_some(fd, 0, 0x2, &before));
	short_loop(ITERATIONS);
	ASSERT_EQ(0, read_some(fd, 0, 0x2, &after));
	EXPECT_GE(after.counts[0] - before.counts[0], LENGTH);
	EXPECT_LT(after.counts[0] - before.counts[0], LENGTH + 100000);
	close(fd);
}

/* The first reading of all sees that a claimed counter is lost, and shows it stopped. */
TEST_F(arbitration, intruder_and_claimed)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 0x2, .counts = 0x2,
	};
	struct snapshot before, first, second;
	int fd = open_device();

	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 0x2));
	set.counter[1].what = what_of(fd, 1, "instructions:u@tc0");
	ASSERT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 0x2));
	read_counters(self->fd, &before);
	EXPECT_NE(0, before.control[1] & PERFCNT_CTL_MODES);
	ASSERT_EQ(0, load_module(INTRUDER, "word=0x2f counter=1"));
	read_counters(self->fd, &first);
	EXPECT_EQ(0, first.control[1] & PERFCNT_CTL_MODES);
	read_counters(self->fd, &second);
	EXPECT_EQ(first.control[1], second.control[1]);
	EXPECT_EQ(first.count[1], second.count[1]);
	ASSERT_EQ(0, unload_module("intruder"));
	close(fd);
}

/* perf has an event, enabled or not: ours are refused and nothing changes. */
FIXTURE(perf_first) {
	int fd;
	int event;
};

FIXTURE_VARIANT(perf_first) {
	int disabled;
};

FIXTURE_VARIANT_ADD(perf_first, running) { };

FIXTURE_VARIANT_ADD(perf_first, disabled) {
	.disabled = 1
};

FIXTURE_SETUP(perf_first)
{
	if (which_driver() != MIPS)
		SKIP(return, "the registers are not a 34K's");
	self->fd = open_stopped();
	pin_to_cpu(0);
	be_alone();
	self->event = open_instructions(variant->disabled);
	ASSERT_GE(self->event, 0);
}

FIXTURE_TEARDOWN(perf_first)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

TEST_F(perf_first, ours_are_refused)
{
	char before[1024], after[1024];

	read_file(PROC_PERF, before, sizeof(before));
	EXPECT_EQ(EBUSY, write_text(self->fd, "0 cycles 0"));
	EXPECT_TRUE(last_error_has("perf"));
	read_file(PROC_PERF, after, sizeof(after));
	EXPECT_STREQ(before, after);
	/* what does not count may be set */
	EXPECT_EQ(0, write_text(self->fd, "0 0x20 5\nsuspend"));
}

TEST_F(perf_first, perf_counts_on)
{
	uint64_t once = 0, twice = 0;

	ioctl(self->event, PERF_EVENT_IOC_ENABLE, 0);
	short_loop(ITERATIONS);
	ASSERT_EQ(sizeof(once), read(self->event, &once, sizeof(once)));
	EXPECT_EQ(EBUSY, write_text(self->fd, "0 cycles 0"));
	ioctl(self->event, PERF_EVENT_IOC_RESET, 0);
	short_loop(ITERATIONS);
	ASSERT_EQ(sizeof(twice), read(self->event, &twice, sizeof(twice)));
	EXPECT_GE(once, LENGTH);
	EXPECT_GE(twice, LENGTH);
	EXPECT_LT(twice, LENGTH + 100000);
}

TEST_F(perf_first, then_we_are)
{
	EXPECT_EQ(EBUSY, write_text(self->fd, "1 instructions:u 0"));
	close(self->event);
	EXPECT_EQ(0, write_text(self->fd, "1 instructions:u 0"));
	stop_counters(self->fd);
	expect_we_are_first(_metadata, self->fd);
}

TEST_HARNESS_MAIN
