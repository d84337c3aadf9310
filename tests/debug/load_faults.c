// SPDX-License-Identifier: GPL-2.0
/*
 * insmod, while one place after the other fails that can
 * fail in the module's own code: it says ENOMEM or EFAULT, and nothing is left of
 * the module.  What the kernel does before that is not tested here, and has not
 * the same number of places each time: a place can be left out in a run.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "fault.h"
#include "kselftest_harness.h"

/*
 * More than there can be; more than there are while a refusal is undone; and how
 * many that refuse nothing show that this begins before the module's own.
 */
#define PLACES_MOST 4095
#define UNWINDING 40
#define BEFORE 10

#define DIRECTORY "/sys/module/perfcnt"

static bool nothing_is_left(void)
{
	return access(DIRECTORY, F_OK) && access(PROC_PERF, F_OK) &&
	       access("/dev/perfcnt", F_OK);
}

/* insmod with one fault; returns 0 or the errno. */
static int load(const char *parameters, unsigned int nth, bool *happened)
{
	int fd = open(MODULE, O_RDONLY);
	int error;

	if (fd < 0)
		fatal("%s: %s", MODULE, strerror(errno));
	fault_arm(nth);
	error = syscall(SYS_finit_module, fd, parameters, 0) ? errno : 0;
	*happened = fault_happened();
	close(fd);
	return error;
}

/* How many places there are until the module refuses what it is told first. */
static unsigned int places_before(void)
{
	unsigned int low = 0, high = PLACES_MOST;
	bool happened;

	while (low < high) {
		unsigned int middle = (low + high + 1) / 2;

		load("pmu=nothing", middle, &happened);
		if (happened)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

/* One insmod with one fault; false if it is over: it had none. */
static bool try(const char *parameters, unsigned int nth,
		unsigned int *refusals, bool *good)
{
	bool happened;
	int error = load(parameters, nth, &happened);

	*refusals += error != 0;
	if (error && (!happened || (error != ENOMEM && error != EFAULT))) {
		printf("# fault %u: %s\n", nth, strerror(error));
		*good = false;
	}
	if (!error)
		error = unload_perfcnt();
	if (!nothing_is_left()) {
		printf("# fault %u: something is left: %s\n", nth,
		       strerror(error));
		*good = false;
	}
	return happened;
}

FIXTURE(load) {
};

FIXTURE_VARIANT(load) {
	const char *parameters;
};

FIXTURE_VARIANT_ADD(load, perf) {
	.parameters = "pmu=perf"
};

FIXTURE_SETUP(load)
{
	fault_begin();
}

FIXTURE_TEARDOWN(load)
{
	EXPECT_TRUE(nothing_is_left());
	EXPECT_FALSE(fault_leaks());
}

TEST_F(load, at_each_place)
{
	unsigned int first, nth, before, refusals = 0;
	bool good = true, happened;

	/* the first one of all has memory mapped that stays */
	ASSERT_EQ(0, load(variant->parameters, 0, &happened));
	ASSERT_EQ(0, unload_perfcnt());
	first = places_before() - UNWINDING;
	before = 0;
	nth = first;
	while (try(variant->parameters, nth, &refusals, &good) && good) {
		before += !refusals;
		nth++;
	}
	EXPECT_TRUE(good);
	EXPECT_LE(BEFORE, before);
	EXPECT_NE(0, refusals);
	TH_LOG("%u faults, %u refusals", nth - first, refusals);
}

int main(int argc, char **argv)
{
	fault_allow();
	return test_harness_run(argc, argv);
}
