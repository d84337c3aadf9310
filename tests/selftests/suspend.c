// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend to idle and to RAM and back, as far as /sys/power/pm_test goes: what was
 * counted before is still there, and counting goes on.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define PM_TEST "/sys/power/pm_test"
#define STATE "/sys/power/state"
#define MEM_SLEEP "/sys/power/mem_sleep"
#define DELAY "/sys/module/suspend/parameters/pm_test_delay"
#define CPU1 "/sys/devices/system/cpu/cpu1/online"
#define ITERATIONS 1000000UL

static void sleep_until(const char *state, const char *level)
{
	int error = write_file(PM_TEST, level) ?: write_file(STATE, state);

	if (error)
		fatal("%s, %s: %s", state, level, strerror(error));
}

/* The same user code around it, asleep in between or not. */
__attribute__((noipa))
static void count(int fd, const char *text, const char *state, const char *level,
		  unsigned long iterations, struct snapshot *snapshot)
{
	set_counters(fd, text);
	short_loop(ITERATIONS);
	sleep_until(state, level);
	short_loop(iterations);
	set_counters(fd, "suspend");
	read_counters(fd, snapshot);
}

FIXTURE(suspend) {
	int fd;
};

FIXTURE_VARIANT(suspend) {
	const char *state;
	const char *level;
};

/* All of suspend to idle. */
FIXTURE_VARIANT_ADD(suspend, freezer) {
	.state = "freeze", .level = "freezer"
};

FIXTURE_VARIANT_ADD(suspend, devices) {
	.state = "freeze", .level = "devices"
};

FIXTURE_VARIANT_ADD(suspend, platform) {
	.state = "freeze", .level = "platform"
};

/* All but the last step of suspend to RAM: one CPU is left, with its interrupts off. */
FIXTURE_VARIANT_ADD(suspend, core) {
	.state = "mem", .level = "core"
};

FIXTURE_SETUP(suspend)
{
	if (which_driver() != PERF)
		SKIP(return, "the registers would be lost");
	if (!file_has(STATE, variant->state) || !file_has(PM_TEST, variant->level))
		SKIP(return, "not in this kernel");
	if (!strcmp(variant->state, "mem") && !file_has(MEM_SLEEP, "[deep]"))
		SKIP(return, "no suspend to RAM");
	self->fd = open_stopped();
	write_file(DELAY, "0"); /* Linux would wait there, and nobody sleep */
	pin_to_cpu(0);
	be_alone();
}

FIXTURE_TEARDOWN(suspend)
{
	EXPECT_EQ(0, write_file(PM_TEST, "none"));
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

TEST_F(suspend, counts_are_kept)
{
	bool has_instructions = is_taken(self->fd, "0 instructions 0");
	const char *text = has_instructions ?
		"0 instructions:u 0\n2 page-faults:u 0\n" :
		"0 cpu-clock:uk@tc0 0\n2 page-faults:u 0\n";
	struct snapshot once, twice;

	count(self->fd, text, variant->state, variant->level, ITERATIONS, &once);
	count(self->fd, text, variant->state, variant->level, 2 * ITERATIONS,
	      &twice);
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

/* A counter of a clock goes on afterwards, though no CPU comes that would bring an event. */
TEST_F(suspend, clocks_go_on)
{
	bool has_another = !access(CPU1, W_OK);
	struct snapshot before, after;

	if (has_another)
		EXPECT_EQ(0, write_file(CPU1, "0"));
	set_counters(self->fd, "0 cpu-clock:uk@tc0 0\n");
	sleep_until(variant->state, variant->level);
	read_counters(self->fd, &before);
	short_loop(ITERATIONS);
	read_counters(self->fd, &after);
	EXPECT_LT(before.count[0], after.count[0]);
	if (has_another)
		EXPECT_EQ(0, write_file(CPU1, "1"));
}

TEST_HARNESS_MAIN
