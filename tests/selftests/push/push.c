// SPDX-License-Identifier: GPL-2.0
/*
 * Bring counters of an Intel PMU close to their end, behind the back of the kernel's
 * driver: to it the count has jumped.
 *
 *	/sys/module/push/parameters/push	a distance: on the CPU where it is
 *						written, each counter that counts
 *						instructions in user mode alone is
 *						now so far below 2^48; 0 changes
 *						nothing
 *	/sys/module/push/parameters/pushed	"COUNTERS SUM": how many the last
 *						write has changed, and by how much
 *						in all
 */
#include <asm/msr.h>
#include <asm/perf_event.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/smp.h>

#define END BIT_ULL(48)

#define INSTRUCTIONS 0xc0
#define GENERAL 8 /* at most */
#define FIXED_USER 2 /* of four bits for each fixed counter */
#define FIXED_MODES 3

static u64 pushed;
static unsigned int counters;

/* The functions for 64 bits have other names since Linux 6.16. */
static u64 read_msr(u32 msr)
{
	u32 low, high;

	rdmsr(msr, low, high);
	return (u64)high << 32 | low;
}

static void push_one(u32 msr, u64 distance)
{
	u64 to = END - distance;

	pushed += to - read_msr(msr);
	wrmsr(msr, lower_32_bits(to), upper_32_bits(to));
	counters++;
}

static void push_here(void *data)
{
	u64 distance = *(u64 *)data, enabled = read_msr(MSR_CORE_PERF_GLOBAL_CTRL);
	u32 control, high;
	unsigned int i;

	control = read_msr(MSR_CORE_PERF_FIXED_CTR_CTRL);
	if ((control & FIXED_MODES) == FIXED_USER && enabled & BIT_ULL(32))
		push_one(MSR_CORE_PERF_FIXED_CTR0, distance);
	for (i = 0; i < GENERAL; i++) {
		if (rdmsr_safe(MSR_P6_EVNTSEL0 + i, &control, &high))
			break;
		if ((control & 0xffff) == INSTRUCTIONS &&
		    control & ARCH_PERFMON_EVENTSEL_ENABLE &&
		    control & ARCH_PERFMON_EVENTSEL_USR &&
		    !(control & ARCH_PERFMON_EVENTSEL_OS) &&
		    enabled & BIT_ULL(i))
			push_one(MSR_IA32_PMC0 + i, distance);
	}
}

static int push_set(const char *words, const struct kernel_param *param)
{
	u64 distance;
	int err = kstrtou64(words, 0, &distance);

	if (err || distance >= END / 2)
		return -EINVAL;
	pushed = 0;
	counters = 0;
	if (!distance)
		return 0;
	return smp_call_function_single(raw_smp_processor_id(), push_here,
					&distance, true);
}

static const struct kernel_param_ops push_ops = { .set = push_set };
module_param_cb(push, &push_ops, NULL, 0200);
MODULE_PARM_DESC(push, "how far below their end");

static int pushed_get(char *words, const struct kernel_param *param)
{
	return sprintf(words, "%u %llu\n", counters, pushed);
}

static const struct kernel_param_ops pushed_ops = { .get = pushed_get };
module_param_cb(pushed, &pushed_ops, NULL, 0400);
MODULE_PARM_DESC(pushed, "how many counters, and by how much");

MODULE_DESCRIPTION("Bring counters close to their end");
MODULE_LICENSE("GPL");
