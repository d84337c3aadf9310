// SPDX-License-Identifier: GPL-2.0
/* VPE and TC filters and modes: who and what is counted, and what is not. */
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "tap.h"

#define ITERATIONS 1000000UL
#define LENGTH (ITERATIONS * SHORT_INSTRUCTIONS)

/* Kept as one piece of code, whatever the number of iterations. */
__attribute__((noipa))
static void count(int fd, const char *text, unsigned long iterations,
		  struct snapshot *snapshot)
{
	set_counters(fd, text);
	short_loop(iterations);
	set_counters(fd, "suspend");
	read_counters(fd, snapshot);
}

/* On one VPE everything is counted under its filter, nothing under the other. */
static void test_filters(int fd, int vpe)
{
	static const char text[] =
		"0 instructions:u@vpe0 0\n1 instructions:u@vpe1 0\n"
		"2 instructions:u@tc0 0\n3 instructions:u@tc1 0\n";
	struct snapshot once, twice;
	int other = !vpe;

	pin_to_cpu(vpe);
	count(fd, text, ITERATIONS, &once);
	count(fd, text, 2 * ITERATIONS, &twice);
	tap(twice.count[vpe] - once.count[vpe] == LENGTH,
	    "VPE %d's instructions under VPE %d's filter", vpe, vpe);
	tap(twice.count[2 + vpe] - once.count[2 + vpe] == LENGTH,
	    "TC %d's instructions under TC %d's filter", vpe, vpe);
	tap(once.count[vpe] == once.count[2 + vpe],
	    "TC %d is all of VPE %d", vpe, vpe);
	tap(!once.count[other] && !twice.count[other],
	    "VPE %d's instructions under VPE %d's filter: %llu", vpe, other,
	    (unsigned long long)twice.count[other]);
	tap(!once.count[2 + other] && !twice.count[2 + other],
	    "TC %d's instructions under TC %d's filter: %llu", vpe, other,
	    (unsigned long long)twice.count[2 + other]);
}

/*
 * The counters start and stop one after the other, in kernel mode: what that
 * is, a run of next to nothing says.
 */
static void test_modes(int fd, int vpe, const char *format, const char *name)
{
	struct snapshot empty, loop;
	char text[256];
	int64_t skew;

	pin_to_cpu(vpe);
	snprintf(text, sizeof(text), format, vpe, vpe, vpe, vpe);
	count(fd, text, 1, &empty);
	count(fd, text, 20 * ITERATIONS, &loop);
	skew = (loop.count[3] - loop.count[0] - loop.count[1] - loop.count[2]) -
	       (empty.count[3] - empty.count[0] - empty.count[1] -
		empty.count[2]);
	tap(loop.count[0] >= 20 * LENGTH && loop.count[1],
	    "%s on VPE %d: user %llu, others %llu and %llu", name, vpe,
	    (unsigned long long)loop.count[0],
	    (unsigned long long)loop.count[1],
	    (unsigned long long)loop.count[2]);
	tap(!skew, "%s on VPE %d add up to %llu, off by %lld", name, vpe,
	    (unsigned long long)loop.count[3], (long long)skew);
}

/* No mode: nothing is counted, whatever happens. */
static void test_no_mode(int fd)
{
	struct snapshot snapshot;

	count(fd, "0 0x20 7\n1 0x20 7\n2 0x20 7\n3 0x20 7\n", ITERATIONS,
	      &snapshot);
	tap(snapshot.count[0] == 7 && snapshot.count[1] == 7 &&
	    snapshot.count[2] == 7 && snapshot.count[3] == 7,
	    "without a mode nothing is counted");
}

/* What S and EXL are told apart from, and what of it a driver can. */
static const struct {
	const char *name;
	const char *format;
} modes[] = {
	{ "u, k, s", "0 instructions:u@vpe%d 0\n1 instructions:k@vpe%d 0\n"
		     "2 instructions:s@vpe%d 0\n3 instructions:uks@vpe%d 0\n" },
	{ "u, k, e", "0 instructions:u@vpe%d 0\n1 instructions:k@vpe%d 0\n"
		     "2 instructions:e@vpe%d 0\n3 instructions:uke@vpe%d 0\n" },
	{ "u, k", "0 instructions:u@vpe%d 0\n1 instructions:k@vpe%d 0\n"
		  "2 0x20 0\n3 instructions:uk@vpe%d 0\n" },
};

int main(void)
{
	enum driver driver = which_driver();
	int fd = open_counters();
	int vpe;
	size_t i;

	if (driver == SIM || !is_taken(fd, "0 instructions 0")) {
		tap_skip("no instructions are counted here", "filters and modes");
		return tap_end();
	}
	for (vpe = 0; vpe < 2; vpe++) {
		test_filters(fd, vpe);
		for (i = 0; i < 3; i++) {
			if (driver == PERF && i < 2)
				tap_skip("driver perf: S and EXL are part of K",
					 "%s on VPE %d", modes[i].name, vpe);
			else
				test_modes(fd, vpe, modes[i].format,
					   modes[i].name);
		}
	}
	test_no_mode(fd);
	return tap_end();
}
