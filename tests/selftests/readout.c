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
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "calls.h"
#include "counters.h"
#include "tap.h"

static enum driver driver;

/* Start, stop, reset and read, while a simulated machine makes steps. */
static void test_steps(int fd, int proc)
{
	struct perfcnt_set set = { sizeof(set), 0x3, 0x2 };
	struct perfcnt_read r, before;
	struct snapshot s;

	if (driver != SIM) {
		tap_skip("nothing is simulated here", "counting in steps");
		return;
	}
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0x3), "claim");
	set.what[0] = what_of(fd, 0, "instructions:u");
	set.what[1] = what_of(fd, 1, "instructions:u");
	set.count[1] = 1000;
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	write_file(STEP, "0 u instructions 5");
	before = sample(fd);
	tap(before.counters == 2 && before.entries[0].count == 0 &&
	    before.entries[1].count == 1000 && !before.running,
	    "what is not started stands");
	must(with_mask(fd, PERFCNT_IOC_START, 0x1), "start");
	write_file(STEP, "0 u instructions 100");
	r = sample(fd);
	tap(r.entries[0].count == 100 && r.entries[1].count == 1000 &&
	    r.running == 0x1, "what is started counts");
	tap(r.entries[0].control == 0x80000028 &&
	    r.entries[1].control == 0x80000020 && r.entries[1].counter == 1,
	    "control words say so");
	tap(r.time > before.time, "time passes: %llu ns",
	    (unsigned long long)(r.time - before.time));
	read_counters(proc, &s);
	tap(s.count[0] == 100 && s.control[0] == 0x80000028 &&
	    s.count[1] == 1000 && s.control[1] == 0x80000020,
	    "/proc/perf says the same");
	must(with_mask(fd, PERFCNT_IOC_STOP, 0x1), "stop");
	write_file(STEP, "0 u instructions 50");
	must(with_mask(fd, PERFCNT_IOC_START, 0x3), "start");
	write_file(STEP, "0 u instructions 7");
	r = sample(fd);
	tap(r.entries[0].count == 107 && r.entries[1].count == 1007,
	    "stopped in between: %llu, %llu",
	    (unsigned long long)r.entries[0].count,
	    (unsigned long long)r.entries[1].count);
	must(with_mask(fd, PERFCNT_IOC_RESET, 0x1), "reset");
	write_file(STEP, "0 u instructions 3");
	must(with_mask(fd, PERFCNT_IOC_STOP, 0x2), "stop");
	must(with_mask(fd, PERFCNT_IOC_RESET, 0x2), "reset");
	r = sample(fd);
	tap(r.entries[0].count == 3 && r.entries[1].count == 0,
	    "reset, counting and standing");
	must(with_mask(fd, PERFCNT_IOC_RELEASE, 0x3), "release");
	read_counters(proc, &s);
	tap(!s.count[0] && s.control[0] == 0x80000000,
	    "given back, it counts nothing and stands at 0");
}

/* As much of a reading as the caller has room for. */
static void test_read_sizes(int fd)
{
	const uint32_t head = offsetof(struct perfcnt_read, entries);
	const uint32_t entry = sizeof(struct perfcnt_count);
	struct perfcnt_read r;

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0xa), "claim");
	memset(&r, 0xee, sizeof(r));
	r.size = head;
	tap(!call(fd, PERFCNT_IOC_READ, &r) && r.counters == 2 &&
	    r.entries[0].counter == 0xeeeeeeee, "no room for entries");
	r.size = head + entry + entry / 2;
	tap(!call(fd, PERFCNT_IOC_READ, &r) && r.entries[0].counter == 1 &&
	    r.entries[1].counter == 0xeeeeeeee, "room for one");
	r.size = head - 1;
	tap(call(fd, PERFCNT_IOC_READ, &r) == EINVAL, "less than the head");
	must(with_mask(fd, PERFCNT_IOC_RELEASE, 0xa), "release");
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

/* How far below half full counting begins, and how it is done, by driver. */
static const struct {
	const char *event;
	uint64_t below;
} noticed[] = {
	[MIPS] = { "instructions:u@tc0", 200000 },
	[PERF] = { "cpu-clock:uk@tc0", 300000000 }, /* ns */
	[SIM] = { "instructions:u@tc0", 200000 },
};

/* Some way on, a small part of what it takes or nearly all of it. */
static void go_on(bool far)
{
	if (driver == SIM)
		write_file(STEP, far ? "0 u instructions 199999" :
				       "0 u instructions 1");
	else if (driver == MIPS)
		short_loop(1000);
	else
		usleep(10000);
}

/* A reading of which the caller has memory for the size only. */
static int read_nowhere(int fd)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct perfcnt_read *r = (void *)(pages + page - sizeof(r->size));
	int error;

	if (pages == MAP_FAILED || munmap(pages + page, page))
		tap_bail_out("no memory: %s", strerror(errno));
	r->size = sizeof(*r);
	error = call(fd, PERFCNT_IOC_READ, r);
	munmap(pages, page);
	return error;
}

/* A counter with IE tells when bit 31 of its count becomes set. */
static void test_notice(int fd)
{
	const uint64_t half = 0x1080000000ULL;
	struct perfcnt_set set = { sizeof(set), 0x2, 0x2 };
	struct perfcnt_read r;
	int i;

	pin_to_cpu(0);
	signal(SIGIO, on_signal);
	fcntl(fd, F_SETOWN, getpid());
	fcntl(fd, F_SETFL, O_ASYNC);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0x2), "claim");
	set.what[1] = what_of(fd, 1, noticed[driver].event);
	set.what[1].control |= PERFCNT_CTL_IE;
	set.count[1] = half - noticed[driver].below;
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(with_mask(fd, PERFCNT_IOC_START, 0x2), "start");
	go_on(true);
	tap(!is_ready(fd, 20) && !signals, "below half full nobody is told");
	for (i = 0; i < 200 && !is_ready(fd, 0); i++) {
		go_on(false);
		is_ready(fd, 10);
	}
	usleep(50000); /* the signal comes after the file is ready */
	tap(i < 200 && signals == 1, "half full: ready, %d signals",
	    atomic_load(&signals));
	tap(read_nowhere(fd) == EFAULT && is_ready(fd, 0),
	    "a reading that does not arrive tells nobody");
	r = sample(fd);
	tap(r.half_full == 0x2 && r.entries[0].count >= half &&
	    r.entries[0].count < half + noticed[driver].below,
	    "and read: 0x%llx", (unsigned long long)r.entries[0].count);
	tap(!is_ready(fd, 0), "once read it is not ready");
	must(with_mask(fd, PERFCNT_IOC_RELEASE, 0x2), "release");
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
	return sample(fd).entries[0].count;
}

/* A region that a real machine counts, started and stopped. */
static void test_region(int fd, int proc)
{
	struct perfcnt_set set = { sizeof(set), 0x1, 0x1 };
	uint64_t empty, loop;

	if (driver == SIM || !is_taken(proc, "0 instructions 0")) {
		tap_skip("no instructions are counted here", "a region");
		return;
	}
	set_counters(proc, "0 0 0");
	pin_to_cpu(0);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0x1), "claim");
	set.what[0] = what_of(fd, 0, "instructions:u@tc0");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	empty = count_region(fd, 1);
	loop = count_region(fd, 100001);
	tap(loop - empty == 100000 * SHORT_INSTRUCTIONS,
	    "a region: %llu, and %llu around it", (unsigned long long)loop,
	    (unsigned long long)empty);
	must(with_mask(fd, PERFCNT_IOC_RELEASE, 0x1), "release");
}

int main(void)
{
	int fd, proc = open_counters();

	driver = which_driver();
	set_counters(proc, "0 0 0\n1 0 0\n2 0 0\n3 0 0");
	fd = open_device();
	test_steps(fd, proc);
	test_read_sizes(fd);
	test_notice(fd);
	test_region(fd, proc);
	return tap_end();
}
