// SPDX-License-Identifier: GPL-2.0
/* Who has left perf at an execve(2), by records in the orders in which rings have them. */
#include <string.h>

#include "session/executions.h"
#include "unit.h"

#define WHOLE	UINT64_MAX

FIXTURE(executions) {
	struct executions all;
};

FIXTURE_SETUP(executions)
{
	memset(&self->all, 0, sizeof(self->all));
}

FIXTURE_TEARDOWN(executions)
{
	executions_free(&self->all);
}

static unsigned int left_at(struct executions *executions, uint64_t until)
{
	executions_look(executions, until);
	return executions->left;
}

/* It is mapped, and ends. */
TEST_F(executions, followed)
{
	executions_add(&self->all, EXECUTION_BEGUN, 7, 100);
	executions_add(&self->all, EXECUTION_MAPPED, 7, 110);
	executions_add(&self->all, EXECUTION_MAPPED, 7, 120);
	executions_add(&self->all, EXECUTION_ENDED, 7, 200);
	EXPECT_EQ(0, left_at(&self->all, WHOLE));
}

/* Its events end at once: of each kind of PMU there is a record of that. */
TEST_F(executions, left)
{
	executions_add(&self->all, EXECUTION_BEGUN, 7, 100);
	executions_add(&self->all, EXECUTION_ENDED, 7, 101);
	executions_add(&self->all, EXECUTION_ENDED, 7, 101);
	EXPECT_EQ(1, left_at(&self->all, WHOLE));
}

/* A task that only ends has executed nothing. */
TEST_F(executions, forked)
{
	executions_add(&self->all, EXECUTION_ENDED, 8, 50);
	executions_add(&self->all, EXECUTION_BEGUN, 7, 100);
	executions_add(&self->all, EXECUTION_ENDED, 9, 101);
	executions_add(&self->all, EXECUTION_MAPPED, 7, 110);
	EXPECT_EQ(0, left_at(&self->all, WHOLE));
}

/* It goes to another CPU in between, whose ring is read first. */
TEST_F(executions, rings)
{
	executions_add(&self->all, EXECUTION_MAPPED, 7, 110);
	executions_add(&self->all, EXECUTION_ENDED, 7, 200);
	executions_add(&self->all, EXECUTION_ENDED, 8, 301);
	executions_add(&self->all, EXECUTION_BEGUN, 7, 100);
	executions_add(&self->all, EXECUTION_BEGUN, 8, 300);
	EXPECT_EQ(1, left_at(&self->all, WHOLE));
}

/* What is not past waits, and those of before are not forgotten. */
TEST_F(executions, times)
{
	executions_add(&self->all, EXECUTION_BEGUN, 7, 100);
	executions_add(&self->all, EXECUTION_BEGUN, 8, 200);
	EXPECT_EQ(0, left_at(&self->all, 200));
	EXPECT_EQ(1, self->all.count);
	executions_add(&self->all, EXECUTION_ENDED, 7, 150);
	executions_add(&self->all, EXECUTION_MAPPED, 8, 210);
	executions_add(&self->all, EXECUTION_ENDED, 8, 220);
	EXPECT_EQ(1, left_at(&self->all, 300));
	EXPECT_EQ(0, self->all.count);
	/* a number of a task is used again */
	executions_add(&self->all, EXECUTION_BEGUN, 7, 400);
	executions_add(&self->all, EXECUTION_ENDED, 7, 401);
	EXPECT_EQ(2, left_at(&self->all, WHOLE));
}

TEST_HARNESS_MAIN
