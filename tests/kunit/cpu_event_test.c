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
#include <asm/msr.h>
#endif

#define HELD 100 /* what the event held when its driver looked at it */
#define RETIRED 7
#define WIDTH GENMASK_ULL(47, 0)
#define BEYOND (WIDTH - (WIDTH >> 3))

static unsigned int reads;

static void driver_read(struct perf_event *event)
{
	reads++;
}

static struct pmu pmu = { .read = driver_read };
static struct perf_event event;

/* The counter is so far beyond where its driver has seen it. */
static void go_on_by(u64 difference)
{
#ifdef CONFIG_X86
	u64 raw;

	rdpmcl(0, raw);
	local64_set(&event.hw.prev_count, raw - difference);
#endif
}

/* This CPU's event is that, and no other CPU has any.  Interrupts are off. */
static struct perfcnt_cpu_events *begin_here(void)
{
	struct perfcnt_cpu_events *here = this_cpu_ptr(&perfcnt_cpu_events);

	event.oncpu = smp_processor_id();
	here->counter[0] = (struct perfcnt_cpu_event){
		.event = &event, .direct = WIDTH, .beyond = BEYOND,
	};
	perfcnt_all_events = (struct perfcnt_all_events){
		.only = event.oncpu, .retired = { RETIRED },
	};
	return here;
}

static void end_here(struct perfcnt_cpu_events *here)
{
	memset(here, 0, sizeof(*here));
	perfcnt_all_events = (struct perfcnt_all_events){ .only = PERFCNT_NO_CPU };
}

/* Has none of the ways to a count one to show?  Interrupts are off. */
static bool is_refused_everywhere(struct perfcnt_cpu_events *here)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	bool refused = !perfcnt_cpu_events_read_fast(1, sums);

	refused &= !perfcnt_cpu_events_read_cpu(1, sums);
	refused &= perfcnt_cpu_events_sums(here, 1, sums) == 1;
	refused &= sums[0] == RETIRED + HELD; /* the last that was known */
	perfcnt_cpu_events_poll(here, 1);
	return refused && here->lost == 1 && here->counter[0].seen == HELD;
}

/* Or do all show this or, as the counter may be another's, a little more? */
static bool is_shown_everywhere(struct perfcnt_cpu_events *here, u64 count)
{
	u64 sums[PERFCNT_MAX_COUNTERS];
	bool shown = perfcnt_cpu_events_read_fast(1, sums);

	shown &= sums[0] - RETIRED - count < 1 << 30;
	shown &= perfcnt_cpu_events_read_cpu(1, sums);
	shown &= sums[0] - count < 1 << 30;
	shown &= !perfcnt_cpu_events_sums(here, 1, sums);
	perfcnt_cpu_events_poll(here, 1);
	return shown && !here->lost;
}

static void test_difference_that_cannot_be(struct kunit *test)
{
	static const u64 can_be[] = { 0, 1000, WIDTH / 2, WIDTH / 2 + WIDTH / 4 };
	static const u64 cannot_be[] = { WIDTH / 16 * 15, WIDTH - (1 << 30) };
	bool shown, refused, again;
	struct perfcnt_cpu_events *here;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(can_be); i++) {
		local_irq_disable();
		here = begin_here();
		go_on_by(can_be[i]);
		shown = is_shown_everywhere(here, HELD + can_be[i]);
		end_here(here);
		local_irq_enable();
		KUNIT_EXPECT_TRUE_MSG(test, shown, "%llu", can_be[i]);
	}
	for (i = 0; i < ARRAY_SIZE(cannot_be); i++) {
		reads = 0;
		local_irq_disable();
		here = begin_here();
		go_on_by(cannot_be[i]);
		refused = is_refused_everywhere(here);
		go_on_by(1000); /* and until there is another event */
		again = is_refused_everywhere(here);
		end_here(here);
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
