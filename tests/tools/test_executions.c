// SPDX-License-Identifier: GPL-2.0
/* Who has left perf at an execve(2), by records in the orders in which rings have them. */
#include "session/executions.h"
#include "unit.h"

#define WHOLE	UINT64_MAX

static unsigned int left_at(struct executions *executions, uint64_t until)
{
	executions_look(executions, until);
	return executions->left;
}

/* It is mapped, and ends. */
TEST(followed)
{
	struct executions executions = { 0 };

	executions_add(&executions, EXECUTION_BEGUN, 7, 100);
	executions_add(&executions, EXECUTION_MAPPED, 7, 110);
	executions_add(&executions, EXECUTION_MAPPED, 7, 120);
	executions_add(&executions, EXECUTION_ENDED, 7, 200);
	EXPECT_EQ(0, left_at(&executions, WHOLE));
	executions_free(&executions);
}

/* Its events end at once: of each kind of PMU there is a record of that. */
TEST(left)
{
	struct executions executions = { 0 };

	executions_add(&executions, EXECUTION_BEGUN, 7, 100);
	executions_add(&executions, EXECUTION_ENDED, 7, 101);
	executions_add(&executions, EXECUTION_ENDED, 7, 101);
	EXPECT_EQ(1, left_at(&executions, WHOLE));
	executions_free(&executions);
}

/* A task that only ends has executed nothing. */
TEST(forked)
{
	struct executions executions = { 0 };

	executions_add(&executions, EXECUTION_ENDED, 8, 50);
	executions_add(&executions, EXECUTION_BEGUN, 7, 100);
	executions_add(&executions, EXECUTION_ENDED, 9, 101);
	executions_add(&executions, EXECUTION_MAPPED, 7, 110);
	EXPECT_EQ(0, left_at(&executions, WHOLE));
	executions_free(&executions);
}

/* It goes to another CPU in between, whose ring is read first. */
TEST(rings)
{
	struct executions executions = { 0 };

	executions_add(&executions, EXECUTION_MAPPED, 7, 110);
	executions_add(&executions, EXECUTION_ENDED, 7, 200);
	executions_add(&executions, EXECUTION_ENDED, 8, 301);
	executions_add(&executions, EXECUTION_BEGUN, 7, 100);
	executions_add(&executions, EXECUTION_BEGUN, 8, 300);
	EXPECT_EQ(1, left_at(&executions, WHOLE));
	executions_free(&executions);
}

/* What is not past waits, and those of before are not forgotten. */
TEST(times)
{
	struct executions executions = { 0 };

	executions_add(&executions, EXECUTION_BEGUN, 7, 100);
	executions_add(&executions, EXECUTION_BEGUN, 8, 200);
	EXPECT_EQ(0, left_at(&executions, 200));
	EXPECT_EQ(1, executions.count);
	executions_add(&executions, EXECUTION_ENDED, 7, 150);
	executions_add(&executions, EXECUTION_MAPPED, 8, 210);
	executions_add(&executions, EXECUTION_ENDED, 8, 220);
	EXPECT_EQ(1, left_at(&executions, 300));
	EXPECT_EQ(0, executions.count);
	/* a number of a task is used again */
	executions_add(&executions, EXECUTION_BEGUN, 7, 400);
	executions_add(&executions, EXECUTION_ENDED, 7, 401);
	EXPECT_EQ(2, left_at(&executions, WHOLE));
	executions_free(&executions);
}

TEST_HARNESS_MAIN
