// SPDX-License-Identifier: GPL-2.0
/*
 * Programs for x86-64 of which is known by hand what an iteration is: N and 2N of
 * them differ by exactly N times that, in user mode, whoever counts: /proc/perf,
 * /dev/perfcnt, the kernel's perf, and the instruction rdpmc.  What the kernel does
 * for them, for page faults and system calls, is not known by hand; code in ring 0
 * that is, is ring0.ko's.
 */
#include <string.h>

#include "counters.h"
#include "kselftest_harness.h"

#ifdef __x86_64__

#include "ways.h"

#define RING0_ITERATIONS 20000UL

FIXTURE(programs) {
};

FIXTURE_VARIANT(programs) {
	int way;
};

FIXTURE_VARIANT_ADD(programs, proc) { .way = BY_PROC };
FIXTURE_VARIANT_ADD(programs, device) { .way = BY_DEVICE };
FIXTURE_VARIANT_ADD(programs, perf) { .way = BY_PERF };
FIXTURE_VARIANT_ADD(programs, rdpmc) { .way = BY_RDPMC };

FIXTURE_SETUP(programs)
{
	if (!has_all_kinds())
		SKIP(return, "there is no PMU of Intel's");
	pin_to_cpu(0);
	keep_cpu();
	ways[variant->way].open();
}

FIXTURE_TEARDOWN(programs)
{
	ways[variant->way].close();
}

static void count(const struct way *way, const struct program *program,
		  unsigned long iterations, uint64_t *counts)
{
	if (program->prepare)
		program->prepare();
	if (!way->count(program, iterations, counts))
		fatal("%s: the events do not keep their counters",
		      program->code.name);
}

TEST_F(programs, known_by_hand)
{
	uint64_t once[KINDS], twice[KINDS];
	struct program program;
	size_t i;
	int k;

	for (i = 0; program_at(i, &program); i++) {
		const struct known_code *code = &program.code;
		const uint64_t each[KINDS] = { code->instructions, code->branches,
					       code->loads, code->stores };

		/* what is new is brought into memory first */
		count(&ways[variant->way], &program, 1, once);
		count(&ways[variant->way], &program, program.iterations, once);
		count(&ways[variant->way], &program, 2 * program.iterations, twice);
		for (k = 0; k < KINDS; k++) {
			EXPECT_EQ(program.iterations * each[k],
				  twice[k] - once[k])
				TH_LOG("%s: %s", code->name, kinds[k].name);
		}
	}
}

/* Code in ring 0, by perf's events of kernel mode; those of user mode see nothing. */
FIXTURE(ring0) {
};

FIXTURE_SETUP(ring0)
{
	if (!has_all_kinds())
		SKIP(return, "there is no PMU of Intel's");
	ASSERT_EQ(0, load_module("ring0.ko", ""));
}

FIXTURE_TEARDOWN(ring0)
{
	EXPECT_EQ(0, unload_module("ring0"));
}

static void count_ring0(const char *name, unsigned long iterations,
			uint64_t *counts)
{
	char text[256];
	int i, used, at = 0, error;

	snprintf(text, sizeof(text), "%s %lu", name, iterations);
	error = write_file("/sys/module/ring0/parameters/run", text);
	if (error)
		fatal("%s: %s", text, strerror(error));
	read_file("/sys/module/ring0/parameters/counts", text, sizeof(text));
	for (i = 0; i < 2 * KINDS; i++, at += used)
		if (sscanf(text + at, "%lu%n", &counts[i], &used) != 1)
			fatal("counts: %s", text);
}

TEST_F(ring0, known_by_hand)
{
	uint64_t once[2 * KINDS], twice[2 * KINDS];
	size_t i;
	int k;

	for (i = 0; i < sizeof(known_codes) / sizeof(*known_codes); i++) {
		const struct known_code *code = &known_codes[i];
		const uint64_t each[KINDS] = { code->instructions, code->branches,
					       code->loads, code->stores };

		count_ring0(code->name, RING0_ITERATIONS, once);
		count_ring0(code->name, 2 * RING0_ITERATIONS, twice);
		for (k = 0; k < KINDS; k++) {
			EXPECT_EQ(RING0_ITERATIONS * each[k], twice[k] - once[k])
				TH_LOG("%s: %s", code->name, kinds[k].name);
			EXPECT_EQ(0, once[KINDS + k]);
			EXPECT_EQ(0, twice[KINDS + k]);
		}
	}
}

#else

TEST(programs)
{
	SKIP(return, "these are for x86-64");
}

#endif

TEST_HARNESS_MAIN
