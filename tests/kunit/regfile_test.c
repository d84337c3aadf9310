// SPDX-License-Identifier: GPL-2.0
/* A register file, and a reader without its lock who comes while it is written. */
#include <kunit/test.h>

#include "pmu/regfile.h"

#define COUNTERS 2
#define LAP_NS (64 * NSEC_PER_SEC)
#define LAP_TICKS 0x80000000u
#define USER 0x28u /* instructions in user mode */

static struct {
	u32 words[COUNTERS];
	u32 counts[COUNTERS];
	bool unknown; /* written, and the file does not know yet what is there */
	unsigned int surprises; /* a reader would have taken that for another user's */
	u64 time;
	u32 ticks;
	bool frozen;
	unsigned int freezes;
} hardware;

static struct perfcnt_regfile file;

static void hardware_read_controls(u32 *words)
{
	memcpy(words, hardware.words, sizeof(hardware.words));
}

static void hardware_read_counts(u32 *counts)
{
	memcpy(counts, hardware.counts, sizeof(hardware.counts));
}

static void hardware_write_control(unsigned int counter, u32 word)
{
	hardware.words[counter] = word;
}

static void hardware_write_count(unsigned int counter, u32 count)
{
	hardware.counts[counter] = count;
}

/* Another CPU reads now. */
static void hardware_settle(void)
{
	unsigned int i;

	for (i = 0; i < COUNTERS; i++)
		if ((hardware.words[i] ^ file.present[i]) & ~PERFCNT_CTL_IE &&
		    !(raw_read_seqcount(&file.changes) & 1))
			hardware.surprises++;
}

static bool hardware_line_is_ours(void)
{
	return true;
}

static void hardware_where(struct perfcnt_overflow *overflow)
{
}

static bool hardware_counts_on(u32 word, unsigned int cpu)
{
	return false;
}

static u32 hardware_freeze_others(void)
{
	hardware.frozen = true;
	hardware.freezes++;
	return 1;
}

static void hardware_thaw_others(u32 before)
{
	hardware.frozen &= !before;
}

static u64 hardware_clock(void)
{
	return hardware.time;
}

static u32 hardware_ticks(void)
{
	return hardware.ticks;
}

static const struct perfcnt_registers registers = {
	.read_controls = hardware_read_controls,
	.read_counts = hardware_read_counts,
	.write_control = hardware_write_control,
	.write_count = hardware_write_count,
	.settle = hardware_settle,
	.line_is_ours = hardware_line_is_ours,
	.where = hardware_where,
	.counts_on = hardware_counts_on,
	.freeze_others = hardware_freeze_others,
	.thaw_others = hardware_thaw_others,
	.clock = hardware_clock,
	.ticks = hardware_ticks,
};

static void no_notice(void)
{
}

static void no_change(const u64 *sums)
{
}

static void test_reader_while_written(struct kunit *test)
{
	struct perfcnt_control control[PERFCNT_REGFILE_COUNTERS] = {
		{ .word = USER }, { .word = USER },
	};
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_reason reason;
	unsigned long flags;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, 0, perfcnt_regfile_seize(&file));
	for (i = 0; i < 3; i++) {
		KUNIT_EXPECT_EQ(test, 0,
				perfcnt_regfile_configure(&file, 1 << i % COUNTERS, control,
							  sums, &reason));
		control[0].word ^= PERFCNT_CTL_K;
	}
	perfcnt_regfile_align(&file, 0, 100);
	local_irq_save(flags);
	KUNIT_EXPECT_TRUE(test, perfcnt_regfile_read_cpu(&file, sums));
	local_irq_restore(flags);
	perfcnt_regfile_release(&file);
	KUNIT_EXPECT_EQ(test, 0, hardware.surprises);
}

static unsigned int periods;

static u64 period_reached(struct perfcnt_trigger *trigger,
			  const struct perfcnt_overflow *overflow)
{
	periods++;
	return trigger->first;
}

/* What another user has left in the register of a counter that is stopped is no period. */
static void test_no_period_of_a_stopped_counter(struct kunit *test)
{
	struct perfcnt_trigger trigger = { .first = 1000, .reached = period_reached };
	struct perfcnt_control control[PERFCNT_REGFILE_COUNTERS] = {
		{ .word = USER }, { .word = USER },
	};
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_reason reason;
	unsigned long flags;

	periods = 0;
	perfcnt_regfile_sample_init(&file);
	KUNIT_ASSERT_EQ(test, 0, perfcnt_regfile_seize(&file));
	KUNIT_ASSERT_EQ(test, 0,
			perfcnt_regfile_configure(&file, 0x3, control, sums, &reason));
	KUNIT_ASSERT_EQ(test, 0, perfcnt_regfile_sample(&file, 0, &trigger, &reason));
	control[0].word = 0;
	KUNIT_ASSERT_EQ(test, 0,
			perfcnt_regfile_configure(&file, 0x1, control, sums, &reason));
	hardware.counts[0] = 0x80000005;
	hardware.counts[1] = 0x80000000;
	local_irq_save(flags);
	KUNIT_EXPECT_TRUE(test, perfcnt_regfile_interrupt(&file));
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, 0, periods);
	perfcnt_regfile_sample(&file, 0, NULL, &reason);
	perfcnt_regfile_release(&file);
}

/* Both counters count, from registers that hold @from. */
static void begin_at(struct kunit *test, u32 from)
{
	static const struct perfcnt_control control[PERFCNT_REGFILE_COUNTERS] = {
		{ .word = USER }, { .word = USER },
	};
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_reason reason;

	hardware.counts[0] = from;
	hardware.counts[1] = from;
	KUNIT_ASSERT_EQ(test, 0, perfcnt_regfile_seize(&file));
	KUNIT_ASSERT_EQ(test, 0,
			perfcnt_regfile_configure(&file, 0x3, control, sums, &reason));
}

/* What one reading of counter 0 says, by each of the three ways. */
static void expect_readings(struct kunit *test, bool good, u64 sum)
{
	u64 sums[PERFCNT_REGFILE_COUNTERS] = { 0 };
	struct perfcnt_reason reason;
	unsigned long flags;

	local_irq_save(flags);
	if (!good)
		KUNIT_EXPECT_FALSE(test, perfcnt_regfile_read_fast(&file, sums));
	KUNIT_EXPECT_EQ(test, good, perfcnt_regfile_read_cpu(&file, sums));
	local_irq_restore(flags);
	if (good)
		KUNIT_EXPECT_EQ(test, sum, sums[0]);
	KUNIT_EXPECT_EQ(test, good ? 0 : 0x3, perfcnt_regfile_read(&file, sums, &reason));
	KUNIT_EXPECT_EQ(test, sum, sums[0]);
	if (!good)
		KUNIT_EXPECT_STREQ(test, reason.words,
				   "counter 0: its register was not read in time, so laps may be missing; counting has stopped");
}

/*
 * A register that is more than half of its range beyond the last look may have made a lap
 * more: whatever has been counted since is not known, of any counter.  Until then all is.
 */
static void test_reading_after_half_a_lap(struct kunit *test)
{
	static const u32 from[] = { 0, 0x7fffffff, 0x80000000, 0xffffffff };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(from); i++) {
		u64 before = file.extend[0].sum;

		begin_at(test, from[i]);
		hardware.counts[0] += 0x80000000;
		expect_readings(test, true, before + 0x80000000);
		hardware.counts[0] += 0x80000001;
		expect_readings(test, false, before + 0x80000000);
		expect_readings(test, false, before + 0x80000000);
		KUNIT_EXPECT_FALSE(test, hardware.words[0] & PERFCNT_CTL_MODES);
		KUNIT_EXPECT_FALSE(test, hardware.words[1] & PERFCNT_CTL_MODES);
		perfcnt_regfile_release(&file);

		begin_at(test, 5);
		hardware.counts[0]++;
		expect_readings(test, true, before + 0x80000001);
		perfcnt_regfile_release(&file);
	}
}

/* A register that has made a whole lap can be where it was: what says so is the time. */
static void test_reading_after_a_lap(struct kunit *test)
{
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_reason reason;

	begin_at(test, 5);
	hardware.time += LAP_NS;
	hardware.counts[0] += 10;
	KUNIT_EXPECT_EQ(test, 0, perfcnt_regfile_read(&file, sums, &reason));
	perfcnt_regfile_poll(&file);
	KUNIT_EXPECT_EQ(test, 0, perfcnt_regfile_read(&file, sums, &reason));
	KUNIT_EXPECT_EQ(test, 10, sums[0]);
	hardware.time += LAP_NS + 1;
	hardware.counts[0] += 10;
	perfcnt_regfile_poll(&file);
	KUNIT_EXPECT_EQ(test, 0x3, perfcnt_regfile_read(&file, sums, &reason));
	KUNIT_EXPECT_EQ(test, 10, sums[0]);
	perfcnt_regfile_release(&file);
}

/* What time is it for who reads without a lock? */
struct moment {
	u64 ns;
	u32 ticks;
	long jiffies;
	bool looked; /* is there nothing to see to? */
	bool known;
};

static const struct moment moments[] = {
	{ .ns = LAP_NS / 64, .ticks = LAP_TICKS / 64, .looked = true, .known = true },
	{ .ns = LAP_NS, .ticks = LAP_TICKS - 1, .looked = true, .known = true },
	{ .ns = LAP_NS, .ticks = LAP_TICKS, .known = true },
	{ .ns = LAP_NS + 1, .ticks = LAP_TICKS + 1 },
	{ .ns = 2 * LAP_NS - 1, .ticks = 2 * LAP_TICKS - 1 },
	/* the other CPU's are behind */
	{ .ns = -1ull, .ticks = -1u, .known = true },
	/* the ticks have made two laps, and seem not to have gone on */
	{ .ns = 2 * LAP_NS, .ticks = 0, .jiffies = 1 },
};

static void test_fast_reading_after_a_lap(struct kunit *test)
{
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	const struct moment *moment;
	unsigned long flags;

	for (moment = moments; moment < moments + ARRAY_SIZE(moments); moment++) {
		begin_at(test, 5);
		hardware.time += moment->ns;
		hardware.ticks += moment->ticks;
		if (moment->jiffies)
			file.look_by = jiffies - moment->jiffies;
		hardware.counts[0] += 10;
		local_irq_save(flags);
		KUNIT_EXPECT_EQ(test, moment->looked,
				perfcnt_regfile_read_fast(&file, sums));
		KUNIT_EXPECT_EQ(test, moment->known,
				perfcnt_regfile_read_cpu(&file, sums));
		local_irq_restore(flags);
		perfcnt_regfile_release(&file);
	}
}

/* Nobody looks at what stands still, and nobody has to. */
static void test_fast_reading_of_what_stands_still(struct kunit *test)
{
	static const struct perfcnt_control nothing[PERFCNT_REGFILE_COUNTERS];
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_reason reason;
	unsigned long flags;

	begin_at(test, 5);
	hardware.counts[0] += 10;
	KUNIT_EXPECT_EQ(test, 0,
			perfcnt_regfile_configure(&file, 0x3, nothing, sums, &reason));
	hardware.time += 10 * LAP_NS;
	hardware.ticks += LAP_TICKS + 1;
	local_irq_save(flags);
	KUNIT_EXPECT_TRUE(test, perfcnt_regfile_read_cpu(&file, sums));
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, 10, sums[0]);
	KUNIT_EXPECT_EQ(test, 0, perfcnt_regfile_read(&file, sums, &reason));
	KUNIT_EXPECT_EQ(test, 10, sums[0]);
	perfcnt_regfile_release(&file);
}

/* The timer does not look while the system is suspended, and the registers may count. */
static void test_suspend(struct kunit *test)
{
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_reason reason;
	unsigned long flags;

	begin_at(test, 5);
	perfcnt_regfile_shut_down(&file);
	hardware.counts[0] += 10;
	perfcnt_regfile_wake_up(&file);
	perfcnt_regfile_shut_down(&file); /* once more, before anybody has seen that */
	perfcnt_regfile_wake_up(&file);
	local_irq_save(flags);
	KUNIT_EXPECT_FALSE(test, perfcnt_regfile_read_fast(&file, sums));
	KUNIT_EXPECT_FALSE(test, perfcnt_regfile_read_cpu(&file, sums));
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, 0x3, perfcnt_regfile_read(&file, sums, &reason));
	KUNIT_EXPECT_STREQ(test, reason.words,
			   "the system went down or was suspended; counting has stopped");
	perfcnt_regfile_release(&file);
	begin_at(test, 5);
	KUNIT_EXPECT_EQ(test, 0, perfcnt_regfile_read(&file, sums, &reason));
	perfcnt_regfile_release(&file);
}

/* A change of what is counted has its sums of the same registers. */
static void test_change_after_half_a_lap(struct kunit *test)
{
	static const struct perfcnt_control nothing[PERFCNT_REGFILE_COUNTERS];
	u64 sums[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_reason reason;

	begin_at(test, 100);
	hardware.counts[1] = 99;
	KUNIT_EXPECT_EQ(test, -EIO,
			perfcnt_regfile_configure(&file, 0x1, nothing, sums, &reason));
	KUNIT_EXPECT_STREQ(test, reason.words,
			   "counter 1: its register was not read in time, so laps may be missing; counting has stopped");
	perfcnt_regfile_release(&file);
}

/* Nor does a sample say how many events it stands for. */
static void test_sample_after_half_a_lap(struct kunit *test)
{
	struct perfcnt_trigger trigger = { .first = 1000, .reached = period_reached };
	struct perfcnt_reason reason;
	unsigned long flags;

	periods = 0;
	perfcnt_regfile_sample_init(&file);
	begin_at(test, 0);
	KUNIT_ASSERT_EQ(test, 0, perfcnt_regfile_sample(&file, 0, &trigger, &reason));
	KUNIT_ASSERT_EQ(test, 0x80000000 - 1000, hardware.counts[0]);
	hardware.counts[0] = 0x80000000;
	local_irq_save(flags);
	KUNIT_EXPECT_TRUE(test, perfcnt_regfile_interrupt(&file));
	KUNIT_EXPECT_EQ(test, 1, periods);
	hardware.counts[0] = 0 - 1;
	perfcnt_regfile_interrupt(&file);
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, 1, periods);
	expect_readings(test, false, 1000);
	KUNIT_EXPECT_EQ(test, -EIO, perfcnt_regfile_sample(&file, 1, &trigger, &reason));
	perfcnt_regfile_sample(&file, 0, NULL, &reason);
	/* at the beginning and at both ends of periods; and they went on each time */
	KUNIT_EXPECT_LE(test, 3, hardware.freezes);
	KUNIT_EXPECT_FALSE(test, hardware.frozen);
	perfcnt_regfile_release(&file);

	begin_at(test, 100);
	hardware.counts[1] = 99;
	KUNIT_EXPECT_EQ(test, -EIO, perfcnt_regfile_sample(&file, 1, &trigger, &reason));
	perfcnt_regfile_sample(&file, 1, NULL, &reason);
	perfcnt_regfile_release(&file);
}

static int regfile_test_init(struct kunit *test)
{
	memset(&hardware, 0, sizeof(hardware));
	file = (struct perfcnt_regfile){
		.registers = &registers,
		.counters = COUNTERS,
		.notify = no_notice,
		.change = no_change,
		.poll_ns = NSEC_PER_SEC,
		.lap_ns = LAP_NS,
	};
	perfcnt_regfile_init(&file);
	return 0;
}

static struct kunit_case regfile_test_cases[] = {
	KUNIT_CASE(test_reader_while_written),
	KUNIT_CASE(test_no_period_of_a_stopped_counter),
	KUNIT_CASE(test_reading_after_half_a_lap),
	KUNIT_CASE(test_reading_after_a_lap),
	KUNIT_CASE(test_fast_reading_after_a_lap),
	KUNIT_CASE(test_fast_reading_of_what_stands_still),
	KUNIT_CASE(test_suspend),
	KUNIT_CASE(test_change_after_half_a_lap),
	KUNIT_CASE(test_sample_after_half_a_lap),
	{}
};

static struct kunit_suite regfile_test_suite = {
	.name = "perfcnt_regfile",
	.init = regfile_test_init,
	.test_cases = regfile_test_cases,
};

kunit_test_suite(regfile_test_suite);
