// SPDX-License-Identifier: GPL-2.0
/* Which module was at an address of a process at some time. */
#include <sanitizer/lsan_interface.h>

#include "profile/address_spaces.h"
#include "unit.h"

static struct space_change mapping(uint64_t time, uint32_t pid, uint64_t start,
				   size_t module)
{
	return (struct space_change){
		.time = time, .kind = SPACE_MAPPED, .pid = pid, .start = start,
		.length = 0x1000, .module = module,
	};
}

/* In the order of their times; returns whether there is room for all. */
static bool add_all(struct address_spaces *all, const struct space_change *changes,
		    unsigned int count)
{
	bool added = true;

	while (count--)
		added &= address_spaces_add(all, changes++);
	address_spaces_sort(all);
	return added;
}

static int module_at(struct address_spaces *all, uint64_t time, uint32_t pid,
		     uint64_t address)
{
	const struct space_change *found;

	address_spaces_go_to(all, time);
	found = address_spaces_find(all, pid, address);
	return found ? (int)found->module : -1;
}

/* A process keeps what its parent had, until it executes another program. */
TEST(processes)
{
	const struct space_change forked = {
		.time = 20, .kind = SPACE_FORKED, .pid = 2, .parent = 1,
	}, thread = {
		.time = 21, .kind = SPACE_FORKED, .pid = 1, .parent = 1,
	}, executed = {
		.time = 30, .kind = SPACE_EXECUTED, .pid = 2,
	};
	struct space_change changes[] = {
		mapping(30, 2, 0x1000, 9), /* of the new program, at the same time */
		mapping(40, 1, 0x1800, 8), /* over a part of what was there */
		mapping(10, 1, 0x1000, 7),
	};
	struct address_spaces all = { 0 };
	unsigned int i;

	address_spaces_add(&all, &executed);
	for (i = 0; i < 3; i++)
		address_spaces_add(&all, &changes[i]);
	address_spaces_add(&all, &thread);
	address_spaces_add(&all, &forked);
	address_spaces_sort(&all);
	EXPECT_EQ(-1, module_at(&all, 9, 1, 0x1000));
	EXPECT_EQ(7, module_at(&all, 10, 1, 0x1000));
	EXPECT_EQ(7, module_at(&all, 19, 1, 0x1fff));
	EXPECT_EQ(-1, module_at(&all, 19, 1, 0x2000));
	EXPECT_EQ(-1, module_at(&all, 19, 1, 0xfff));
	EXPECT_EQ(-1, module_at(&all, 19, 2, 0x1000));
	EXPECT_EQ(7, module_at(&all, 29, 2, 0x1000));
	EXPECT_EQ(7, module_at(&all, 29, 1, 0x1000));
	EXPECT_EQ(9, module_at(&all, 30, 2, 0x1000));
	EXPECT_EQ(8, module_at(&all, 40, 1, 0x1800));
	EXPECT_EQ(7, module_at(&all, 41, 1, 0x17ff));
	address_spaces_free(&all);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

/* It goes with the last thread, however many there were; that of others stays. */
TEST(ended)
{
	const struct space_change changes[] = {
		mapping(10, 1, 0x1000, 7),
		{ .time = 11, .kind = SPACE_FORKED, .pid = 2, .parent = 1 },
		{ .time = 12, .kind = SPACE_FORKED, .pid = 2, .parent = 2 },
		{ .time = 20, .kind = SPACE_EXITED, .pid = 2 },
		{ .time = 30, .kind = SPACE_EXITED, .pid = 2 },
		{ .time = 30, .kind = SPACE_EXITED, .pid = 3 },
		{ .time = 40, .kind = SPACE_FORKED, .pid = 2, .parent = 1 },
		{ .time = 41, .kind = SPACE_EXECUTED, .pid = 2 },
		{ .time = 50, .kind = SPACE_EXITED, .pid = 2 },
	};
	struct address_spaces all = { 0 };
	uint64_t from, to;

	EXPECT_TRUE(add_all(&all, changes, ARRAY_SIZE(changes)));
	EXPECT_EQ(7, module_at(&all, 19, 2, 0x1000));
	EXPECT_EQ(7, module_at(&all, 29, 2, 0x1000));
	EXPECT_EQ(11, address_spaces_of(&all, 2)->began);
	EXPECT_EQ(-1, module_at(&all, 30, 2, 0x1000));
	EXPECT_EQ(NULL, address_spaces_of(&all, 2));
	EXPECT_EQ(7, module_at(&all, 30, 1, 0x1000));
	EXPECT_EQ(7, module_at(&all, 40, 2, 0x1000));
	EXPECT_EQ(-1, module_at(&all, 41, 2, 0x1000));
	EXPECT_EQ(41, address_spaces_of(&all, 2)->began);
	EXPECT_FALSE(address_spaces_go_to(&all, 40));
	EXPECT_FALSE(address_spaces_add(&all, &changes[0]));
	EXPECT_TRUE(address_spaces_go_to(&all, 60));
	EXPECT_EQ(NULL, address_spaces_of(&all, 2));
	EXPECT_TRUE(address_spaces_life(&all, 2, 35, &from, &to));
	EXPECT_EQ(11, from);
	EXPECT_EQ(40, to);
	EXPECT_FALSE(address_spaces_life(&all, 2, 10, &from, &to));
	address_spaces_free(&all);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

/* What is found is all that there is, whatever was known; it is no other life of the process. */
TEST(found)
{
	const struct space_change changes[] = {
		{ .time = 10, .kind = SPACE_FOUND, .pid = 1, .program = 3 },
		mapping(10, 1, 0x1000, 7),
		mapping(10, 1, 0x2000, 8),
		{ .time = 15, .kind = SPACE_EXITED, .pid = 1 }, /* one of any number of threads */
		{ .time = 20, .kind = SPACE_FOUND, .pid = 1, .program = 3 },
		mapping(20, 1, 0x2000, 8),
		{ .time = 30, .kind = SPACE_FOUND, .pid = 1 },
		{ .time = 40, .kind = SPACE_EXECUTED, .pid = 1 },
	};
	struct address_spaces all = { 0 };
	uint64_t from, to;

	EXPECT_TRUE(add_all(&all, changes, ARRAY_SIZE(changes)));
	EXPECT_EQ(7, module_at(&all, 19, 1, 0x1000));
	EXPECT_EQ(3, address_spaces_of(&all, 1)->program);
	EXPECT_EQ(0, address_spaces_of(&all, 1)->began);
	EXPECT_EQ(-1, module_at(&all, 20, 1, 0x1000));
	EXPECT_EQ(8, module_at(&all, 20, 1, 0x2000));
	EXPECT_EQ(-1, module_at(&all, 30, 1, 0x2000));
	EXPECT_EQ(0, address_spaces_of(&all, 1)->program);
	EXPECT_EQ(1, all.begin_count);
	EXPECT_TRUE(address_spaces_go_to(&all, 40));
	EXPECT_EQ(2, all.begin_count);
	EXPECT_TRUE(address_spaces_life(&all, 1, 35, &from, &to));
	EXPECT_EQ(0, from);
	EXPECT_EQ(40, to);
	address_spaces_free(&all);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

TEST_HARNESS_MAIN
