// SPDX-License-Identifier: GPL-2.0
/* The library's calls on a machine: what they do, and what they say if not. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <kernel.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"
#include "library.h"

/* Is this what a name means?  The machine may lack the event. */
static bool means(struct perfcnt *perfcnt, const char *modes,
		  const struct perfcnt_event_row *event)
{
	unsigned int counter = event->banks & PERFCNT_BANK_IS_EVEN ? 0 : 1;
	char text[PERFCNT_NAME_SIZE + 4];
	struct perfcnt_what what;

	snprintf(text, sizeof(text), "%s%s", event->name, modes);
	if (perfcnt_kernel_name(perfcnt, counter, text, &what))
		return errno == ENOENT;
	return (what.control & PERFCNT_CTL_EVENT) ==
	       event->code << PERFCNT_CTL_EVENT_SHIFT;
}

/* Some of the kernel's events are not to be had in user mode alone. */
static bool is_known(struct perfcnt *perfcnt, const struct perfcnt_event_row *event)
{
	return means(perfcnt, "", event) || means(perfcnt, ":k", event) ||
	       means(perfcnt, ":uk", event);
}

static struct perfcnt_describe describe(struct perfcnt *perfcnt)
{
	struct perfcnt_describe machine = { .size = sizeof(struct perfcnt_describe) };

	must(perfcnt, perfcnt_describe_machine(perfcnt, &machine), "describe");
	return machine;
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
	perfcnt_close(self->perfcnt);
	self->perfcnt = open_handle();
	EXPECT_EQ(0, describe(self->perfcnt).claimed);
	perfcnt_close(self->perfcnt);
}

TEST_F(library, machine)
{
	struct perfcnt_describe machine = describe(self->perfcnt);

	EXPECT_GE(machine.counters, 1);
	EXPECT_LE(machine.counters, PERFCNT_MAX_COUNTERS);
	EXPECT_GE(machine.tcs, 1);
	EXPECT_GE(machine.vpes, 1);
	EXPECT_NE(0, machine.modes & PERFCNT_CTL_U);
	EXPECT_STREQ(PERFCNT_VERSION, machine.version);
	if (which_driver() == SIM) {
		EXPECT_STREQ("sim", machine.driver);
		EXPECT_EQ(0, machine.flags & PERFCNT_HAS_NATIVE);
	}
}

TEST_F(library, events)
{
	struct perfcnt_event_row row = { .size = sizeof(row) };
	struct perfcnt *perfcnt = self->perfcnt;
	unsigned int i;

	for (i = 0; !perfcnt_list_event(perfcnt, i, &row); i++)
		EXPECT_TRUE(is_known(perfcnt, &row))
			TH_LOG("event %u, '%s': %s", i, row.name,
			       perfcnt_strerror(perfcnt));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_NE(0, i);
	EXPECT_EQ(describe(perfcnt).events, i);
	EXPECT_REFUSED(perfcnt, perfcnt_list_event(perfcnt, i, &row), ENODATA);
}

TEST_F(library, two_handles)
{
	struct perfcnt *other = open_handle();
	struct perfcnt_describe machine;

	ASSERT_EQ(0, perfcnt_kernel_mask(self->perfcnt, PERFCNT_IOC_CLAIM, 1 << 0));
	EXPECT_REFUSED(other, perfcnt_kernel_mask(other, PERFCNT_IOC_CLAIM, 1 << 0), EBUSY);
	machine = describe(other);
	EXPECT_EQ(1, machine.claimed);
	EXPECT_EQ(getpid(), (pid_t)machine.owner[0]);
	EXPECT_EQ(EBUSY, write_file(PROC_PERF, "0 0x28 0"));
	/* closing gives a counter back */
	perfcnt_close(self->perfcnt);
	EXPECT_EQ(0, perfcnt_kernel_mask(other, PERFCNT_IOC_CLAIM, 1 << 0));
	self->perfcnt = other;
}

/* What the library refuses by itself has words, too. */
TEST_F(library, its_own_refusals)
{
	struct perfcnt *perfcnt = self->perfcnt;
	struct perfcnt_event_row row = { .size = sizeof(row) };
	char name[100];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	EXPECT_REFUSED(perfcnt, perfcnt_add(perfcnt, name), ENAMETOOLONG);
	EXPECT_NE(NULL, strstr(perfcnt_strerror(perfcnt), "the name is too long"))
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	/* an older refusal is not said again */
	EXPECT_REFUSED(perfcnt, perfcnt_list_event(perfcnt, -1, &row), ENODATA);
	errno = ENAMETOOLONG;
	EXPECT_STREQ(strerror(ENAMETOOLONG), perfcnt_strerror(perfcnt));
}

TEST_HARNESS_MAIN
