// SPDX-License-Identifier: GPL-2.0
/* The library's calls on a machine: what they do, and what they say if not. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <kernel.h>
#include <perfcnt.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"
#include "library.h"

/* Is this what a name means?  The machine may lack the event. */
static bool means(struct perfcnt *perfcnt, const char *modes,
		  const struct perfcnt_event *event)
{
	uint32_t banks = perfcnt_event_banks(event);
	unsigned int counter = banks & PERFCNT_BANK_IS_EVEN ? 0 : 1;
	char text[PERFCNT_NAME_SIZE + 4];
	struct perfcnt_what what;

	snprintf(text, sizeof(text), "%s%s", perfcnt_event_name(event), modes);
	if (perfcnt_kernel_name(perfcnt, counter, text, &what))
		return errno == ENOENT;
	return (what.control & PERFCNT_CTL_EVENT) ==
	       perfcnt_event_code(event) << PERFCNT_CTL_EVENT_SHIFT;
}

/* Is it the same event, in the same banks or in more? */
static bool is_same(const struct perfcnt_event *event,
		    const struct perfcnt_event *found)
{
	uint32_t banks = perfcnt_event_banks(event);

	return perfcnt_event_code(found) == perfcnt_event_code(event) &&
	       perfcnt_event_scope(found) == perfcnt_event_scope(event) &&
	       (perfcnt_event_banks(found) & banks) == banks;
}

/* Some of the kernel's events are not to be had in user mode alone. */
static bool is_known(struct perfcnt *perfcnt, const struct perfcnt_event *event)
{
	struct perfcnt_event *found =
		perfcnt_event_by_name(perfcnt, perfcnt_event_name(event));
	bool same = found && is_same(event, found);

	perfcnt_event_free(found);
	return same && (means(perfcnt, "", event) ||
			means(perfcnt, ":k", event) ||
			means(perfcnt, ":uk", event));
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
	struct perfcnt_machine *machine;

	perfcnt_close(self->perfcnt);
	self->perfcnt = open_handle();
	machine = perfcnt_machine_new(self->perfcnt);
	ASSERT_NE(NULL, machine);
	EXPECT_EQ(0, perfcnt_machine_claimed(machine));
	perfcnt_machine_free(machine);
	perfcnt_close(self->perfcnt);
}

/* A pointer that must be NULL, with an errno and words of the kernel's. */
#define EXPECT_NONE(perfcnt, pointer, error) \
	EXPECT_REFUSED(perfcnt, (pointer) ? 0 : -1, error)

TEST_F(library, machine)
{
	struct perfcnt_machine *machine = perfcnt_machine_new(self->perfcnt);
	uint32_t counters;

	ASSERT_NE(NULL, machine);
	counters = perfcnt_machine_counters(machine);
	EXPECT_GE(counters, 1);
	EXPECT_LE(counters, PERFCNT_MAX_COUNTERS);
	EXPECT_GE(perfcnt_machine_tcs(machine), 1);
	EXPECT_GE(perfcnt_machine_vpes(machine), 1);
	EXPECT_NE(0, perfcnt_machine_modes(machine) & PERFCNT_CTL_U);
	EXPECT_STREQ(PERFCNT_VERSION, perfcnt_machine_version(machine));
	if (which_driver() == SIM) {
		EXPECT_STREQ("sim", perfcnt_machine_driver(machine));
		EXPECT_EQ(0, perfcnt_machine_flags(machine) &
			     PERFCNT_HAS_NATIVE);
	}
	perfcnt_machine_free(machine);
}

TEST_F(library, events)
{
	struct perfcnt_machine *machine = perfcnt_machine_new(self->perfcnt);
	struct perfcnt *perfcnt = self->perfcnt;
	struct perfcnt_event *event;
	unsigned int i;

	ASSERT_NE(NULL, machine);
	for (i = 0; (event = perfcnt_event_new(perfcnt, i)); i++) {
		EXPECT_TRUE(is_known(perfcnt, event))
			TH_LOG("event %u, '%s': %s", i,
			       perfcnt_event_name(event),
			       perfcnt_strerror(perfcnt));
		perfcnt_event_free(event);
	}
	EXPECT_EQ(ENOENT, errno);
	EXPECT_NE(0, i);
	EXPECT_EQ(perfcnt_machine_events(machine), i);
	perfcnt_machine_free(machine);
	EXPECT_NONE(perfcnt, perfcnt_event_new(perfcnt, i), ENOENT);
	EXPECT_NONE(perfcnt, perfcnt_event_by_name(perfcnt, "no-such-event"),
		    ENOENT);
	/* one that all counters count */
	event = perfcnt_event_by_name(perfcnt, "instructions");
	ASSERT_NE(NULL, event);
	EXPECT_STREQ("instructions", perfcnt_event_name(event));
	EXPECT_EQ(1, perfcnt_event_code(event));
	EXPECT_EQ(PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD,
		  perfcnt_event_banks(event));
	perfcnt_event_free(event);
}

TEST_F(library, refusals)
{
	struct perfcnt *perfcnt = self->perfcnt;
	struct perfcnt_machine *machine = perfcnt_machine_new(perfcnt);
	uint32_t no_counter;

	ASSERT_NE(NULL, machine);
	no_counter = 1u << perfcnt_machine_counters(machine);
	perfcnt_machine_free(machine);
	EXPECT_REFUSED(perfcnt, perfcnt_claim(perfcnt, no_counter), EINVAL);
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
	struct perfcnt_machine *machine;
	uint32_t owner = 0;

	ASSERT_EQ(0, perfcnt_claim(self->perfcnt, 1 << 0));
	EXPECT_REFUSED(other, perfcnt_claim(other, 1 << 0), EBUSY);
	machine = perfcnt_machine_new(other);
	ASSERT_NE(NULL, machine);
	EXPECT_EQ(1, perfcnt_machine_claimed(machine));
	EXPECT_EQ(0, perfcnt_machine_owner(machine, 0, &owner));
	EXPECT_EQ(getpid(), (pid_t)owner);
	EXPECT_EQ(-1, perfcnt_machine_owner(machine, 1, &owner));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(-1, perfcnt_machine_owner(machine, -1, &owner));
	perfcnt_machine_free(machine);
	EXPECT_EQ(EBUSY, write_file(PROC_PERF, "0 0x28 0"));
	/* closing gives a counter back */
	perfcnt_close(self->perfcnt);
	EXPECT_EQ(0, perfcnt_claim(other, 1 << 0));
	self->perfcnt = other;
}

/* What the library refuses by itself has words, too. */
TEST_F(library, its_own_refusals)
{
	struct perfcnt *perfcnt = self->perfcnt;
	char name[100];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	EXPECT_REFUSED(perfcnt, perfcnt_set_name(perfcnt, 0, name, 0),
		       ENAMETOOLONG);
	EXPECT_STREQ("the name is too long: at most 63 bytes",
		     perfcnt_strerror(perfcnt));
	/* an older refusal is not said again */
	EXPECT_REFUSED(perfcnt, perfcnt_set(perfcnt, 0, 0x28, 0), EPERM);
	errno = ENAMETOOLONG;
	EXPECT_STREQ(strerror(ENAMETOOLONG), perfcnt_strerror(perfcnt));
	/* counters that no machine has */
	EXPECT_REFUSED(perfcnt, perfcnt_set(perfcnt, PERFCNT_MAX_COUNTERS, 0, 0),
		       EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_set(perfcnt, -1, 0, 0), EINVAL);
	EXPECT_REFUSED(perfcnt, perfcnt_set_name(perfcnt, -1, "cycles", 0),
		       EINVAL);
}

TEST_HARNESS_MAIN
