// SPDX-License-Identifier: GPL-2.0
/* A register file, and a reader without its lock who comes while it is written. */
#include <kunit/test.h>

#include "pmu/regfile.h"

#define COUNTERS 2
#define USER 0x28u /* instructions in user mode */

static struct {
	u32 words[COUNTERS];
	u32 counts[COUNTERS];
	bool unknown; /* written, and the file does not know yet what is there */
	unsigned int surprises; /* a reader would have taken that for another user's */
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

static const struct perfcnt_registers registers = {
	.read_controls = hardware_read_controls,
	.read_counts = hardware_read_counts,
	.write_control = hardware_write_control,
	.write_count = hardware_write_count,
	.settle = hardware_settle,
	.line_is_ours = hardware_line_is_ours,
	.where = hardware_where,
	.counts_on = hardware_counts_on,
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

static int regfile_test_init(struct kunit *test)
{
	memset(&hardware, 0, sizeof(hardware));
	file = (struct perfcnt_regfile){
		.registers = &registers,
		.counters = COUNTERS,
		.notify = no_notice,
		.change = no_change,
		.poll_ns = NSEC_PER_SEC,
	};
	perfcnt_regfile_init(&file);
	return 0;
}

static struct kunit_case regfile_test_cases[] = {
	KUNIT_CASE(test_reader_while_written),
	KUNIT_CASE(test_no_period_of_a_stopped_counter),
	{}
};

static struct kunit_suite regfile_test_suite = {
	.name = "perfcnt_regfile",
	.init = regfile_test_init,
	.test_cases = regfile_test_cases,
};

kunit_test_suite(regfile_test_suite);
