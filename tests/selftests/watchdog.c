// SPDX-License-Identifier: GPL-2.0
/*
 * The NMI watchdog has a counter of each CPU's PMU for itself, and its interrupts are
 * those of counters: beside it, and while it is turned on and off, counts are exact
 * and do not jump.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define NMI_WATCHDOG "/proc/sys/kernel/nmi_watchdog"
#define MOST 64
#define ITERATIONS 1000000UL
#define TOGGLES 10
#define JUMP (1ULL << 44) /* more cycles than the test takes */

static void turn(bool on)
{
	int error = write_file(NMI_WATCHDOG, on ? "1" : "0");

	if (error)
		fatal("%s: %s", NMI_WATCHDOG, strerror(error));
}

static bool is_on(void)
{
	char text[16];

	read_file(NMI_WATCHDOG, text, sizeof(text));
	return !strcmp(text, "1\n");
}

/* How many pinned events there is room for on CPU 0. */
static int room(void)
{
	const struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.pinned = 1,
		.exclude_hv = 1,
	};
	int events[MOST], n, most = fill_pmu(&attr, 0, events, MOST);

	for (n = 0; n < most; n++)
		close(events[n]);
	return most;
}

FIXTURE(watchdog) {
	int fd;
	bool was_on;
};

FIXTURE_SETUP(watchdog)
{
	self->fd = open_stopped();
	if (access(NMI_WATCHDOG, W_OK))
		SKIP(return, "this kernel has no NMI watchdog");
	if (which_driver() != PERF ||
	    !is_taken(self->fd, "1 instructions:u@tc0 0\n0 cycles:uk@tc0 0"))
		SKIP(return, "the kernel drives no PMU here");
	self->was_on = is_on();
	turn(true);
	if (!is_on())
		SKIP(return, "the NMI watchdog does not work with this PMU");
	stop_counters(self->fd);
	pin_to_cpu(0);
	be_alone();
}

FIXTURE_TEARDOWN(watchdog)
{
	turn(self->was_on);
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* It has one, whatever counters ours have. */
TEST_F(watchdog, takes_a_counter)
{
	int with, without;

	with = room();
	turn(false);
	without = room();
	EXPECT_EQ(with + 1, without);
	/* ours has what it would take first: it finds another one */
	set_counters(self->fd, "0 cycles:uk@tc0 0");
	EXPECT_EQ(without - 1, room());
	turn(true);
	EXPECT_EQ(with - 1, room());
	/* and keeps that when ours goes */
	set_counters(self->fd, "0 0 0");
	EXPECT_EQ(with, room());
}

/* One piece of code, however long the loops and whatever is written. */
__attribute__((noipa))
static void count(int fd, unsigned long iterations, const char *first,
		  const char *second, struct snapshot *snapshot)
{
	int i;

	set_counters(fd, "0 cycles:uk 0\n1 instructions:u@tc0 0");
	for (i = 0; i < TOGGLES; i++) {
		short_loop(iterations);
		write_file(NMI_WATCHDOG, i & 1 ? second : first);
	}
	set_counters(fd, "suspend");
	read_counters(fd, snapshot);
}

TEST_F(watchdog, counts_are_exact)
{
	static const char *const turns[][2] = {
		{ "1", "1" }, { "0", "0" }, { "0", "1" }, { "1", "0" },
	};
	size_t i;

	for (i = 0; i < sizeof(turns) / sizeof(*turns); i++) {
		const char *first = turns[i][0], *second = turns[i][1];
		struct snapshot once, twice;

		count(self->fd, 1, first, second, &once);
		count(self->fd, ITERATIONS, first, second, &once);
		count(self->fd, 2 * ITERATIONS, first, second, &twice);
		EXPECT_EQ(TOGGLES * ITERATIONS * SHORT_INSTRUCTIONS,
			  twice.count[1] - once.count[1])
			TH_LOG("%s, then %s", first, second);
	}
}

/* What counts on goes on, and never by more than the time that has passed has. */
TEST_F(watchdog, counts_do_not_jump)
{
	struct snapshot now, last = { 0 };
	int i;

	set_counters(self->fd, "0 cycles:uk 0\n2 cycles:uk@tc0 0");
	for (i = 0; i < 2 * TOGGLES; i++) {
		turn(i & 1);
		short_loop(ITERATIONS);
		read_counters(self->fd, &now);
		EXPECT_LT(last.count[0], now.count[0]);
		EXPECT_LT(last.count[2], now.count[2]);
		EXPECT_LE(now.count[2], now.count[0]);
		EXPECT_GT(JUMP, now.count[0]);
		last = now;
	}
}

TEST_HARNESS_MAIN
