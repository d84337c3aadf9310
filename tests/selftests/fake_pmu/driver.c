// SPDX-License-Identifier: GPL-2.0
/*
 * CPU PMUs for tests: what a driver of the kernel's does, over counters that
 * count what the test says.  No other PMU may count what it registers, so a
 * machine that has one must be booted without it.
 *
 * kinds=one		a PMU for all CPUs, fake
 * kinds=big.little	two, as on Arm: fake_big, fake_little
 * kinds=hybrid		two, as on x86: cpu_core, whose type is PERF_TYPE_RAW, and
 *			cpu_atom
 *
 * Of two PMUs the second is that of the CPUs with odd numbers, and has other
 * codes and fewer events.
 *
 * In debugfs:
 *
 *	fake_pmu/happen	"CPU CODE MODE COUNT": something happens COUNT times on a
 *			CPU, in mode u, k, h (hypervisor) or g (a guest's user
 *			mode)
 *	fake_pmu/events	the events that there are, with their bits, and what they have
 *			counted when they were looked at last
 *
 * Interrupts cannot be samples here: perf_event_overflow() is not exported.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/capability.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "hardware.h"
#include "power.h"

static char *kinds = "one";
module_param(kinds, charp, 0444);
MODULE_PARM_DESC(kinds, "one, big.little or hybrid");

static bool no_exclude;
module_param(no_exclude, bool, 0444);
MODULE_PARM_DESC(no_exclude, "modes cannot be told apart");

static bool no_extra;
module_param(no_extra, bool, 0444);
MODULE_PARM_DESC(no_extra, "events of caches that it lacks get ENXIO, as on x86 where a hypervisor keeps the registers for them to itself");

static uint room = FAKE_MAX_COUNTERS;
module_param(room, uint, 0644);
MODULE_PARM_DESC(room, "how many events a CPU has room for, 1 to 8; what has room already keeps it until it is scheduled again");

static uint width = 48;
module_param(width, uint, 0444);
MODULE_PARM_DESC(width, "the bits of a counter, 8 to 63: with few it interrupts often");

static bool silent;
module_param(silent, bool, 0444);
MODULE_PARM_DESC(silent, "a counter that wraps does not interrupt");

static int taken_on = -1;
module_param(taken_on, int, 0644);
MODULE_PARM_DESC(taken_on, "a CPU whose events get EBUSY, as while somebody else has the registers; or -1");

static bool mediated;
module_param(mediated, bool, 0444);
MODULE_PARM_DESC(mediated, "events that would count guests, too, get EOPNOTSUPP, as while a guest has the PMU to itself");

static bool forgets;
module_param(forgets, bool, 0444);
MODULE_PARM_DESC(forgets, "suspend to RAM zeroes and stops the counters, and nobody tells the driver");

/* A raw event that gets EIO, as from no driver of Linux's own tree. */
#define BROKEN_CODE 0xe10

#define LACKS 0

/* Codes by PERF_COUNT_HW_*; LACKS for what there is none for. */
static const u32 big_codes[PERF_COUNT_HW_MAX] = {
	[PERF_COUNT_HW_CPU_CYCLES] = 0x11,
	[PERF_COUNT_HW_INSTRUCTIONS] = 0x08,
	[PERF_COUNT_HW_CACHE_REFERENCES] = 0x04,
	[PERF_COUNT_HW_CACHE_MISSES] = 0x03,
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = 0x0c,
	[PERF_COUNT_HW_BRANCH_MISSES] = 0x10,
};

static const u32 little_codes[PERF_COUNT_HW_MAX] = {
	[PERF_COUNT_HW_CPU_CYCLES] = 0xa1,
	[PERF_COUNT_HW_INSTRUCTIONS] = 0xa8,
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = 0xac,
};

#define CACHE(cache, op, result)				\
	(PERF_COUNT_HW_CACHE_##cache |				\
	 PERF_COUNT_HW_CACHE_OP_##op << 8 |			\
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

/* The only event of caches, and none of the little ones. */
#define BIG_CACHE	CACHE(L1D, READ, MISS)
#define BIG_CACHE_CODE	0x43

/**
 * struct fake_pmu - a PMU
 * @pmu: for perf
 * @cpus: whose it is
 * @codes: what generic events are to it
 * @big: it has an event of caches
 */
struct fake_pmu {
	struct pmu pmu;
	struct cpumask cpus;
	const u32 *codes;
	bool big;
};

static struct fake_pmu pmus[2];
static unsigned int registered;
static bool hybrid;

/* The events of a CPU, with its interrupts off. */
struct slots {
	struct perf_event *event[FAKE_MAX_COUNTERS];
};

static DEFINE_PER_CPU(struct slots, slots);

/* An event that there is, for debugfs. */
struct made {
	struct list_head entry;
	const struct perf_event *event;
};

static LIST_HEAD(all_made);
static DEFINE_MUTEX(all_made_lock);

static struct fake_pmu *to_fake(struct pmu *pmu)
{
	return container_of(pmu, struct fake_pmu, pmu);
}

/* What the counter has counted since the last look goes to the event. */
static void update(struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	u64 now = fake_counter_here(hwc->idx)->value;
	u64 before = local64_xchg(&hwc->prev_count, now);
	u64 delta = (now - before) & fake_hardware_mask();

	local64_add(delta, &event->count);
	local64_sub(delta, &hwc->period_left);
}

/* Let the counter wrap in half of its width: as Arm's driver does. */
static void set_period(struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	s64 left = local64_read(&hwc->period_left);
	s64 most = fake_hardware_mask() >> 1;
	u64 value;

	if (left <= 0)
		left = hwc->sample_period;
	left = min(left, most);
	local64_set(&hwc->period_left, left);
	value = -left & fake_hardware_mask();
	local64_set(&hwc->prev_count, value);
	fake_counter_here(hwc->idx)->value = value;
	perf_event_update_userpage(event);
}

static void interrupt(void *owner)
{
	struct perf_event *event = owner;

	update(event);
	set_period(event);
}

static u32 modes_of(const struct perf_event_attr *attr)
{
	return (attr->exclude_user ? 0 : FAKE_USER) |
	       (attr->exclude_kernel ? 0 : FAKE_KERNEL) |
	       (attr->exclude_hv ? 0 : FAKE_HYPERVISOR) |
	       (attr->exclude_user || attr->exclude_guest ? 0 : FAKE_GUEST);
}

static void start(struct perf_event *event, int flags)
{
	struct hw_perf_event *hwc = &event->hw;
	struct fake_counter *counter = fake_counter_here(hwc->idx);

	if (WARN_ON_ONCE(!(hwc->state & PERF_HES_STOPPED)))
		return;
	if (flags & PERF_EF_RELOAD)
		WARN_ON_ONCE(!(hwc->state & PERF_HES_UPTODATE));
	hwc->state = 0;
	set_period(event);
	counter->owner = event;
	counter->code = hwc->config;
	counter->modes = modes_of(&event->attr);
	counter->enabled = true;
}

static void stop(struct perf_event *event, int flags)
{
	struct hw_perf_event *hwc = &event->hw;

	if (hwc->state & PERF_HES_STOPPED)
		return;
	fake_counter_here(hwc->idx)->enabled = false;
	update(event);
	hwc->state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static int add(struct perf_event *event, int flags)
{
	struct fake_pmu *fake = to_fake(event->pmu);
	struct slots *here = this_cpu_ptr(&slots);
	unsigned int i;

	/* A task's event may come to a CPU of the other kind. */
	if (!cpumask_test_cpu(smp_processor_id(), &fake->cpus))
		return -ENOENT;
	for (i = 0; i < room && here->event[i]; i++)
		;
	if (i == room)
		return -EAGAIN;
	here->event[i] = event;
	event->hw.idx = i;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		start(event, PERF_EF_RELOAD);
	perf_event_update_userpage(event);
	return 0;
}

static void del(struct perf_event *event, int flags)
{
	stop(event, PERF_EF_UPDATE);
	this_cpu_ptr(&slots)->event[event->hw.idx] = NULL;
	perf_event_update_userpage(event);
	event->hw.idx = -1;
}

static void read_event(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		update(event);
}

/* The PMU's code for an event, or why it has none. */
static int map(const struct fake_pmu *fake, const struct perf_event *event)
{
	u64 config = event->attr.config;
	u32 type = event->attr.type;

	if (type == fake->pmu.type || (type == PERF_TYPE_RAW && !hybrid)) {
		if (config == BROKEN_CODE)
			return -EIO;
		return config && config <= 0xffff ? config : -EINVAL;
	}
	switch (type) {
	case PERF_TYPE_HARDWARE:
		if (config >= PERF_COUNT_HW_MAX)
			return -EINVAL;
		return fake->codes[config] ?: -ENOENT;
	case PERF_TYPE_HW_CACHE:
		if (fake->big && config == BIG_CACHE)
			return BIG_CACHE_CODE;
		return no_extra ? -ENXIO : -ENOENT;
	default:
		return -ENOENT;
	}
}

static void destroy(struct perf_event *event)
{
	struct made *made = event->pmu_private;

	mutex_lock(&all_made_lock);
	list_del(&made->entry);
	mutex_unlock(&all_made_lock);
	kfree(made);
}

static int init(struct perf_event *event)
{
	struct fake_pmu *fake = to_fake(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	struct made *made;
	int code;

	code = map(fake, event);
	if (code == -ENOENT)
		return code;
	if (event->cpu >= 0 && !cpumask_test_cpu(event->cpu, &fake->cpus))
		return -ENOENT;
	if (code < 0)
		return code;
	if (event->cpu >= 0 && event->cpu == taken_on)
		return -EBUSY;
	if (has_branch_stack(event) ||
	    (mediated && !event->attr.exclude_guest))
		return -EOPNOTSUPP;
	made = kzalloc(sizeof(*made), GFP_KERNEL);
	if (!made)
		return -ENOMEM;
	hwc->idx = -1;
	hwc->config = code;
	if (!is_sampling_event(event)) {
		hwc->sample_period = fake_hardware_mask() >> 1;
		hwc->last_period = hwc->sample_period;
		local64_set(&hwc->period_left, hwc->sample_period);
	}
	made->event = event;
	event->pmu_private = made;
	event->destroy = destroy;
	mutex_lock(&all_made_lock);
	list_add_tail(&made->entry, &all_made);
	mutex_unlock(&all_made_lock);
	return 0;
}

static int events_show(struct seq_file *file, void *unused)
{
	const struct made *made;

	mutex_lock(&all_made_lock);
	list_for_each_entry(made, &all_made, entry) {
		const struct perf_event_attr *attr = &made->event->attr;

		seq_printf(file, "%s cpu=%d type=%u code=%#lx config1=%#llx%s%s%s%s%s%s%s count=%llu\n",
			   made->event->pmu->name, made->event->cpu, attr->type,
			   (unsigned long)made->event->hw.config, attr->config1,
			   attr->pinned ? " pinned" : "",
			   attr->exclude_user ? " exclude_user" : "",
			   attr->exclude_kernel ? " exclude_kernel" : "",
			   attr->exclude_hv ? " exclude_hv" : "",
			   attr->exclude_idle ? " exclude_idle" : "",
			   attr->exclude_host ? " exclude_host" : "",
			   attr->exclude_guest ? " exclude_guest" : "",
			   (u64)local64_read(&made->event->count));
	}
	mutex_unlock(&all_made_lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(events);

static ssize_t happen_write(struct file *file, const char __user *from,
			    size_t length, loff_t *offset)
{
	static const char letters[] = "ukhg";
	unsigned int cpu, code;
	const char *letter;
	char line[64], mode;
	u64 count;
	int err;

	if (length >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, from, length))
		return -EFAULT;
	line[length] = '\0';
	if (sscanf(line, "%u %x %c %llu", &cpu, &code, &mode, &count) != 4)
		return -EINVAL;
	letter = strchr(letters, mode);
	if (!mode || !letter)
		return -EINVAL;
	err = fake_hardware_happen(cpu, code, 1u << (letter - letters), count);
	return err ?: length;
}

static const struct file_operations happen_fops = {
	.owner = THIS_MODULE,
	.write = happen_write,
};

static int add_pmu(const char *name, int type, const u32 *codes)
{
	struct fake_pmu *fake = &pmus[registered];
	int err;

	fake->codes = codes;
	fake->big = codes == big_codes;
	fake->pmu = (struct pmu){
		.module = THIS_MODULE,
		.task_ctx_nr = perf_hw_context,
		.capabilities = PERF_PMU_CAP_NO_INTERRUPT |
				(hybrid ? PERF_PMU_CAP_EXTENDED_HW_TYPE : 0) |
				(no_exclude ? PERF_PMU_CAP_NO_EXCLUDE : 0),
		.event_init = init,
		.add = add,
		.del = del,
		.start = start,
		.stop = stop,
		.read = read_event,
	};
#ifdef PERF_PMU_CAP_HETEROGENEOUS_CPUS /* or a second one is a bug of the kernel's */
	fake->pmu.capabilities |= PERF_PMU_CAP_HETEROGENEOUS_CPUS;
#endif
	err = perf_pmu_register(&fake->pmu, name, type);
	if (!err)
		registered++;
	return err;
}

static void remove_pmus(void)
{
	while (registered)
		perf_pmu_unregister(&pmus[--registered].pmu);
}

/* Does a PMU that is there already count what ours would? */
static bool is_taken(u32 type)
{
	struct perf_event_attr attr = {
		.type = type,
		.size = sizeof(attr),
		.disabled = 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, 0, NULL, NULL, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event) != -ENOENT;
	perf_event_release_kernel(event);
	return true;
}

static int add_pmus(void)
{
	unsigned int cpu;
	int err;

	if (!strcmp(kinds, "one")) {
		cpumask_copy(&pmus[0].cpus, cpu_possible_mask);
		return add_pmu("fake", -1, big_codes);
	}
	for_each_possible_cpu(cpu)
		cpumask_set_cpu(cpu, &pmus[cpu & 1].cpus);
	if (!strcmp(kinds, "big.little"))
		return add_pmu("fake_big", -1, big_codes) ?:
		       add_pmu("fake_little", -1, little_codes);
	hybrid = !strcmp(kinds, "hybrid");
	if (!hybrid)
		return -EINVAL;
	err = add_pmu("cpu_core", PERF_TYPE_RAW, big_codes);
	return err ?: add_pmu("cpu_atom", -1, little_codes);
}

static struct dentry *directory;

static int __init fake_pmu_init(void)
{
	int err;

	if (!room || room > FAKE_MAX_COUNTERS || width < 8 || width > 63)
		return -EINVAL;
	if (is_taken(PERF_TYPE_RAW) || is_taken(PERF_TYPE_HARDWARE)) {
		pr_err("there is a PMU already\n");
		return -EBUSY;
	}
	fake_hardware_init(width, silent ? NULL : interrupt);
	err = add_pmus();
	if (err) {
		remove_pmus();
		return err;
	}
	if (forgets)
		fake_power_init(fake_hardware_reset_here);
	directory = debugfs_create_dir("fake_pmu", NULL);
	debugfs_create_file("events", 0400, directory, NULL, &events_fops);
	debugfs_create_file("happen", 0200, directory, NULL, &happen_fops);
	return 0;
}

static void __exit fake_pmu_exit(void)
{
	debugfs_remove(directory);
	if (forgets)
		fake_power_exit();
	remove_pmus();
}

module_init(fake_pmu_init);
module_exit(fake_pmu_exit);

MODULE_DESCRIPTION("CPU PMUs for tests");
MODULE_LICENSE("GPL");
