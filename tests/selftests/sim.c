// SPDX-License-Identifier: GPL-2.0
/*
 * The half-full interrupt wherever it hurts, on a simulated 34K: the total is
 * exact every time, every reading lies between what had happened before it and
 * after it, and none goes back.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define HALF 0x80000000u
#define LATER_MOST 22

static int counters_fd;
static uint64_t happened; /* to counters 0 and 1, so far */
static uint64_t seen;	  /* at the last reading */
static bool good;

/* So many instructions in user mode of a VPE, at once or at a later access. */
static void step(int vpe, uint64_t count, int accesses)
{
	char text[64];

	snprintf(text, sizeof(text), "%d u instructions %" PRIu64 " %d", vpe,
		 count, accesses);
	if (write_file(STEP, text))
		fatal("%s: '%s': %s", STEP, text, strerror(errno));
}

static void count(uint64_t n)
{
	step(0, n, 0);
	happened += n;
}

/* A reading, while up to @n events more may be happening. */
static void look(uint64_t n)
{
	struct snapshot s;
	int i;

	read_counters(counters_fd, &s);
	for (i = 0; i < 2; i++)
		good &= s.count[i] >= happened && s.count[i] <= happened + n &&
			s.count[i] >= seen;
	seen = s.count[0] < s.count[1] ? s.count[0] : s.count[1];
}

/* Begin with the registers at a value, from the 0 at which they begin, and the counts at 0. */
static void begin(uint32_t value)
{
	set_counters(counters_fd, "0 instructions:u 0\n1 instructions:u 0");
	step(0, value, 0);
	set_counters(counters_fd, "0 instructions:u 0\n1 instructions:u 0");
	happened = 0;
	seen = 0;
	good = true;
}

/* All that happened is counted, and what goes on is, too. */
static bool end(void)
{
	look(0);
	count(12345);
	look(0);
	if (!good)
		printf("# %" PRIu64 " of %" PRIu64 "\n", seen, happened);
	set_counters(counters_fd, "0 0 0\n1 0 0");
	return good;
}

FIXTURE(sim) {
};

FIXTURE_SETUP(sim)
{
	counters_fd = open_stopped();
}

FIXTURE_TEARDOWN(sim)
{
	EXPECT_TRUE(all_stopped(counters_fd));
	close(counters_fd);
}

/* The register begins short of an edge by some and passes it by some. */
TEST_F(sim, edges)
{
	static const struct {
		const char *name;
		uint32_t from;
		uint64_t count;
	} edges[] = {
		{ "to one below half full", HALF - 100, 99 },
		{ "to exactly half full", HALF - 100, 100 },
		{ "to one past half full", HALF - 100, 101 },
		{ "from one below half full", HALF - 1, 1 },
		{ "from half full", HALF, 1 },
		{ "to one below the end", 0xffffff00, 0xff },
		{ "to exactly the end", 0xffffff00, 0x100 },
		{ "to one past the end", 0xffffff00, 0x101 },
		{ "from the last value", 0xffffffff, 1 },
		{ "from half full over the end", HALF, 1ULL << 31 },
		{ "one lap", 5, 1ULL << 32 },
		{ "one lap and a half, from half full", HALF, 3ULL << 31 },
		{ "seven laps", 0x12345678, 7ULL << 32 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(edges); i++) {
		begin(edges[i].from);
		count(edges[i].count);
		EXPECT_TRUE(end()) TH_LOG("%s", edges[i].name);
	}
}

/* It happens between two accesses of one reading, at each of them. */
static void expect_within_reading(struct __test_metadata *_metadata,
				  uint32_t from)
{
	int accesses;

	for (accesses = 1; accesses <= LATER_MOST; accesses++) {
		begin(from);
		look(0);
		step(0, 1000, accesses);
		look(1000);
		look(1000); /* the last accesses are of this one */
		happened += 1000;
		EXPECT_TRUE(end()) TH_LOG("at access %d", accesses);
	}
}

TEST_F(sim, half_full_within_a_reading)
{
	expect_within_reading(_metadata, HALF - 500);
}

TEST_F(sim, end_within_a_reading)
{
	expect_within_reading(_metadata, -500);
}

/* It happens while the counter is suspended and resumed. */
static void expect_within_suspend(struct __test_metadata *_metadata,
				  uint32_t from)
{
	int accesses;

	for (accesses = 1; accesses <= LATER_MOST; accesses++) {
		struct snapshot s;

		begin(from);
		step(0, 1000, accesses);
		set_counters(counters_fd, "suspend");
		read_counters(counters_fd, &s);
		read_counters(counters_fd, &s); /* as above */
		/* before counting stopped, or after it: for each counter */
		good &= s.count[0] == 0 || s.count[0] == 1000;
		good &= s.count[1] == 0 || s.count[1] == 1000;
		set_counters(counters_fd, "0 instructions:u 1000\n"
			     "1 instructions:u 1000");
		happened = 1000;
		EXPECT_TRUE(end()) TH_LOG("at access %d", accesses);
	}
}

TEST_F(sim, half_full_within_a_suspend)
{
	expect_within_suspend(_metadata, HALF - 500);
}

TEST_F(sim, end_within_a_suspend)
{
	expect_within_suspend(_metadata, -500);
}

/* Two CPUs at once: each lets its VPE's events happen, and both read. */
static void expect_two_cpus(struct __test_metadata *_metadata, uint32_t from)
{
	const int steps = 500;
	int i, vpe;
	pid_t child;

	begin(from);
	child = fork();
	vpe = child ? 0 : 1;
	pin_to_cpu(vpe);
	for (i = 0; i < steps; i++) {
		step(vpe, 7, 0);
		happened += 7;
		look((uint64_t)steps * 7);
	}
	if (!child)
		_exit(!good);
	waitpid(child, &i, 0);
	good &= WIFEXITED(i) && !WEXITSTATUS(i);
	happened *= 2;
	EXPECT_TRUE(end());
}

TEST_F(sim, half_full_on_two_cpus)
{
	expect_two_cpus(_metadata, HALF - 2000);
}

TEST_F(sim, end_on_two_cpus)
{
	expect_two_cpus(_metadata, -2000);
}

/* Only what the filter and the mode select. */
TEST_F(sim, filters)
{
	static const char *const texts[] = {
		"instructions:u", "instructions:u@vpe0", "instructions:u@tc1",
		"instructions:k", "instructions:uske@vpe1",
	};
	static const uint64_t want[] = { 111, 11, 100, 1000, 1000100 };
	struct snapshot s;
	char text[64];
	size_t i;

	for (i = 0; i < 5; i++) {
		snprintf(text, sizeof(text), "0 %s 0", texts[i]);
		set_counters(counters_fd, text);
		write_file(STEP, "0 u instructions 11");
		write_file(STEP, "1 u instructions 100");
		write_file(STEP, "0 k instructions 1000");
		write_file(STEP, "0 u branches 10000");
		write_file(STEP, "0 u 0 100000");
		write_file(STEP, "1 e 1 1000000");
		read_counters(counters_fd, &s);
		EXPECT_EQ(want[i], s.count[0]) TH_LOG("%s", texts[i]);
	}
	set_counters(counters_fd, "0 0 0");
}

/* Steps that each are too small for the timer to look, and nobody reads. */
TEST_F(sim, small_steps)
{
	int i;

	begin(0);
	for (i = 0; i < 100; i++)
		count(1 << 27);
	EXPECT_TRUE(end());
}

TEST_F(sim, refused)
{
	static const char *const texts[] = {
		"0", "0 u", "0 u 1", "2 u 1 1", "0 x 1 1", "0 u 128 1",
		"0 u nothing 1", "0 u 1 x", "-1 u 1 1",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		EXPECT_EQ(EINVAL, write_file(STEP, texts[i]))
			TH_LOG("'%s'", texts[i]);
	}
	EXPECT_EQ(ERANGE, write_file(STEP, "0 u 1 1099511627777"));
	EXPECT_EQ(ERANGE, write_file(STEP, "0 u 1 268435457 1"));
}

static void reload(enum driver driver)
{
	if (unload_perfcnt() || load_perfcnt(driver, ""))
		fatal("the module cannot be loaded anew");
}

/* All of it with the simulated 34K; then the module is as it was. */
int main(int argc, char **argv)
{
	enum driver driver = which_driver();
	int status = KSFT_FAIL;
	pid_t child;

	if (driver == SIM)
		return test_harness_run(argc, argv);
	reload(SIM);
	child = fork();
	if (!child)
		return test_harness_run(argc, argv);
	waitpid(child, &status, 0);
	reload(driver);
	return WIFEXITED(status) ? WEXITSTATUS(status) : KSFT_FAIL;
}
