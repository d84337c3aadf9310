// SPDX-License-Identifier: GPL-2.0
/* perfcnt: a machine's performance counters as text. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "counters.h"
#include "debug.h"
#include "last_error.h"
#include "pmu.h"
#include "procfs.h"

static bool unprivileged_read;
module_param(unprivileged_read, bool, 0444);
MODULE_PARM_DESC(unprivileged_read,
		 "anybody may read /proc/perf, and see what others do by it");

static struct perfcnt_pmu *const drivers[] = {
#ifdef CONFIG_MIPS
	&perfcnt_pmu_mips,
#endif
};

/* The first driver whose hardware is there. */
static struct perfcnt_pmu *find_pmu(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++)
		if (!drivers[i]->probe(drivers[i]))
			return drivers[i];
	if (!ARRAY_SIZE(drivers))
		pr_err("no driver for this machine's performance counters\n");
	return NULL;
}

static int __init perfcnt_init(void)
{
	struct perfcnt_pmu *pmu = find_pmu();
	int err;

	if (!pmu)
		return -ENODEV;
	perfcnt_counters_init(pmu);
	err = perfcnt_last_error_init();
	if (err)
		return err;
	err = perfcnt_procfs_init(unprivileged_read);
	if (err)
		goto remove_last_error;
	perfcnt_debug_init(pmu);
	pr_info("%u counters, driver %s, version %s\n", pmu->limits.counters,
		pmu->name, THIS_MODULE->version);
	return 0;

remove_last_error:
	perfcnt_last_error_exit();
	return err;
}

static void __exit perfcnt_exit(void)
{
	perfcnt_debug_exit();
	perfcnt_procfs_exit();
	perfcnt_last_error_exit();
	perfcnt_counters_exit();
}

module_init(perfcnt_init);
module_exit(perfcnt_exit);

MODULE_DESCRIPTION("Performance counters as text");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
MODULE_VERSION(PERFCNT_VERSION);
