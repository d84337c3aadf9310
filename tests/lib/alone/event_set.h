/* SPDX-License-Identifier: GPL-2.0 */
/* Two events of all CPUs that the library itself has placed on counters. */
#ifndef PERFCNT_ALONE_EVENT_SET_H
#define PERFCNT_ALONE_EVENT_SET_H

#include <stdlib.h>

#include <perfcnt.h>
#include <session/event_set_counts.h>

#include "says.h"

FIXTURE(alone) {
	struct perfcnt *perfcnt;
	struct perfcnt_event_set *set;
};

FIXTURE_SETUP(alone)
{
	setenv("PERFCNT_READ", "device", 1); /* the host's PMU is not asked */
	self->perfcnt = perfcnt_open_cpus();
	ASSERT_NE(NULL, self->perfcnt);
	self->set = perfcnt_event_set_new(self->perfcnt);
	ASSERT_NE(NULL, self->set);
	ASSERT_EQ(0, perfcnt_event_set_add(self->set, "instructions:u"));
	ASSERT_EQ(0, perfcnt_event_set_add(self->set, "branches:u"));
}

FIXTURE_TEARDOWN(alone)
{
	perfcnt_event_set_free(self->set);
	perfcnt_close(self->perfcnt);
}

#endif /* PERFCNT_ALONE_EVENT_SET_H */
