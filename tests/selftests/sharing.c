// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's PMU is shared with perf: who comes when it is full is told so,
 * and loses and changes nothing.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define MOST 64
#define ALL ((1u << PERFCNT_MAX_COUNTERS) - 1)
#define ARM_PMU "/sys/bus/event_source/devices/armv8_pmuv3"

static struct perf_event_attr event_of(uint64_t config, int pinned)
{
	return (struct perf_event_attr){
		.type = PERF_TYPE_HARDWARE,
		.config = config,
		.pinned = pinned,
		.exclude_hv = 1,
	};
}

static int open_cycles(int cpu, int pinned)
{
	const struct perf_event_attr attr = event_of(PERF_COUNT_HW_CPU_CYCLES, pinned);

	return open_perf_event(&attr, -1, cpu, -1);
}

/* Fill CPU 0's PMU with perf's events; returns how many there is room for. */
static int fill_with(uint64_t config, int *events)
{
	const struct perf_event_attr attr = event_of(config, 1);

	return fill_pmu(&attr, 0, events, MOST);
}

static int fill(int *events)
{
	return fill_with(PERF_COUNT_HW_CPU_CYCLES, events);
}

static void for_all(int *events, int n, unsigned long request)
{
	while (n > 0)
		ioctl(events[--n], request, 0);
}

static void close_all(int *events, int n)
{
	while (n > 0)
		close(events[--n]);
}

FIXTURE(sharing) {
	int fd;
	int room; /* for so many of perf's events */
};

FIXTURE_SETUP(sharing)
{
	int events[MOST];

	self->fd = open_stopped();
	if (which_driver() != PERF || !is_taken(self->fd, "0 cycles 0"))
		SKIP(return, "the kernel drives no PMU here");
	stop_counters(self->fd);
	pin_to_cpu(0);
	self->room = fill(events);
	close_all(events, self->room);
}

FIXTURE_TEARDOWN(sharing)
{
	int events[MOST];

	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	EXPECT_EQ(self->room, fill(events));
	close(self->fd);
}

/* What no counter of the PMU counts alone: there are some for Intel's instructions. */
#ifdef __x86_64__
#define ANY_COUNTER PERF_COUNT_HW_BRANCH_INSTRUCTIONS
#define ANY_NAME "r00c4:u"
#else
#define ANY_COUNTER PERF_COUNT_HW_INSTRUCTIONS
#define ANY_NAME "r8:u"
#endif

/* Hardware events can have as many counters as count whatever the PMU can count. */
TEST_F(sharing, hardware)
{
	int device = open_device(), events[MOST];
	int n = fill_with(ANY_COUNTER, events);

	close_all(events, n);
	EXPECT_EQ(n, describe(device).hardware);
	EXPECT_EQ(PERFCNT_MAX_COUNTERS, describe(device).counters);
	close(device);
}

/* How often this thread faults, and what each counter has counted then. */
#define PAGES 20

static struct perfcnt_counts after_faults(int device)
{
	const size_t size = PAGES * sysconf(_SC_PAGESIZE);
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct perfcnt_counts counted;

	if (memory == MAP_FAILED)
		fatal("mmap: %s", strerror(errno));
	memset(memory, 1, size);
	must(read_some(device, 0, ALL, &counted), "read");
	munmap(memory, size);
	return counted;
}

/* As many hardware events as the PMU has counters, and software events on all others. */
TEST_F(sharing, software_events_beside)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = ALL };
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = ALL };
	struct perfcnt_counts first, second;
	int device = open_device();
	unsigned int i, hardware = describe(device).hardware;

	ASSERT_LT(hardware, PERFCNT_MAX_COUNTERS);
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		set.counter[i].what = what_of(device, i, i < hardware ? ANY_NAME : "page-faults:u");
	must(with_mask(device, PERFCNT_IOC_CLAIM, ALL), reason(device));
	must(call(device, PERFCNT_IOC_SET, &set), reason(device));
	must(call(device, PERFCNT_IOC_SCOPE, &scope), reason(device));
	must(with_mask(device, PERFCNT_IOC_START, ALL), reason(device));
	after_faults(device); /* the code is there from now on */
	first = after_faults(device);
	second = after_faults(device);
	for (i = 0; i < hardware; i++) {
		EXPECT_LT(first.counts[i], second.counts[i]) {
			TH_LOG("counter %u", i);
		}
	}
	for (; i < PERFCNT_MAX_COUNTERS; i++) {
		EXPECT_EQ(PAGES, second.counts[i] - first.counts[i]) {
			TH_LOG("counter %u", i);
		}
	}
	must(call(device, PERFCNT_IOC_LEAVE, NULL), reason(device));
	set.controls = 1u << hardware;
	set.counter[hardware].what = what_of(device, hardware, ANY_NAME);
	EXPECT_REFUSED(device, call(device, PERFCNT_IOC_SET, &set), EBUSY, "no free counter");
	close(device);
}

/* perf has all but three: three of ours fit, a fourth does not. */
TEST_F(sharing, fourth)
{
	char before[1024], after[1024];
	struct snapshot start, end;
	int n, fd = self->fd, events[MOST];

	n = fill(events);
	while (n > 0 && write_text(fd, "0 cycles:u 0\n1 cycles:k 0\n2 cycles:uk 0"))
		close(events[--n]);
	ASSERT_GT(n, 0);
	set_counters(fd, "3 0");
	read_counters(fd, &start);
	read_file(PROC_PERF, before, sizeof(before));
	EXPECT_EQ(EBUSY, write_text(fd, "3 cycles:u 0"));
	read_file(PROC_PERF, after, sizeof(after));
	EXPECT_TRUE(last_error_has("counter 3"));
	EXPECT_TRUE(last_error_has("cycles"));
	/* the others count on */
	read_counters(fd, &end);
	EXPECT_EQ(start.control[3], end.control[3]);
	EXPECT_GT(end.count[2], start.count[2]);
	/* what is full has room for another event of the same counter */
	EXPECT_EQ(0, write_text(fd, "0 cycles:k 0"));
	/* and for three others, but not if their counts go on: there would be a gap */
	EXPECT_EQ(EBUSY, write_text(fd, "0 cycles:u\n1 cycles:u\n2 cycles:k"));
	EXPECT_EQ(0, write_text(fd, "0 cycles:u 0\n1 cycles:u 0\n2 cycles:k 0"));
	/* and for the fourth when perf lets go */
	close(events[--n]);
	EXPECT_EQ(0, write_text(fd, "3 cycles:u 0"));
	close_all(events, n);
}

/* More of perf's unpinned events than there is room for: it takes turns. */
TEST_F(sharing, turns)
{
	struct snapshot start, end;
	int i, events[MOST];

	set_counters(self->fd, "0 cycles:u@tc0 0\n1 cycles:k@tc0 0\n"
			       "2 cycles:uk@tc0 0");
	for (i = 0; i <= self->room; i++)
		events[i] = open_cycles(0, 0);
	read_counters(self->fd, &start);
	for (i = 0; i <= self->room; i++) {
		uint64_t value;

		do { /* until it has had a turn */
			ASSERT_EQ(sizeof(value), read(events[i], &value, sizeof(value)));
		} while (!value);
	}
	read_counters(self->fd, &end);
	EXPECT_GT(end.count[2], start.count[2]);
	close_all(events, self->room + 1);
}

/* What is counted, of one CPU or of all. */
static void expect_taken(struct __test_metadata *_metadata, int fd,
			 const char *text)
{
	int n, events[MOST];
	char said[512];
	struct snapshot s;

	n = fill(events);
	for_all(events, n, PERF_EVENT_IOC_DISABLE);
	set_counters(fd, text);
	for_all(events, n, PERF_EVENT_IOC_ENABLE);
	EXPECT_EQ(-1, pread(fd, said, sizeof(said), 0));
	EXPECT_EQ(EIO, errno);
	EXPECT_TRUE(last_error_has("has taken the PMU"));
	/* its count stays short */
	EXPECT_EQ(-1, pread(fd, said, sizeof(said), 0));
	EXPECT_EQ(EIO, errno);
	close_all(events, n);
	/* until it is set anew */
	set_counters(fd, text);
	short_loop(1000);
	read_counters(fd, &s);
	EXPECT_GT(s.count[0], 0);
}

/*
 * perf lets older events of the same rank go first: it can take the PMU from ours
 * when events count again that were there before them.
 */
TEST_F(sharing, taken_from_a_cpus)
{
	expect_taken(_metadata, self->fd, "0 cycles:u@tc0 0");
}

TEST_F(sharing, taken_from_one_of_all_cpus)
{
	expect_taken(_metadata, self->fd, "0 cycles:u 0\n1 cycles:k@tc0 0");
}

/* Arm's driver lets a task's own events alone be read in user mode (r..., 2). */
TEST_F(sharing, refused_by_perf)
{
	if (access(ARM_PMU, F_OK))
		SKIP(return, "the PMU is none of Arm's");
	EXPECT_EQ(EINVAL, write_text(self->fd, "0 r11,2:u 0"));
	EXPECT_TRUE(last_error_has("perf rejected"));
}

/* The sum of a CPU's share is the whole, at one moment. */
TEST_F(sharing, sum)
{
	struct snapshot s;
	int i;

	set_counters(self->fd, "0 cycles:u 0\n"
			       "2 cycles:u@tc0 0\n3 cycles:u@tc1 0");
	for (i = 0; i < 200; i++) {
		pin_to_cpu(i & 1);
		short_loop(1000);
		read_counters(self->fd, &s);
		EXPECT_EQ(s.count[0], s.count[2] + s.count[3]);
	}
	EXPECT_NE(0, s.count[2]);
	EXPECT_NE(0, s.count[3]);
}

TEST_HARNESS_MAIN
