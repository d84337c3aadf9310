// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of events: the library finds the counters, and says which event does not
 * fit.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "library.h"

static struct perfcnt_describe describe(struct perfcnt *perfcnt)
{
	struct perfcnt_describe machine = { PERFCNT_SIZES(perfcnt_describe, owner) };

	must(perfcnt, perfcnt_describe(perfcnt, &machine), "describe");
	return machine;
}

FIXTURE(eventset) {
	struct perfcnt *perfcnt;
	struct perfcnt_eventset *set;
};

FIXTURE_SETUP(eventset)
{
	self->perfcnt = open_handle();
	pin_to_cpu(0);
	self->set = perfcnt_eventset_new(self->perfcnt);
	ASSERT_NE(NULL, self->set);
	if (which_driver() == PERF)
		SKIP(return, "which events a PMU has is another matter");
	ASSERT_EQ(4, describe(self->perfcnt).counters);
}

FIXTURE_TEARDOWN(eventset)
{
	perfcnt_eventset_free(self->set);
	/* its counters are given back */
	EXPECT_EQ(0, describe(self->perfcnt).claimed);
	perfcnt_close(self->perfcnt);
}

static void add(struct perfcnt *perfcnt, struct perfcnt_eventset *set,
		const char *name)
{
	must(perfcnt, perfcnt_eventset_add(set, name), name);
}

/* In a test of the fixture. */
#define EXPECT_NOT_ADDED(name, error, words) do {			\
	errno = 0;							\
	EXPECT_EQ(-1, perfcnt_eventset_add(self->set, name));		\
	EXPECT_EQ(error, errno);					\
	EXPECT_STREQ(words, perfcnt_strerror(self->perfcnt));		\
} while (0)

/* What a counter is set to, as long as it is started. */
static uint32_t control_of(struct perfcnt *perfcnt, unsigned int counter)
{
	struct perfcnt_read read = { PERFCNT_SIZES(perfcnt_read, entries) };
	uint32_t control = 0, i;

	must(perfcnt, perfcnt_read_counters(perfcnt, &read), "read");
	for (i = 0; i < read.counters; i++)
		if (read.entries[i].counter == counter)
			control = read.entries[i].control;
	return control & ~PERFCNT_CTL_M;
}

/* The events of both banks give way to those that have but one. */
TEST_F(eventset, moves)
{
	struct perfcnt_eventset *set = self->set;

	EXPECT_EQ(0, perfcnt_eventset_counters(set));
	EXPECT_EQ(-1, perfcnt_eventset_counter(set, 0));
	EXPECT_EQ(ENODATA, errno);
	add(self->perfcnt, set, "instructions:u");
	EXPECT_EQ(0, perfcnt_eventset_counter(set, 0));
	add(self->perfcnt, set, "cycles:uk");
	EXPECT_EQ(2, perfcnt_eventset_counter(set, 1));
	EXPECT_EQ(0x5, perfcnt_eventset_counters(set));
	add(self->perfcnt, set, "branches:u@tc1");
	add(self->perfcnt, set, "dtlb-accesses");
	EXPECT_EQ(0xf, perfcnt_eventset_counters(set));
	EXPECT_EQ(1, perfcnt_eventset_counter(set, 0) % 2);
	EXPECT_EQ(1, perfcnt_eventset_counter(set, 1) % 2);
	EXPECT_EQ(0, perfcnt_eventset_counter(set, 2) % 2);
	EXPECT_EQ(0, perfcnt_eventset_counter(set, 3) % 2);
	EXPECT_EQ(-1, perfcnt_eventset_counter(set, 4));
	must(self->perfcnt, perfcnt_start(self->perfcnt, 0xf), "start");
	EXPECT_EQ(0x28, control_of(self->perfcnt,
				   perfcnt_eventset_counter(set, 0)));
	EXPECT_EQ(0xa, control_of(self->perfcnt,
				  perfcnt_eventset_counter(set, 1)));
	EXPECT_EQ(0x600048, control_of(self->perfcnt,
				       perfcnt_eventset_counter(set, 2)));
	EXPECT_EQ(0xc8, control_of(self->perfcnt,
				   perfcnt_eventset_counter(set, 3)));
}

/* Which event does not fit, and why: what is there already stays. */
TEST_F(eventset, misfits)
{
	struct perfcnt_eventset *set = self->set;
	uint32_t counters;

	add(self->perfcnt, set, "branches:u");
	add(self->perfcnt, set, "instructions:u");
	add(self->perfcnt, set, "returns:u");
	counters = perfcnt_eventset_counters(set);
	EXPECT_NOT_ADDED("dtlb-accesses:u", EBUSY,
			 "'dtlb-accesses:u' needs an even counter; counter 0 counts 'branches:u', counter 2 counts 'returns:u'");
	EXPECT_EQ(counters, perfcnt_eventset_counters(set));
	add(self->perfcnt, set, "dtlb-misses:u");
	EXPECT_NOT_ADDED("icache-misses:u", EBUSY,
			 "'icache-misses:u' needs an odd counter; counter 1 counts 'instructions:u', counter 3 counts 'dtlb-misses:u'");
	EXPECT_NOT_ADDED("cycles:u", EBUSY,
			 "'cycles:u' needs a counter; counter 0 counts 'branches:u', counter 1 counts 'instructions:u', counter 2 counts 'returns:u', counter 3 counts 'dtlb-misses:u'");
	EXPECT_EQ(0xf, perfcnt_eventset_counters(set));
}

/* What others have is not taken from them. */
TEST_F(eventset, with_others)
{
	struct perfcnt *other = open_handle();
	char words[200];

	ASSERT_EQ(0, perfcnt_claim(other, 1 << 0));
	ASSERT_EQ(0, write_file(PROC_PERF, "2 0x28 0"));
	add(self->perfcnt, self->set, "cycles:u");
	EXPECT_EQ(1, perfcnt_eventset_counter(self->set, 0));
	snprintf(words, sizeof(words),
		 "'branches:u' needs an even counter; counter 0 is claimed by process %d, counter 2 is in use through /proc/perf",
		 getpid());
	EXPECT_NOT_ADDED("branches:u", EBUSY, words);
	EXPECT_EQ(1 << 1, perfcnt_eventset_counters(self->set));
	ASSERT_EQ(0, write_file(PROC_PERF, "2 0 0"));
	add(self->perfcnt, self->set, "branches:u");
	EXPECT_EQ(2, perfcnt_eventset_counter(self->set, 1));
	perfcnt_close(other);
}

static bool begins(const char *words, const char *with)
{
	return !strncmp(words, with, strlen(with));
}

TEST_F(eventset, names_that_are_wrong)
{
	static const char *const wrong[] = {
		"no-such-event", "instructions:x", "cycles:u@tc0",
		"branches:u@tc255", "branch-misses:", "",
	};
	char name[100];
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		char quoted[80];

		snprintf(quoted, sizeof(quoted), "'%s': ", wrong[i]);
		EXPECT_EQ(-1, perfcnt_eventset_add(self->set, wrong[i]));
		EXPECT_TRUE(begins(perfcnt_strerror(self->perfcnt), quoted))
			TH_LOG("%s", perfcnt_strerror(self->perfcnt));
		/* not of the bank that has no such event at all */
		EXPECT_EQ(NULL, strstr(perfcnt_strerror(self->perfcnt), "only"))
			TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	}
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	EXPECT_EQ(-1, perfcnt_eventset_add(self->set, name));
	EXPECT_EQ(ENAMETOOLONG, errno);
	EXPECT_EQ(0, perfcnt_eventset_counters(self->set));
}

/* Until there are no more counters, whatever counts. */
TEST(full_set)
{
	const char *name = which_driver() == PERF ? "page-faults:u" :
						    "instructions:u";
	struct perfcnt *perfcnt = open_handle();
	struct perfcnt_eventset *set = perfcnt_eventset_new(perfcnt);
	unsigned int i, counters = describe(perfcnt).counters;
	char words[40];

	ASSERT_NE(NULL, set);
	for (i = 0; i < counters; i++)
		add(perfcnt, set, name);
	EXPECT_EQ((1u << counters) - 1, perfcnt_eventset_counters(set));
	EXPECT_EQ(-1, perfcnt_eventset_add(set, name));
	EXPECT_EQ(EBUSY, errno);
	snprintf(words, sizeof(words), "'%s' needs a counter; ", name);
	EXPECT_TRUE(begins(perfcnt_strerror(perfcnt), words))
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	perfcnt_eventset_free(set);
	perfcnt_close(perfcnt);
}

TEST_HARNESS_MAIN
