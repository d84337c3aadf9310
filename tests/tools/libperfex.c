// SPDX-License-Identifier: GPL-2.0
/* libperfex's calls, on real counters: instructions of loops that are known. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <fortran.h>
#include <libperfex.h>

#define TURNS	100000

static int wrong;

static void expect(int good, const char *what)
{
	if (good)
		return;
	printf("# %s: errno %d\n", what, errno);
	wrong = 1;
}

/* As many instructions for each turn. */
static void loop(unsigned long turns)
{
	for (; turns; turns--)
		__asm__ volatile("" : "+r"(turns));
}

/* What a loop of so many turns comes to in instructions, or -1. */
static long long count(unsigned long turns)
{
	long long c0 = -1, c1 = -1;
	int number = start_counters(15, 0);

	expect(number > 0, "start_counters");
	loop(turns);
	expect(read_counters(15, &c0, 0, &c1) == number, "read_counters");
	return c0;
}

static void check_counts(void)
{
	long long one, two, three;

	count(1); /* binds the names of the libraries */
	one = count(TURNS);
	two = count(2 * TURNS);
	three = count(3 * TURNS);
	printf("# instructions %lld %lld %lld\n", one, two, three);
	expect(one > TURNS && two - one == three - two, "loops are alike");
}

static void check_errors(void)
{
	long long c0, c1;

	errno = 0;
	expect(read_counters(15, &c0, 0, &c1) == -1 && errno == EINVAL,
	       "read without start");
	expect(start_counters(32, 0) == -1 && errno == EINVAL, "event 32");
	expect(start_counters(-1, 0) == -1 && errno == EINVAL, "event -1");
	expect(start_counters(11, 0) == -1 && errno == ENOENT, "event 11");
	expect(start_counters(15, 0) > 0, "start after errors");
	expect(read_counters(15, NULL, 0, &c1) == -1 && errno == EINVAL, "NULL");
	expect(read_counters(15, &c0, 9, &c1) == -1 && errno == EINVAL,
	       "another event");
	expect(read_counters(15, &c0, 0, &c1) > 0, "read after errors");
	expect(print_counters(15, 1, 32, 1) == -1 && errno == EINVAL,
	       "print event 32");
	expect(load_costs((char *)"/nothing") == -1 && errno == ENOENT,
	       "load nothing");
}

static void check_variables(void)
{
	long long c0, c1;

	setenv("T5_EVENT1", "15", 1);
	expect(start_counters(0, 24) > 0, "start with T5_EVENT1");
	expect(read_counters(0, &c0, 24, &c1) > 0 && c1 > 0,
	       "T5_EVENT1 overrides");
	setenv("T5_EVENT1", "x", 1);
	expect(start_counters(0, 24) == -1 && errno == EINVAL, "T5_EVENT1=x");
	unsetenv("T5_EVENT1");
}

static void check_fortran(void)
{
	const int e0 = 15, e1 = 0;
	long long c0 = 0, c1;

	expect(start_counters_(&e0, &e1) > 0, "start_counters_");
	expect(read_counters_(&e0, &c0, &e1, &c1) > 0 && c0 > 0,
	       "read_counters_");
	expect(print_counters_(&e0, &c0, &e1, &c1) == 0, "print_counters_");
	expect(load_costs_("/nothing    ", 12) == -1 && errno == ENOENT,
	       "load_costs_");
	expect(print_costs_(&e0, &c0, &e1, &c1) == 0, "print_costs_");
}

int main(void)
{
	check_counts();
	check_errors();
	check_variables();
	check_fortran();
	return wrong;
}
