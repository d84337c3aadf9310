// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/perfcnt: every call, every field that it must refuse, sizes; what
 * /proc/perf says of claims.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calls.h"
#include "counters.h"
#include "tap.h"

#define NATIVE (PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT)

static enum driver driver;

/* Two counters that can count this, and one unit of it in user mode. */
static const char *countable;

/* Is a call refused with this errno, in these words, if any? */
static void refused(int fd, int error, int want, const char *words,
		    const char *name)
{
	struct perfcnt_reason_text r = { sizeof(r) };

	must(call(fd, PERFCNT_IOC_REASON, &r), "reason");
	if (!tap(error == want && (!words || strstr(r.words, words)), "%s: %s",
		 name, strerror(error)))
		printf("# not %s; %s\n", strerror(want), r.words);
}

/* All calls with a struct, and whether they take one that is all 0. */
static const struct {
	const char *name;
	unsigned int command;
	size_t size;
	int zero;
} calls[] = {
	{ "describe", PERFCNT_IOC_DESCRIBE, sizeof(struct perfcnt_describe), 0 },
	{ "event", PERFCNT_IOC_EVENT, sizeof(struct perfcnt_event_row), 0 },
	{ "claim", PERFCNT_IOC_CLAIM, sizeof(struct perfcnt_mask), EINVAL },
	{ "release", PERFCNT_IOC_RELEASE, sizeof(struct perfcnt_mask), 0 },
	{ "name", PERFCNT_IOC_NAME, sizeof(struct perfcnt_name), EINVAL },
	{ "set", PERFCNT_IOC_SET, sizeof(struct perfcnt_set), 0 },
	{ "start", PERFCNT_IOC_START, sizeof(struct perfcnt_mask), 0 },
	{ "stop", PERFCNT_IOC_STOP, sizeof(struct perfcnt_mask), 0 },
	{ "reset", PERFCNT_IOC_RESET, sizeof(struct perfcnt_mask), 0 },
	{ "read", PERFCNT_IOC_READ, sizeof(struct perfcnt_read), 0 },
	{ "reason", PERFCNT_IOC_REASON, sizeof(struct perfcnt_reason_text), 0 },
};

/* Sizes: too small, the kernel's, larger with and without a tail of zeros. */
static void test_sizes(int fd)
{
	static uint32_t buf[8192 / 4];
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		const char *name = calls[i].name;
		unsigned int command = calls[i].command;
		int small = 0, zero, larger, tail, huge;
		uint32_t size;

		for (size = 0; size < 8; size++) {
			memset(buf, 0, sizeof(buf));
			buf[0] = size;
			small += call(fd, command, buf) == EINVAL;
		}
		memset(buf, 0, sizeof(buf));
		buf[0] = calls[i].size;
		zero = call(fd, command, buf);
		memset(buf, 0, sizeof(buf));
		buf[0] = calls[i].size + 64;
		larger = call(fd, command, buf);
		memset(buf, 0, sizeof(buf));
		buf[0] = calls[i].size + 64;
		((char *)buf)[buf[0] - 1] = 1;
		tail = call(fd, command, buf);
		memset(buf, 0, sizeof(buf));
		buf[0] = 65536;
		huge = call(fd, command, buf);
		tap(small == 8, "%s: sizes that are too small", name);
		tap(zero == calls[i].zero && larger == zero,
		    "%s: a larger size with zeros is like the kernel's: %s",
		    name, strerror(larger));
		tap(tail == E2BIG && huge == E2BIG,
		    "%s: a larger size without is too big", name);
		tap(call(fd, command, NULL) == EFAULT &&
		    call(fd, command, (void *)8) == EFAULT,
		    "%s: a bad address", name);
	}
	tap(call(fd, _IO(PERFCNT_IOC, 11), buf) == ENOTTY &&
	    call(fd, _IO(PERFCNT_IOC, 255), buf) == ENOTTY &&
	    call(fd, 0x5401, buf) == ENOTTY, "unknown calls");
}

static void test_describe(int fd)
{
	static const char *const names[] = {
		[MIPS] = "mips", [PERF] = "perf", [SIM] = "sim",
	};
	struct perfcnt_describe d = describe(fd);

	tap(d.counters == 4 && d.tcs >= 2 && d.vpes >= 2,
	    "%u counters, %u TCs, %u VPEs", d.counters, d.tcs, d.vpes);
	tap(!strcmp(d.driver, names[driver]) && *d.version, "driver %s, version %s",
	    d.driver, d.version);
	tap(!d.claimed && !d.owner[0], "nobody has claimed a counter");
	tap(!(d.flags & PERFCNT_HAS_NATIVE) == (driver != PERF) &&
	    !(d.flags & PERFCNT_HAS_NOTICE) == (driver == PERF),
	    "what the driver has: 0x%x", d.flags);
}

/* Each event's name means its code, on a counter that has it. */
static void test_events(int fd)
{
	struct perfcnt_event_row row = { sizeof(row) };
	unsigned int rows = describe(fd).events, wrong = 0;

	for (row.index = 0; row.index < rows; row.index++) {
		struct perfcnt_name name = { sizeof(name) };
		unsigned int code;

		must(call(fd, PERFCNT_IOC_EVENT, &row), "event");
		name.counter = row.banks == PERFCNT_BANK_IS_ODD;
		snprintf(name.name, sizeof(name.name), "%.50s:uk", row.name);
		wrong += call(fd, PERFCNT_IOC_NAME, &name) != 0;
		code = (name.what.control & PERFCNT_CTL_EVENT) >>
		       PERFCNT_CTL_EVENT_SHIFT;
		wrong += code != row.code;
		row.reserved = 0;
	}
	tap(rows >= 104 && !wrong, "%u events, %u names wrong", rows, wrong);
	refused(fd, call(fd, PERFCNT_IOC_EVENT, &row), ENOENT, "row",
		"an event after the last");
	row.index = 0;
	row.reserved = 1;
	refused(fd, call(fd, PERFCNT_IOC_EVENT, &row), EINVAL, NULL,
		"an event with reserved set");
}

static void test_names(int fd)
{
	struct perfcnt_name name = { sizeof(name), 0, "instructions:uk@tc1" };

	must(call(fd, PERFCNT_IOC_NAME, &name), "name");
	tap(name.what.control == 0x0060002a && !name.what.unit,
	    "instructions:uk@tc1 is 0x%08x", name.what.control);
	name.counter = 4;
	refused(fd, call(fd, PERFCNT_IOC_NAME, &name), EINVAL, "counter",
		"a name for a counter that is not there");
	name.counter = 0;
	memset(name.name, 'a', sizeof(name.name));
	refused(fd, call(fd, PERFCNT_IOC_NAME, &name), EINVAL, "end",
		"a name without its end");
	strcpy(name.name, "instructions:x");
	refused(fd, call(fd, PERFCNT_IOC_NAME, &name), EINVAL, "column 14",
		"a name that is none");
}

/* One truth: /proc/perf shows claims and does not touch them. */
static void test_claims(int fd, int proc)
{
	int other = open_device();
	struct perfcnt_describe d;
	struct snapshot s;
	pid_t child;
	char text[64];

	set_counters(proc, "0 0x20 5\n3 0x20 7");
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0x3), "claim");
	d = describe(other);
	tap(d.claimed == 0x3 && (pid_t)d.owner[0] == getpid() &&
	    (pid_t)d.owner[1] == getpid() && !d.owner[2],
	    "the claim says whose it is");
	refused(other, with_mask(other, PERFCNT_IOC_CLAIM, 0x6), EBUSY,
		"counter 1", "one of two that is claimed");
	tap(describe(fd).claimed == 0x3, "then neither is");
	refused(fd, with_mask(fd, PERFCNT_IOC_CLAIM, 0x1), EBUSY, NULL,
		"one's own once more");
	refused(fd, with_mask(fd, PERFCNT_IOC_CLAIM, 0x10), EINVAL, "counter 4",
		"a counter that is not there");
	refused(other, with_mask(other, PERFCNT_IOC_START, 0x1), EPERM,
		"counter 0", "start of another's");
	refused(other, with_mask(other, PERFCNT_IOC_STOP, 0x4), EPERM,
		"counter 2", "stop of nobody's");
	refused(other, with_mask(other, PERFCNT_IOC_RESET, 0x80000000), EPERM,
		NULL, "reset of none");
	refused(other, with_mask(other, PERFCNT_IOC_RELEASE, 0x1), EPERM,
		"counter 0", "release of another's");
	read_counters(proc, &s);
	tap(s.control[0] == 0x80000000 && s.count[0] == 0 && s.count[3] == 7,
	    "a claimed counter begins with nothing, others stay");
	snprintf(text, sizeof(text), "process %d", getpid());
	read_file(LAST_ERROR, text + 32, 1);
	tap(write_text(proc, "0 0x28 0") == EBUSY, "/proc/perf may not set it");
	tap(write_text(proc, "suspend 1") == EBUSY, "nor suspend it");
	tap(!write_text(proc, "suspend\nresume") && !write_text(proc, "2 0x20 1"),
	    "but the others");
	set_counters(proc, "2 0 0");
	child = fork();
	if (!child) {
		int third = open_device();

		_exit(with_mask(third, PERFCNT_IOC_CLAIM, 0x8));
	}
	waitpid(child, NULL, 0);
	tap(describe(fd).claimed == 0x3, "the end of a process gives all back");
	must(with_mask(fd, PERFCNT_IOC_RELEASE, 0x1), "release");
	tap(describe(fd).claimed == 0x2, "one of two is given back");
	close(other);
	must(with_mask(fd, PERFCNT_IOC_RELEASE, 0x2), "release");
	set_counters(proc, "0 0 0\n3 0 0");
	if (is_taken(proc, moving(proc))) {
		refused(fd, with_mask(fd, PERFCNT_IOC_CLAIM, 0x1), EBUSY,
			"/proc/perf", "one that counts for /proc/perf");
		set_counters(proc, "0 0 0");
	}
}

/* A set that is right but for one field. */
static void test_set(int fd)
{
	struct perfcnt_set good = { sizeof(good), 0x1, 0x1 }, set;

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0x3), "claim");
	good.what[0] = what_of(fd, 0, countable);
	good.count[0] = 11;
	must(call(fd, PERFCNT_IOC_SET, &good), "set");
#define WRONG(change, want, words)					\
	do {								\
		set = good;						\
		change;							\
		refused(fd, call(fd, PERFCNT_IOC_SET, &set), want,	\
			words, #change);				\
	} while (0)
	WRONG(set.reserved = 1, EINVAL, "reserved");
	WRONG(set.controls = 0x10, EINVAL, "does not have");
	WRONG(set.counts = 0x80000000, EINVAL, "does not have");
	WRONG(set.controls = 0x5, EPERM, "counter 2");
	WRONG(set.counts = 0x8, EPERM, "counter 3");
	WRONG(set.what[0].reserved = 1, EINVAL, "reserved");
	WRONG(set.what[0].control |= 0x40000000, EINVAL, "must be zero");
	WRONG(set.what[0].control |= 0x1000, EINVAL, "must be zero");
	WRONG(set.what[0].control |= 0x300000, EINVAL, "MT_EN 3");
	WRONG(set.what[0] = word(36 << 5 | 8), EINVAL, "reserved event");
	WRONG(set.what[1] = word(23 << 5 | 8); set.controls = 2, EINVAL,
	      "even counters");
	WRONG(set.what[0].unit = 3, EINVAL, "unit");
	WRONG(set.what[0] = word(0x00200028); set.what[0].unit = 3, EINVAL,
	      "unit");
	WRONG(set.what[0] = word(0x28); set.what[0].type = 1, EINVAL, "127");
	WRONG(set.what[0] = word(0x28); set.what[0].config = 1, EINVAL, "127");
	WRONG(set.what[0] = word(0x28); set.what[0].config1 = 1, EINVAL, "127");
	/* not perf's tracepoints, breakpoints, and what has pointers in config */
	WRONG(set.what[0] = word(NATIVE | 8); set.what[0].type = 2, EINVAL,
	      "type");
	WRONG(set.what[0] = word(NATIVE | 8); set.what[0].type = 5, EINVAL,
	      "type");
	WRONG(set.what[0] = word(NATIVE | 8); set.what[0].type = 6, EINVAL,
	      "type");
	if (driver == PERF)
		WRONG(set.what[0] = word(NATIVE | 8); set.what[0].type = 1;
		      set.what[0].config = 99, ENOENT, "counter 0");
	else
		WRONG(set.what[0].control = NATIVE | 8, EINVAL, "reserved");
#undef WRONG
	tap(reason_has(fd, driver == PERF ? ENOENT : EINVAL, "counter 0"),
	    "the reason stays until the next");
	must(with_mask(fd, PERFCNT_IOC_RELEASE, 0x3), "release");
}

static void test_module(int fd)
{
	int error = unload_module("perfcnt");

	tap(error == EAGAIN || error == EBUSY,
	    "rmmod while the device is open: %s", strerror(error));
	close(fd);
	tap(!unload_module("perfcnt"), "rmmod when it is not");
	tap(!load_perfcnt(driver, ""), "insmod");
}

int main(void)
{
	int fd, proc = open_counters();

	driver = which_driver();
	set_counters(proc, "0 0 0\n1 0 0\n2 0 0\n3 0 0");
	fd = open_device();
	countable = driver == PERF ? "page-faults:u" : "instructions:u";
	test_sizes(fd);
	test_describe(fd);
	test_events(fd);
	test_names(fd);
	test_claims(fd, proc);
	test_set(fd);
	close(proc);
	test_module(fd);
	return tap_end();
}
