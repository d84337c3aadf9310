// SPDX-License-Identifier: GPL-2.0
/* Gates, on this CPU, over a driver whose sums the test says. */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "core/pmu.h"
#include "core/window.h"

#define ON_THIS_CPU 0
#define ON_ALL_CPUS 1
#define NOWHERE 2

static u64 sums[PERFCNT_MAX_COUNTERS];
static bool lost;

static bool read_sums(unsigned long counters, u64 *now)
{
	memcpy(now, sums, sizeof(sums));
	return !lost;
}

/* A counter's unit says where it counts; CPU 0 runs the test. */
static bool counts_on(const struct perfcnt_control *control, unsigned int cpu)
{
	return control->unit == ON_ALL_CPUS || (control->unit == ON_THIS_CPU && !cpu);
}

static struct perfcnt_pmu pmu = {
	.name = "windows",
	.limits = { .counters = PERFCNT_MAX_COUNTERS, .vpes = 2 },
	.read_fast = read_sums,
	.read_cpu = read_sums,
	.counts_on = counts_on,
};

#define A_TC (PERFCNT_MT_EN_TC << PERFCNT_CTL_MT_EN_SHIFT)

static const struct perfcnt_control here = { .word = A_TC, .unit = ON_THIS_CPU };
static const struct perfcnt_control anywhere = { .unit = ON_ALL_CPUS };
static const struct perfcnt_control nowhere = { .word = A_TC, .unit = NOWHERE };

static struct perfcnt_windows *windows;

static void open_and_close(bool open)
{
	u64 now[PERFCNT_MAX_COUNTERS];
	unsigned long flags;

	local_irq_save(flags);
	if (open)
		perfcnt_windows_sched_in(windows, now, NULL);
	else
		perfcnt_windows_sched_out(windows, now);
	local_irq_restore(flags);
}

static u64 shown(unsigned int i)
{
	u64 now[PERFCNT_MAX_COUNTERS];
	unsigned long unread;

	memcpy(now, sums, sizeof(now));
	perfcnt_windows_show(BIT(i), now, &unread);
	return now[i];
}

/* A counter's sum goes from 1000 on: what is counted is the difference. */
static void begin(struct kunit *test, bool anywhere_too)
{
	KUNIT_ASSERT_EQ(test, set_cpus_allowed_ptr(current, cpumask_of(0)), 0);
	memset(sums, 0, sizeof(sums));
	lost = false;
	sums[0] = 1000;
	sums[1] = -5ULL;
	pmu.reads_anywhere = anywhere_too;
	perfcnt_windows_init(&pmu);
	windows = perfcnt_windows_new();
	KUNIT_ASSERT_NOT_NULL(test, windows);
}

static void end(void)
{
	perfcnt_windows_remove(windows);
	synchronize_rcu();
	perfcnt_windows_free(windows);
}

static void count(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, perfcnt_windows_take(windows, 0, &here), 1U);
	perfcnt_windows_add(windows);
	sums[0] += 7;
	KUNIT_EXPECT_EQ(test, shown(0), 0ULL);
	open_and_close(true);
	sums[0] += 5;
	KUNIT_EXPECT_EQ(test, shown(0), 5ULL);
	sums[0] += 1ULL << 40; /* a program that never switches */
	KUNIT_EXPECT_EQ(test, shown(0), (1ULL << 40) + 5);
	open_and_close(false);
	sums[0] += 100;
	KUNIT_EXPECT_EQ(test, shown(0), (1ULL << 40) + 5);
	KUNIT_EXPECT_EQ(test, shown(1), -5ULL); /* it has no windows */
	end();
	KUNIT_EXPECT_EQ(test, shown(0), sums[0]);
}

static void test_registers(struct kunit *test)
{
	begin(test, true);
	count(test);
}

static void test_sums_of_cpus(struct kunit *test)
{
	begin(test, false);
	count(test);
}

/* Open twice, it is closed with the last. */
static void test_twice(struct kunit *test)
{
	begin(test, true);
	perfcnt_windows_take(windows, 1, &here);
	perfcnt_windows_add(windows);
	open_and_close(true);
	sums[1] += 3; /* past 2^64 */
	open_and_close(true);
	sums[1] += 4;
	open_and_close(false);
	sums[1] += 5;
	open_and_close(false);
	sums[1] += 6;
	KUNIT_EXPECT_EQ(test, shown(1), 12ULL);
	end();
}

/* A register of several CPUs counts while any window is open, and once. */
static void test_shared(struct kunit *test)
{
	begin(test, true);
	KUNIT_EXPECT_EQ(test, perfcnt_windows_take(windows, 0, &anywhere),
			num_possible_cpus());
	KUNIT_EXPECT_EQ(test, windows->shared, 1UL);
	perfcnt_windows_add(windows);
	open_and_close(true);
	sums[0] += 5;
	open_and_close(false);
	sums[0] += 7;
	KUNIT_EXPECT_EQ(test, shown(0), 5ULL);
	end();
}

static void test_nowhere(struct kunit *test)
{
	begin(test, true);
	KUNIT_EXPECT_EQ(test, perfcnt_windows_take(windows, 0, &nowhere), 0U);
	perfcnt_windows_add(windows);
	open_and_close(true);
	sums[0] += 5;
	KUNIT_EXPECT_EQ(test, shown(0), 0ULL);
	open_and_close(false);
	end();
}

/* What a reading without a lock sees, or -1 if that is not enough. */
static u64 read_fast(unsigned int i)
{
	u64 now[PERFCNT_MAX_COUNTERS];
	bool good;

	local_irq_disable();
	good = perfcnt_windows_read_fast(windows, BIT(i), now);
	local_irq_enable();
	return good ? now[i] : -1ULL;
}

static bool is_open(unsigned int cpu)
{
	static struct cpumask cpus;

	perfcnt_windows_find_open(BIT(0), &cpus);
	return cpumask_test_cpu(cpu, &cpus);
}

static void on_another_cpu(void *open)
{
	open_and_close(open);
}

/* A fast reading is enough as long as no other CPU's windows are open. */
static void check_read_fast(struct kunit *test, bool anywhere_too)
{
	begin(test, anywhere_too);
	perfcnt_windows_take(windows, 0, &anywhere);
	perfcnt_windows_add(windows);
	KUNIT_EXPECT_EQ(test, read_fast(0), 0ULL);
	open_and_close(true);
	sums[0] += 5;
	KUNIT_EXPECT_EQ(test, read_fast(0), 5ULL);
	KUNIT_EXPECT_EQ(test, read_fast(1), -1ULL); /* it has no windows */
	KUNIT_EXPECT_TRUE(test, is_open(0));
	if (cpu_online(1)) {
		KUNIT_EXPECT_FALSE(test, is_open(1));
		smp_call_function_single(1, on_another_cpu, &lost, true);
		sums[0] += 7;
		KUNIT_EXPECT_TRUE(test, is_open(1));
		KUNIT_EXPECT_EQ(test, read_fast(0), -1ULL);
		smp_call_function_single(1, on_another_cpu, NULL, true);
		KUNIT_EXPECT_FALSE(test, is_open(1));
		KUNIT_EXPECT_EQ(test, read_fast(0), shown(0));
	}
	open_and_close(false);
	KUNIT_EXPECT_FALSE(test, is_open(0));
	sums[0] += 100;
	KUNIT_EXPECT_EQ(test, read_fast(0), shown(0));
	end();
}

static void test_read_fast_of_registers(struct kunit *test)
{
	check_read_fast(test, true);
}

static void test_read_fast_of_sums_of_cpus(struct kunit *test)
{
	check_read_fast(test, false);
}

/* What was lost elsewhere is told by that CPU. */
static void test_lost_elsewhere(struct kunit *test)
{
	if (!cpu_online(1)) {
		kunit_skip(test, "there is one CPU");
		return;
	}
	begin(test, false);
	perfcnt_windows_take(windows, 0, &anywhere);
	perfcnt_windows_add(windows);
	smp_call_function_single(1, on_another_cpu, &lost, true);
	lost = true;
	smp_call_function_single(1, on_another_cpu, NULL, true);
	lost = false;
	KUNIT_EXPECT_TRUE(test, is_open(1));
	KUNIT_EXPECT_EQ(test, read_fast(0), -1ULL);
	end();
}

/* As a driver whose CPUs add up their own, when it lets other events count. */
static void look_and_mark(void)
{
	unsigned long flags;

	local_irq_save(flags);
	perfcnt_windows_advance_here(sums, lost ? BIT(0) : 0);
	perfcnt_windows_change(BIT(0), smp_processor_id());
	local_irq_restore(flags);
}

static bool is_lost_here(void)
{
	bool is;

	local_irq_disable();
	is = perfcnt_windows_is_lost_here(windows);
	local_irq_enable();
	return is;
}

/* What a driver that adds up its CPUs' sums knows of a loss here is kept. */
static void test_lost_where_it_is_looked_at(struct kunit *test)
{
	begin(test, false);
	perfcnt_windows_take(windows, 0, &here);
	perfcnt_windows_take(windows, 1, &nowhere);
	perfcnt_windows_add(windows);
	open_and_close(true);
	look_and_mark();
	KUNIT_EXPECT_FALSE(test, is_lost_here());
	lost = true;
	look_and_mark();
	lost = false;
	open_and_close(false);
	KUNIT_EXPECT_TRUE(test, is_lost_here());
	end();
}

static u64 marked(u64 *time)
{
	u64 now[PERFCNT_MAX_COUNTERS];

	*time = perfcnt_windows_marked(windows, now);
	return now[0];
}

/* As a driver whose CPUs read the same registers, when it lets other events count. */
static void entry(const struct perfcnt_control *control)
{
	perfcnt_windows_next(windows, 0, control);
	local_irq_disable();
	perfcnt_windows_switch(sums);
	local_irq_enable();
}

/*
 * A counter of one CPU, then of none, then of all: each event has its own window, from when
 * the driver says so.
 */
static void test_windows(struct kunit *test)
{
	u64 time;

	begin(test, true);
	perfcnt_windows_take_multiplexer(windows, BIT(0), 1);
	perfcnt_windows_add(windows);
	entry(&here);
	open_and_close(true);
	sums[0] += 5;
	perfcnt_windows_next(windows, 0, &nowhere);
	sums[0] += 3;
	KUNIT_EXPECT_EQ(test, shown(0), 8ULL);
	entry(&nowhere);
	sums[0] += 100;
	KUNIT_EXPECT_EQ(test, shown(0), 8ULL);
	KUNIT_EXPECT_EQ(test, marked(&time), 8ULL);
	entry(&anywhere);
	sums[0] += 7;
	KUNIT_EXPECT_EQ(test, shown(0), 15ULL);
	entry(&here);
	KUNIT_EXPECT_EQ(test, marked(&time), 15ULL);
	KUNIT_EXPECT_GE(test, perfcnt_windows_time(windows), time);
	open_and_close(false);
	sums[0] += 100;
	KUNIT_EXPECT_EQ(test, shown(0), 15ULL);
	end();
}

/* What does not count by itself is no thread's own. */
static void test_windows_are_nobodys(struct kunit *test)
{
	u64 now[PERFCNT_MAX_COUNTERS];

	begin(test, false);
	perfcnt_windows_take(windows, 1, &here);
	perfcnt_windows_take_multiplexer(windows, BIT(0), 1);
	perfcnt_windows_add(windows);
	local_irq_disable();
	KUNIT_EXPECT_EQ(test, perfcnt_windows_sched_in(windows, now, NULL), BIT(1));
	KUNIT_EXPECT_EQ(test, perfcnt_windows_sched_out(windows, now), BIT(1));
	local_irq_enable();
	end();
}

/* Time passes while windows are open, and only then; a mark keeps both. */
static void test_time_of_windows(struct kunit *test)
{
	u64 open, closed, then, again;

	begin(test, false);
	perfcnt_windows_take_multiplexer(windows, BIT(0), 1);
	perfcnt_windows_add(windows);
	KUNIT_EXPECT_EQ(test, perfcnt_windows_time(windows), 0ULL);
	open_and_close(true);
	sums[0] += 5;
	usleep_range(100, 200);
	open = perfcnt_windows_time(windows);
	KUNIT_EXPECT_GE(test, open, 50000ULL);
	look_and_mark();
	KUNIT_EXPECT_EQ(test, marked(&then), 5ULL);
	KUNIT_EXPECT_GE(test, then, open);
	sums[0] += 7;
	open_and_close(false);
	closed = perfcnt_windows_time(windows);
	KUNIT_EXPECT_GE(test, closed, then);
	usleep_range(100, 200);
	KUNIT_EXPECT_EQ(test, perfcnt_windows_time(windows), closed);
	KUNIT_EXPECT_EQ(test, marked(&again), 5ULL);
	KUNIT_EXPECT_EQ(test, again, then);
	look_and_mark();
	KUNIT_EXPECT_EQ(test, marked(&again), 12ULL);
	KUNIT_EXPECT_EQ(test, again, closed);
	end();
}

/* What a CPU has counted that is offline now is in the slice that ends. */
static void test_change_elsewhere(struct kunit *test)
{
	u64 time;

	if (!cpu_online(1)) {
		kunit_skip(test, "there is one CPU");
		return;
	}
	begin(test, false);
	perfcnt_windows_take_multiplexer(windows, BIT(0), 1);
	perfcnt_windows_add(windows);
	smp_call_function_single(1, on_another_cpu, &lost, true);
	sums[0] += 5;
	smp_call_function_single(1, on_another_cpu, NULL, true);
	look_and_mark();
	KUNIT_EXPECT_EQ(test, marked(&time), 0ULL);
	perfcnt_windows_change(BIT(0), 1);
	KUNIT_EXPECT_EQ(test, marked(&time), 5ULL);
	KUNIT_EXPECT_EQ(test, perfcnt_windows_time(windows), time);
	end();
}

static struct kunit_case windows_cases[] = {
	KUNIT_CASE(test_registers),
	KUNIT_CASE(test_sums_of_cpus),
	KUNIT_CASE(test_twice),
	KUNIT_CASE(test_shared),
	KUNIT_CASE(test_nowhere),
	KUNIT_CASE(test_read_fast_of_registers),
	KUNIT_CASE(test_read_fast_of_sums_of_cpus),
	KUNIT_CASE(test_lost_elsewhere),
	KUNIT_CASE(test_lost_where_it_is_looked_at),
	KUNIT_CASE(test_windows),
	KUNIT_CASE(test_windows_are_nobodys),
	KUNIT_CASE(test_time_of_windows),
	KUNIT_CASE(test_change_elsewhere),
	{ }
};

static struct kunit_suite windows_suite = {
	.name = "perfcnt_windows",
	.test_cases = windows_cases,
};

kunit_test_suite(windows_suite);
