// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend to idle and back, as far as /sys/power/pm_test goes: what was counted
 * before is still there, and counting goes on.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define PM_TEST "/sys/power/pm_test"
#define STATE "/sys/power/state"
#define DELAY "/sys/module/suspend/parameters/pm_test_delay"
#define ITERATIONS 1000000UL

static bool has_word(const char *path, const char *word)
{
	char text[256] = "";

	if (access(path, R_OK))
		return false;
	read_file(path, text, sizeof(text));
	return strstr(text, word);
}

static void sleep_until(const char *level)
{
	int error;

	error = write_file(PM_TEST, level) ?: write_file(STATE, "freeze");
	if (error)
		fatal("suspend, %s: %s", level, strerror(error));
}

/* The same user code around it, asleep in between or not. */
__attribute__((noipa))
static void count(int fd, const char *text, const char *level,
		  unsigned long iterations, struct snapshot *snapshot)
{
	set_counters(fd, text);
	short_loop(ITERATIONS);
	sleep_until(level);
	short_loop(iterations);
	set_counters(fd, "suspend");
	read_counters(fd, snapshot);
}

FIXTURE(suspend) {
	int fd;
};

/* All of suspend to idle. */
FIXTURE_VARIANT(suspend) {
	const char *level;
};

FIXTURE_VARIANT_ADD(suspend, freezer) {
	.level = "freezer"
};

FIXTURE_VARIANT_ADD(suspend, devices) {
	.level = "devices"
};

FIXTURE_VARIANT_ADD(suspend, platform) {
	.level = "platform"
};

FIXTURE_SETUP(suspend)
{
	if (which_driver() != PERF)
		SKIP(return, "the registers would be lost");
	if (!has_word(STATE, "freeze") || !has_word(PM_TEST, variant->level))
		SKIP(return, "not in this kernel");
	self->fd = open_stopped();
	write_file(DELAY, "1");
	pin_to_cpu(0);
	settle();
}

FIXTURE_TEARDOWN(suspend)
{
	EXPECT_EQ(0, write_file(PM_TEST, "none"));
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

TEST_F_TIMEOUT(suspend, counts_are_kept, 100)
{
	bool has_instructions = is_taken(self->fd, "0 instructions 0");
	const char *text = has_instructions ?
		"0 instructions:u 0\n2 page-faults:u 0\n" :
		"0 cpu-clock:uk@tc0 0\n2 page-faults:u 0\n";
	struct snapshot once, twice;

	count(self->fd, text, variant->level, ITERATIONS, &once);
	count(self->fd, text, variant->level, 2 * ITERATIONS, &twice);
	if (has_instructions) {
		EXPECT_EQ(ITERATIONS * SHORT_INSTRUCTIONS,
			  twice.count[0] - once.count[0]);
		EXPECT_GE(once.count[0], 2 * ITERATIONS * SHORT_INSTRUCTIONS);
	} else {
		EXPECT_NE(0, once.count[0]);
		EXPECT_NE(0, twice.count[0]);
	}
	EXPECT_LT(once.count[2], 100);
	EXPECT_LT(twice.count[2], 100);
}

TEST_HARNESS_MAIN
