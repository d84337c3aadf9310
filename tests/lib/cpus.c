// SPDX-License-Identifier: GPL-2.0
/*
 * Events of all CPUs: the library finds the counters, one for each event, and says which
 * event does not fit.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <kernel.h>

#include "library.h"

static struct perfcnt_describe describe(struct perfcnt *perfcnt)
{
	struct perfcnt_describe machine = { .size = sizeof(struct perfcnt_describe) };

	must(perfcnt, perfcnt_describe_machine(perfcnt, &machine), "describe");
	return machine;
}

FIXTURE(cpus) {
	struct perfcnt *perfcnt;
};

FIXTURE_SETUP(cpus)
{
	self->perfcnt = open_handle();
	pin_to_cpu(0);
	if (which_driver() == PERF)
		SKIP(return, "which events a PMU has is another matter");
	ASSERT_EQ(4, describe(self->perfcnt).counters);
}

FIXTURE_TEARDOWN(cpus)
{
	struct perfcnt *other = open_handle();

	perfcnt_close(self->perfcnt);
	/* its counters are given back */
	EXPECT_EQ(0, describe(other).claimed);
	perfcnt_close(other);
}

static void add(struct perfcnt *perfcnt, const char *name)
{
	must(perfcnt, perfcnt_add(perfcnt, name), name);
}

/* What a counter of the object is set to, as long as it is started. */
static uint32_t control_of(struct perfcnt *perfcnt, unsigned int counter)
{
	struct perfcnt_counts read = {
		.size = sizeof(read), .flags = PERFCNT_READ_CONTROLS,
	};
	uint32_t below = (1u << counter) - 1;

	must(perfcnt, perfcnt_kernel(perfcnt, PERFCNT_IOC_READ, &read), "read");
	if (!(read.counters & 1u << counter))
		return 0;
	return read.controls[__builtin_popcount(read.counters & below)] & ~PERFCNT_CTL_M;
}

/* The events of both banks give way to those that have but one. */
TEST_F(cpus, moves)
{
	uint32_t both[2];

	add(self->perfcnt, "instructions:u");
	add(self->perfcnt, "cycles:uk");
	add(self->perfcnt, "branches:u");
	add(self->perfcnt, "dtlb-accesses");
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	EXPECT_EQ(0xf, describe(self->perfcnt).claimed);
	both[0] = control_of(self->perfcnt, 0);
	both[1] = control_of(self->perfcnt, 2);
	EXPECT_EQ(0x48 ^ 0xc8, both[0] ^ both[1]);
	EXPECT_TRUE(both[0] == 0x48 || both[0] == 0xc8) TH_LOG("%#x", both[0]);
	both[0] = control_of(self->perfcnt, 1);
	both[1] = control_of(self->perfcnt, 3);
	EXPECT_EQ(0x28 ^ 0xa, both[0] ^ both[1]);
	EXPECT_TRUE(both[0] == 0x28 || both[0] == 0xa) TH_LOG("%#x", both[0]);
}

/* Which event does not fit: what is there already stays. */
TEST_F(cpus, misfits)
{
	add(self->perfcnt, "branches:u");
	add(self->perfcnt, "instructions:u");
	add(self->perfcnt, "returns:u");
	EXPECT_FAILS(perfcnt_add(self->perfcnt, "dtlb-accesses:u"), EBUSY,
		     "'dtlb-accesses:u': no counter is left that can count it beside the others");
	add(self->perfcnt, "dtlb-misses:u");
	EXPECT_FAILS(perfcnt_add(self->perfcnt, "icache-misses:u"), EBUSY,
		     "'icache-misses:u': no counter is left that can count it beside the others");
	EXPECT_FAILS(perfcnt_add(self->perfcnt, "cycles:u"), EBUSY,
		     "'cycles:u': no counter is left that can count it beside the others");
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	EXPECT_EQ(0xf, describe(self->perfcnt).claimed);
}

/* What others have is not taken from them, be it claimed or in use through /proc/perf. */
TEST_F(cpus, with_others)
{
	struct perfcnt *other = open_handle();
	char words[200];

	ASSERT_EQ(0, perfcnt_kernel_mask(other, PERFCNT_IOC_CLAIM, 1 << 0));
	ASSERT_EQ(0, write_file(PROC_PERF, "1 0x28 0"));
	add(self->perfcnt, "instructions:u");
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	EXPECT_EQ(1 << 0 | 1 << 2, describe(self->perfcnt).claimed &
		  (1 << 0 | 1 << 1 | 1 << 2)) TH_LOG("%#x", describe(self->perfcnt).claimed);
	perfcnt_close(self->perfcnt);
	self->perfcnt = open_handle();
	add(self->perfcnt, "branches:u");
	snprintf(words, sizeof(words),
		 "'returns:u': no counter is left that can count it beside the others; process %d holds counter 0",
		 getpid());
	EXPECT_FAILS(perfcnt_add(self->perfcnt, "returns:u"), EBUSY, words);
	ASSERT_EQ(0, write_file(PROC_PERF, "2 0x28 0"));
	EXPECT_EQ(-1, perfcnt_start(self->perfcnt));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_STREQ("counter 2: in use through /proc/perf", perfcnt_strerror(self->perfcnt));
	ASSERT_EQ(0, write_file(PROC_PERF, "1 0 0"));
	ASSERT_EQ(0, write_file(PROC_PERF, "2 0 0"));
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	perfcnt_close(other);
}

TEST_F(cpus, names_that_are_wrong)
{
	static const struct {
		const char *name;
		int error;
	} wrong[] = {
		{ "no-such-event", ENOENT }, { "instructions:x", EINVAL },
		{ "branches:u@tc255", EINVAL }, { "branch-misses:", EINVAL }, { "", ENOENT },
	};
	char name[100];
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		errno = 0;
		EXPECT_EQ(-1, perfcnt_add(self->perfcnt, wrong[i].name))
			TH_LOG("'%s'", wrong[i].name);
		EXPECT_EQ(wrong[i].error, errno) TH_LOG("'%s'", wrong[i].name);
		EXPECT_STRNE(strerror(errno), perfcnt_strerror(self->perfcnt))
			TH_LOG("'%s'", wrong[i].name);
		/* not of the bank that has no such event at all */
		EXPECT_EQ(NULL, strstr(perfcnt_strerror(self->perfcnt), "only"))
			TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	}
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	EXPECT_EQ(-1, perfcnt_add(self->perfcnt, name));
	EXPECT_EQ(ENAMETOOLONG, errno);
	/* nothing was added */
	EXPECT_FAILS(perfcnt_remove(self->perfcnt, 0), ENODATA, "there is no event 0");
}

/* All CPUs have filters, and control words. */
TEST_F(cpus, filters)
{
	uint32_t controls[2], claimed;

	add(self->perfcnt, "instructions:u@tc0");
	add(self->perfcnt, "0x28");
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	claimed = describe(self->perfcnt).claimed;
	EXPECT_EQ(2, __builtin_popcount(claimed));
	controls[0] = control_of(self->perfcnt, __builtin_ctz(claimed));
	controls[1] = control_of(self->perfcnt, 31 - __builtin_clz(claimed));
	EXPECT_EQ(1, (controls[0] == 0x28) + (controls[1] == 0x28))
		TH_LOG("%#x %#x", controls[0], controls[1]);
	EXPECT_EQ(PERFCNT_MT_EN_TC << PERFCNT_CTL_MT_EN_SHIFT,
		  (controls[0] | controls[1]) & PERFCNT_CTL_MT_EN)
		TH_LOG("%#x %#x", controls[0], controls[1]);
}

/* What is taken out leaves its counter to the others, and its number to the next one. */
TEST_F(cpus, taken_out)
{
	uint32_t claimed, control;
	uint64_t counts[2];

	add(self->perfcnt, "branches:u");
	add(self->perfcnt, "instructions:u");
	add(self->perfcnt, "returns:u");
	EXPECT_FAILS(perfcnt_remove(self->perfcnt, 3), ENODATA, "there is no event 3");
	EXPECT_EQ(0, perfcnt_remove(self->perfcnt, 0));
	add(self->perfcnt, "dtlb-accesses:u");
	EXPECT_EQ(0, perfcnt_remove(self->perfcnt, 1));
	EXPECT_EQ(0, perfcnt_remove(self->perfcnt, 0));
	must(self->perfcnt, perfcnt_start(self->perfcnt), "start");
	claimed = describe(self->perfcnt).claimed;
	EXPECT_EQ(1, __builtin_popcount(claimed));
	control = control_of(self->perfcnt, __builtin_ctz(claimed));
	EXPECT_EQ(6 << PERFCNT_CTL_EVENT_SHIFT, control & PERFCNT_CTL_EVENT)
		TH_LOG("%#x", control);
	must(self->perfcnt, perfcnt_read(self->perfcnt, counts, 1), "read");
	EXPECT_EQ(-1, perfcnt_read(self->perfcnt, counts, 2));
	EXPECT_EQ(ENODATA, errno);
}

/* Until there are no more counters, whatever counts. */
TEST(full)
{
	const char *name = which_driver() == PERF ? "page-faults:u" :
						    "instructions:u";
	struct perfcnt *perfcnt = open_handle();
	unsigned int i, counters = describe(perfcnt).counters;

	for (i = 0; i < counters; i++)
		add(perfcnt, name);
	must(perfcnt, perfcnt_start(perfcnt), "start");
	EXPECT_EQ((1u << counters) - 1, describe(perfcnt).claimed);
	perfcnt_close(perfcnt);
	perfcnt = open_handle();
	for (i = 0; i < counters; i++)
		add(perfcnt, name);
	EXPECT_EQ(-1, perfcnt_add(perfcnt, name));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_NE(NULL, strstr(perfcnt_strerror(perfcnt), "no counter is left"))
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	perfcnt_close(perfcnt);
}

TEST_HARNESS_MAIN
