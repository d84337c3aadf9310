// SPDX-License-Identifier: GPL-2.0
/*
 * The counters over a driver that says what the test wants it to say: that other
 * CPUs have to be asked, how long that takes, and what is lost.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/string.h>

#include "core/core.h"
#include "core/counters.h"
#include "core/owner.h"
#include "core/window.h"

#define COUNTERS 4
#define USER 0x28u /* instructions in user mode */

static struct {
	u64 sums[COUNTERS];
	unsigned long lost; /* counters */
	bool far; /* other CPUs have to be asked */
	bool slow; /* and what they answer is used when the test lets it */
	bool taken; /* another user has what is read by this CPU alone */
	bool due; /* sums need a look, and somebody else counts and reads right after it */
	bool locked; /* somebody asked who had the spinlock */
	struct completion asked;
	struct completion answer;
	unsigned long stopped; /* counters that were configured to count nothing */
	unsigned int releases;
	int refusal; /* what configure says */
} driver;

static long say(u64 *sums, struct perfcnt_reason *reason)
{
	memcpy(sums, driver.sums, sizeof(driver.sums));
	if (driver.lost)
		perfcnt_reason_set(reason, "lost 0x%lx", driver.lost);
	return driver.lost;
}

static struct perfcnt_owner owners[2];

/* What owner 1 reads of counter 1 without a lock when 10 events more have been counted; or 0. */
static u64 read_further(void)
{
	static struct perfcnt_reading reading;

	driver.sums[1] += 10;
	return perfcnt_reading_fast(&owners[1], BIT(1), 0, &reading) ? reading.count[0] : 0;
}

static u64 further;

static bool driver_read_fast(unsigned long counters, u64 *sums)
{
	if (driver.far || driver.lost || driver.due)
		return false;
	memcpy(sums, driver.sums, sizeof(driver.sums));
	return true;
}

static long driver_read(unsigned long counters, const struct cpumask *cpus, u64 *sums,
			struct perfcnt_reason *reason)
{
	long lost;

	if (!cpus && driver.far)
		return -EAGAIN;
	lost = say(sums, reason);
	if (!cpus) {
		if (driver.due) {
			driver.due = false;
			further = read_further();
			driver.due = true;
		}
		return lost;
	}
	might_sleep();
	if (spin_trylock(&perfcnt_core.counts))
		spin_unlock(&perfcnt_core.counts);
	else
		driver.locked = true;
	if (driver.slow) {
		complete(&driver.asked);
		wait_for_completion(&driver.answer);
	}
	return lost;
}

static int driver_acquire(struct perfcnt_reason *reason)
{
	return 0;
}

static void driver_release(void)
{
	driver.releases++;
}

static int driver_configure(unsigned long counters,
			    const struct perfcnt_control *control, u64 *sums,
			    struct perfcnt_reason *reason)
{
	unsigned int i;

	if (driver.refusal)
		return driver.refusal;
	for_each_set_bit(i, &counters, COUNTERS)
		if (!(control[i].word & PERFCNT_CTL_MODES))
			driver.stopped |= BIT(i);
	driver.lost &= ~driver.stopped;
	memcpy(sums, driver.sums, sizeof(driver.sums));
	return 0;
}

static bool driver_read_cpu(unsigned long counters, u64 *sums)
{
	memcpy(sums, driver.sums, sizeof(driver.sums));
	return !driver.taken;
}

static bool driver_counts_on(const struct perfcnt_control *control, unsigned int cpu)
{
	return true;
}

static const struct perfcnt_pmu pmu = {
	.name = "test",
	.limits = {
		.counters = COUNTERS,
		.tcs = 1,
		.vpes = 1,
		.modes = PERFCNT_CTL_MODES,
	},
	.acquire = driver_acquire,
	.release = driver_release,
	.configure = driver_configure,
	.read_fast = driver_read_fast,
	.read_cpu = driver_read_cpu,
	.read = driver_read,
	.counts_on = driver_counts_on,
};

/* Owner 0 has counter 0, owner 1 has 1 and 2, and all of them count. */
static void claim_all(struct kunit *test)
{
	static const u32 masks[] = { BIT(0), BIT(1) | BIT(2) };
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;
	unsigned int i, who;

	for (who = 0; who < ARRAY_SIZE(owners); who++) {
		struct perfcnt_owner *owner = &owners[who];

		*owner = (struct perfcnt_owner){ .pid = task_tgid(current) };
		memset(settings, 0, sizeof(settings));
		for (i = 0; i < COUNTERS; i++) {
			if (!(masks[who] & BIT(i)))
				continue;
			settings[i].change = PERFCNT_SETTING_CONTROL |
					     PERFCNT_SETTING_COUNT;
			settings[i].control.word = USER;
		}
		KUNIT_ASSERT_EQ(test, perfcnt_owner_claim(owner, masks[who], &reason),
				0);
		KUNIT_ASSERT_EQ(test, perfcnt_settings_apply(settings, owner,
							     &reason), 0);
		KUNIT_ASSERT_EQ(test, perfcnt_owner_start(owner, masks[who], &reason),
				0);
	}
}

static void release_all(struct kunit *test)
{
	struct perfcnt_reason reason;
	unsigned int who;

	for (who = 0; who < ARRAY_SIZE(owners); who++)
		KUNIT_EXPECT_EQ(test, perfcnt_owner_release(&owners[who],
							    owners[who].mask,
							    &reason), 0);
}

static int read_of(unsigned int who)
{
	static struct perfcnt_reading reading;
	struct perfcnt_reason reason;

	if (perfcnt_reading_fast(&owners[who], 0, 0, &reading))
		return 0;
	return perfcnt_reading_take(&owners[who], 0, 0, &reading, &reason);
}

/* One counter is lost: whoever has it is told, and nobody else. */
static void test_one_is_lost(struct kunit *test)
{
	static struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	claim_all(test);
	driver.lost = BIT(1);
	KUNIT_EXPECT_EQ(test, read_of(0), 0);
	KUNIT_EXPECT_EQ(test, read_of(1), -EIO);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_stop(&owners[0], BIT(0), &reason), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_start(&owners[0], BIT(0), &reason), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_stop(&owners[1], BIT(1), &reason), -EIO);
	KUNIT_EXPECT_STREQ(test, reason.words, "lost 0x2");
	KUNIT_EXPECT_EQ(test, perfcnt_owner_stop(&owners[1], BIT(2), &reason), 0);

	/* whoever may sleep lets it count nothing, and the others count on */
	driver.sums[0] = 5;
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	KUNIT_EXPECT_EQ(test, driver.stopped, BIT(1));
	KUNIT_EXPECT_EQ(test, driver.releases, 0U);
	KUNIT_EXPECT_EQ(test, readings[0].count, 5ULL);
	KUNIT_EXPECT_EQ(test, readings[1].control & PERFCNT_CTL_MODES, 0U);
	KUNIT_EXPECT_EQ(test, read_of(0), 0);
	KUNIT_EXPECT_EQ(test, read_of(1), -EIO);
	release_all(test);
	KUNIT_EXPECT_EQ(test, driver.releases, 1U);
}

/* What /proc/perf itself counts makes its readings fail. */
static void test_one_of_nobody_is_lost(struct kunit *test)
{
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	static struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	memset(settings, 0, sizeof(settings));
	settings[3].change = PERFCNT_SETTING_CONTROL;
	settings[3].control.word = USER;
	KUNIT_ASSERT_EQ(test, perfcnt_settings_apply(settings, NULL, &reason),
			0);
	claim_all(test);
	driver.lost = BIT(3);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), -EIO);
	KUNIT_EXPECT_STREQ(test, reason.words, "lost 0x8");
	KUNIT_EXPECT_EQ(test, read_of(0), 0);
	KUNIT_EXPECT_EQ(test, read_of(1), 0);
	settings[3].change |= PERFCNT_SETTING_COUNT;
	settings[3].control.word = 0;
	KUNIT_EXPECT_EQ(test, perfcnt_settings_apply(settings, NULL, &reason),
			0);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	release_all(test);
}

/* Sets counter 3, which nobody has claimed. */
static int set_last(u32 word, u64 count)
{
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	memset(settings, 0, sizeof(settings));
	settings[3].change = PERFCNT_SETTING_CONTROL | PERFCNT_SETTING_COUNT;
	settings[3].control.word = word;
	settings[3].count = count;
	return perfcnt_settings_apply(settings, NULL, &reason);
}

/* CPUs may have to be asked while nothing counts: one is just coming. */
static void test_asked_while_nothing_counts(struct kunit *test)
{
	static struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	driver.far = true;
	driver.sums[3] = 100;
	KUNIT_ASSERT_EQ(test, set_last(0, 7), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	KUNIT_EXPECT_EQ(test, readings[3].count, 7ULL);
}

/* A counter that counts nothing has nothing to lose. */
static void test_idle_is_lost(struct kunit *test)
{
	static struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	claim_all(test);
	driver.lost = BIT(3);
	KUNIT_EXPECT_EQ(test, perfcnt_reading_all(readings, &reason), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_core.lost, 0UL);
	KUNIT_EXPECT_EQ(test, read_of(0), 0);
	release_all(test);
}

/* What the driver refuses changes nothing; what it loses then is all lost. */
static void test_refusals(struct kunit *test)
{
	driver.refusal = -ENOENT;
	KUNIT_EXPECT_EQ(test, set_last(USER, 0), -ENOENT);
	KUNIT_EXPECT_EQ(test, driver.releases, 1U); /* nothing counted */
	driver.refusal = 0;
	claim_all(test);
	driver.refusal = -ENOENT;
	KUNIT_EXPECT_EQ(test, set_last(USER, 0), -ENOENT);
	KUNIT_EXPECT_EQ(test, driver.releases, 1U);
	KUNIT_EXPECT_EQ(test, read_of(0), 0);
	driver.refusal = -EIO;
	KUNIT_EXPECT_EQ(test, set_last(USER, 0), -EIO);
	KUNIT_EXPECT_EQ(test, driver.releases, 2U);
	KUNIT_EXPECT_EQ(test, read_of(0), -EIO);
	KUNIT_EXPECT_EQ(test, perfcnt_core.lost, BIT(0) | BIT(1) | BIT(2));
	driver.refusal = 0;
	release_all(test);
}

/* A process that the caller's PID namespace does not have. */
static void test_stranger_elsewhere(struct kunit *test)
{
	struct perfcnt_owner stranger = {
		.pid = kunit_kzalloc(test, sizeof(struct pid) +
				     sizeof(struct upid), GFP_KERNEL),
	};
	struct perfcnt_reason reason;

	KUNIT_ASSERT_NOT_NULL(test, stranger.pid);
	KUNIT_ASSERT_EQ(test, perfcnt_owner_claim(&stranger, 1, &reason), 0);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_claim(&owners[0], 1, &reason), -EBUSY);
	KUNIT_EXPECT_STREQ(test, reason.words,
			   "counter 0: claimed by a process in another PID namespace");
	KUNIT_EXPECT_EQ(test, perfcnt_owner_release(&stranger, 1, &reason), 0);
}

static int read_thread(void *unused)
{
	return read_of(0);
}

static int stop_thread(void *unused)
{
	struct perfcnt_reason reason;

	return perfcnt_owner_stop(&owners[1], BIT(1), &reason);
}

static struct task_struct *run_thread(struct kunit *test, int (*what)(void *))
{
	struct task_struct *task = kthread_create(what, test, "perfcnt_test");

	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	get_task_struct(task);
	wake_up_process(task);
	return task;
}

static int finish(struct task_struct *task)
{
	int result = kthread_stop(task);

	put_task_struct(task);
	return result;
}

/*
 * While other CPUs are being asked no lock is held that one spins for; what is at
 * hand can be read, and whoever wants to change a count waits.
 */
static void test_who_waits(struct kunit *test)
{
	struct task_struct *reader, *changer;

	claim_all(test);
	driver.far = true;
	driver.slow = true;
	reader = run_thread(test, read_thread);
	wait_for_completion(&driver.asked);
	driver.far = false;
	KUNIT_EXPECT_EQ(test, read_of(1), 0);
	changer = run_thread(test, stop_thread);
	msleep(50);
	KUNIT_EXPECT_FALSE(test, perfcnt_core.counter[1].stopped);

	driver.slow = false;
	complete(&driver.answer);
	KUNIT_EXPECT_EQ(test, finish(reader), 0);
	KUNIT_EXPECT_EQ(test, finish(changer), 0);
	KUNIT_EXPECT_TRUE(test, perfcnt_core.counter[1].stopped);
	KUNIT_EXPECT_FALSE(test, driver.locked);
	release_all(test);
}

/* What owner 1 reads of counter 1, whatever that takes. */
static u64 read_one(struct kunit *test)
{
	static struct perfcnt_reading reading;
	struct perfcnt_reason reason;

	KUNIT_EXPECT_EQ(test, perfcnt_reading_take(&owners[1], BIT(1), 0, &reading, &reason), 0);
	return reading.count[0];
}

/* It is told that counter 1 went back, and owner 1's other counter is right. */
static void check_back(struct kunit *test)
{
	static struct perfcnt_reading reading;
	struct perfcnt_reason reason;

	KUNIT_EXPECT_EQ(test, perfcnt_reading_take(&owners[1], BIT(1), 0, &reading, &reason), -EIO);
	KUNIT_EXPECT_STREQ(test, reason.words,
			   "counter 1: what the hardware counts went back; counting has stopped");
	KUNIT_EXPECT_EQ(test, perfcnt_reading_take(&owners[1], BIT(2), 0, &reading, &reason), 0);
}

/* The owner sets the count of counter 1: that is right again. */
static void set_one_again(struct kunit *test)
{
	static struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	memset(settings, 0, sizeof(settings));
	settings[1].change = PERFCNT_SETTING_COUNT;
	settings[1].count = 7;
	KUNIT_EXPECT_EQ(test, perfcnt_settings_apply(settings, &owners[1], &reason), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), 7ULL);
}

/* No counter counts less than nothing, whatever its driver says. */
static void test_sum_goes_back(struct kunit *test)
{
	struct perfcnt_reason reason;

	driver.sums[1] = 100;
	claim_all(test);
	driver.sums[1] = 150;
	KUNIT_EXPECT_EQ(test, read_one(test), 50ULL);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_reset(&owners[1], BIT(1), &reason), 0);
	driver.sums[1] = 149;
	check_back(test);
	KUNIT_EXPECT_EQ(test, perfcnt_owner_stop(&owners[1], BIT(1), &reason), -EIO);
	KUNIT_EXPECT_EQ(test, read_of(0), 0);
	set_one_again(test);
	KUNIT_EXPECT_EQ(test, driver.stopped, BIT(1)); /* until then */
	driver.sums[1] = 151;
	KUNIT_EXPECT_EQ(test, read_one(test), 9ULL);
	release_all(test);
}

/* Counter 1 counts in windows. */
static struct perfcnt_windows *attach_windows(struct kunit *test)
{
	struct perfcnt_windows *windows = perfcnt_windows_new();
	struct perfcnt_reason reason;

	KUNIT_ASSERT_NOT_NULL(test, windows);
	KUNIT_ASSERT_EQ(test, perfcnt_windows_attach(windows, &owners[1], BIT(1), false, &reason),
			0);
	return windows;
}

/* The same within a window, also if it counts more at once than before it went back. */
static void check_window_goes_back(struct kunit *test, bool at_the_end)
{
	struct perfcnt_windows *windows;
	u64 now[PERFCNT_MAX_COUNTERS];

	driver.sums[1] = 100;
	claim_all(test);
	windows = attach_windows(test);
	local_irq_disable();
	perfcnt_windows_sched_in(windows, now, NULL);
	driver.sums[1] += 50;
	perfcnt_windows_sched_out(windows, now);
	KUNIT_EXPECT_FALSE(test, perfcnt_windows_is_lost_here(windows));
	perfcnt_windows_sched_in(windows, now, NULL);
	driver.sums[1]--;
	perfcnt_windows_sched_out(windows, now);
	KUNIT_EXPECT_TRUE(test, perfcnt_windows_is_lost_here(windows));
	perfcnt_windows_sched_in(windows, now, NULL);
	driver.sums[1] += 50;
	perfcnt_windows_sched_out(windows, now);
	local_irq_enable();
	if (!at_the_end) {
		static struct perfcnt_reading reading;

		KUNIT_EXPECT_FALSE(test, perfcnt_reading_fast(&owners[1], BIT(1), 0, &reading));
		check_back(test);
	}
	perfcnt_windows_detach(windows);
	perfcnt_windows_free(windows);
	check_back(test);
	set_one_again(test);
	release_all(test);
}

static void test_window_goes_back(struct kunit *test)
{
	check_window_goes_back(test, false);
}

/* Nobody has read it as long as there were windows. */
static void test_window_has_gone_back(struct kunit *test)
{
	check_window_goes_back(test, true);
}

/* A counter in a scope that is lost between what its driver reads and what its window does. */
static void check_taken_in_a_window(struct kunit *test, const struct perfcnt_pmu *used)
{
	static struct perfcnt_reading reading;
	struct perfcnt_windows *windows;
	u64 now[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;

	perfcnt_counters_init(used);
	claim_all(test);
	windows = attach_windows(test);
	local_irq_disable();
	perfcnt_windows_sched_in(windows, now, NULL);
	local_irq_enable();
	driver.sums[1] += 50;
	KUNIT_EXPECT_EQ(test, read_one(test), 50ULL);
	driver.taken = true;
	driver.sums[1] += 1000;
	KUNIT_EXPECT_EQ(test, perfcnt_reading_take(&owners[1], BIT(1), 0, &reading, &reason), -EIO);
	KUNIT_EXPECT_STREQ(test, reason.words,
			   "counter 1: the hardware was taken away while it was read; counting has stopped");
	KUNIT_EXPECT_EQ(test, perfcnt_reading_take(&owners[1], BIT(2), 0, &reading, &reason), 0);
	driver.taken = false;
	local_irq_disable();
	perfcnt_windows_sched_out(windows, now);
	local_irq_enable();
	perfcnt_windows_detach(windows);
	perfcnt_windows_free(windows);
	release_all(test);
}

static void test_taken_in_a_window(struct kunit *test)
{
	check_taken_in_a_window(test, &pmu);
}

/* The same where every CPU reads the same registers. */
static void test_taken_in_all_windows(struct kunit *test)
{
	static struct perfcnt_pmu used;

	used = pmu;
	used.reads_anywhere = true;
	check_taken_in_a_window(test, &used);
}

static int read_one_thread(void *test)
{
	return read_one(test);
}

/* A count that is stopped is what the answers say: no reading before that shows more. */
static void test_stopped_while_it_is_read(struct kunit *test)
{
	static struct perfcnt_reading reading;
	struct task_struct *changer, *reader;

	claim_all(test);
	driver.sums[1] = 100;
	driver.far = true;
	driver.slow = true;
	changer = run_thread(test, stop_thread);
	wait_for_completion(&driver.asked);
	driver.far = false;
	further = read_further();
	KUNIT_EXPECT_TRUE(test, perfcnt_reading_fast(&owners[1], BIT(2), 0, &reading));
	driver.slow = false;
	reader = run_thread(test, read_one_thread);
	msleep(50);
	complete(&driver.answer);
	KUNIT_EXPECT_EQ(test, finish(changer), 0);
	KUNIT_EXPECT_LE(test, further, read_one(test));
	KUNIT_EXPECT_EQ(test, finish(reader), read_one(test));
	KUNIT_EXPECT_EQ(test, read_one(test), 100ULL);
	KUNIT_EXPECT_TRUE(test, perfcnt_reading_fast(&owners[1], BIT(1), 0, &reading));
	release_all(test);
}

/* The same where this CPU has all sums, but not without a look. */
static void test_stopped_by_a_look(struct kunit *test)
{
	struct perfcnt_reason reason;

	claim_all(test);
	driver.sums[1] = 100;
	driver.due = true;
	KUNIT_EXPECT_EQ(test, perfcnt_owner_stop(&owners[1], BIT(1), &reason), 0);
	driver.due = false;
	KUNIT_EXPECT_LE(test, further, read_one(test));
	KUNIT_EXPECT_EQ(test, read_further(), read_one(test));
	release_all(test);
}

static int sums_begin(struct kunit *test)
{
	memset(&driver, 0, sizeof(driver));
	init_completion(&driver.asked);
	init_completion(&driver.answer);
	perfcnt_counters_init(&pmu);
	return 0;
}

static void sums_end(struct kunit *test)
{
	perfcnt_counters_exit();
}

static struct kunit_case sums_cases[] = {
	KUNIT_CASE(test_one_is_lost),
	KUNIT_CASE(test_one_of_nobody_is_lost),
	KUNIT_CASE(test_asked_while_nothing_counts),
	KUNIT_CASE(test_idle_is_lost),
	KUNIT_CASE(test_refusals),
	KUNIT_CASE(test_stranger_elsewhere),
	KUNIT_CASE(test_who_waits),
	KUNIT_CASE(test_stopped_while_it_is_read),
	KUNIT_CASE(test_stopped_by_a_look),
	KUNIT_CASE(test_sum_goes_back),
	KUNIT_CASE(test_window_goes_back),
	KUNIT_CASE(test_window_has_gone_back),
	KUNIT_CASE(test_taken_in_a_window),
	KUNIT_CASE(test_taken_in_all_windows),
	{ }
};

static struct kunit_suite sums_suite = {
	.name = "perfcnt_sums",
	.init = sums_begin,
	.exit = sums_end,
	.test_cases = sums_cases,
};

kunit_test_suite(sums_suite);
