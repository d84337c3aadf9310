// SPDX-License-Identifier: GPL-2.0
/*
 * What /proc/perf takes and what it refuses: every event on every counter,
 * and malformed text, which must change nothing and say where it is wrong.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

struct malformed {
	const char *text;
	int error;
	unsigned int line;
	unsigned int column;
	const char *words;
	const char *reason;
};

static const struct malformed malformed[] = {
#define MALFORMED(text, error, line, column, words, reason) \
	{ text, error, line, column, words, reason },
#include "../malformed.h"
};

enum bank { EVEN, ODD };

static const struct {
	unsigned int code;
	enum bank bank;
} events[] = {
#define PERFCNT_EVENT(code, bank, scope, name, description) { code, bank },
#include "../../uapi/linux/perfcnt_events.h"
};

/* What the driver perf has of them, if the machine's PMU has it. */
static const struct {
	unsigned int code;
	enum bank bank;
} mapped[] = {
#define PERFCNT_PERF_MAP(code, bank, type, config, reason) { code, bank },
#define PERFCNT_PERF_RAW(events, code, bank, config, reason) { code, bank },
#include "../../kmod/encoding/perf_events.h"
};

/* Is the event in the table for this counter? */
static bool in_table(unsigned int code, unsigned int counter)
{
	size_t i;

	for (i = 0; i < sizeof(events) / sizeof(*events); i++)
		if (events[i].code == code && events[i].bank == counter % 2)
			return true;
	return false;
}

static bool in_map(unsigned int code, unsigned int counter)
{
	size_t i;

	for (i = 0; i < sizeof(mapped) / sizeof(*mapped); i++)
		if (mapped[i].code == code && mapped[i].bank == counter % 2)
			return true;
	return false;
}

/* What a write of the event must say, whose errno is @error. */
static bool is_right(enum driver driver, unsigned int code,
		     unsigned int counter, int error)
{
	/* a native event, if the counter has had one before */
	if (driver == PERF && code == 127)
		return !error || error == EINVAL;
	if (!in_table(code, counter))
		return error == EINVAL;
	if (driver != PERF)
		return !error;
	return error == ENOENT || (!error && in_map(code, counter));
}

FIXTURE(grammar) {
	int fd;
	enum driver driver;
};

FIXTURE_SETUP(grammar)
{
	self->driver = which_driver();
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(grammar)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* All 128 codes on all four counters; what is taken is read back. */
TEST_F(grammar, every_event)
{
	unsigned int code, counter, taken = 0;

	for (code = 0; code < 128; code++) {
		for (counter = 0; counter < 4; counter++) {
			uint32_t word = code << 5 | 8;
			struct snapshot snapshot;
			char text[32];
			int error;

			snprintf(text, sizeof(text), "%u 0x%x 0", counter,
				 word);
			error = write_text(self->fd, text);
			read_counters(self->fd, &snapshot);
			EXPECT_TRUE(is_right(self->driver, code, counter, error))
				TH_LOG("'%s': %s", text, strerror(error));
			if (!error) {
				EXPECT_EQ(word, snapshot.control[counter] &
						0x7fffffff);
			}
			taken += !error;
		}
	}
	if (self->driver != PERF)
		EXPECT_EQ(2 * (53 + 52), taken);
}

/* 64 KiB in one write are taken, and not one byte more. */
TEST_F(grammar, sizes)
{
	static char text[65536 + 1];
	char before[1024], after[1024];
	struct snapshot snapshot;

	memset(text, '\n', sizeof(text));
	memcpy(text, "0 0x20 11", 9);
	memcpy(text + 65536 - 10, "\n1 0x20 12", 10);
	EXPECT_EQ(65536, write(self->fd, text, 65536));
	read_counters(self->fd, &snapshot);
	EXPECT_EQ(11, snapshot.count[0]);
	EXPECT_EQ(12, snapshot.count[1]);
	memcpy(text, "0 0x20 13", 9);
	read_file(PROC_PERF, before, sizeof(before));
	EXPECT_EQ(-1, write(self->fd, text, 65537));
	EXPECT_EQ(E2BIG, errno);
	read_file(PROC_PERF, after, sizeof(after));
	EXPECT_STREQ(before, after);
	EXPECT_EQ(0, write(self->fd, text, 0));
	EXPECT_EQ(-1, syscall(SYS_write, self->fd, 8, 16));
	EXPECT_EQ(EFAULT, errno);
}

/* What only a 34K's registers, or simulated ones, have. */
FIXTURE(grammar_34k) {
	int fd;
};

FIXTURE_SETUP(grammar_34k)
{
	if (which_driver() == PERF)
		SKIP(return, "driver perf");
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(grammar_34k)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* What must be refused is, where it is wrong, and changes nothing. */
TEST_F(grammar_34k, malformed)
{
	char before[1024], after[1024], said[512], want_said[512];
	size_t i;

	set_counters(self->fd, "0 0x20 1\n1 0x30 4294967296\n2 loads:u\n"
		     "3 stores:k@tc1 18446744073709551615\nsuspend 2 3\n");
	read_file(PROC_PERF, before, sizeof(before));
	for (i = 0; i < ARRAY_SIZE(malformed); i++) {
		const struct malformed *want = &malformed[i];

		EXPECT_EQ(want->error, write_text(self->fd, want->text))
			TH_LOG("'%s'", want->text);
		read_file(PROC_PERF, after, sizeof(after));
		EXPECT_STREQ(before, after);
		read_file(LAST_ERROR, said, sizeof(said));
		snprintf(want_said, sizeof(want_said),
			 *want->words ? "line %u, column %u: '%s': %s\n" :
					"line %u, column %u: %s%s\n",
			 want->line, want->column, want->words, want->reason);
		EXPECT_STREQ(want_said, said) TH_LOG("'%s'", want->text);
	}
}

/* perfcnt_config of MD00548, section 4.2; event 23 of an odd counter has a name, too. */
TEST_F(grammar_34k, file_of_the_note)
{
	static const char file[] = "0 0x8000001f 0\n1 0x8000003f 0\n"
				   "2 0x8000025f 0\n3 0x800002ff 0\n";
	struct snapshot s;

	EXPECT_EQ(0, write_text(self->fd, file));
	read_counters(self->fd, &s);
	EXPECT_EQ(0x8000001f, s.control[0]);
	EXPECT_EQ(0x8000003f, s.control[1]);
	EXPECT_EQ(0x8000025f, s.control[2]);
	EXPECT_EQ(0x000002ff, s.control[3]);
	EXPECT_EQ(0, write_text(self->fd, "3 single-threaded-cycles:uske"));
	read_counters(self->fd, &s);
	EXPECT_EQ(0x000002ef, s.control[3]);
}

TEST_F(grammar_34k, commands)
{
	struct snapshot s;
	int fd = self->fd;

	set_counters(fd, "0 0x2f 5\n1 0x20 6\n2 loads:k@vpe1 7\n3 0 8");
	set_counters(fd, "suspend 0 2");
	read_counters(fd, &s);
	EXPECT_EQ(0x80000020, s.control[0]);
	EXPECT_EQ(0x801101e0, s.control[2]);
	/* others are as they were */
	EXPECT_EQ(0x80000020, s.control[1]);
	EXPECT_EQ(0, s.control[3]);
	set_counters(fd, "resume");
	read_counters(fd, &s);
	EXPECT_EQ(0x8000002f, s.control[0]);
	EXPECT_EQ(0x801101e2, s.control[2]);
	/* a control word ends a suspension, counts are kept */
	set_counters(fd, "suspend\n0 0x48 -1\n1 0x20 18446744073709551615");
	read_counters(fd, &s);
	EXPECT_EQ(0x80000048, s.control[0]);
	EXPECT_EQ(0x801101e0, s.control[2]);
	EXPECT_EQ(UINT64_MAX, s.count[1]);
	EXPECT_EQ(8, s.count[3]);
}

/* What only driver perf has: native events. */
FIXTURE(grammar_perf) {
	int fd;
};

FIXTURE_SETUP(grammar_perf)
{
	if (which_driver() != PERF)
		SKIP(return, "only driver perf has native events");
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(grammar_perf)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* What it refuses, and words that must say why. */
static const struct {
	const char *text;
	int error;
	const char *reason;
} refused[] = {
	{ "0 0xfe8 0", EINVAL, "native event" },
	{ "0 context-switches 0", EINVAL, "line 1, column 3: " },
	{ "0 task-clock:u 0", EINVAL, "line 1, column 3: " },
	{ "1 0x20 0\n0 instructions:s 0", EINVAL, "line 2, column 3: " },
	{ "0 instructions@tc4096 0", ERANGE, "line 1, column 18: " },
	{ "0 jtlb-data-misses 0", EINVAL, "even" },
	{ "1 jtlb-data-misses 0", ENOENT, "jtlb-data-misses" },
	{ "0 page-faults:u 0\n2 dsp-instructions 0", ENOENT,
	  "dsp-instructions" },
	{ "0 rffffffffffffffffff", ERANGE, "64 bits" },
};

TEST_F(grammar_perf, refused)
{
	char before[1024], after[1024];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		read_file(PROC_PERF, before, sizeof(before));
		EXPECT_EQ(refused[i].error, write_text(self->fd, refused[i].text))
			TH_LOG("'%s'", refused[i].text);
		read_file(PROC_PERF, after, sizeof(after));
		EXPECT_STREQ(before, after);
		EXPECT_TRUE(last_error_has(refused[i].reason))
			TH_LOG("'%s'", refused[i].text);
	}
}

/* A word for event 127 means the native event that the counter has. */
TEST_F(grammar_perf, native_word)
{
	struct snapshot s;
	int fd = self->fd;

	set_counters(fd, "0 page-faults:u 5");
	set_counters(fd, "0 0xfe0 -1");
	read_counters(fd, &s);
	EXPECT_EQ(0x80000fe0, s.control[0]);
	EXPECT_GE(s.count[0], 5);
	/* with other modes, suspended, and resumed */
	set_counters(fd, "0 0xfea 7\nsuspend");
	read_counters(fd, &s);
	EXPECT_EQ(0x80000fe0, s.control[0]);
	EXPECT_EQ(7, s.count[0]);
	set_counters(fd, "resume");
	read_counters(fd, &s);
	EXPECT_EQ(0x80000fea, s.control[0]);
	/* its modes are those of the event */
	set_counters(fd, "0 context-switches:k 0");
	EXPECT_EQ(EINVAL, write_text(fd, "0 0xfe8 0"));
}

TEST_HARNESS_MAIN
