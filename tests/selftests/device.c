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

#include "ioctls.h"
#include "counters.h"
#include "kselftest_harness.h"

#define NATIVE (PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT)

FIXTURE(sizes) {
	int fd;
	uint32_t buf[8192 / 4]; /* it begins with its size */
};

/* A call with a struct, and what it says of one that is all 0. */
FIXTURE_VARIANT(sizes) {
	unsigned int command;
	size_t size;
	int zero;
};

FIXTURE_VARIANT_ADD(sizes, describe) {
	PERFCNT_IOC_DESCRIBE, sizeof(struct perfcnt_describe), 0
};

FIXTURE_VARIANT_ADD(sizes, event) {
	PERFCNT_IOC_EVENT, sizeof(struct perfcnt_event_row), 0
};

FIXTURE_VARIANT_ADD(sizes, claim) {
	PERFCNT_IOC_CLAIM, sizeof(struct perfcnt_mask), EINVAL
};

FIXTURE_VARIANT_ADD(sizes, release) {
	PERFCNT_IOC_RELEASE, sizeof(struct perfcnt_mask), 0
};

FIXTURE_VARIANT_ADD(sizes, name) {
	PERFCNT_IOC_NAME, sizeof(struct perfcnt_name), EINVAL
};

FIXTURE_VARIANT_ADD(sizes, set) {
	PERFCNT_IOC_SET, sizeof(struct perfcnt_set), 0
};

FIXTURE_VARIANT_ADD(sizes, scope) {
	PERFCNT_IOC_SCOPE, sizeof(struct perfcnt_scope), EINVAL
};

FIXTURE_VARIANT_ADD(sizes, multiplex) {
	PERFCNT_IOC_MULTIPLEX, sizeof(struct perfcnt_multiplexing), EINVAL
};

FIXTURE_VARIANT_ADD(sizes, multiplexed) {
	PERFCNT_IOC_MULTIPLEXED, sizeof(struct perfcnt_multiplexed), EINVAL
};

FIXTURE_VARIANT_ADD(sizes, sample) {
	PERFCNT_IOC_SAMPLE, sizeof(struct perfcnt_sampling), EPERM
};

FIXTURE_VARIANT_ADD(sizes, start) {
	PERFCNT_IOC_START, sizeof(struct perfcnt_mask), 0
};

FIXTURE_VARIANT_ADD(sizes, stop) {
	PERFCNT_IOC_STOP, sizeof(struct perfcnt_mask), 0
};

FIXTURE_VARIANT_ADD(sizes, reset) {
	PERFCNT_IOC_RESET, sizeof(struct perfcnt_mask), 0
};

FIXTURE_VARIANT_ADD(sizes, read) {
	PERFCNT_IOC_READ, sizeof(struct perfcnt_counts), 0
};

FIXTURE_VARIANT_ADD(sizes, reason) {
	PERFCNT_IOC_REASON, sizeof(struct perfcnt_reason_text), 0
};

FIXTURE_SETUP(sizes)
{
	self->fd = open_device();
}

FIXTURE_TEARDOWN(sizes)
{
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

TEST_F(sizes, too_small)
{
	uint32_t size;

	for (size = 0; size < 8; size++) {
		memset(self->buf, 0, sizeof(self->buf));
		self->buf[0] = size;
		EXPECT_EQ(EINVAL, call(self->fd, variant->command, self->buf))
			TH_LOG("of size %u", size);
	}
}

/* The kernel's own, and a larger one with a tail of zeros. */
TEST_F(sizes, right)
{
	int zero = variant->command == PERFCNT_IOC_SCOPE && !has_perf() ? EOPNOTSUPP :
		   variant->zero;

	self->buf[0] = variant->size;
	EXPECT_EQ(zero, call(self->fd, variant->command, self->buf));
	memset(self->buf, 0, sizeof(self->buf));
	self->buf[0] = variant->size + 64;
	EXPECT_EQ(zero, call(self->fd, variant->command, self->buf));
}

TEST_F(sizes, too_large)
{
	self->buf[0] = variant->size + 64;
	((char *)self->buf)[self->buf[0] - 1] = 1;
	EXPECT_EQ(E2BIG, call(self->fd, variant->command, self->buf));
	memset(self->buf, 0, sizeof(self->buf));
	self->buf[0] = 65536;
	EXPECT_EQ(E2BIG, call(self->fd, variant->command, self->buf));
}

TEST_F(sizes, bad_address)
{
	EXPECT_EQ(EFAULT, call(self->fd, variant->command, NULL));
	EXPECT_EQ(EFAULT, call(self->fd, variant->command, (void *)8));
}

FIXTURE(device) {
	int fd;
	int proc;
	enum driver driver;
};

FIXTURE_SETUP(device)
{
	self->driver = which_driver();
	self->proc = open_stopped();
	self->fd = open_device();
}

FIXTURE_TEARDOWN(device)
{
	close(self->fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

TEST_F(device, unknown_calls)
{
	uint32_t buf[64] = { 0 };

	EXPECT_EQ(ENOTTY, call(self->fd, _IO(PERFCNT_IOC, 17), buf));
	EXPECT_EQ(ENOTTY, call(self->fd, _IO(PERFCNT_IOC, 255), buf));
	EXPECT_EQ(ENOTTY, call(self->fd, 0x5401, buf));
}

TEST_F(device, describe)
{
	static const char *const names[] = {
		[MIPS] = "mips", [PERF] = "perf", [SIM] = "sim",
	};
	struct perfcnt_describe d = describe(self->fd);
	bool is_perf = self->driver == PERF;

	if (!is_perf) /* sharing has those of a PMU */
		EXPECT_EQ(4, d.counters);
	EXPECT_GE(d.tcs, 2);
	EXPECT_GE(d.vpes, 2);
	EXPECT_STREQ(names[self->driver], d.driver);
	EXPECT_STRNE("", d.version);
	EXPECT_EQ(0, d.claimed);
	EXPECT_EQ(0, d.owner[0]);
	EXPECT_EQ(is_perf, !!(d.flags & PERFCNT_HAS_NATIVE));
	EXPECT_EQ(!is_perf, !!(d.flags & PERFCNT_HAS_NOTICE));
}

/* Each event's name means its code, on a counter that has it. */
TEST_F(device, events)
{
	struct perfcnt_event_row row = { sizeof(row) };
	unsigned int rows = describe(self->fd).events;

	EXPECT_GE(rows, 105);
	for (row.index = 0; row.index < rows; row.index++) {
		struct perfcnt_name name = { sizeof(name) };
		unsigned int code;

		ASSERT_EQ(0, call(self->fd, PERFCNT_IOC_EVENT, &row));
		name.counter = row.banks == PERFCNT_BANK_IS_ODD;
		snprintf(name.name, sizeof(name.name), "%.50s:uk", row.name);
		EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_NAME, &name))
			TH_LOG("%s", name.name);
		code = (name.what.control & PERFCNT_CTL_EVENT) >>
		       PERFCNT_CTL_EVENT_SHIFT;
		EXPECT_EQ(row.code, code) TH_LOG("%s", name.name);
		row.reserved = 0;
	}
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_EVENT, &row),
		       ENOENT, "no such row");
	row.index = 0;
	row.reserved = 1;
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_EVENT, &row),
		       EINVAL, "reserved must be 0");
}

TEST_F(device, names)
{
	struct perfcnt_name name = { sizeof(name), 0, "instructions:uk@tc1" };

	ASSERT_EQ(0, call(self->fd, PERFCNT_IOC_NAME, &name));
	EXPECT_EQ(0x0060002a, name.what.control);
	EXPECT_EQ(0, name.what.unit);
	name.counter = describe(self->fd).counters;
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_NAME, &name),
		       EINVAL, "no such counter");
	name.counter = 0;
	memset(name.name, 'a', sizeof(name.name));
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_NAME, &name),
		       EINVAL, "not NUL-terminated");
	strcpy(name.name, "instructions:x");
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_NAME, &name),
		       EINVAL, "column 14");
	*name.name = '\0';
	EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_NAME, &name),
		       EINVAL, "the name is empty");
}

/* Who has claimed what, and who may not. */
TEST_F(device, claims)
{
	int other = open_device();
	struct perfcnt_describe d;

	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x3));
	d = describe(other);
	EXPECT_EQ(0x3, d.claimed);
	EXPECT_EQ(getpid(), d.owner[0]);
	EXPECT_EQ(getpid(), d.owner[1]);
	EXPECT_EQ(0, d.owner[2]);
	/* of two counters one is claimed: then neither is given */
	EXPECT_REFUSED(other, with_mask(other, PERFCNT_IOC_CLAIM, 0x6), EBUSY,
		       "counter 1");
	EXPECT_EQ(0x3, describe(self->fd).claimed);
	/* one's own once more */
	EXPECT_REFUSED(self->fd, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x1),
		       EBUSY, "");
	EXPECT_REFUSED(self->fd, with_mask(self->fd, PERFCNT_IOC_CLAIM, 1 << d.counters),
		       EINVAL, "no such counter");
	EXPECT_REFUSED(other, with_mask(other, PERFCNT_IOC_START, 0x1), EPERM,
		       "counter 0");
	EXPECT_REFUSED(other, with_mask(other, PERFCNT_IOC_STOP, 0x4), EPERM,
		       "counter 2");
	EXPECT_REFUSED(other, with_mask(other, PERFCNT_IOC_RESET, 0x80000000),
		       EPERM, "");
	EXPECT_REFUSED(other, with_mask(other, PERFCNT_IOC_RELEASE, 0x1), EPERM,
		       "counter 0");
	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_RELEASE, 0x1));
	EXPECT_EQ(0x2, describe(self->fd).claimed);
	close(other);
	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_RELEASE, 0x2));
}

/* One truth: /proc/perf shows claims and does not touch them. */
TEST_F(device, claims_in_proc)
{
	struct snapshot s;

	set_counters(self->proc, "0 0x20 5\n3 0x20 7");
	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x3));
	read_counters(self->proc, &s);
	/* a claimed counter begins with nothing, others stay */
	EXPECT_EQ(0x80000000, s.control[0]);
	EXPECT_EQ(0, s.count[0]);
	EXPECT_EQ(7, s.count[3]);
	EXPECT_EQ(EBUSY, write_text(self->proc, "0 0x28 0"));
	EXPECT_EQ(EBUSY, write_text(self->proc, "suspend 1"));
	EXPECT_EQ(0, write_text(self->proc, "suspend\nresume"));
	EXPECT_EQ(0, write_text(self->proc, "2 0x20 1"));
	set_counters(self->proc, "2 0 0\n3 0 0");
}

TEST_F(device, claims_of_a_process_that_ends)
{
	pid_t child;
	int status;

	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x3));
	child = fork();
	if (!child)
		_exit(with_mask(open_device(), PERFCNT_IOC_CLAIM, 0x8));
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(0x3, describe(self->fd).claimed);
}

TEST_F(device, counter_of_proc)
{
	if (!is_taken(self->proc, moving(self->proc)))
		SKIP(return, "nothing can be counted here all the time");
	EXPECT_REFUSED(self->fd, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x1),
		       EBUSY, "/proc/perf");
	set_counters(self->proc, "0 0 0");
}

/* A set that is right but for one field. */
TEST_F(device, set)
{
	const char *native = self->driver == PERF ? "type" : "code 127 is reserved";
	struct perfcnt_set good = {
		.size = sizeof(struct perfcnt_set), .controls = 0x1, .counts = 0x1,
	}, set;

	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x3));
	good.counter[0].what = what_of(self->fd, 0, self->driver == PERF ?
			       "page-faults:u" : "instructions:u");
	good.counter[0].count = 11;
	ASSERT_EQ(0, call(self->fd, PERFCNT_IOC_SET, &good));
#define WRONG(change, want, words)					\
	do {								\
		set = good;						\
		change;							\
		EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_SET, &set), \
			       want, words);				\
	} while (0)
	WRONG(set.reserved = 1, EINVAL, "reserved");
	WRONG(set.controls = 1 << describe(self->fd).counters, EINVAL, "no such");
	WRONG(set.counts = 0x80000000, EINVAL, "counter 31: no such");
	WRONG(set.controls = 0x5, EPERM, "counter 2");
	WRONG(set.counts = 0x8, EPERM, "counter 3");
	WRONG(set.counter[0].what.reserved = 1, EINVAL, "reserved");
	WRONG(set.counter[0].what.config2 = 1, EINVAL, "config2");
	WRONG(set.counter[0].what.reserved2 = 1ull << 63, EINVAL, "reserved2");
	WRONG(set.counter[0].what.control |= 0x40000000, EINVAL, "must be zero");
	WRONG(set.counter[0].what.control |= 0x1000, EINVAL, "must be zero");
	WRONG(set.counter[0].what.control |= 0x300000, EINVAL,
	      "MT_EN must be 0, 1 or 2");
	WRONG(set.counter[0].what = word(36 << 5 | 8), EINVAL,
	      "code 36 is reserved");
	WRONG(set.counter[1].what = word(44 << 5 | 8); set.controls = 2, EINVAL,
	      "even counters");
	WRONG(set.counter[0].what.unit = 3, EINVAL, "unit");
	WRONG(set.counter[0].what = word(0x00200028); set.counter[0].what.unit = 3, EINVAL,
	      "unit");
	WRONG(set.counter[0].what = word(0x28); set.counter[0].what.type = 1, EINVAL, "127");
	WRONG(set.counter[0].what = word(0x28); set.counter[0].what.config = 1, EINVAL, "127");
	WRONG(set.counter[0].what = word(0x28); set.counter[0].what.config1 = 1, EINVAL, "127");
	/*
	 * Not perf's tracepoints, breakpoints, and what has pointers in config. Where
	 * there are no native events, 127 is a reserved event whatever its type.
	 */
	WRONG(set.counter[0].what = word(NATIVE | 8); set.counter[0].what.type = 2, EINVAL,
	      native);
	WRONG(set.counter[0].what = word(NATIVE | 8); set.counter[0].what.type = 5, EINVAL,
	      native);
	WRONG(set.counter[0].what = word(NATIVE | 8); set.counter[0].what.type = 6, EINVAL,
	      native);
	if (self->driver == PERF)
		WRONG(set.counter[0].what = word(NATIVE | 8); set.counter[0].what.type = 1;
		      set.counter[0].what.config = 99, ENOENT, "counter 0");
	else
		WRONG(set.counter[0].what.control = NATIVE | 8, EINVAL, "reserved");
#undef WRONG
	/* the reason stays until the next */
	EXPECT_TRUE(reason_has(self->fd, self->driver == PERF ? ENOENT : EINVAL,
			       "counter 0"));
}

/*
 * Bits that the PMU's events do not have: perf left them out, and counted another event
 * than was asked for. They are above all fields of x86_64's config, and of arm64's.
 */
TEST_F(device, unknown_bits_of_a_raw_event)
{
	static const char *const names[] = {
		"1 r1000000000000008:u 0", "1 r8000000000000000:u@tc0 0",
	};
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 0x1 };
	struct perfcnt_what *what = &set.counter[0].what;
	size_t i;

	if (self->driver != PERF) {
		EXPECT_EQ(ENOENT, write_text(self->proc, "1 r8:u 0"));
		return;
	}
	ASSERT_EQ(0, with_mask(self->fd, PERFCNT_IOC_CLAIM, 0x1));
	*what = what_of(self->fd, 0, "r8:u");
	if (call(self->fd, PERFCNT_IOC_SET, &set))
		SKIP(return, "no PMU counts r8");
	for (i = 17; i < 64; i++) {
		if (i >= 18 && i < 36)
			continue; /* some PMUs of x86_64 have fields up to here */
		what->config = 8 | 1ull << i;
		EXPECT_REFUSED(self->fd, call(self->fd, PERFCNT_IOC_SET, &set), EINVAL,
			       "does not have all bits of");
	}
	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		EXPECT_EQ(EINVAL, write_text(self->proc, names[i]));
		EXPECT_TRUE(last_error_has("counter 1: PMU")) TH_LOG("%s", names[i]);
	}
	what->config = 8;
	EXPECT_EQ(0, call(self->fd, PERFCNT_IOC_SET, &set));
}

TEST_F(device, module_stays_while_open)
{
	int error;

	close(self->proc);
	error = unload_perfcnt();
	EXPECT_TRUE(error == EAGAIN || error == EBUSY)
		TH_LOG("%s", strerror(error));
	close(self->fd);
	EXPECT_EQ(0, unload_perfcnt());
	EXPECT_EQ(0, load_perfcnt(self->driver, ""));
	self->proc = open_counters();
	self->fd = open_device();
}

TEST_HARNESS_MAIN
