// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's perf and this module want the same counters: whoever is first
 * has them, the other is told, and gets them when the first lets go.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counters.h"
#include "tap.h"

#define ITERATIONS 1000000UL
#define LENGTH (ITERATIONS * SHORT_INSTRUCTIONS)
#define INTRUDER "intruder.ko"

static int open_event(uint32_t type, uint64_t config, int disabled)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = type,
		.config = config,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.disabled = disabled,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

static int open_instructions(int disabled)
{
	return open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS,
			  disabled);
}

static bool last_error_has(const char *words)
{
	char text[512];

	read_file(LAST_ERROR, text, sizeof(text));
	return strstr(text, words);
}

/* Ours is counting: perf is refused, says so, and ours stays exact. */
static void test_we_are_first(int fd)
{
	struct snapshot start, end;
	int event;

	set_counters(fd, "1 instructions:u 0");
	short_loop(ITERATIONS);
	read_counters(fd, &start);
	set_counters(fd, "1 instructions:u 0");
	event = open_instructions(0);
	tap(event < 0 && errno == EINVAL,
	    "perf's hardware events are refused: %s", strerror(errno));
	set_counters(fd, "1 instructions:u 0");
	short_loop(2 * ITERATIONS);
	read_counters(fd, &end);
	tap(end.count[1] - start.count[1] == LENGTH, "ours stay exact");
	event = open_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0);
	tap(event >= 0, "perf's software events are not refused");
	close(event);
	set_counters(fd, "suspend");
	event = open_instructions(0);
	tap(event >= 0, "perf has the counters while ours are suspended");
	close(event);
}

/* perf has an event, enabled or not: ours are refused and nothing changes. */
static void test_perf_is_first(int fd, int disabled)
{
	const char *how = disabled ? "a disabled" : "a running";
	char before[1024], after[1024];
	uint64_t once = 0, twice = 0;
	int event = open_instructions(disabled);

	if (event < 0)
		tap_bail_out("perf_event_open: %s", strerror(errno));
	read_file(PROC_PERF, before, sizeof(before));
	tap(write_text(fd, "0 cycles 0") == EBUSY,
	    "refused while perf has %s event", how);
	tap(last_error_has("perf"), "the reason names perf");
	read_file(PROC_PERF, after, sizeof(after));
	tap(!strcmp(before, after), "nothing has changed");
	tap(write_text(fd, "0 0x20 5\nsuspend") == 0,
	    "what does not count may be set");
	ioctl(event, PERF_EVENT_IOC_ENABLE, 0);
	short_loop(ITERATIONS);
	read(event, &once, sizeof(once));
	write_text(fd, "0 cycles 0");
	ioctl(event, PERF_EVENT_IOC_RESET, 0);
	short_loop(ITERATIONS);
	read(event, &twice, sizeof(twice));
	tap(once >= LENGTH && twice >= LENGTH && twice < LENGTH + 100000,
	    "perf counts on: %llu, %llu", (unsigned long long)once,
	    (unsigned long long)twice);
	close(event);
	tap(write_text(fd, "1 instructions:u 0") == 0,
	    "taken when perf has let go");
	set_counters(fd, "0 0 0\n1 0 0");
}

/* Nobody can have the interrupt: no counter may count without it. */
static void test_no_line(int fd)
{
	struct snapshot s;
	int error;

	if (load_module(INTRUDER, "line=1"))
		tap_bail_out("%s", INTRUDER);
	error = write_text(fd, "1 instructions:u 0");
	tap(error == EBUSY && last_error_has("interrupt line is not to be had"),
	    "refused while nobody can have the interrupt: %s", strerror(error));
	read_counters(fd, &s);
	tap(!(s.control[1] & 0xf), "nothing has changed: 0x%08x", s.control[1]);
	if (unload_module("intruder"))
		tap_bail_out("rmmod intruder");
	tap(write_text(fd, "1 instructions:u 0") == 0, "taken when it is there");
	set_counters(fd, "1 0 0");
}

/* Somebody writes to a control register behind our back: a loud error. */
static void test_intruder(int fd)
{
	char text[64];
	struct snapshot s;

	set_counters(fd, "0 branches:u 0\n1 instructions:u 0");
	if (load_module(INTRUDER, "word=0x2f counter=1"))
		tap_bail_out("%s", INTRUDER);
	tap(pread(fd, text, sizeof(text), 0) == -1 && errno == EIO,
	    "a read after an intrusion fails");
	tap(last_error_has("something else has written"), "and says why");
	tap(pread(fd, text, sizeof(text), 0) == -1 && errno == EIO,
	    "so does the next read");
	tap(write_text(fd, "resume") == EBUSY,
	    "the registers are not taken from whoever counts");
	tap(write_text(fd, "suspend") == 0 &&
	    pread(fd, text, sizeof(text), 0) == -1 && errno == EIO,
	    "suspending does not make short counts good");
	if (unload_module("intruder")) /* stops its counter */
		tap_bail_out("rmmod intruder");
	set_counters(fd, "0 0 0\n1 instructions:u 0");
	short_loop(ITERATIONS);
	read_counters(fd, &s);
	tap(s.count[1] >= LENGTH && s.count[1] < LENGTH + 100000,
	    "the next write counts again: %llu",
	    (unsigned long long)s.count[1]);
	set_counters(fd, "0 0 0\n1 0 0");
}

int main(void)
{
	int fd = open_counters();

	if (which_driver() != MIPS) {
		tap_skip("the registers are not a 34K's",
			 "who has the registers");
		return tap_end();
	}
	pin_to_cpu(0);
	test_no_line(fd);
	test_we_are_first(fd);
	test_perf_is_first(fd, 0);
	test_perf_is_first(fd, 1);
	test_we_are_first(fd);
	test_intruder(fd);
	return tap_end();
}
