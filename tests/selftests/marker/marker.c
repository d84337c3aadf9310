// SPDX-License-Identifier: GPL-2.0
/*
 * A module with a region, for tests of sessions.
 *
 *	/sys/module/marker/parameters/records	of each CPU's ring of the next session
 *	/sys/module/marker/parameters/event	what it counts
 *	/sys/module/marker/parameters/count	1: a session from now on; 0: none
 *	/sys/module/marker/parameters/marks	"N": the region N times, at most 4096, in the
 *						writing task, and once in an interrupt of
 *						each CPU
 *	/sys/module/marker/parameters/now	what the session's event has ever counted on
 *						the reading CPU
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/perfcnt_kernel.h>
#include <linux/smp.h>

#define MOST 4096

static const struct perfcnt_module_place places[] = {
	PERFCNT_REGION_PLACE("task", "marks_set"),
	PERFCNT_REGION_PLACE("interrupt", "mark_here"),
};

static struct perfcnt_hook hook;
static unsigned int records = 16;
module_param(records, uint, 0600);
MODULE_PARM_DESC(records, "of each CPU's ring of the next session (default: 16)");

static char *event = "instructions:k";
module_param(event, charp, 0600);
MODULE_PARM_DESC(event, "what the next session counts (default: instructions:k)");

static void mark(unsigned int place)
{
	struct perfcnt_region_reading begin;

	if (perfcnt_hook_begin(&hook, &begin))
		perfcnt_hook_end(&hook, place, &begin, records, place);
}

static void mark_here(void *unused)
{
	mark(1);
}

static int marks_set(const char *words, const struct kernel_param *param)
{
	unsigned int n;
	int err = kstrtouint(words, 0, &n);

	if (err)
		return err;
	if (n > MOST)
		return -ERANGE;
	on_each_cpu(mark_here, NULL, true);
	while (n--)
		mark(0);
	return 0;
}

static int count_set(const char *words, const struct kernel_param *param)
{
	const char *const events[] = { event };
	const struct perfcnt_session_wanted wanted = {
		.name = KBUILD_MODNAME,
		.events = events,
		.event_count = ARRAY_SIZE(events),
		.places = places,
		.place_count = ARRAY_SIZE(places),
		.records = records,
	};
	bool on;
	int err = kstrtobool(words, &on);

	if (err)
		return err;
	perfcnt_hook_off(&hook);
	return on ? perfcnt_hook_on(&hook, &wanted) : 0;
}

static const struct kernel_param_ops marks_ops = { .set = marks_set };
module_param_cb(marks, &marks_ops, NULL, 0200);
MODULE_PARM_DESC(marks, "how often the region is to be executed");

static const struct kernel_param_ops count_ops = { .set = count_set };
module_param_cb(count, &count_ops, NULL, 0200);
MODULE_PARM_DESC(count, "1: a session from now on; 0: none");

static int now_get(char *text, const struct kernel_param *param)
{
	struct perfcnt_region_reading now;

	if (!perfcnt_hook_begin(&hook, &now))
		return -ENODATA;
	if (!now.right)
		return -EIO;
	return sysfs_emit(text, "%llu\n", now.count[0]);
}

static const struct kernel_param_ops now_ops = { .get = now_get };
module_param_cb(now, &now_ops, NULL, 0400);
MODULE_PARM_DESC(now, "what the event has ever counted on the reading CPU");

static int __init marker_init(void)
{
	return 0;
}

static void __exit marker_exit(void)
{
	perfcnt_hook_off(&hook);
}

module_init(marker_init);
module_exit(marker_exit);

MODULE_DESCRIPTION("A module with a region");
MODULE_LICENSE("GPL");
