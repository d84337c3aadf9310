/* SPDX-License-Identifier: GPL-2.0 */
/* An object of the calling thread, with two events that the device reads. */
#ifndef PERFCNT_ALONE_OBJECT_H
#define PERFCNT_ALONE_OBJECT_H

#include <stdlib.h>

#include <perfcnt.h>

#include "says.h"

/* An object of its own opens the device again, which is the one that is stood in for. */
FIXTURE(object) {
	struct perfcnt *perfcnt;
};

FIXTURE_SETUP(object)
{
	setenv("PERFCNT_READ", "device", 1);
	self->perfcnt = perfcnt_open_thread();
	ASSERT_NE(NULL, self->perfcnt) TH_LOG("%s", perfcnt_strerror(NULL));
	ASSERT_EQ(0, perfcnt_add(self->perfcnt, "instructions:u"));
	ASSERT_EQ(0, perfcnt_add(self->perfcnt, "branches:u"));
}

FIXTURE_TEARDOWN(object)
{
	perfcnt_close(self->perfcnt);
	EXPECT_EQ(0, stand_in.claimed);
}

#endif /* PERFCNT_ALONE_OBJECT_H */
