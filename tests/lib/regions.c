// SPDX-License-Identifier: GPL-2.0
/*
 * Regions through the library: an empty one reads 0 and a known one its exact
 * count, every time.  It runs above all other programs of its CPU, for the
 * counters have theirs, too.
 */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <string.h>

#include <perfcnt.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"

#define ROUNDS 1000
#define ITERATIONS 1000
#define KINDS 4
#define STRING(x) #x
#define IMMEDIATE(x) STRING(x)

/* What known_region() has. */
static const struct {
	const char *name;
	uint64_t count;
} kinds[KINDS] = {
	{ "branches:u@tc0", ITERATIONS },
	{ "instructions:u@tc0", 1 + 4 * ITERATIONS },
	{ "loads:u@tc0", ITERATIONS },
	{ "stores:u@tc0", ITERATIONS },
};

/*
 * A load, a store, a count and a branch, again and again.  All of it stands
 * here, so that the compiler has nothing to add: below the stack pointer, where
 * it stores, is nothing of the compiler's.
 */
static inline void known_region(void)
{
#if defined(__mips__)
	asm volatile(".set push\n"
		     ".set noreorder\n"
		     "	addiu	$8, $0, " IMMEDIATE(ITERATIONS) "\n"
		     "1:	lw	$9, 0($29)\n"
		     "	addiu	$8, $8, -1\n"
		     "	bnez	$8, 1b\n"
		     "	 sw	$9, -64($29)\n"
		     ".set pop" : : : "$8", "$9", "memory");
#elif defined(__aarch64__)
	asm volatile("	mov	x9, #" IMMEDIATE(ITERATIONS) "\n"
		     "1:	ldr	x10, [sp]\n"
		     "	stur	x10, [sp, #-64]\n"
		     "	subs	x9, x9, #1\n"
		     "	b.ne	1b" : : : "x9", "x10", "memory", "cc");
#elif defined(__x86_64__)
	asm volatile("	mov	$" IMMEDIATE(ITERATIONS) ", %%ecx\n"
		     "1:	mov	(%%rsp), %%rdx\n"
		     "	mov	%%rdx, -1024(%%rsp)\n"
		     "	dec	%%ecx\n"
		     "	jnz	1b" : : : "rcx", "rdx", "memory", "cc");
#else
#error "no region for this processor"
#endif
}

/* The kinds that this machine counts. */
static uint32_t mask;

static void set_kinds(struct perfcnt *perfcnt)
{
	unsigned int i;

	if (perfcnt_claim(perfcnt, (1u << KINDS) - 1))
		fatal("claim: %s", perfcnt_strerror(perfcnt));
	for (i = 0; i < KINDS; i++)
		if (!perfcnt_set_name(perfcnt, i, kinds[i].name, 0))
			mask |= 1u << i;
		else if (errno != ENOENT)
			fatal("%s: %s", kinds[i].name,
			      perfcnt_strerror(perfcnt));
	if (perfcnt_start(perfcnt, mask))
		fatal("start: %s", perfcnt_strerror(perfcnt));
}

FIXTURE(regions) {
	struct perfcnt *perfcnt;
	struct perfcnt_region *region;
};

FIXTURE_SETUP(regions)
{
	struct sched_param param = { .sched_priority = 1 };

	self->perfcnt = perfcnt_open();
	ASSERT_NE(NULL, self->perfcnt) TH_LOG("%s", perfcnt_strerror(NULL));
	pin_to_cpu(0);
	ASSERT_EQ(0, sched_setscheduler(0, SCHED_FIFO, &param));
	set_kinds(self->perfcnt);
	if (!mask)
		SKIP(return, "no events of this PMU");
	self->region = perfcnt_region_new(self->perfcnt);
	ASSERT_NE(NULL, self->region);
	ASSERT_EQ(0, perfcnt_region_calibrate(self->region))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
}

FIXTURE_TEARDOWN(regions)
{
	perfcnt_region_free(self->region);
	perfcnt_close(self->perfcnt);
}

/* Counts the kinds of which the region that has just ended read what it should. */
static void check(const struct perfcnt_region *region, bool known, int *exact)
{
	unsigned int i;
	uint64_t count;

	for (i = 0; i < KINDS; i++)
		exact[i] += !perfcnt_region_count(region, i, &count) &&
			    count == (known ? kinds[i].count : 0);
}

/*
 * Regions in a loop like that of perfcnt_region_calibrate(): what a call takes
 * depends on what the compiler has in registers there.
 */
static int measure_nothing(struct perfcnt_region *region, int *exact)
{
	int round;

	for (round = 0; round < ROUNDS; round++) {
		perfcnt_region_begin(region);
		if (perfcnt_region_end(region))
			return -1;
		check(region, false, exact);
	}
	return 0;
}

static int measure(struct perfcnt_region *region, int *exact)
{
	int round;

	for (round = 0; round < ROUNDS; round++) {
		perfcnt_region_begin(region);
		known_region();
		if (perfcnt_region_end(region))
			return -1;
		check(region, true, exact);
	}
	return 0;
}

/* Was each kind exact in every round?  A machine may lack some. */
static void expect_exact(struct __test_metadata *_metadata, const int *exact)
{
	unsigned int i;

	for (i = 0; i < KINDS; i++)
		if (mask & (1u << i))
			EXPECT_EQ(ROUNDS, exact[i]) TH_LOG("%s", kinds[i].name);
}

TEST_F(regions, empty)
{
	int exact[KINDS] = { 0 };

	ASSERT_EQ(0, measure_nothing(self->region, exact));
	expect_exact(_metadata, exact);
}

TEST_F(regions, known)
{
	int exact[KINDS] = { 0 };

	if (which_driver() == SIM)
		SKIP(return, "a simulated machine counts what it is told to");
	ASSERT_EQ(0, measure(self->region, exact));
	expect_exact(_metadata, exact);
}

TEST_F(regions, simulated)
{
	uint64_t count;
	int round;

	if (which_driver() != SIM)
		SKIP(return, "nothing is simulated here");
	for (round = 0; round < ROUNDS; round++) {
		perfcnt_region_begin(self->region);
		move();
		ASSERT_EQ(0, perfcnt_region_end(self->region));
		ASSERT_EQ(0, perfcnt_region_count(self->region, 1, &count));
		EXPECT_EQ(1000, count);
	}
}

TEST_HARNESS_MAIN
