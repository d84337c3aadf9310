// SPDX-License-Identifier: GPL-2.0
/* Counters that are claimed, by the library and by others, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <perfcnt.h>

#include "object.h"
#include "event_set.h"

/* What perf reads has no descriptor, also when somebody has asked what the machine has. */
TEST(device_that_only_describes)
{
	struct perfcnt_describe machine = { .size = sizeof(machine) };
	struct perfcnt *perfcnt;

	setenv("PERFCNT_READ", "perf", 1);
	perfcnt = perfcnt_open_thread();
	ASSERT_NE(NULL, perfcnt);
	EXPECT_EQ(PERFCNT_WAY_PERF, perfcnt_reads_by(perfcnt, NULL));
	EXPECT_EQ(-1, perfcnt_fd(perfcnt));
	EXPECT_EQ(0, perfcnt_describe_machine(perfcnt, &machine));
	EXPECT_EQ(-1, perfcnt_fd(perfcnt));
	perfcnt_close(perfcnt);
}

/* After a refusal nothing is claimed that a second try would miss. */
TEST_F(alone, refused_once)
{
	static const struct {
		unsigned long command;
		bool claimed; /* what comes before has been done */
	} calls[] = {
		{ PERFCNT_IOC_DESCRIBE, false },
		{ PERFCNT_IOC_CLAIM, false },
		{ PERFCNT_IOC_SET, false },
		{ PERFCNT_IOC_SCOPE, true },
	};
	unsigned int i;

	for (i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		struct perfcnt_event_set *set = perfcnt_event_set_new(self->perfcnt);

		ASSERT_EQ(0, perfcnt_event_set_add(set, "instructions:u"));
		stand_in.refuses = calls[i].command;
		errno = 0;
		EXPECT_EQ(-1, perfcnt_event_set_enter(set, 0, 0));
		EXPECT_EQ(EXDEV, errno);
		stand_in.refuses = 0;
		EXPECT_EQ(calls[i].claimed, !!stand_in.claimed) TH_LOG("call %u", i);
		EXPECT_EQ(0, perfcnt_event_set_enter(set, 0, 0)) TH_LOG("call %u", i);
		EXPECT_EQ(0, perfcnt_event_set_start(set));
		EXPECT_EQ(0, perfcnt_event_set_read(set)) TH_LOG("call %u", i);
		EXPECT_EQ(0, perfcnt_event_set_leave(set));
		perfcnt_event_set_free(set);
	}
}

/* The device has 16 counters or more, and each eight of them a process. */
#define HOLDERS \
	"process 1000 holds counters 0 1 2 3 4 5 6 7; process 1001 holds counters 8 9 10"
#define FULL "'instructions:u': no counter is left that can count it beside the others"
#define TAKEN "others have claimed counters since the events were added"

/* Where no counter is left, who holds them is said. */
TEST_F(alone, says_who_holds_them)
{
	struct perfcnt_event_set *set = perfcnt_event_set_new(self->perfcnt);

	stand_in.claimed = ~0u;
	EXPECT_EQ(-1, perfcnt_event_set_add(set, "instructions:u"));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(self->perfcnt, FULL "; " HOLDERS));
	stand_in.claimed = 0;
	ASSERT_EQ(0, perfcnt_event_set_add(set, "instructions:u"));
	stand_in.claimed = ~0u;
	EXPECT_EQ(-1, perfcnt_event_set_claim(set));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(self->perfcnt, TAKEN "; " HOLDERS));
	stand_in.claimed = 0;
	perfcnt_event_set_free(set);
}

/* Counters of both banks are side by side: they are read by fewer instructions. */
TEST_F(alone, counters_side_by_side)
{
	struct perfcnt_event_set *set = perfcnt_event_set_new(self->perfcnt);
	unsigned int i;

	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, perfcnt_event_set_add(set, "instructions:u"));
	ASSERT_EQ(0, perfcnt_event_set_claim(set));
	EXPECT_EQ(0xf, stand_in.claimed);
	perfcnt_event_set_free(set);
}

/* Of odd counters of a 34K another source has other words for this event. */
TEST_F(alone, unsure_counters)
{
	struct perfcnt_event_set *set = perfcnt_event_set_new(self->perfcnt);
	unsigned int i;

	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, perfcnt_event_set_add(set, "l2-misses:u"));
	ASSERT_EQ(0, perfcnt_event_set_claim(set));
	EXPECT_EQ(0x15, stand_in.claimed);
	perfcnt_event_set_free(set);
}

/* Another process claims what was free a moment ago: there are other counters. */
TEST_F(alone, another_claims_first)
{
	const unsigned int theirs = 1;

	stand_in.first = theirs;
	EXPECT_EQ(0, perfcnt_event_set_claim(self->set))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(2, __builtin_popcount(stand_in.claimed & ~theirs));
	perfcnt_event_set_free(self->set);
	self->set = NULL;
	EXPECT_EQ(theirs, stand_in.claimed);
	stand_in.claimed = 0;
}

/* Nor is multiplexing refused: the events take turns on those that are left. */
TEST_F(alone, another_claims_first_of_turns)
{
	const unsigned int theirs = 1;
	struct perfcnt_event_set *set = perfcnt_event_set_new(self->perfcnt);

	ASSERT_EQ(0, perfcnt_event_set_multiplex(set, 0));
	ASSERT_EQ(0, perfcnt_event_set_add(set, "instructions:u"));
	stand_in.first = theirs;
	EXPECT_EQ(0, perfcnt_event_set_claim(set)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0x0ffe, stand_in.claimed & ~theirs);
	perfcnt_event_set_free(set);
	EXPECT_EQ(theirs, stand_in.claimed);
	stand_in.claimed = 0;
}

/* What /proc/perf has is not claimed, and only cannot be: there are other counters. */
TEST_F(alone, proc_perf_has_one)
{
	const unsigned int theirs = 1;

	stand_in.proc_perf = theirs;
	EXPECT_EQ(0, perfcnt_event_set_claim(self->set))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(2, __builtin_popcount(stand_in.claimed));
	EXPECT_EQ(0, stand_in.claimed & theirs);
	stand_in.proc_perf = 0;
}

/* Others, or other threads of the program, have had the counters for a moment: they are free. */
TEST_F(alone, another_passes_by)
{
	static const unsigned long calls[] = { PERFCNT_IOC_DESCRIBE, PERFCNT_IOC_CLAIM };
	struct perfcnt_event_set *set;
	unsigned int i, multiplexes;

	for (i = 0; i < 4; i++) {
		multiplexes = i & 1;
		set = perfcnt_event_set_new(self->perfcnt);
		stand_in.passing_at = calls[i / 2];
		if (multiplexes)
			ASSERT_EQ(0, perfcnt_event_set_multiplex(set, 0));
		stand_in.passing = ~0u;
		EXPECT_EQ(0, perfcnt_event_set_add(set, "instructions:u"))
			TH_LOG("add %u: %s", i, perfcnt_strerror(self->perfcnt));
		stand_in.passing = ~0u;
		EXPECT_EQ(0, perfcnt_event_set_claim(set))
			TH_LOG("claim %u: %s", i, perfcnt_strerror(self->perfcnt));
		EXPECT_EQ(0, stand_in.passing);
		EXPECT_EQ(multiplexes ? 0x0fff : 1, stand_in.claimed);
		perfcnt_event_set_free(set);
	}
}

TEST_F(alone, another_claims_all)
{
	stand_in.first = ~0u;
	EXPECT_EQ(-1, perfcnt_event_set_claim(self->set));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(self->perfcnt, TAKEN "; " HOLDERS));
	stand_in.claimed = 0;
}

/* What takes turns leaves four counters to others, and has four at least. */
TEST_F(alone, leaves_counters)
{
	static const struct {
		uint32_t taken, claims;
	} rows[] = {
		{ 0, 0x0fff }, { 0xff00, 0x000f }, { 0xfe00, 0x001f }, { 0xfff0, 0x000f },
		{ 0xf0f0, 0x000f }, { 0xffe0, 0x000f }, { 0xfff8, 0x0007 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct perfcnt_event_set *set = perfcnt_event_set_new(self->perfcnt);

		stand_in.claimed = rows[i].taken;
		ASSERT_EQ(0, perfcnt_event_set_multiplex(set, 0));
		ASSERT_EQ(0, perfcnt_event_set_add(set, "instructions:u"));
		ASSERT_EQ(0, perfcnt_event_set_claim(set));
		EXPECT_EQ(rows[i].claims, stand_in.claimed & ~rows[i].taken)
			TH_LOG("row %u", i);
		perfcnt_event_set_free(set);
	}
	stand_in.claimed = 0;
}

/* An event that cannot be counted is refused by its name, and is none of the object's then. */
TEST_F(object, refused_when_added)
{
	struct perfcnt *thread = self->perfcnt;
	unsigned int i;

	EXPECT_EQ(-1, perfcnt_add(thread, "nothing:u"));
	EXPECT_EQ(ENOENT, errno);
	EXPECT_NE(NULL, strstr(perfcnt_strerror(thread), "'nothing:u'"))
		TH_LOG("%s", perfcnt_strerror(thread));
	EXPECT_REFUSED(thread, perfcnt_add(thread, "instructions:u@tc0"), EINVAL);
	stand_in.claimed = ~0u;
	EXPECT_EQ(-1, perfcnt_add(thread, "instructions:u"));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(thread, FULL "; " HOLDERS));
	stand_in.claimed = 0;
	EXPECT_REFUSED(thread, perfcnt_remove(thread, 2), ENODATA);
	/* of even counters alone there are eight */
	for (i = 1; i < 8; i++)
		EXPECT_EQ(0, perfcnt_add(thread, "branches:u")) TH_LOG("branch %u", i);
	EXPECT_EQ(-1, perfcnt_add(thread, "branches:u"));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(thread, "'branches:u': no counter is left"));
	EXPECT_REFUSED(thread, perfcnt_remove(thread, 9), ENODATA);
	EXPECT_EQ(0, perfcnt_start(thread)) TH_LOG("%s", perfcnt_strerror(thread));
}

/* Others take the counters after that. */
TEST_F(object, refused_when_started)
{
	stand_in.claimed = ~0u;
	EXPECT_EQ(-1, perfcnt_start(self->perfcnt));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_TRUE(says(self->perfcnt, TAKEN "; " HOLDERS));
	stand_in.claimed = 0;
	EXPECT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
}

/* What is behind an event that is taken out has its number. */
TEST_F(object, taken_out)
{
	struct perfcnt *thread = self->perfcnt;
	uint64_t counts[2];
	unsigned int i;

	EXPECT_EQ(0, perfcnt_remove(thread, 0));
	EXPECT_REFUSED(thread, perfcnt_remove(thread, 1), ENODATA);
	for (i = 1; i < 8; i++)
		EXPECT_EQ(0, perfcnt_add(thread, "branches:u")) TH_LOG("branch %u", i);
	EXPECT_EQ(-1, perfcnt_add(thread, "branches:u"));
	EXPECT_EQ(EBUSY, errno);
	while (i-- > 1)
		EXPECT_EQ(0, perfcnt_remove(thread, i));
	EXPECT_EQ(0, perfcnt_start(thread)) TH_LOG("%s", perfcnt_strerror(thread));
	EXPECT_EQ(0, perfcnt_read(thread, counts, 1));
	EXPECT_REFUSED(thread, perfcnt_read(thread, counts, 2), ENODATA);
	EXPECT_REFUSED(thread, perfcnt_remove(thread, 0), EBUSY);
	EXPECT_EQ(0, perfcnt_stop(thread));
	EXPECT_EQ(0, perfcnt_read(thread, counts, 1));
	EXPECT_EQ(0, perfcnt_remove(thread, 0));
	EXPECT_REFUSED(thread, perfcnt_read(thread, counts, 0), EINVAL);
	EXPECT_REFUSED(thread, perfcnt_start(thread), EINVAL);
	EXPECT_EQ(0, perfcnt_multiplex(thread, 0)) TH_LOG("%s", perfcnt_strerror(thread));
}

/* Of events that are multiplexed there are more than there are counters, and none is sampled. */
TEST(removed_of_many)
{
	struct perfcnt *process = perfcnt_open_process(0);
	unsigned int i;

	ASSERT_EQ(0, perfcnt_multiplex(process, 0)) TH_LOG("%s", perfcnt_strerror(process));
	for (i = 0; i < 40; i++)
		ASSERT_EQ(0, perfcnt_add(process, "instructions:u"))
			TH_LOG("%s", perfcnt_strerror(process));
	EXPECT_EQ(0, perfcnt_start(process)) TH_LOG("%s", perfcnt_strerror(process));
	EXPECT_EQ(0, perfcnt_stop(process)) TH_LOG("%s", perfcnt_strerror(process));
	EXPECT_EQ(0, perfcnt_remove(process, 0));
	EXPECT_EQ(0, perfcnt_start(process)) TH_LOG("%s", perfcnt_strerror(process));
	perfcnt_close(process);
}

TEST_HARNESS_MAIN
