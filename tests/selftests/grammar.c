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
#include "tap.h"

struct malformed {
	const char *text;
	int error;
	unsigned int line;
	unsigned int column;
	const char *words;
};

static const struct malformed malformed[] = {
#define MALFORMED(text, error, line, column, words) \
	{ text, error, line, column, words },
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
#include "../../kmod/words/perf_events.h"
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

/* All 128 codes on all four counters; what is taken is read back. */
static void test_every_event(int fd, enum driver driver)
{
	unsigned int code, counter, wrong = 0, taken = 0;

	for (code = 0; code < 128; code++) {
		for (counter = 0; counter < 4; counter++) {
			uint32_t word = code << 5 | 8;
			struct snapshot snapshot;
			char text[32];
			int error;

			snprintf(text, sizeof(text), "%u 0x%x 0", counter,
				 word);
			error = write_text(fd, text);
			read_counters(fd, &snapshot);
			wrong += !is_right(driver, code, counter, error);
			wrong += !error && word != (snapshot.control[counter] &
						    0x7fffffff);
			taken += !error;
		}
	}
	tap(!wrong, "128 codes on 4 counters: %u words taken, %u wrongly",
	    taken, wrong);
	if (driver == PERF)
		tap_skip("driver perf", "the table's 53 even and 51 odd events");
	else
		tap(taken == 2 * (53 + 51),
		    "the table's 53 even and 51 odd events");
}

static void test_malformed(int fd, const struct malformed *want)
{
	char before[1024], after[1024], said[512], words[128] = "";
	unsigned int line = 0, column = 0;
	int error;

	read_file(PROC_PERF, before, sizeof(before));
	error = write_text(fd, want->text);
	read_file(PROC_PERF, after, sizeof(after));
	read_file(LAST_ERROR, said, sizeof(said));
	/* the words may be none */
	if (sscanf(said, "line %u, column %u: '%127[^']':", &line, &column,
		   words) < 2)
		tap_bail_out("%s: %s", LAST_ERROR, said);
	if (!tap(error == want->error && line == want->line &&
		 column == want->column && !strcmp(words, want->words) &&
		 !strcmp(before, after), "refused at %u:%u: '%s'", want->line,
		 want->column, want->words))
		printf("# %s: %s%s", strerror(error), said,
		       strcmp(before, after) ? "# counters changed\n" : "");
}

static void test_sizes(int fd)
{
	static char text[65536 + 1];
	char before[1024], after[1024];
	struct snapshot snapshot;

	memset(text, '\n', sizeof(text));
	memcpy(text, "0 0x20 11", 9);
	memcpy(text + 65536 - 10, "\n1 0x20 12", 10);
	tap(write(fd, text, 65536) == 65536, "64 KiB in one write");
	read_counters(fd, &snapshot);
	tap(snapshot.count[0] == 11 && snapshot.count[1] == 12,
	    "all of 64 KiB is taken");
	memcpy(text, "0 0x20 13", 9);
	read_file(PROC_PERF, before, sizeof(before));
	tap(write(fd, text, 65537) == -1 && errno == E2BIG,
	    "one byte more is too big");
	read_file(PROC_PERF, after, sizeof(after));
	tap(!strcmp(before, after), "what is too big changes nothing");
	tap(write(fd, text, 0) == 0, "nothing in one write");
	tap(syscall(SYS_write, fd, 8, 16) == -1 && errno == EFAULT,
	    "a bad address");
}

static void test_commands(int fd)
{
	struct snapshot s;

	set_counters(fd, "0 0x2f 5\n1 0x20 6\n2 loads:k@vpe1 7\n3 0 8");
	set_counters(fd, "suspend 0 2");
	read_counters(fd, &s);
	tap(s.control[0] == 0x80000020 && s.control[2] == 0x801101e0,
	    "suspended counters show no mode");
	tap(s.control[1] == 0x80000020 && s.control[3] == 0,
	    "others are as they were");
	set_counters(fd, "resume");
	read_counters(fd, &s);
	tap(s.control[0] == 0x8000002f && s.control[2] == 0x801101e2,
	    "resumed counters have their modes back");
	set_counters(fd, "suspend\n0 0x48 -1\n1 0x20 18446744073709551615");
	read_counters(fd, &s);
	tap(s.control[0] == 0x80000048 && s.control[2] == 0x801101e0,
	    "a control word ends a suspension");
	tap(s.count[1] == UINT64_MAX && s.count[3] == 8, "counts are kept");
	set_counters(fd, "0 0 0\n1 0 0\n2 0 0\n3 0 0");
}

/* What the driver perf refuses, and words that must say why. */
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

static void test_refused(int fd)
{
	char before[1024], after[1024], said[512];
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		int error;

		read_file(PROC_PERF, before, sizeof(before));
		error = write_text(fd, refused[i].text);
		read_file(PROC_PERF, after, sizeof(after));
		read_file(LAST_ERROR, said, sizeof(said));
		if (!tap(error == refused[i].error && !strcmp(before, after) &&
			 strstr(said, refused[i].reason),
			 "refused: %s", strrchr(refused[i].text, '\n') ?
			 strrchr(refused[i].text, '\n') + 1 : refused[i].text))
			printf("# %s: %s", strerror(error), said);
	}
}

/* A word for event 127 means the native event that the counter has. */
static void test_native_word(int fd)
{
	struct snapshot s;

	set_counters(fd, "0 page-faults:u 5");
	set_counters(fd, "0 0xfe0 -1");
	read_counters(fd, &s);
	tap(s.control[0] == 0x80000fe0 && s.count[0] >= 5,
	    "a native event without its modes");
	set_counters(fd, "0 0xfea 7\nsuspend");
	read_counters(fd, &s);
	tap(s.control[0] == 0x80000fe0 && s.count[0] == 7,
	    "with other modes, and suspended");
	set_counters(fd, "resume");
	read_counters(fd, &s);
	tap(s.control[0] == 0x80000fea, "and resumed");
	set_counters(fd, "0 context-switches:k 0");
	tap(write_text(fd, "0 0xfe8 0") == EINVAL,
	    "its modes are those of the event");
	set_counters(fd, "0 0 0");
}

static void test_34k(int fd)
{
	size_t i;

	set_counters(fd, "0 0x20 1\n1 0x30 4294967296\n2 loads:u\n"
			 "3 stores:k@tc1 18446744073709551615\nsuspend 2 3\n");
	for (i = 0; i < sizeof(malformed) / sizeof(*malformed); i++)
		test_malformed(fd, &malformed[i]);
	set_counters(fd, "0 0\n1 0\n2 0\n3 0");
	test_commands(fd);
}

int main(void)
{
	enum driver driver = which_driver();
	int fd = open_counters();

	test_every_event(fd, driver);
	set_counters(fd, "0 0\n1 0\n2 0\n3 0");
	test_sizes(fd);
	if (driver == PERF) {
		tap_skip("driver perf", "what a 34K refuses");
		test_refused(fd);
		test_native_word(fd);
	} else {
		test_34k(fd);
		tap_skip("only driver perf has them", "native events");
	}
	return tap_end();
}
