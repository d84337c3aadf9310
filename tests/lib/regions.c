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
#include "../selftests/tap.h"

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
		tap_bail_out("claim: %s", perfcnt_strerror(perfcnt));
	for (i = 0; i < KINDS; i++)
		if (!perfcnt_set_name(perfcnt, i, kinds[i].name, 0))
			mask |= 1u << i;
		else if (errno != ENOENT)
			tap_bail_out("%s: %s", kinds[i].name,
				     perfcnt_strerror(perfcnt));
	if (perfcnt_start(perfcnt, mask))
		tap_bail_out("start: %s", perfcnt_strerror(perfcnt));
}

/* What is said of what is not exact, at most. */
static int lines = 10;

/* Does the region that has just ended read what it should? */
static void check(const struct perfcnt_region *region, int round, bool known,
		  int *exact)
{
	unsigned int i;

	for (i = 0; i < KINDS; i++) {
		uint64_t want = known ? kinds[i].count : 0;
		uint64_t count = perfcnt_region_count(region, i);

		if (count == want)
			exact[i]++;
		else if (mask & (1u << i) && lines-- > 0)
			printf("# round %d: %s %" PRIu64 ", not %" PRIu64 "\n",
			       round, kinds[i].name, count, want);
	}
}

static void report(const char *what, const int *exact)
{
	unsigned int i;

	for (i = 0; i < KINDS; i++)
		if (mask & (1u << i))
			tap(exact[i] == ROUNDS,
			    "%s: %s, %d rounds of %d exact", what,
			    kinds[i].name, exact[i], ROUNDS);
		else
			tap_skip("not an event of this PMU", "%s: %s", what,
				 kinds[i].name);
}

static void test_empty(struct perfcnt_region *region)
{
	int exact[KINDS] = { 0 };
	int round;

	for (round = 0; round < ROUNDS; round++) {
		perfcnt_region_begin(region);
		if (perfcnt_region_end(region))
			tap_bail_out("read: %s", strerror(errno));
		check(region, round, false, exact);
	}
	report("an empty region reads 0", exact);
}

static void test_known(struct perfcnt_region *region)
{
	int exact[KINDS] = { 0 };
	int round;

	for (round = 0; round < ROUNDS; round++) {
		perfcnt_region_begin(region);
		known_region();
		if (perfcnt_region_end(region))
			tap_bail_out("read: %s", strerror(errno));
		check(region, round, true, exact);
	}
	report("a known region", exact);
}

/* A simulated machine counts what it is told to. */
static void test_simulated(struct perfcnt_region *region)
{
	int exact = 0;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		perfcnt_region_begin(region);
		move();
		if (perfcnt_region_end(region))
			tap_bail_out("read: %s", strerror(errno));
		exact += perfcnt_region_count(region, 1) == 1000;
	}
	tap(exact == ROUNDS, "a simulated region: %d rounds of %d exact", exact,
	    ROUNDS);
}

int main(void)
{
	struct sched_param param = { .sched_priority = 1 };
	struct perfcnt *perfcnt = perfcnt_open();
	struct perfcnt_region *region;

	if (!perfcnt)
		tap_bail_out("open: %s", perfcnt_strerror(NULL));
	pin_to_cpu(0);
	if (sched_setscheduler(0, SCHED_FIFO, &param))
		tap_bail_out("SCHED_FIFO: %s", strerror(errno));
	set_kinds(perfcnt);
	region = perfcnt_region_new(perfcnt);
	if (!region || perfcnt_region_calibrate(region))
		tap_bail_out("calibrate: %s", perfcnt_strerror(perfcnt));
	test_empty(region);
	if (which_driver() == SIM)
		test_simulated(region);
	else
		test_known(region);
	perfcnt_region_free(region);
	perfcnt_close(perfcnt);
	return tap_end();
}
