/* SPDX-License-Identifier: GPL-2.0 */
/* Two events of all CPUs that the library itself has placed on counters. */
#ifndef PERFCNT_ALONE_TREE_H
#define PERFCNT_ALONE_TREE_H

#include <stdlib.h>

#include <perfcnt.h>
#include <session/tree_counts.h>

#include "says.h"

FIXTURE(alone) {
	struct perfcnt *perfcnt;
	struct perfcnt_tree *tree;
};

FIXTURE_SETUP(alone)
{
	setenv("PERFCNT_READ", "device", 1); /* the host's PMU is not asked */
	self->perfcnt = perfcnt_open_cpus();
	ASSERT_NE(NULL, self->perfcnt);
	self->tree = perfcnt_tree_new(self->perfcnt);
	ASSERT_NE(NULL, self->tree);
	ASSERT_EQ(0, perfcnt_tree_add(self->tree, "instructions:u"));
	ASSERT_EQ(0, perfcnt_tree_add(self->tree, "branches:u"));
}

FIXTURE_TEARDOWN(alone)
{
	perfcnt_tree_free(self->tree);
	perfcnt_close(self->perfcnt);
}

#endif /* PERFCNT_ALONE_TREE_H */
