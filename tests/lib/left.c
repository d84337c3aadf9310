// SPDX-License-Identifier: GPL-2.0
/*
 * Regions that are left otherwise than by their end: a jump, a cancellation or an end in another
 * order spoils that one region, and each record that is made is of one region, from its begin
 * to its end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfcnt.h>
#include <regions/recording.h>

#include "../unit/unit.h"

static void ask(void)
{
	setenv("PERFCNT_REGIONS_EVENTS", "", 1);
	setenv("PERFCNT_REGIONS_RECORDS", "8192", 1);
}

static struct perfcnt_regions_thread *own_part(void)
{
	return perfcnt_regions_own.ring;
}

/* How many records of the regions with that name a thread has made, by its totals. */
static uint64_t records_in(struct perfcnt_regions_thread *part, const char *name)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint64_t records = 0;
	uint32_t row;

	for (row = 0; row < part->totals; row++) {
		struct perfcnt_regions_total *total = (void *)((char *)part +
			head->totals_at + row * head->total_size);

		if (!strcmp(head->place[total->begin_place].name, name))
			records += perfcnt_regions_sums_of(total, total->sequence,
				perfcnt_regions_sums_size(head))->records;
	}
	return records;
}

static uint64_t records_of(const char *name)
{
	return records_in(own_part(), name);
}

static const struct perfcnt_regions_slot *record(uint32_t number)
{
	const uint32_t *order = (const uint32_t *)(own_part() + 1);
	const struct perfcnt_regions_slot *slot = (const void *)((char *)own_part() +
		order[perfcnt_regions_order(perfcnt_regions_file, number)]);

	if (slot->sequence != number + 1) {
		printf("# no slot has number %u\n", number);
		exit(1);
	}
	return slot;
}

static const struct perfcnt_regions_reading *begin_of(const struct perfcnt_regions_slot *slot)
{
	return (const void *)((const char *)slot +
			      perfcnt_regions_begin_at(perfcnt_regions_file));
}

static const uint64_t *words_of(const struct perfcnt_regions_slot *slot)
{
	return (const void *)((const char *)slot +
			      perfcnt_regions_user_at(perfcnt_regions_file));
}

/* Regions one after the other: each begins when the one before has ended. */
static bool are_apart(void)
{
	uint32_t i;

	for (i = 1; i < own_part()->made; i++)
		if (begin_of(record(i))->time < record(i - 1)->end.time)
			return false;
	return true;
}

static jmp_buf failed;

__attribute__((noinline))
static void parse(bool fails)
{
	PERFCNT_REGION_SCOPE("parse");

	if (fails)
		longjmp(failed, 1);
}

__attribute__((noinline))
static void serve(bool fails)
{
	PERFCNT_REGION_SCOPE("request");

	if (!setjmp(failed))
		parse(fails);
}

TEST(jumps_within_a_region)
{
	unsigned int i;

	ask();
	for (i = 0; i < 50; i++)
		serve(i % 5 == 4);
	EXPECT_EQ(50, records_of("request"));
	EXPECT_EQ(40, records_of("parse"));
	for (; i < 400; i++)
		serve(i % 5 == 4);
	EXPECT_EQ(400, records_of("request"));
	EXPECT_EQ(320, records_of("parse"));
	EXPECT_EQ(80, own_part()->left);
	EXPECT_EQ(0, own_part()->too_deep);
	EXPECT_EQ(0, own_part()->unmatched);
	EXPECT_EQ(0, own_part()->depth);
}

/* No region around them tells that they are over. */
TEST(jumps_out_of_all_regions)
{
	static unsigned int i; /* a jump leaves it alone */

	ask();
	for (i = 0; i < 400; i++)
		if (!setjmp(failed)) {
			PERFCNT_REGION_BEGIN("request");
			if (i % 4 == 3)
				longjmp(failed, 1);
			PERFCNT_REGION_END("request");
		}
	EXPECT_EQ(300, records_of("request"));
	EXPECT_EQ(0, own_part()->unmatched);
	EXPECT_EQ(100 - PERFCNT_REGIONS_DEPTH, own_part()->too_deep);
	EXPECT_TRUE(are_apart());
}

__attribute__((noinline))
static void descend(unsigned int depth)
{
	uint64_t word = depth;

	PERFCNT_REGION_BEGIN("level");
	if (depth > 1)
		descend(depth - 1);
	PERFCNT_REGION_END_WITH("level", 1, &word);
}

/* The outer ones have no record, and those that have are whole. */
TEST(more_than_there_is_space_for)
{
	const unsigned int more = 8;
	unsigned int i;

	ask();
	descend(PERFCNT_REGIONS_DEPTH);
	EXPECT_EQ(0, own_part()->too_deep);
	descend(PERFCNT_REGIONS_DEPTH + more);
	EXPECT_EQ(more, own_part()->too_deep);
	EXPECT_EQ(0, own_part()->unmatched);
	EXPECT_EQ(0, own_part()->left);
	EXPECT_EQ(0, own_part()->depth);
	EXPECT_EQ(2 * PERFCNT_REGIONS_DEPTH, records_of("level"));
	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++) {
		const struct perfcnt_regions_slot *slot = record(PERFCNT_REGIONS_DEPTH + i);

		EXPECT_EQ(i + 1, *words_of(slot));
		EXPECT_EQ(PERFCNT_REGIONS_DEPTH + more - i - 1, slot->depth);
		EXPECT_EQ(i, slot->sequence - 1 - slot->before);
	}
	descend(1);
	EXPECT_EQ(0, record(2 * PERFCNT_REGIONS_DEPTH)->depth);
}

/* What was left is in the way of nothing, up to the last space. */
TEST(jump_with_no_space_left)
{
	ask();
	PERFCNT_REGION_BEGIN("around");
	if (!setjmp(failed)) {
		PERFCNT_REGION_BEGIN("left");
		PERFCNT_REGION_BEGIN("left");
		longjmp(failed, 1);
	}
	descend(PERFCNT_REGIONS_DEPTH - 3);
	PERFCNT_REGION_END("around");
	EXPECT_EQ(1, records_of("around"));
	EXPECT_EQ(PERFCNT_REGIONS_DEPTH - 3, records_of("level"));
	EXPECT_EQ(2, own_part()->left);
	EXPECT_EQ(0, own_part()->depth);
	EXPECT_EQ(PERFCNT_REGIONS_DEPTH - 3,
		  own_part()->made - 1 - record(own_part()->made - 1)->before);
}

/* As coroutines that take turns. */
TEST(ends_in_another_order)
{
	uint64_t word = 7;

	ask();
	PERFCNT_REGION_BEGIN("slow");
	PERFCNT_REGION_BEGIN("quick");
	PERFCNT_REGION_END_WITH("slow", 1, &word);
	PERFCNT_REGION_END("quick");
	EXPECT_EQ(1, records_of("slow"));
	EXPECT_EQ(7, *words_of(record(0)));
	EXPECT_EQ(0, record(0)->depth);
	EXPECT_EQ(0, records_of("quick"));
	EXPECT_EQ(1, own_part()->left);
	EXPECT_EQ(1, own_part()->unmatched);
	EXPECT_EQ(0, own_part()->depth);
}

TEST(ends_of_what_is_not_open)
{
	ask();
	PERFCNT_REGION_BEGIN("region");
	PERFCNT_REGION_END("another");
	PERFCNT_REGION_END("");
	EXPECT_EQ(2, own_part()->unmatched);
	EXPECT_EQ(0, own_part()->made);
	PERFCNT_REGION_END("region");
	PERFCNT_REGION_END("region");
	perfcnt_regions_end(NULL, 0, NULL);
	EXPECT_EQ(1, records_of("region"));
	EXPECT_EQ(4, own_part()->unmatched);
	EXPECT_EQ(0, own_part()->left);
}

static struct perfcnt_regions_thread *parts[2];

static void end_outer(void *part)
{
	PERFCNT_REGION_END("outer");
	*(void **)part = own_part();
}

static void *be_cancelled(void *part)
{
	PERFCNT_REGION_BEGIN("outer");
	pthread_cleanup_push(end_outer, part);
	PERFCNT_REGION_BEGIN("inner");
	pthread_cancel(pthread_self());
	pthread_testcancel();
	pthread_cleanup_pop(1);
	return NULL;
}

static void *be_cancelled_at_once(void *unused)
{
	PERFCNT_REGION_SCOPE("cancelled");

	pthread_cancel(pthread_self());
	pthread_testcancel();
	return unused;
}

TEST(cancellations)
{
	struct perfcnt_regions_thread *part;
	pthread_t thread;

	ask();
	PERFCNT_REGION_BEGIN("main");
	pthread_create(&thread, NULL, be_cancelled, &parts[0]);
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, be_cancelled_at_once, NULL);
	pthread_join(thread, NULL);
	PERFCNT_REGION_END("main");
	EXPECT_EQ(1, records_of("main"));
	EXPECT_EQ(0, own_part()->left);
	part = perfcnt_regions_part(1);
	EXPECT_EQ(1, records_in(part, "outer"));
	EXPECT_EQ(0, records_in(part, "inner"));
	EXPECT_EQ(1, part->left);
	EXPECT_EQ(0, part->depth);
	part = perfcnt_regions_part(2);
	EXPECT_EQ(0, part->made);
	EXPECT_EQ(1, part->depth);
}

/* Threads that get the room of others count what those had left, too. */
TEST(cancellations_of_many)
{
	const unsigned int threads = 100;
	unsigned int i, j, left = 0;
	pthread_t thread;

	ask();
	for (i = 0; i < threads; i++) {
		pthread_create(&thread, NULL, be_cancelled_at_once, NULL);
		pthread_join(thread, NULL);
	}
	for (i = 0; i < perfcnt_regions_file->threads; i++) {
		struct perfcnt_regions_thread *part = perfcnt_regions_part(i);

		left += part->left;
		for (j = 0; j < PERFCNT_REGIONS_DEPTH; j++)
			left += part->open[j].named != PERFCNT_REGIONS_CLOSED;
	}
	EXPECT_EQ(threads, left);
}

TEST(names_made_at_run_time)
{
	char name[] = "stage 1", other[16];
	struct perfcnt_region_place *place = perfcnt_regions_place(name);

	ask();
	ASSERT_NE(NULL, place);
	EXPECT_STREQ("stage 1", place->name);
	EXPECT_EQ(0, place->line);
	name[6] = '2';
	snprintf(other, sizeof(other), "stage %d", 1);
	EXPECT_EQ(place, perfcnt_regions_place(other));
	perfcnt_regions_begin(place);
	perfcnt_regions_begin(perfcnt_regions_place(name));
	perfcnt_regions_end(perfcnt_regions_place(name), 0, NULL);
	PERFCNT_REGION_BEGIN("stage 2");
	perfcnt_regions_end(perfcnt_regions_place("stage 2"), 0, NULL);
	PERFCNT_REGION_END("stage 1");
	EXPECT_EQ(1, records_of("stage 1"));
	EXPECT_EQ(2, records_of("stage 2"));
	EXPECT_EQ(0, own_part()->unmatched + own_part()->left);
}

/* Names that are longer than a recording's, and more than it has rows for, are still others. */
TEST(more_names_than_a_recording_has)
{
	const unsigned int count = PERFCNT_REGIONS_PLACES + 500;
	char name[128];
	unsigned int i;

	ask();
	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "%0100u", i);
		perfcnt_regions_begin(perfcnt_regions_place(name));
		snprintf(name, sizeof(name), "%0100u", i + 1);
		perfcnt_regions_end(perfcnt_regions_place(name), 0, NULL);
		EXPECT_EQ(i + 1, own_part()->unmatched);
		snprintf(name, sizeof(name), "%0100u", i);
		perfcnt_regions_end(perfcnt_regions_place(name), 0, NULL);
	}
	EXPECT_EQ(count, own_part()->made);
	EXPECT_EQ(0, own_part()->left);
	EXPECT_EQ(0, own_part()->depth);
	EXPECT_TRUE(are_apart());
}

TEST(end_of_the_latest)
{
	ask();
	PERFCNT_REGION_BEGIN("outer");
	PERFCNT_REGION_BEGIN("inner");
	perfcnt_regions_end(NULL, 0, NULL);
	EXPECT_EQ(1, records_of("inner"));
	perfcnt_regions_end(NULL, 0, NULL);
	EXPECT_EQ(1, records_of("outer"));
	EXPECT_EQ(0, own_part()->unmatched + own_part()->left);
}

/* What a calibration refuses. */
TEST(empty_regions)
{
	ask();
	EXPECT_EQ(0, perfcnt_regions_empty(-1, 0));
	EXPECT_EQ(0, perfcnt_regions_calibrate());
	EXPECT_EQ(0, own_part()->made);
	EXPECT_EQ(0, perfcnt_regions_empty(-1, 0));
	PERFCNT_REGION_BEGIN("region");
	errno = 0;
	EXPECT_EQ(-1, perfcnt_regions_empty(-1, 0));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_EQ(-1, perfcnt_regions_calibrate());
	PERFCNT_REGION_END("region");
	EXPECT_EQ(-1, perfcnt_regions_empty(-1, 0));
	EXPECT_EQ(1, own_part()->made);
}

TEST(empty_regions_without_a_recording)
{
	errno = 0;
	EXPECT_EQ(-1, perfcnt_regions_empty(-1, 0));
	EXPECT_EQ(EPERM, errno);
}

TEST_HARNESS_MAIN
