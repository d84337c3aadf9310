// SPDX-License-Identifier: GPL-2.0
/* Sessions of kernel modules, on the simulated 34K: what is refused, and the records. */
#include <kunit/test.h>
#include <linux/preempt.h>

#include "core/core.h"
#include "core/counters.h"
#include "core/pmu.h"
#include "interface/interface.h"
#include "pmu/sim/sim.h"
#include "simulated.h"

/* A session has no door to its records but its file. */
#include "../../kmod/region/session.c"

static const char *const two_events[] = { "instructions:u", "instructions:k" };
static const char *const no_event[] = { "nonsense" };

static const struct perfcnt_module_place places[] = {
	PERFCNT_REGION_PLACE("one", "somewhere"),
	PERFCNT_REGION_PLACE("two", "elsewhere"),
};

static const struct perfcnt_session_wanted good = {
	.name = "good",
	.events = two_events,
	.event_count = 2,
	.places = places,
	.place_count = 2,
	.records = 8,
};

static void refuses(struct kunit *test, const struct perfcnt_session_wanted *wanted,
		    int error)
{
	struct perfcnt_session *session = perfcnt_session_get(wanted);

	KUNIT_EXPECT_EQ(test, (int)PTR_ERR_OR_ZERO(session), error);
	if (!IS_ERR(session))
		perfcnt_session_put(session);
}

static void test_refused(struct kunit *test)
{
	static const char *const names[] = {
		"", "a/b", ".", "..", "with blank",
		"a_name_that_is_longer_than_names_are"
	};
	struct perfcnt_session_wanted wanted = good;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		wanted.name = names[i];
		refuses(test, &wanted, -EINVAL);
	}
	wanted = good;
	wanted.event_count = 0;
	refuses(test, &wanted, -EINVAL);
	wanted.event_count = PERFCNT_SESSION_EVENTS + 1;
	refuses(test, &wanted, -EINVAL);
	wanted = good;
	wanted.place_count = 0;
	refuses(test, &wanted, -EINVAL);
	wanted = good;
	wanted.records = 3;
	refuses(test, &wanted, -EINVAL);
	wanted.records = PERFCNT_REGIONS_RECORDS_MOST + 1;
	refuses(test, &wanted, -EINVAL);
	wanted = good;
	wanted.events = no_event;
	wanted.event_count = 1;
	refuses(test, &wanted, -EINVAL);
	KUNIT_EXPECT_FALSE(test, perfcnt_core.counter[0].owner);
}

/* Four counters are two sessions of two events each; each has a name of its own. */
static void test_many(struct kunit *test)
{
	struct perfcnt_session_wanted wanted = good;
	struct perfcnt_session *first, *second;

	first = perfcnt_session_get(&good);
	KUNIT_ASSERT_EQ(test, (int)PTR_ERR_OR_ZERO(first), 0);
	refuses(test, &good, -EEXIST);
	wanted.name = "other";
	second = perfcnt_session_get(&wanted);
	KUNIT_EXPECT_EQ(test, (int)PTR_ERR_OR_ZERO(second), 0);
	wanted.name = "third";
	refuses(test, &wanted, -EBUSY);
	if (!IS_ERR(second))
		perfcnt_session_put(second);
	refuses(test, &wanted, 0);
	perfcnt_session_put(first);
	refuses(test, &good, 0);
}

/* A region of so many instructions; the CPU stays the same. */
static bool region(struct perfcnt_session *session, unsigned int place, u64 count)
{
	struct perfcnt_region_reading begin;

	perfcnt_session_begin(session, &begin);
	simulated_instructions(count);
	return perfcnt_session_end(session, place, &begin, count, 42);
}

/* The record with this number, which is the only one of its slot. */
static const struct perfcnt_regions_slot *record_of(const struct perfcnt_session *session,
						    unsigned int number)
{
	const struct perfcnt_regions_head *file = session->recorder.file;
	const void *part = (void *)file + file->head_size +
			   raw_smp_processor_id() * (size_t)file->part_size;

	return part + file->slots_at +
	       perfcnt_regions_order(file, number) * file->slot_size;
}

static const struct perfcnt_regions_reading *begin_of(const struct perfcnt_session *session,
						      unsigned int number)
{
	return (const void *)record_of(session, number) +
	       perfcnt_regions_begin_at(session->recorder.file);
}

/* What all records of a place on this CPU come to. */
static const struct perfcnt_regions_sums *sums_of(const struct perfcnt_session *session,
						  unsigned int place)
{
	struct perfcnt_regions_head *file = session->recorder.file;
	struct perfcnt_regions_total *total = (void *)file + file->head_size +
		raw_smp_processor_id() * (size_t)file->part_size + file->totals_at +
		place * file->total_size;

	return perfcnt_regions_sums_of(total, total->sequence, perfcnt_regions_sums_size(file));
}

/* The first half is kept, the second half is the newest; each is right. */
static void test_records(struct kunit *test)
{
	static const unsigned int there[] = { 0, 1, 2, 3, 26, 27, 28, 29 };
	struct perfcnt_session *session = perfcnt_session_get(&good);
	const struct perfcnt_regions_thread *part;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, (int)PTR_ERR_OR_ZERO(session), 0);
	migrate_disable();
	for (i = 0; i < 30; i++)
		KUNIT_EXPECT_TRUE(test, region(session, i % 2, 100 + i));
	KUNIT_EXPECT_FALSE(test, region(session, 2, 1)); /* there are two places */
	for (i = 0; i < ARRAY_SIZE(there); i++) {
		const struct perfcnt_regions_slot *slot = record_of(session, there[i]);
		const struct perfcnt_regions_reading *begin = begin_of(session, there[i]);
		const __u64 *user =
			(const void *)slot +
				perfcnt_regions_user_at(session->recorder.file);

		KUNIT_EXPECT_EQ(test, slot->sequence, there[i] + 1);
		KUNIT_EXPECT_EQ(test, slot->begin_place, there[i] % 2 + 1);
		KUNIT_EXPECT_EQ(test, slot->flags, 0);
		KUNIT_EXPECT_LE(test, begin->time, slot->end.time);
		KUNIT_EXPECT_EQ(test, slot->end.count[0] -
				begin->count[0],
				100ULL + there[i]);
		KUNIT_EXPECT_EQ(test, slot->end.count[1],
				begin->count[1]);
		KUNIT_EXPECT_EQ(test, user[0], 100ULL + there[i]);
		KUNIT_EXPECT_EQ(test, user[1], 42ULL);
	}
	part = (const void *)record_of(session, 0) - session->recorder.file->slots_at;
	KUNIT_EXPECT_EQ(test, part->made, 30U);
	/* of the two VPEs, whatever number of CPUs Linux has */
	KUNIT_EXPECT_TRUE(test, part->flags & PERFCNT_REGIONS_SHARED);
	KUNIT_EXPECT_EQ(test, part->event_of[0][0], 0);
	KUNIT_EXPECT_EQ(test, part->event_of[0][1], 1);
	KUNIT_EXPECT_EQ(test, part->event_of[0][2], 0xff);
	migrate_enable();
	perfcnt_session_put(session);
}

/* A record says if a count is missing; a reading of another session makes none. */
static void test_wrong_readings(struct kunit *test)
{
	struct perfcnt_session *session = perfcnt_session_get(&good);
	struct perfcnt_region_reading begin;
	u32 other;

	KUNIT_ASSERT_EQ(test, (int)PTR_ERR_OR_ZERO(session), 0);
	migrate_disable();
	KUNIT_EXPECT_TRUE(test, perfcnt_session_begin(session, &begin));
	begin.session++;
	KUNIT_EXPECT_FALSE(test, perfcnt_session_end(session, 0, &begin, 0, 0));
	KUNIT_EXPECT_EQ(test, record_of(session, 0)->sequence, 0U);

	begin.session--;
	other = begin.cpu++;
	begin.time = U64_MAX; /* that CPU's clock is ahead */
	KUNIT_EXPECT_FALSE(test, perfcnt_session_end(session, 0, &begin, 0, 0));
	KUNIT_EXPECT_EQ(test, record_of(session, 0)->sequence, 1U);
	KUNIT_EXPECT_EQ(test, record_of(session, 0)->flags, PERFCNT_REGIONS_FAILED);
	KUNIT_EXPECT_EQ(test, record_of(session, 0)->begin_cpu, other + 1);
	KUNIT_EXPECT_EQ(test, begin_of(session, 0)->time,
			record_of(session, 0)->end.time);
	KUNIT_EXPECT_EQ(test, sums_of(session, 0)->time.sum, 0ULL);
	KUNIT_EXPECT_EQ(test, sums_of(session, 0)->time.most, 0ULL);

	begin.cpu = other;
	begin.count[0] += 1ULL << 32; /* as much as no count can be before the end */
	KUNIT_EXPECT_FALSE(test, perfcnt_session_end(session, 0, &begin, 0, 0));
	KUNIT_EXPECT_EQ(test, record_of(session, 1)->flags, PERFCNT_REGIONS_FAILED);
	KUNIT_EXPECT_EQ(test, sums_of(session, 0)->counted, 0U);

	simulated_intrude(PERFCNT_CTL_K);
	KUNIT_EXPECT_FALSE(test, perfcnt_session_begin(session, &begin));
	KUNIT_EXPECT_FALSE(test, perfcnt_session_end(session, 0, &begin, 0, 0));
	KUNIT_EXPECT_EQ(test, record_of(session, 2)->flags, PERFCNT_REGIONS_FAILED |
			PERFCNT_REGIONS_SHORT);
	migrate_enable();
	simulated_intrude(0);
	perfcnt_session_put(session);
}

static bool reading_of_another(const struct perfcnt_session *session,
			       struct perfcnt_region_reading *reading)
{
	reading->session = 42;
	return true;
}

/*
 * A hook has nothing but its session, and calls by way of it: loads of two fields need
 * not come in their order.
 */
static void test_hook_is_its_session(struct kunit *test)
{
	static const struct perfcnt_session_ops ops = { .begin = reading_of_another };
	struct perfcnt_session_head another = { &ops };
	struct perfcnt_hook hook = { NULL };
	struct perfcnt_region_reading reading = { 0 };

	BUILD_BUG_ON(sizeof(hook) != sizeof(hook.session));
	KUNIT_EXPECT_FALSE(test, perfcnt_hook_begin(&hook, &reading));
	RCU_INIT_POINTER(hook.session, (struct perfcnt_session *)&another);
	KUNIT_EXPECT_TRUE(test, perfcnt_hook_begin(&hook, &reading));
	KUNIT_EXPECT_EQ(test, reading.session, 42U);
}

static int sessions_test_begin(struct kunit *test)
{
	int err = simulated_probe(0);

	if (err)
		return err;
	perfcnt_counters_init(&perfcnt_pmu_sim);
	perfcnt_module_owners_init();
	return perfcnt_sessions_init();
}

static void sessions_test_end(struct kunit *test)
{
	perfcnt_sessions_exit();
	perfcnt_module_owners_exit();
	perfcnt_counters_exit();
}

static struct kunit_case sessions_cases[] = {
	KUNIT_CASE(test_refused),
	KUNIT_CASE(test_many),
	KUNIT_CASE(test_records),
	KUNIT_CASE(test_wrong_readings),
	KUNIT_CASE(test_hook_is_its_session),
	{ }
};

static struct kunit_suite sessions_suite = {
	.name = "perfcnt_sessions",
	.init = sessions_test_begin,
	.exit = sessions_test_end,
	.test_cases = sessions_cases,
};

kunit_test_suite(sessions_suite);
