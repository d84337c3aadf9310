// SPDX-License-Identifier: GPL-2.0
/*
 * An event that is read from its counter of the PMU without the PMU's driver, over one that
 * says how far it was.  The counter is this CPU's first one, which stands still, or nearly.
 */
#include <kunit/test.h>
#include <linux/irqflags.h>
#include <linux/limits.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "pmu/perf/cpu_event.h"

#ifdef CONFIG_X86
#include <asm/cpufeature.h>
#endif

#define HELD 100 /* what the event held when its driver looked at it */
#define RETIRED 7
#define WIDTH GENMASK_ULL(47, 0)

static unsigned int reads;

static void driver_read(struct perf_event *event)
{
	reads++;
}

static struct pmu pmu = { .read = driver_read };
static struct perf_event event;
static struct perfcnt_cpu_events here;

/* The counter is so far beyond where its driver has seen it. */
static void go_on_by(u64 difference)
{
	local64_set(&event.hw.prev_count, perfcnt_direct_raw(&event) - difference);
}

/* Has none of the ways to a count one to show?  Interrupts are off. */
static bool is_refused_everywhere(void)
{
	u64 retired[PERFCNT_MAX_COUNTERS] = { RETIRED }, sums[PERFCNT_MAX_COUNTERS];
	bool refused = !perfcnt_cpu_events_read_fast(&here, 1, retired, sums);

	refused &= !perfcnt_cpu_events_read_cpu(&here, 1, sums);
	refused &= perfcnt_cpu_events_sums(&here, 1, retired, sums) == 1;
	refused &= sums[0] == RETIRED + HELD; /* the last that was known */
	perfcnt_cpu_events_poll(&here, 1);
	return refused && here.lost == 1 && here.counter[0].seen == HELD;
}

/* Or do all show this or, as the counter may be another's, a little more? */
static bool is_shown_everywhere(u64 count)
{
	u64 retired[PERFCNT_MAX_COUNTERS] = { RETIRED }, sums[PERFCNT_MAX_COUNTERS];
	bool shown = perfcnt_cpu_events_read_fast(&here, 1, retired, sums);

	shown &= sums[0] - RETIRED - count < 1 << 30;
	shown &= perfcnt_cpu_events_read_cpu(&here, 1, sums);
	shown &= sums[0] - count < 1 << 30;
	shown &= !perfcnt_cpu_events_sums(&here, 1, retired, sums);
	perfcnt_cpu_events_poll(&here, 1);
	return shown && !here.lost;
}

static void test_difference_that_cannot_be(struct kunit *test)
{
	static const u64 can_be[] = { 0, 1000, WIDTH / 2, WIDTH / 2 + WIDTH / 4 };
	static const u64 cannot_be[] = { WIDTH / 16 * 15, WIDTH - (1 << 30) };
	bool shown, refused, again;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(can_be); i++) {
		local_irq_disable();
		event.oncpu = smp_processor_id();
		go_on_by(can_be[i]);
		shown = is_shown_everywhere(HELD + can_be[i]);
		local_irq_enable();
		KUNIT_EXPECT_TRUE_MSG(test, shown, "%llu", can_be[i]);
	}
	for (i = 0; i < ARRAY_SIZE(cannot_be); i++) {
		here.counter[0].beyond = perfcnt_direct_beyond(WIDTH);
		reads = 0;
		local_irq_disable();
		event.oncpu = smp_processor_id();
		go_on_by(cannot_be[i]);
		refused = is_refused_everywhere();
		go_on_by(1000); /* and until there is another event */
		again = is_refused_everywhere();
		local_irq_enable();
		KUNIT_EXPECT_TRUE_MSG(test, refused, "%llu", cannot_be[i]);
		KUNIT_EXPECT_TRUE_MSG(test, again, "%llu", cannot_be[i]);
		KUNIT_EXPECT_EQ(test, reads, 0); /* the driver's read() would add it */
	}
}

static int cpu_event_init(struct kunit *test)
{
#ifdef CONFIG_X86
	if (!boot_cpu_has(X86_FEATURE_ARCH_PERFMON))
#endif
		kunit_skip(test, "no counter can be read without a driver");
	event = (struct perf_event){ .pmu = &pmu };
	local64_set(&event.count, HELD);
	memset(&here, 0, sizeof(here));
	here.counter[0] = (struct perfcnt_cpu_event){
		.event = &event,
		.direct = WIDTH,
		.beyond = perfcnt_direct_beyond(WIDTH),
	};
	return 0;
}

static struct kunit_case cpu_event_cases[] = {
	KUNIT_CASE(test_difference_that_cannot_be),
	{ }
};

static struct kunit_suite cpu_event_suite = {
	.name = "perfcnt_cpu_event",
	.init = cpu_event_init,
	.test_cases = cpu_event_cases,
};

kunit_test_suite(cpu_event_suite);
