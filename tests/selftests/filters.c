// SPDX-License-Identifier: GPL-2.0
/* VPE and TC filters and modes: who and what is counted, and what is not. */
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

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

FIXTURE(filters) {
	int fd;
	enum driver driver;
};

FIXTURE_VARIANT(filters) {
	int vpe;
};

FIXTURE_VARIANT_ADD(filters, vpe0) { };

FIXTURE_VARIANT_ADD(filters, vpe1) {
	.vpe = 1
};

FIXTURE_SETUP(filters)
{
	self->driver = which_driver();
	self->fd = open_stopped();
	if (self->driver == SIM || !is_taken(self->fd, "0 instructions 0"))
		SKIP(return, "no instructions are counted here");
	pin_to_cpu(variant->vpe);
	be_alone();
}

FIXTURE_TEARDOWN(filters)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* On one VPE everything is counted under its filter, nothing under the other. */
TEST_F(filters, vpes_and_tcs)
{
	static const char text[] =
		"0 instructions:u@vpe0 0\n1 instructions:u@vpe1 0\n"
		"2 instructions:u@tc0 0\n3 instructions:u@tc1 0\n";
	struct snapshot once, twice;
	int vpe = variant->vpe, other = !vpe;

	count(self->fd, text, ITERATIONS, &once);
	count(self->fd, text, 2 * ITERATIONS, &twice);
	EXPECT_EQ(LENGTH, twice.count[vpe] - once.count[vpe]);
	EXPECT_EQ(LENGTH, twice.count[2 + vpe] - once.count[2 + vpe]);
	/* the TC is all of the VPE */
	EXPECT_EQ(once.count[vpe], once.count[2 + vpe]);
	EXPECT_EQ(0, once.count[other]);
	EXPECT_EQ(0, twice.count[other]);
	EXPECT_EQ(0, once.count[2 + other]);
	EXPECT_EQ(0, twice.count[2 + other]);
}

/*
 * Three modes' counts add up to that of all three.  The counters start and stop
 * one after the other, in kernel mode: what that is, a run of next to nothing says.
 */
static void expect_sum(struct __test_metadata *_metadata, int fd,
		       const char *format, int vpe)
{
	struct snapshot empty, loop;
	char text[256];
	int64_t skew;

	snprintf(text, sizeof(text), format, vpe, vpe, vpe, vpe);
	count(fd, text, 1, &empty);
	count(fd, text, 20 * ITERATIONS, &loop);
	skew = (loop.count[3] - loop.count[0] - loop.count[1] - loop.count[2]) -
	       (empty.count[3] - empty.count[0] - empty.count[1] -
		empty.count[2]);
	EXPECT_GE(loop.count[0], 20 * LENGTH);
	EXPECT_NE(0, loop.count[1]);
	EXPECT_EQ(0, skew);
}

TEST_F(filters, user_kernel_supervisor)
{
	if (self->driver == PERF)
		SKIP(return, "driver perf: S is part of K");
	expect_sum(_metadata, self->fd, "0 instructions:u@vpe%d 0\n"
		   "1 instructions:k@vpe%d 0\n2 instructions:s@vpe%d 0\n"
		   "3 instructions:uks@vpe%d 0\n", variant->vpe);
}

TEST_F(filters, user_kernel_exception)
{
	if (self->driver == PERF)
		SKIP(return, "driver perf: EXL is part of K");
	expect_sum(_metadata, self->fd, "0 instructions:u@vpe%d 0\n"
		   "1 instructions:k@vpe%d 0\n2 instructions:e@vpe%d 0\n"
		   "3 instructions:uke@vpe%d 0\n", variant->vpe);
}

TEST_F(filters, user_kernel)
{
	expect_sum(_metadata, self->fd, "0 instructions:u@vpe%d 0\n"
		   "1 instructions:k@vpe%d 0\n2 0x20 0\n"
		   "3 instructions:uk@vpe%d 0\n", variant->vpe);
}

/* Nothing is counted, whatever happens. */
TEST_F(filters, no_mode)
{
	struct snapshot s;

	count(self->fd, "0 0x20 7\n1 0x20 7\n2 0x20 7\n3 0x20 7\n",
	      ITERATIONS, &s);
	EXPECT_EQ(7, s.count[0]);
	EXPECT_EQ(7, s.count[1]);
	EXPECT_EQ(7, s.count[2]);
	EXPECT_EQ(7, s.count[3]);
}

TEST_HARNESS_MAIN
