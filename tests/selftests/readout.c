// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/perfcnt as an instrumented program uses it: start, stop, reset, read, and
 * being told that a counter is half full.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ioctls.h"
#include "counters.h"
#include "kselftest_harness.h"

FIXTURE(readout) {
	int fd;
	int proc;
	enum driver driver;
};

FIXTURE_SETUP(readout)
{
	self->driver = which_driver();
	self->proc = open_stopped();
	self->fd = open_device();
}

FIXTURE_TEARDOWN(readout)
{
	close(self->fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

/* Start, stop, reset and read, while a simulated machine makes steps. */
TEST_F(readout, steps)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 0x3, .counts = 0x2,
	};
	struct perfcnt_counts r, before;
	struct snapshot s;
	int fd = self->fd;

	if (self->driver != SIM)
		SKIP(return, "nothing is simulated here");
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 0x3));
	set.counter[0].what = what_of(fd, 0, "instructions:u");
	set.counter[1].what = what_of(fd, 1, "instructions:u");
	set.counter[1].count = 1000;
	ASSERT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	write_file(STEP, "0 u instructions 5");
	/* what is not started stands */
	before = sample(fd);
	EXPECT_EQ(0x3, before.counters);
	EXPECT_EQ(0, before.counts[0]);
	EXPECT_EQ(1000, before.counts[1]);
	EXPECT_EQ(0, before.running);
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 0x1));
	write_file(STEP, "0 u instructions 100");
	r = sample(fd);
	EXPECT_EQ(100, r.counts[0]);
	EXPECT_EQ(1000, r.counts[1]);
	EXPECT_EQ(0x1, r.running);
	EXPECT_EQ(0x80000028, r.controls[0]);
	EXPECT_EQ(0x80000020, r.controls[1]);
	EXPECT_GT(r.time, before.time);
	/* /proc/perf says the same */
	read_counters(self->proc, &s);
	EXPECT_EQ(100, s.count[0]);
	EXPECT_EQ(0x80000028, s.control[0]);
	EXPECT_EQ(1000, s.count[1]);
	EXPECT_EQ(0x80000020, s.control[1]);
	/* 50 happen while it is stopped */
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_STOP, 0x1));
	write_file(STEP, "0 u instructions 50");
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 0x3));
	write_file(STEP, "0 u instructions 7");
	r = sample(fd);
	EXPECT_EQ(107, r.counts[0]);
	EXPECT_EQ(1007, r.counts[1]);
	/* reset, the one counting, the other standing */
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_RESET, 0x1));
	write_file(STEP, "0 u instructions 3");
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_STOP, 0x2));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_RESET, 0x2));
	r = sample(fd);
	EXPECT_EQ(3, r.counts[0]);
	EXPECT_EQ(0, r.counts[1]);
	/* given back it counts nothing */
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_RELEASE, 0x3));
	EXPECT_TRUE(all_stopped(self->proc));
}

/* A process that has ended, and is still there. */
static pid_t ended(void)
{
	pid_t pid = fork();
	siginfo_t info;

	if (!pid)
		_exit(0);
	if (pid < 0 || waitid(P_PID, pid, &info, WEXITED | WNOWAIT))
		fatal("fork: %s", strerror(errno));
	return pid;
}

/* A counter that runs counts on as if a scope that fails had never been wanted. */
TEST_F(readout, scope_that_fails)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	struct perfcnt_scope *scope;
	const int fd = self->fd;
	unsigned int accesses;
	uint64_t count = 0;
	pid_t pid;

	if (self->driver != SIM || cpus() < 2)
		SKIP(return, "nothing is simulated here");
	pin_to_cpu(0);
	scope = mmap(NULL, sizeof(*scope), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, scope);
	pid = ended();
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 1));
	set.counter[0].what = what_of(fd, 0, "instructions:u@vpe1");
	ASSERT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 1));
	for (accesses = 2; accesses <= 200; accesses++) {
		const bool of_ended = accesses % 2;
		unsigned int tries = 100;
		char step[64];

		*scope = (struct perfcnt_scope){
			.size = sizeof(*scope), .counters = 1, .pid = of_ended ? pid : 0,
		};
		mprotect(scope, sizeof(*scope), PROT_READ);
		snprintf(step, sizeof(step), "1 u instructions 1000 %u", accesses / 2);
		must(write_file(STEP, step), step);
		EXPECT_EQ(of_ended ? ESRCH : EFAULT, call(fd, PERFCNT_IOC_SCOPE, scope));
		/* after so many accesses, if not in that call */
		while (sample(fd).counts[0] == count && tries--)
			;
		count += 1000;
		EXPECT_EQ(count, sample(fd).counts[0]) {
			TH_LOG("access %u", accesses / 2);
		}
		EXPECT_EQ(1, sample(fd).running);
		mprotect(scope, sizeof(*scope), PROT_READ | PROT_WRITE);
	}
	EXPECT_EQ(EINVAL, call(fd, PERFCNT_IOC_LEAVE, NULL));
	EXPECT_EQ(pid, waitpid(pid, NULL, 0));
	munmap(scope, sizeof(*scope));
}

/* A program that was built with another header gets as much as it knows. */
TEST_F(readout, sizes)
{
	static const uint32_t sizes[] = {
		offsetof(struct perfcnt_counts, counts[0]),
		offsetof(struct perfcnt_counts, counts[1]),
		offsetof(struct perfcnt_counts, counts[2]),
		offsetof(struct perfcnt_counts, controls[1]),
		sizeof(struct perfcnt_counts),
	};
	struct perfcnt_counts whole, r;
	unsigned int i;

	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0xa));
	ASSERT_EQ(0, read_some(self->fd, PERFCNT_READ_CONTROLS, 0, &whole));
	EXPECT_EQ(0xa, whole.counters);
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		memset(&r, 0xee, sizeof(r));
		r.size = sizes[i];
		r.flags = PERFCNT_READ_CONTROLS;
		r.counters = 0;
		EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_READ, &r));
		EXPECT_EQ(sizes[i], r.size);
		EXPECT_EQ(0xa, r.counters);
		EXPECT_EQ(sizes[i] < sizes[1] ? 0xeeeeeeeeeeeeeeee : whole.counts[0],
			  r.counts[0]);
		EXPECT_EQ(sizes[i] < sizes[2] ? 0xeeeeeeeeeeeeeeee : whole.counts[1],
			  r.counts[1]);
		EXPECT_EQ(0xeeeeeeeeeeeeeeee, r.counts[2]);
		EXPECT_EQ(sizes[i] < sizes[3] ? 0xeeeeeeee : whole.controls[0],
			  r.controls[0]);
		EXPECT_EQ(sizes[i] < sizes[4] ? 0xeeeeeeee : whole.controls[1],
			  r.controls[1]);
		EXPECT_EQ(0xeeeeeeee, r.controls[2]);
	}
	r.size = 2 * sizeof(uint32_t) - 1;
	EXPECT_EQ(EINVAL, call(self->fd, PERFCNT_IOC_READ, &r));
}

/* Nothing is filled in but what the flags say, and of no counter that is not named. */
TEST_F(readout, flags)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .counts = 0xa };
	struct perfcnt_counts r;
	uint32_t flags;
	int fd = self->fd;

	EXPECT_EQ(-1, read(fd, &r, sizeof(r))); /* that has records of threads alone */
	EXPECT_EQ(EINVAL, errno);
	EXPECT_REFUSED(fd, read_some(fd, 0, 0xa, &r), EPERM, "counter 1: not claimed");
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 0xb));
	set.counter[1].count = 0x123456789abcdef0;
	set.counter[3].count = UINT64_MAX;
	ASSERT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	/* on a counter without an event nothing is counted */
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 0x8));
	for (flags = 0; flags <= READ_ALL; flags++) {
		memset(&r, 0xee, sizeof(r));
		r.size = sizeof(r);
		r.flags = flags;
		r.counters = 0xa;
		EXPECT_EQ(0, call(fd, PERFCNT_IOC_READ, &r));
		EXPECT_EQ(0xa, r.counters);
		EXPECT_EQ(set.counter[1].count, r.counts[0]);
		EXPECT_EQ(set.counter[3].count, r.counts[1]);
		EXPECT_EQ(0xeeeeeeeeeeeeeeee, r.counts[2]);
		EXPECT_EQ(!(flags & PERFCNT_READ_TIME), r.time == 0xeeeeeeeeeeeeeeee);
		EXPECT_EQ(flags & PERFCNT_READ_STATE ? 0 : 0xeeeeeeee, r.running);
		EXPECT_EQ(flags & PERFCNT_READ_STATE ? 0 : 0xeeeeeeee, r.half_full);
		EXPECT_EQ(flags & PERFCNT_READ_LEFT ? 0 : 0xeeeeeeee, r.left);
		EXPECT_EQ(flags & PERFCNT_READ_CONTROLS ? 0x80000000 : 0xeeeeeeee,
			  r.controls[0]);
		EXPECT_EQ(0xeeeeeeee, r.controls[2]);
	}
	EXPECT_REFUSED(fd, read_some(fd, READ_ALL + 1, 0xa, &r), EINVAL, "flags 0x10");
	EXPECT_EQ(0, read_some(fd, 0, 0, &r));
	EXPECT_EQ(0xb, r.counters);
}

static atomic_int signals;

static void on_signal(int number)
{
	(void)number;
	signals++;
}

static bool is_ready(int fd, int timeout)
{
	struct pollfd p = { fd, POLLIN };

	return poll(&p, 1, timeout) == 1 && (p.revents & POLLIN);
}

/* How far below half full counting begins, and what is counted, by driver. */
static const struct {
	const char *event;
	uint64_t below;
} noticed[] = {
	[MIPS] = { "instructions:u@tc0", 200000 },
	[PERF] = { "page-faults:u@tc0", 1000 },
	[SIM] = { "instructions:u@tc0", 200000 },
};

/* So many events at least, and not many more. */
static void go_on(enum driver driver, unsigned int events)
{
	char text[64];

	snprintf(text, sizeof(text), "0 u instructions %u", events);
	if (driver == SIM)
		write_file(STEP, text);
	else if (driver == MIPS)
		short_loop(events / SHORT_INSTRUCTIONS);
	else
		touch_pages(events);
}

/* A reading of which the caller has memory for the beginning only. */
static int read_nowhere(int fd, uint32_t flags)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct perfcnt_counts *r = (void *)(pages + page - offsetof(struct perfcnt_counts, time));
	int error;

	if (pages == MAP_FAILED || munmap(pages + page, page))
		fatal("no memory: %s", strerror(errno));
	r->size = sizeof(*r);
	r->flags = flags;
	r->counters = 0x2;
	error = call(fd, PERFCNT_IOC_READ, r);
	munmap(pages, page);
	return error;
}

/* A counter with IE tells when bit 31 of its count becomes set. */
TEST_F(readout, half_full)
{
	const uint64_t half = 0x1080000000ULL;
	const uint64_t below = noticed[self->driver].below;
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 0x2, .counts = 0x2,
	};
	struct perfcnt_counts r;
	int fd = self->fd;

	pin_to_cpu(0);
	signal(SIGIO, on_signal);
	fcntl(fd, F_SETOWN, getpid());
	fcntl(fd, F_SETFL, O_ASYNC);
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 0x2));
	set.counter[1].what = what_of(fd, 1, noticed[self->driver].event);
	set.counter[1].what.control |= PERFCNT_CTL_IE;
	set.counter[1].count = half - below;
	ASSERT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 0x2));
	go_on(self->driver, below / 2);
	/* below half full nobody is told */
	EXPECT_FALSE(is_ready(fd, 20));
	EXPECT_EQ(0, signals);
	go_on(self->driver, below - below / 4);
	EXPECT_TRUE(is_ready(fd, AGES));
	while (!signals) /* it comes after the file is ready */
		usleep(1000);
	/* a reading that does not arrive tells nobody */
	EXPECT_EQ(EFAULT, read_nowhere(fd, READ_ALL));
	EXPECT_TRUE(is_ready(fd, 0));
	EXPECT_EQ(EFAULT, read_nowhere(fd, PERFCNT_READ_STATE));
	EXPECT_TRUE(is_ready(fd, 0));
	/* neither does one without it, whether it arrives or not */
	EXPECT_EQ(EFAULT, read_nowhere(fd, 0));
	EXPECT_EQ(0, read_some(fd, 0, 0x2, &r));
	EXPECT_TRUE(is_ready(fd, 0));
	r = sample(fd);
	EXPECT_EQ(0x2, r.half_full);
	EXPECT_GE(r.counts[0], half);
	EXPECT_LT(r.counts[0], half + below);
	/* once read it is not ready, and there was one signal */
	EXPECT_FALSE(is_ready(fd, 0));
	EXPECT_EQ(1, signals);
	fcntl(fd, F_SETFL, 0);
}

/* One piece of code for any iterations. */
__attribute__((noipa))
static uint64_t count_region(int fd, unsigned long iterations)
{
	must(with_mask(fd, PERFCNT_IOC_RESET, 0x1), "reset");
	must(with_mask(fd, PERFCNT_IOC_START, 0x1), "start");
	short_loop(iterations);
	must(with_mask(fd, PERFCNT_IOC_STOP, 0x1), "stop");
	return sample(fd).counts[0];
}

/* A region that a real machine counts, started and stopped. */
TEST_F(readout, region)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 0x1, .counts = 0x1,
	};
	uint64_t empty;

	if (self->driver == SIM || !is_taken(self->proc, "0 instructions 0"))
		SKIP(return, "no instructions are counted here");
	set_counters(self->proc, "0 0 0");
	pin_to_cpu(0);
	be_alone();
	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x1));
	set.counter[0].what = what_of(self->fd, 0, "instructions:u@tc0");
	ASSERT_EQ(0, call(self->fd, PERFCNT_IOC_SET, &set));
	empty = count_region(self->fd, 1);
	EXPECT_EQ(100000 * SHORT_INSTRUCTIONS,
		  count_region(self->fd, 100001) - empty);
}

TEST_HARNESS_MAIN
