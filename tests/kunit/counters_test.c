// SPDX-License-Identifier: GPL-2.0
/*
 * The counter set over the simulated 34K: tables of what is written, what
 * happens, and what is read then.
 */
#include <kunit/test.h>
#include <linux/bitops.h>
#include <linux/pid.h>
#include <linux/sched.h>

#include "core/core.h"
#include "core/counters.h"
#include "core/notify.h"
#include "core/owner.h"
#include "core/window.h"
#include "encoding/grammar.h"
#include "simulated.h"

/* To let events happen there is only the file in debugfs. */
#include "../../kmod/pmu/sim/sim.c"
#include "../../kmod/pmu/sim/step.c"

#define INSTRUCTIONS 1 /* on every counter */
#define CYCLES 0

enum does {
	DO_NOTHING, DO_WRITE, DO_REFUSED, DO_HAPPEN, DO_COUNT, DO_SHOWN,
	DO_PRELOAD, DO_HELD
};

/**
 * struct action - one thing that a case does
 * @does: which; DO_WRITE and DO_REFUSED take @text and @value, the error;
 *	  DO_HAPPEN takes @unit, a VPE, @text, the mode, @code and @value;
 *	  DO_COUNT and DO_SHOWN want @value of counter @unit; DO_PRELOAD sets its
 *	  register; DO_HELD says whether the hardware is held
 * @text: see @does
 * @unit: see @does
 * @code: the event
 * @value: see @does
 */
struct action {
	enum does does;
	const char *text;
	unsigned int unit;
	int code;
	u64 value;
};

#define WRITES(text) { DO_WRITE, text }
#define REFUSES(text, error) { DO_REFUSED, text, 0, 0, (u64)-(error) }
#define HAPPENS(vpe, mode, code, n) { DO_HAPPEN, mode, vpe, code, n }
#define COUNTS(counter, n) { DO_COUNT, NULL, counter, 0, n }
#define SHOWS(counter, word) { DO_SHOWN, NULL, counter, 0, word }
#define PRELOADS(counter, value) { DO_PRELOAD, NULL, counter, 0, value }
#define HOLDS(held) { DO_HELD, NULL, 0, 0, held }

struct example {
	const char *name;
	struct action action[12];
};

static const struct example examples[] = {
	{ "a counter counts its event in its mode", {
		WRITES("0 0x28 0"),
		HAPPENS(0, "u", INSTRUCTIONS, 5), HAPPENS(1, "u", INSTRUCTIONS, 7),
		HAPPENS(0, "k", INSTRUCTIONS, 100), HAPPENS(0, "u", CYCLES, 100),
		COUNTS(0, 12), COUNTS(1, 0), SHOWS(0, 0x80000028) } },
	{ "every mode", {
		WRITES("0 0x2f 0"),
		HAPPENS(0, "u", INSTRUCTIONS, 1), HAPPENS(0, "s", INSTRUCTIONS, 2),
		HAPPENS(0, "k", INSTRUCTIONS, 4), HAPPENS(0, "e", INSTRUCTIONS, 8),
		COUNTS(0, 15) } },
	{ "a VPE's filter", {
		WRITES("0 instructions:u@vpe1 0\n1 instructions:u@vpe0 0"),
		HAPPENS(0, "u", INSTRUCTIONS, 3), HAPPENS(1, "u", INSTRUCTIONS, 4),
		COUNTS(0, 4), COUNTS(1, 3) } },
	{ "a TC's filter", {
		WRITES("0 instructions:u@tc1 0\n1 instructions:u@tc0 0"),
		HAPPENS(0, "u", INSTRUCTIONS, 3), HAPPENS(1, "u", INSTRUCTIONS, 4),
		COUNTS(0, 4), COUNTS(1, 3) } },
	{ "a count to go on from", {
		WRITES("0 0x28 18446744073709551615"),
		HAPPENS(0, "u", INSTRUCTIONS, 3), COUNTS(0, 2) } },
	{ "without a value the count is kept", {
		WRITES("0 0x28 40"), HAPPENS(0, "u", INSTRUCTIONS, 2),
		WRITES("0 0x22"), HAPPENS(0, "k", INSTRUCTIONS, 1),
		WRITES("0 0x28 -1"), COUNTS(0, 43) } },
	{ "all lines of a write or none", {
		WRITES("0 0x28 7"), REFUSES("0 0x22 0\n9 0x28 0", EINVAL),
		HAPPENS(0, "u", INSTRUCTIONS, 1), COUNTS(0, 8),
		SHOWS(0, 0x80000028) } },
	{ "suspend and resume", {
		WRITES("0 0x28 0"), HAPPENS(0, "u", INSTRUCTIONS, 1),
		WRITES("suspend"), HOLDS(false), SHOWS(0, 0x80000020),
		HAPPENS(0, "u", INSTRUCTIONS, 10), WRITES("resume"), HOLDS(true),
		HAPPENS(0, "u", INSTRUCTIONS, 100), COUNTS(0, 101) } },
	{ "suspend one", {
		WRITES("0 0x28 0\n1 0x28 0"), WRITES("suspend 1"),
		HAPPENS(0, "u", INSTRUCTIONS, 5), WRITES("resume 1"),
		HAPPENS(0, "u", INSTRUCTIONS, 1), COUNTS(0, 6), COUNTS(1, 1) } },
	{ "a new word ends a suspension", {
		WRITES("0 0x28 0"), WRITES("suspend"), WRITES("0 0x28"),
		HAPPENS(0, "u", INSTRUCTIONS, 1), COUNTS(0, 1) } },
	{ "the hardware is held while something counts", {
		HOLDS(false), WRITES("2 0x28 0"), HOLDS(true), WRITES("2 0x20"),
		HOLDS(false) } },
	{ "past half full", {
		WRITES("0 0x28 0"), PRELOADS(0, 0x7ffffff0),
		HAPPENS(0, "u", INSTRUCTIONS, 0x20), COUNTS(0, 0x20) } },
	{ "past the end", {
		WRITES("0 0x28 0"), PRELOADS(0, 0xfffffff0),
		HAPPENS(0, "u", INSTRUCTIONS, 0x20), COUNTS(0, 0x20) } },
	{ "many laps", {
		WRITES("0 0x28 1"), HAPPENS(0, "u", INSTRUCTIONS, 5ULL << 32),
		COUNTS(0, (5ULL << 32) + 1) } },
	{ "an event that the hardware has not", {
		REFUSES("0 r1234 0", ENOENT), HOLDS(false) } },
};

static int write(const char *text)
{
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	return perfcnt_grammar_parse(text, strlen(text), perfcnt_counters_limits(),
				     settings, &reason) ?:
	       perfcnt_settings_apply(settings, NULL, &reason);
}

static void happens(struct kunit *test, const struct action *action)
{
	struct perfcnt_sim_step step = {
		.cpu = action->unit,
		.code = { action->code, action->code },
		.count = action->value,
	};

	KUNIT_ASSERT_EQ(test, parse_mode(*action->text, &step), 0);
	run_step(&step);
}

int simulated_probe(unsigned int counters)
{
	struct perfcnt_reason reason;

	perfcnt_pmu_sim.half_full = perfcnt_notify_half_full;
	perfcnt_pmu_sim.change = perfcnt_windows_switch;
	return perfcnt_pmu_sim.probe(&perfcnt_pmu_sim, counters, &reason);
}

void simulated_instructions(u64 count)
{
	struct perfcnt_sim_step step = {
		.code = { INSTRUCTIONS, INSTRUCTIONS },
		.mode = PERFCNT_CTL_U,
		.count = count,
	};

	run_step(&step);
}

/* Let a register hold a value; the count is kept. */
static void preload(unsigned int counter, u32 value)
{
	perfcnt_regfile_align(&register_file, counter,
			      value - register_file.extend[counter].sum);
}

static void do_action(struct kunit *test, const struct action *action)
{
	static struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	KUNIT_ASSERT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	switch (action->does) {
	case DO_NOTHING:
		break;
	case DO_WRITE:
	case DO_REFUSED:
		KUNIT_ASSERT_EQ_MSG(test, write(action->text),
				    (int)action->value, "%s", action->text);
		break;
	case DO_HAPPEN:
		happens(test, action);
		break;
	case DO_COUNT:
		KUNIT_ASSERT_EQ(test, readings[action->unit].count,
				action->value);
		break;
	case DO_SHOWN:
		KUNIT_ASSERT_EQ(test, (u64)readings[action->unit].control,
				action->value);
		break;
	case DO_PRELOAD:
		preload(action->unit, action->value);
		break;
	case DO_HELD:
		KUNIT_ASSERT_EQ(test, (u64)perfcnt_core.held, action->value);
		break;
	}
}

static void test_example(struct kunit *test)
{
	const struct example *example = test->param_value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(example->action); i++)
		do_action(test, &example->action[i]);
}

static void describe(const struct example *example, char *description)
{
	strscpy(description, example->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(example, examples, describe);

#define ALL (PERFCNT_READ_TIME | PERFCNT_READ_STATE | PERFCNT_READ_CONTROLS)

/* What an owner sees of its only counter. */
static const struct perfcnt_reading *sampled(struct kunit *test,
					     struct perfcnt_owner *owner)
{
	static struct perfcnt_reading locked, without_lock;
	struct perfcnt_reason reason;

	KUNIT_ASSERT_EQ(test, perfcnt_reading_take(owner, 0, ALL, &locked, &reason), 0);
	KUNIT_ASSERT_EQ(test, hweight32(locked.counters), 1U);
	/* nothing happens meanwhile: without a lock it is the same */
	KUNIT_ASSERT_TRUE(test, perfcnt_reading_fast(owner, 0, ALL, &without_lock));
	KUNIT_EXPECT_EQ(test, without_lock.counters, locked.counters);
	KUNIT_EXPECT_EQ(test, without_lock.running, locked.running);
	KUNIT_EXPECT_EQ(test, without_lock.count[0], locked.count[0]);
	KUNIT_EXPECT_EQ(test, without_lock.control[0], locked.control[0]);
	return &locked;
}

static unsigned int notified;

static void not_notified(struct perfcnt_owner *owner)
{
	notified++;
}

static const struct action five = HAPPENS(0, "u", INSTRUCTIONS, 5);

/* Set, start, stop and reset a counter of one's own. */
static void test_owner(struct kunit *test)
{
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_owner owner = { .pid = task_tgid(current) };
	struct perfcnt_reason reason;

	memset(settings, 0, sizeof(settings));
	settings[1].change = PERFCNT_SETTING_CONTROL | PERFCNT_SETTING_COUNT;
	settings[1].control.word = 0x28;
	settings[1].count = 100;
	KUNIT_ASSERT_EQ(test, perfcnt_owner_claim(&owner, 2, &reason), 0);
	KUNIT_ASSERT_EQ(test, perfcnt_settings_apply(settings, &owner,
						     &reason), 0);
	happens(test, &five);
	KUNIT_EXPECT_EQ(test, sampled(test, &owner)->count[0], 100ULL);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_start(&owner, 2, &reason), 0);
	happens(test, &five);
	KUNIT_EXPECT_EQ(test, sampled(test, &owner)->count[0], 105ULL);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_stop(&owner, 2, &reason), 0);
	happens(test, &five);
	KUNIT_EXPECT_EQ(test, sampled(test, &owner)->count[0], 105ULL);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_start(&owner, 2, &reason), 0);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_reset(&owner, 2, &reason), 0);
	happens(test, &five);
	KUNIT_EXPECT_EQ(test, sampled(test, &owner)->count[0], 5ULL);
	KUNIT_EXPECT_EQ(test, sampled(test, &owner)->control[0], 0x80000028U);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_release(&owner, 2, &reason), 0);
	KUNIT_EXPECT_FALSE(test, perfcnt_core.held);
}

static unsigned int interrupts;

static void interrupted(void)
{
	interrupts++;
}

/*
 * A notice that is under way when the count is set anew is not for that count: what the
 * interrupt asks for is done after RESET.
 */
static void test_notice_under_way(struct kunit *test)
{
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_owner owner = {
		.pid = task_tgid(current),
		.notify = not_notified,
	};
	struct perfcnt_reason reason;

	memset(settings, 0, sizeof(settings));
	settings[1].change = PERFCNT_SETTING_CONTROL | PERFCNT_SETTING_COUNT;
	settings[1].control.word = 0x28 | PERFCNT_CTL_IE;
	settings[1].count = PERFCNT_HALF_FULL - 5;
	KUNIT_ASSERT_EQ(test, perfcnt_owner_claim(&owner, 2, &reason), 0);
	KUNIT_ASSERT_EQ(test, perfcnt_settings_apply(settings, &owner,
						     &reason), 0);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_start(&owner, 2, &reason), 0);
	interrupts = 0;
	register_file.notify = interrupted;
	happens(test, &five);
	register_file.notify = perfcnt_notify_half_full;
	KUNIT_EXPECT_EQ(test, interrupts, 1U);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_reset(&owner, 2, &reason), 0);
	perfcnt_notify_half_full();
	perfcnt_notify_exit(); /* that has been done */
	KUNIT_EXPECT_FALSE(test, perfcnt_notify_due(&owner));
	KUNIT_EXPECT_EQ(test, notified, 0U);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_release(&owner, 2, &reason), 0);
}

/* Nobody touches what somebody else has. */
static void test_strangers(struct kunit *test)
{
	struct perfcnt_owner owner = { .pid = task_tgid(current) };
	struct perfcnt_owner stranger = { .pid = task_tgid(current) };
	struct perfcnt_reason reason;
	struct pid *pids[PERFCNT_MAX_COUNTERS];

	KUNIT_EXPECT_EQ(test, perfcnt_owner_claim(&owner, 0, &reason), -EINVAL);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_claim(&owner, 0x80000001, &reason),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, write("0 0x28 0"), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_claim(&owner, 1, &reason), -EBUSY);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_claim(&owner, 2, &reason), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_claim(&stranger, 2, &reason), -EBUSY);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_start(&stranger, 2, &reason), -EPERM);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_stop(&stranger, 2, &reason), -EPERM);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_reset(&stranger, 2, &reason), -EPERM);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_release(&stranger, 2, &reason), -EPERM);
	KUNIT_EXPECT_EQ(test, write("1 0x28 0"), -EBUSY);
	KUNIT_EXPECT_EQ(test, write("suspend 1"), -EBUSY);
	KUNIT_EXPECT_EQ(test, write("suspend"), 0);

	perfcnt_owners(pids);
	KUNIT_EXPECT_PTR_EQ(test, pids[0], (struct pid *)NULL);
	KUNIT_EXPECT_PTR_EQ(test, pids[1], owner.pid);
	put_pid(pids[1]);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_release(&owner, 2, &reason), 0);
}

/* Somebody else writes to a control register: to take its interrupts, or no more. */
void simulated_intrude(u32 word)
{
	raw_spin_lock_irq(&hardware.lock);
	hardware.control[0] = word;
	raw_spin_unlock_irq(&hardware.lock);
}

/* A count that is short is said to be so until it is set anew. */
static void test_lost_hardware(struct kunit *test)
{
	static struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	KUNIT_ASSERT_EQ(test, write("0 0x28 0"), 0);
	happens(test, &five);
	simulated_intrude(PERFCNT_CTL_K | PERFCNT_CTL_IE);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), -EIO);
	KUNIT_EXPECT_FALSE(test, perfcnt_core.held);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), -EIO);
	KUNIT_EXPECT_STREQ(test, reason.words, perfcnt_core.why.words);

	KUNIT_EXPECT_EQ(test, write("0 0x28 7"), -EBUSY);
	simulated_intrude(0);
	KUNIT_EXPECT_EQ(test, write("0 0x28 7"), 0);
	KUNIT_EXPECT_TRUE(test, perfcnt_core.held);
	happens(test, &five);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	KUNIT_EXPECT_EQ(test, readings[0].count, 12ULL);

	simulated_intrude(PERFCNT_CTL_K | PERFCNT_CTL_IE);
	KUNIT_EXPECT_EQ(test, write("1 0x28 0"), -EBUSY);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), -EIO);
	simulated_intrude(0);
	KUNIT_EXPECT_EQ(test, write("0 0 0"), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
}

/* An owner hears of it, too, and may give back what it has. */
static void test_owner_of_lost_hardware(struct kunit *test)
{
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	static struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_owner owner = { .pid = task_tgid(current) };
	static struct perfcnt_reading sample;
	struct perfcnt_reason reason;

	memset(settings, 0, sizeof(settings));
	settings[0].change = PERFCNT_SETTING_CONTROL | PERFCNT_SETTING_COUNT;
	settings[0].control.word = 0x28;
	KUNIT_ASSERT_EQ(test, perfcnt_owner_claim(&owner, 1, &reason), 0);
	KUNIT_ASSERT_EQ(test, perfcnt_settings_apply(settings, &owner,
						     &reason), 0);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_start(&owner, 1, &reason), 0);
	simulated_intrude(PERFCNT_CTL_K);
	KUNIT_EXPECT_FALSE(test, perfcnt_reading_fast(&owner, 0, ALL, &sample));
	KUNIT_EXPECT_EQ(test, perfcnt_reading_take(&owner, 0, ALL, &sample, &reason),
			-EIO);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_stop(&owner, 1, &reason), -EIO);
	/* for all others it stands where it stood */
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	KUNIT_EXPECT_EQ(test, readings[0].control & PERFCNT_CTL_MODES, 0U);
	KUNIT_EXPECT_FALSE(test, perfcnt_reading_fast(&owner, 0, ALL, &sample));
	KUNIT_EXPECT_EQ(test, perfcnt_reading_take(&owner, 0, ALL, &sample, &reason),
			-EIO);

	simulated_intrude(0);
	settings[0].count = 3;
	KUNIT_ASSERT_EQ(test, perfcnt_settings_apply(settings, &owner,
						     &reason), 0);
	KUNIT_EXPECT_EQ(test, sampled(test, &owner)->count[0], 3ULL);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_start(&owner, 1, &reason), 0);
	happens(test, &five);
	KUNIT_EXPECT_EQ(test, sampled(test, &owner)->count[0], 8ULL);
	simulated_intrude(PERFCNT_CTL_K);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_release(&owner, 1, &reason), 0);
	simulated_intrude(0);
	KUNIT_EXPECT_EQ(test, owner.mask, 0U);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	KUNIT_EXPECT_EQ(test, readings[0].count, 0ULL);
}

/* One register less, and the counter that it was is not there. */
static void test_three_counters(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, simulated_probe(5), -EINVAL);
	KUNIT_ASSERT_EQ(test, simulated_probe(3), 0);
	perfcnt_counters_init(&perfcnt_pmu_sim);
	KUNIT_EXPECT_EQ(test, write("3 0x28 0"), -EINVAL);
	KUNIT_EXPECT_EQ(test, write("2 0x28 0"), 0);
	KUNIT_EXPECT_EQ(test, write("2 0"), 0);
}

/* Every case begins with a machine that nobody has used. */
static int counters_begin(struct kunit *test)
{
	int err = simulated_probe(0);

	if (err)
		return err;
	perfcnt_counters_init(&perfcnt_pmu_sim);
	return write("0 0 0\n1 0 0\n2 0 0\n3 0 0");
}

static void counters_end(struct kunit *test)
{
	perfcnt_counters_exit();
}

static struct kunit_case counters_cases[] = {
	KUNIT_CASE_PARAM(test_example, example_gen_params),
	KUNIT_CASE(test_owner),
	KUNIT_CASE(test_notice_under_way),
	KUNIT_CASE(test_strangers),
	KUNIT_CASE(test_lost_hardware),
	KUNIT_CASE(test_owner_of_lost_hardware),
	KUNIT_CASE(test_three_counters),
	{ }
};

static struct kunit_suite counters_suite = {
	.name = "perfcnt_counters",
	.init = counters_begin,
	.exit = counters_end,
	.test_cases = counters_cases,
};

kunit_test_suite(counters_suite);

MODULE_DESCRIPTION("Tests of perfcnt, for KUnit");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
