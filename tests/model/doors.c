// SPDX-License-Identifier: GPL-2.0
/*
 * What users do, and what they must see.  Nothing is lost and nothing is counted
 * twice: a count is what was counted, to the last one, whatever happens in the
 * middle.  Where an operation itself sets, starts or stops a count, that moment
 * may be anywhere within it.
 */
#include "core/counts.h"
#include "world.h"

/* Both have S, which the hardware lacks. */
#define WORD		(1u << PERFCNT_CTL_EVENT_SHIFT | PERFCNT_CTL_S)
#define ONE_WORD	(WORD | PERFCNT_CTL_U)
#define OTHER_WORD	(WORD | PERFCNT_CTL_K)
#define NO_MODE		(ONE_WORD & ~PERFCNT_CTL_MODES)
#define KEEP		(~(u64)0)

static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
static struct perfcnt_reason reason;

/*
 * What a task switch would see must be what a reading sees, however long ago the last
 * look was: the program that runs may never switch.  The same for a reading without a
 * lock, if it says that it sees all.
 */
static void peek_at_all(void)
{
	u64 peeked[MODEL_COUNTERS], read[MODEL_COUNTERS], glanced[PERFCNT_MAX_COUNTERS];
	bool good = perfcnt_regfile_read_fast(&register_file, glanced);
	unsigned int i;

	perfcnt_regfile_read_cpu(&register_file, peeked);
	perfcnt_regfile_read(&register_file, read, &reason);
	for (i = 0; i < rules.counters; i++)
		if (peeked[i] != read[i])
			model_wrong("a task switch sees another sum");
		else if (good && glanced[i] != read[i])
			model_wrong("a reading without a lock sees another sum");
}

/* What is seen of a counter, with nothing happening meanwhile. */
static u64 seen(unsigned int i)
{
	static char kept[4096];
	struct operation now = operation;
	struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];

	world_save(kept);
	operation.quiet = true;
	peek_at_all();
	perfcnt_reading_all(readings, &reason);
	operation = now;
	world_restore(kept);
	return readings[i].count;
}

static u64 units(u64 n)
{
	return n << unit_shift();
}

/*
 * After an operation.  @from is what counters in operation.changing may go on
 * from, KEEP for what they had.
 */
static void check(u64 from)
{
	unsigned int i;

	for (i = 0; i < rules.counters; i++) {
		u64 counted = units(operation.counted[i]);
		u64 now = seen(i), least = world.expected[i];

		if (operation.changing & BIT(i)) {
			least = from == KEEP ? least : from;
			if (now - least > counted)
				model_wrong("a count is not what it was set to, or kept");
		} else {
			if (world.wanted[i])
				least += counted;
			if (now != least)
				model_wrong(now - least < ~now + least ?
					    "counts are doubled" :
					    "counts are lost");
		}
		world.expected[i] = now;
		if (rules.device && world.wanted[i] &&
		    world.count[i] != (u32)now)
			model_wrong("a register is not half full when the count is");
	}
}

static void apply(unsigned int i, unsigned int change, u32 word, u64 from,
		  bool wanted)
{
	struct perfcnt_counter *counter = &perfcnt_core.counter[i];
	bool same = !counter->suspended && wanted && from == KEEP &&
		    (!(change & PERFCNT_SETTING_CONTROL) ||
		     counter->control.word == word);

	if (same && (world.wanted[i] || rules.device))
		operation.changing &= ~BIT(i);
	else
		operation.changing |= BIT(i);
	settings[i].change = change;
	settings[i].control.word = word;
	settings[i].count = from;
	if (from != KEEP)
		settings[i].change |= PERFCNT_SETTING_COUNT;
	world.wanted[i] = wanted && !counter->stopped;
}

static void apply_now(u64 from)
{
	if (perfcnt_settings_apply(settings, rules.device ?
				   perfcnt_core.counter->owner : NULL, &reason))
		model_wrong("a setting is refused");
	memset(settings, 0, sizeof(settings));
	check(from);
}

/* All counters have one owner, who reads without a lock if that can be. */
static void read_owned(struct perfcnt_shown *readings)
{
	struct perfcnt_owner *owner = perfcnt_core.counter->owner;
	struct perfcnt_reading reading;
	unsigned int i;

	if (!perfcnt_reading_fast(owner, 0, 0, &reading) &&
	    perfcnt_reading_take(owner, 0, 0, &reading, &reason))
		model_wrong("a reading fails");
	for (i = 0; i < rules.counters; i++)
		readings[i].count = reading.count[i];
}

static void read_now(void)
{
	struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	u64 before[MODEL_COUNTERS];
	unsigned int i;

	memcpy(before, world.expected, sizeof(before));
	if (rules.device)
		read_owned(readings);
	else if (perfcnt_reading_all(readings, &reason))
		model_wrong("a reading fails");
	check(KEEP);
	for (i = 0; i < rules.counters; i++) {
		if (readings[i].count - before[i] >
		    world.expected[i] - before[i])
			model_wrong("a reading goes back, or ahead");
	}
}

static bool has_mode(unsigned int i)
{
	return perfcnt_core.counter[i].control.word & PERFCNT_CTL_MODES;
}

/* All counters are claimed: an owner's own calls, on one of them. */
static void owner_does(unsigned int i, unsigned int what)
{
	struct perfcnt_counter *counter = &perfcnt_core.counter[i];
	struct perfcnt_owner *owner = counter->owner;
	bool starts = what == 0 && counter->stopped;
	int err;

	if (starts || what)
		operation.changing = BIT(i);
	if (what == 0)
		err = perfcnt_counts_start(owner, BIT(i), false, &reason);
	else if (what == 1)
		err = perfcnt_counts_stop(owner, BIT(i), false, &reason);
	else
		err = perfcnt_counts_reset(owner, BIT(i), false, &reason);
	if (err)
		model_wrong("an owner's call fails");
	world.wanted[i] = !counter->stopped && has_mode(i);
	check(what == 2 ? 0 : KEEP);
}

static const char *const proc_operations[] = {
	"set, from 0", "the same word again", "another word",
};

static const char *const device_operations[] = {
	"set, from 0", "set, just below half full", "no mode", "the mode again",
	"start", "stop", "reset",
};

/* The operations from here on are an owner's other calls. */
#define OWNERS 4

static void operate_on(unsigned int i, unsigned int what)
{
	u64 below_half = PERFCNT_HALF_FULL - units(1);

	if (verbose)
		printf("# counter %u: %s\n", i, rules.device ?
		       device_operations[what] : proc_operations[what]);
	if (rules.device && what >= OWNERS) {
		owner_does(i, what - OWNERS);
	} else if (rules.device && what >= 2) {
		apply(i, PERFCNT_SETTING_CONTROL,
		      PERFCNT_CTL_IE | (what == 2 ? NO_MODE : ONE_WORD), KEEP,
		      what == 3);
		apply_now(KEEP);
	} else if (rules.device) {
		apply(i, 0, 0, what ? below_half : 0, has_mode(i));
		apply_now(what ? below_half : 0);
	} else {
		apply(i, PERFCNT_SETTING_CONTROL,
		      what == 2 ? OTHER_WORD : ONE_WORD, what ? KEEP : 0, true);
		apply_now(what ? KEEP : 0);
	}
}

static unsigned int of_each(void)
{
	return rules.device ? ARRAY_SIZE(device_operations) :
			      ARRAY_SIZE(proc_operations);
}

static void suspend_or_resume(bool resume)
{
	unsigned int i;

	if (verbose)
		printf("# %s\n", resume ? "resume" : "suspend");
	for (i = 0; i < rules.counters; i++) {
		u32 word = perfcnt_core.counter[i].control.word;

		apply(i, resume ? PERFCNT_SETTING_RESUME :
		      PERFCNT_SETTING_SUSPEND, 0, KEEP,
		      resume && (word & PERFCNT_CTL_MODES));
	}
	apply_now(KEEP);
}

static void count_now(unsigned int i, unsigned int n)
{
	if (verbose)
		printf("# count\n");
	count_happens(i, n);
	check(KEEP);
}

/* Counting: one counter, of a size that the environment chooses. */
static bool count_between(unsigned int i)
{
	unsigned int sizes[256], found = count_sizes(i, true, sizes);

	if (found)
		count_now(i, sizes[choose(found)]);
	return found;
}

enum { INTERRUPT, TIMER, READ, SUSPEND, RESUME, COMMON };

/* How many operations there are; not all can be done in every world. */
unsigned int doors_count(void)
{
	return COMMON + rules.counters * (1 + of_each());
}

/**
 * doors_do - one operation
 * @number: which
 *
 * Return: false if this world has no such operation.
 */
bool doors_do(unsigned int number)
{
	unsigned int i;

	operation = (struct operation){ .bursts = rules.bursts };
	switch (number) {
	case INTERRUPT:
		line_interrupts();
		check(KEEP);
		return true;
	case TIMER:
		if (!register_file.timer.queued)
			return false;
		timer_fires();
		check(KEEP);
		return true;
	case READ:
		if (verbose)
			printf("# read\n");
		read_now();
		return true;
	case SUSPEND:
	case RESUME:
		if (rules.device)
			return false;
		suspend_or_resume(number == RESUME);
		return true;
	}
	number -= COMMON;
	i = number / (1 + of_each());
	number %= 1 + of_each();
	if (!number)
		return count_between(i);
	operate_on(i, number - 1);
	return true;
}

/* /dev/perfcnt: what a counter counts is set once, with IE. */
void doors_begin(void)
{
	unsigned int i;

	for (i = 0; rules.device && i < rules.counters; i++)
		apply(i, PERFCNT_SETTING_CONTROL, ONE_WORD | PERFCNT_CTL_IE, 0,
		      true);
	if (rules.device)
		apply_now(0);
}
