// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's PMU is shared with perf: who comes when it is full is told so,
 * and loses and changes nothing.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counters.h"
#include "tap.h"

#define MOST 64
#define ARM_PMU "/sys/bus/event_source/devices/armv8_pmuv3"

static int open_cycles(int cpu, int pinned)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.pinned = pinned,
		.exclude_hv = 1,
	};

	return syscall(SYS_perf_event_open, &attr, -1, cpu, -1, 0);
}

/* A pinned event without a counter reads as the end of a file. */
static bool counts(int event)
{
	uint64_t value;

	return read(event, &value, sizeof(value)) == sizeof(value);
}

/* Fill CPU 0's PMU with perf's events; returns how many there is room for. */
static int fill(int *events)
{
	int n;

	for (n = 0; n < MOST; n++) {
		events[n] = open_cycles(0, 1);
		if (events[n] < 0)
			tap_bail_out("perf_event_open: %s", strerror(errno));
		if (!counts(events[n])) {
			close(events[n]);
			return n;
		}
	}
	tap_bail_out("a PMU of more than %d counters", MOST);
}

/* perf has all but three: three of ours fit, a fourth does not. */
static void test_fourth(int fd, int *events, int n)
{
	char before[1024], after[1024], said[512];
	struct snapshot start, end;
	int error;

	while (n > 0 && write_text(fd, "0 cycles:u 0\n1 cycles:k 0\n2 cycles:uk 0"))
		close(events[--n]);
	tap(n > 0, "three counters fit beside %d of perf's", n);
	set_counters(fd, "3 0");
	read_counters(fd, &start);
	read_file(PROC_PERF, before, sizeof(before));
	error = write_text(fd, "3 cycles:u 0");
	read_file(PROC_PERF, after, sizeof(after));
	read_file(LAST_ERROR, said, sizeof(said));
	tap(error == EBUSY, "a fourth: %s", strerror(error));
	tap(strstr(said, "counter 3") && strstr(said, "cycles"),
	    "in words: %s", strtok(said, "\n"));
	read_counters(fd, &end);
	tap(end.control[3] == start.control[3] &&
	    end.count[2] > start.count[2],
	    "the others count on: 0x%08x, %llu to %llu", end.control[3],
	    (unsigned long long)start.count[2],
	    (unsigned long long)end.count[2]);
	tap(!write_text(fd, "0 cycles:k 0"),
	    "what is full has room for another event of the same counter");
	tap(!write_text(fd, "0 cycles:u\n1 cycles:u\n2 cycles:k"),
	    "and for three others");
	if (n > 0)
		close(events[--n]);
	tap(!write_text(fd, "3 cycles:u 0"), "the fourth, when perf lets go");
	while (n > 0)
		close(events[--n]);
	set_counters(fd, "0 0 0\n1 0 0\n2 0 0\n3 0 0");
}

/* More of perf's unpinned events than there is room for: it takes turns. */
static void test_turns(int fd, int room)
{
	struct snapshot start, end;
	int i, events[MOST];
	uint64_t value;

	set_counters(fd, "0 cycles:u@tc0 0\n1 cycles:k@tc0 0\n"
			 "2 cycles:uk@tc0 0");
	for (i = 0; i <= room; i++)
		events[i] = open_cycles(0, 0);
	read_counters(fd, &start);
	usleep(200000);
	read_counters(fd, &end);
	tap(end.count[2] > start.count[2],
	    "ours count while perf's %d take turns", room + 1);
	for (i = 0; i <= room; i++) {
		if (read(events[i], &value, sizeof(value)) != sizeof(value) ||
		    !value)
			break;
		close(events[i]);
	}
	tap(i > room, "and all of perf's have counted");
	set_counters(fd, "0 0 0\n1 0 0\n2 0 0");
}

static void for_all(int *events, int n, unsigned long request)
{
	while (n > 0)
		ioctl(events[--n], request, 0);
}

/*
 * perf lets older events of the same rank go first: it can take the PMU from ours
 * when events count again that were there before them.
 */
static void test_taken(int fd, int room, const char *text, const char *where)
{
	int error, n, events[MOST];
	char said[512] = "";
	struct snapshot s;

	n = fill(events);
	for_all(events, n, PERF_EVENT_IOC_DISABLE);
	set_counters(fd, text);
	for_all(events, n, PERF_EVENT_IOC_ENABLE);
	error = pread(fd, said, sizeof(said), 0) < 0 ? errno : 0;
	read_file(LAST_ERROR, said, sizeof(said));
	tap(error == EIO && strstr(said, "has taken the PMU"),
	    "perf takes the PMU from %s: %s", where, strtok(said, "\n"));
	tap(pread(fd, said, sizeof(said), 0) < 0 && errno == EIO,
	    "its count stays short: %s", strerror(errno));
	while (n > 0)
		close(events[--n]);
	set_counters(fd, text);
	short_loop(1000);
	read_counters(fd, &s);
	tap(s.count[0] > 0, "until it is set anew: %llu",
	    (unsigned long long)s.count[0]);
	set_counters(fd, "0 0 0\n1 0 0");
	tap(fill(events) == room, "and nothing is left of it");
	while (room > 0)
		close(events[--room]);
}

/* Arm's driver lets a task's own events alone be read in user mode (r..., 2). */
static void test_refused(int fd)
{
	char said[512];
	int error;

	if (access(ARM_PMU, F_OK)) {
		tap_skip("the PMU is none of Arm's", "an event that perf refuses");
		return;
	}
	error = write_text(fd, "0 r11,2:u 0");
	read_file(LAST_ERROR, said, sizeof(said));
	tap(error == EINVAL && strstr(said, "perf does not take"),
	    "an event that perf refuses: %s", strtok(said, "\n"));
}

/* The sum of a CPU's share is the whole, at one moment. */
static void test_sum(int fd)
{
	struct snapshot s;
	int i, wrong = 0;

	set_counters(fd, "0 cycles:u 0\n"
			 "2 cycles:u@tc0 0\n3 cycles:u@tc1 0");
	for (i = 0; i < 200; i++) {
		pin_to_cpu(i & 1);
		short_loop(1000);
		read_counters(fd, &s);
		wrong += s.count[0] != s.count[2] + s.count[3];
	}
	tap(!wrong && s.count[2] && s.count[3],
	    "%llu cycles of both CPUs are %llu and %llu: %d of 200 are not",
	    (unsigned long long)s.count[0], (unsigned long long)s.count[2],
	    (unsigned long long)s.count[3], wrong);
	set_counters(fd, "0 0 0\n2 0 0\n3 0 0");
}

int main(void)
{
	int fd = open_counters();
	int events[MOST], room;

	if (which_driver() != PERF || !is_taken(fd, "0 cycles 0")) {
		tap_skip("the kernel drives no PMU here", "sharing with perf");
		return tap_end();
	}
	set_counters(fd, "0 0 0");
	pin_to_cpu(0);
	room = fill(events);
	test_fourth(fd, events, room);
	test_turns(fd, room);
	test_taken(fd, room, "0 cycles:u@tc0 0", "a counter of this CPU");
	test_taken(fd, room, "0 cycles:u 0\n1 cycles:k@tc0 0",
		   "one of all CPUs");
	test_refused(fd);
	test_sum(fd);
	return tap_end();
}
