// SPDX-License-Identifier: GPL-2.0
/* The library's calls on a machine: what they do, and what they say if not. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <perfcnt.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"

static struct perfcnt *open_handle(void)
{
	struct perfcnt *perfcnt = perfcnt_open();

	if (!perfcnt)
		fatal("open: %s", perfcnt_strerror(NULL));
	return perfcnt;
}

/* A call that must be taken. */
static void must(struct perfcnt *perfcnt, int result, const char *what)
{
	if (result)
		fatal("%s: %s", what, perfcnt_strerror(perfcnt));
}

/* A call that must be refused, in words of the kernel's. */
#define EXPECT_REFUSED(perfcnt, result, error) do {			\
	const char *__words;						\
									\
	errno = 0;							\
	EXPECT_EQ(-1, result);						\
	EXPECT_EQ(error, errno);					\
	__words = perfcnt_strerror(perfcnt);				\
	EXPECT_STRNE("", __words);					\
	EXPECT_STRNE(strerror(error), __words);				\
} while (0)

/* Is this what a name means?  The machine may lack the event. */
static bool means(struct perfcnt *perfcnt, const char *name, const char *modes,
		  const struct perfcnt_event_row *row)
{
	unsigned int counter = row->banks & PERFCNT_BANK_IS_EVEN ? 0 : 1;
	char text[PERFCNT_NAME_SIZE + 4];
	struct perfcnt_what what;

	snprintf(text, sizeof(text), "%s%s", name, modes);
	if (perfcnt_name(perfcnt, counter, text, &what))
		return errno == ENOENT;
	return (what.control & PERFCNT_CTL_EVENT) ==
	       row->code << PERFCNT_CTL_EVENT_SHIFT;
}

/* Some of the kernel's events are not to be had in user mode alone. */
static bool is_known(struct perfcnt *perfcnt,
		     const struct perfcnt_event_row *row)
{
	struct perfcnt_event_row found;

	return !perfcnt_event_by_name(perfcnt, row->name, &found) &&
	       found.code == row->code && found.scope == row->scope &&
	       (found.banks & row->banks) == row->banks &&
	       (means(perfcnt, row->name, "", row) ||
		means(perfcnt, row->name, ":k", row) ||
		means(perfcnt, row->name, ":uk", row));
}

FIXTURE(library) {
	struct perfcnt *perfcnt;
};

FIXTURE_SETUP(library)
{
	self->perfcnt = open_handle();
	pin_to_cpu(0);
}

FIXTURE_TEARDOWN(library)
{
	struct perfcnt_describe machine;

	perfcnt_close(self->perfcnt);
	self->perfcnt = open_handle();
	EXPECT_EQ(0, perfcnt_describe(self->perfcnt, &machine));
	EXPECT_EQ(0, machine.claimed);
	perfcnt_close(self->perfcnt);
}

TEST_F(library, events)
{
	struct perfcnt *perfcnt = self->perfcnt;
	struct perfcnt_describe machine;
	struct perfcnt_event_row row;
	unsigned int i;

	ASSERT_EQ(0, perfcnt_describe(perfcnt, &machine));
	for (i = 0; !perfcnt_event(perfcnt, i, &row); i++) {
		EXPECT_TRUE(is_known(perfcnt, &row))
			TH_LOG("row %u, '%s': %s", i, row.name,
			       perfcnt_strerror(perfcnt));
	}
	EXPECT_NE(0, i);
	EXPECT_EQ(machine.events, i);
	EXPECT_REFUSED(perfcnt, perfcnt_event(perfcnt, i, &row), ENOENT);
	EXPECT_REFUSED(perfcnt, perfcnt_event_by_name(perfcnt, "no-such-event",
						      &row), ENOENT);
	/* one that all counters count */
	EXPECT_EQ(0, perfcnt_event_by_name(perfcnt, "instructions", &row));
	EXPECT_EQ(1, row.code);
	EXPECT_EQ(PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD, row.banks);
}

static uint64_t count_of(struct perfcnt *perfcnt, unsigned int counter)
{
	struct perfcnt_read read;

	must(perfcnt, perfcnt_read(perfcnt, &read), "read");
	return perfcnt_count(&read, counter);
}

/* Counter 1, so that its place in a reading is not its number. */
TEST_F(library, counting)
{
	struct perfcnt_set set = {
		.size = sizeof(set), .controls = 1 << 1, .counts = 1 << 1,
		.count[1] = -100,
	};
	struct perfcnt *perfcnt = self->perfcnt;
	struct perfcnt_read before, after;
	uint64_t count;

	ASSERT_EQ(0, perfcnt_claim(perfcnt, 1 << 1));
	ASSERT_EQ(0, perfcnt_name(perfcnt, 1, "instructions:u", &set.what[1]));
	if (perfcnt_set_all(perfcnt, &set)) { /* QEMU's arm64 without -icount */
		ASSERT_EQ(0, perfcnt_name(perfcnt, 1, "cpu-clock:uk",
					  &set.what[1]));
		ASSERT_EQ(0, perfcnt_set_all(perfcnt, &set));
	}
	/* a counter that is not started stands */
	ASSERT_EQ(0, perfcnt_read(perfcnt, &before));
	mixed_loop(1000000);
	move();
	EXPECT_EQ((uint64_t)-100, count_of(perfcnt, 1));
	/* one that is started counts */
	ASSERT_EQ(0, perfcnt_start(perfcnt, 1 << 1));
	mixed_loop(1000000);
	move();
	ASSERT_EQ(0, perfcnt_stop(perfcnt, 1 << 1));
	count = count_of(perfcnt, 1);
	EXPECT_NE((uint64_t)-100, count);
	/* one that is stopped stands */
	mixed_loop(1000000);
	move();
	ASSERT_EQ(0, perfcnt_read(perfcnt, &after));
	EXPECT_EQ(count, perfcnt_count(&after, 1));
	/* what it has counted, past 2^64 - 1 */
	EXPECT_EQ(count + 100, perfcnt_delta(&before, &after, 1));
	EXPECT_GE(count + 100, 1000);
	/* of a counter that was not read nothing is said */
	errno = 0;
	EXPECT_EQ(0, perfcnt_delta(&before, &after, 0));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_GE(after.time, before.time);
	ASSERT_EQ(0, perfcnt_reset(perfcnt, 1 << 1));
	EXPECT_EQ(0, count_of(perfcnt, 1));
	ASSERT_EQ(0, perfcnt_release(perfcnt, 1 << 1));
	ASSERT_EQ(0, perfcnt_read(perfcnt, &after));
	EXPECT_EQ(0, after.counters);
}

TEST_F(library, refusals)
{
	struct perfcnt *perfcnt = self->perfcnt;
	struct perfcnt_describe machine;

	ASSERT_EQ(0, perfcnt_describe(perfcnt, &machine));
	EXPECT_REFUSED(perfcnt, perfcnt_claim(perfcnt, 1u << machine.counters),
		       EINVAL);
	/* not claimed */
	EXPECT_REFUSED(perfcnt, perfcnt_set(perfcnt, 0, 0x28, 0), EPERM);
	ASSERT_EQ(0, perfcnt_claim(perfcnt, 1 << 0));
	EXPECT_REFUSED(perfcnt, perfcnt_set(perfcnt, 0, PERFCNT_CTL_MBZ, 0),
		       EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_set_name(perfcnt, 0, "cycles:x", 0),
		       EINVAL);
}

TEST_F(library, two_handles)
{
	struct perfcnt *other = open_handle();
	struct perfcnt_describe machine;

	ASSERT_EQ(0, perfcnt_claim(self->perfcnt, 1 << 0));
	EXPECT_REFUSED(other, perfcnt_claim(other, 1 << 0), EBUSY);
	ASSERT_EQ(0, perfcnt_describe(other, &machine));
	EXPECT_EQ(1, machine.claimed);
	EXPECT_EQ(getpid(), (pid_t)machine.owner[0]);
	EXPECT_EQ(EBUSY, write_file(PROC_PERF, "0 0x28 0"));
	/* closing gives a counter back */
	perfcnt_close(self->perfcnt);
	EXPECT_EQ(0, perfcnt_claim(other, 1 << 0));
	self->perfcnt = other;
}

/* A refusal of the library's own has the words of its errno. */
TEST_F(library, its_own_refusals)
{
	struct perfcnt *perfcnt = self->perfcnt;
	struct perfcnt_what what;
	char name[100];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	EXPECT_EQ(-1, perfcnt_name(perfcnt, 0, name, &what));
	EXPECT_EQ(ENAMETOOLONG, errno);
	EXPECT_STREQ(strerror(ENAMETOOLONG), perfcnt_strerror(perfcnt));
	/* counters that no machine has */
	EXPECT_REFUSED(perfcnt, perfcnt_set(perfcnt, PERFCNT_MAX_COUNTERS, 0, 0),
		       EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_set(perfcnt, -1, 0, 0), EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_set_name(perfcnt, -1, "cycles", 0),
		       EINVAL);
}

TEST_HARNESS_MAIN
