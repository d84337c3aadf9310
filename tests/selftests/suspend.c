// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend to idle and back, as far as /sys/power/pm_test goes: what was counted
 * before is still there, and counting goes on.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "tap.h"

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
		tap_bail_out("suspend, %s: %s", level, strerror(error));
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

static void test_level(int fd, const char *level)
{
	const char *text = "0 instructions:u 0\n2 page-faults:u 0\n";
	struct snapshot once, twice;

	if (!is_taken(fd, "0 instructions 0"))
		text = "0 cpu-clock:uk@tc0 0\n2 page-faults:u 0\n";
	count(fd, text, level, ITERATIONS, &once);
	count(fd, text, level, 2 * ITERATIONS, &twice);
	if (*(text + 2) == 'i')
		tap(twice.count[0] - once.count[0] ==
		    ITERATIONS * SHORT_INSTRUCTIONS &&
		    once.count[0] >= 2 * ITERATIONS * SHORT_INSTRUCTIONS,
		    "%s: instructions before and after, %llu and %llu", level,
		    (unsigned long long)once.count[0],
		    (unsigned long long)twice.count[0]);
	else
		tap(once.count[0] && twice.count[0], "%s: cpu-clock", level);
	tap(once.count[2] < 100 && twice.count[2] < 100,
	    "%s: page faults, %llu and %llu", level,
	    (unsigned long long)once.count[2],
	    (unsigned long long)twice.count[2]);
}

int main(void)
{
	static const char *const levels[] = {
		"freezer", "devices", "platform", /* all of suspend to idle */
	};
	int fd = open_counters();
	size_t i;

	pin_to_cpu(0);
	if (which_driver() != PERF) {
		tap_skip("the registers would be lost", "suspend to idle");
		return tap_end();
	}
	write_file(DELAY, "1");
	for (i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		if (!has_word(STATE, "freeze") || !has_word(PM_TEST, levels[i]))
			tap_skip("not in this kernel", "suspend to idle, %s",
				 levels[i]);
		else
			test_level(fd, levels[i]);
	}
	write_file(PM_TEST, "none");
	return tap_end();
}
