// SPDX-License-Identifier: GPL-2.0
/* perfcnt: a machine's performance counters as text. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include "core/counters.h"
#include "core/mux.h"
#include "core/owner.h"
#include "core/pmu.h"
#include "interface/interface.h"
#include "pmu/sim/sim.h"
#include "sample/sampler.h"
#include "task/tree.h"

static bool unprivileged_read;
module_param(unprivileged_read, bool, 0444);
MODULE_PARM_DESC(unprivileged_read,
		 "let all users read /proc/perf (reveals what others run)");

static char pmu[16] = "auto";
module_param_string(pmu, pmu, sizeof(pmu), 0444);
MODULE_PARM_DESC(pmu,
		 "driver: mips (CP0 registers of a 34K), perf (PMUs and software events of the kernel's perf), sim (a simulated 34K) or auto (default: mips or perf, whichever finds its hardware); when read, the driver in use");

static unsigned int counters;
module_param(counters, uint, 0444);
MODULE_PARM_DESC(counters,
		 "number of counters, 1 to 16 (default: as many as the PMU of each CPU has; 4 if that is not known)");

/* In the order in which auto tries them. */
static struct perfcnt_pmu *const drivers[] = {
#ifdef CONFIG_MIPS
	&perfcnt_pmu_mips,
#endif
#ifdef CONFIG_PERF_EVENTS
	&perfcnt_pmu_perf,
#endif
	&perfcnt_pmu_sim,
};

/* The driver that was asked for by its name. */
static struct perfcnt_pmu *named_driver(int *err)
{
	struct perfcnt_reason reason;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++) {
		if (strcmp(drivers[i]->name, pmu))
			continue;
		*err = drivers[i]->probe(drivers[i], counters, &reason);
		if (!*err)
			return drivers[i];
		pr_err("pmu=%s counters=%u: %s\n", pmu, counters,
		       reason.words);
		return NULL;
	}
	if (!IS_ENABLED(CONFIG_PERF_EVENTS) && !strcmp(pmu, "perf"))
		pr_err("pmu=perf: this kernel is built without CONFIG_PERF_EVENTS\n");
	else
		pr_err("pmu=%s: unknown driver, or not available in this kernel; see modinfo perfcnt\n",
		       pmu);
	*err = -EINVAL;
	return NULL;
}

/* The first driver whose hardware is there; never the simulated one. */
static struct perfcnt_pmu *any_driver(int *err)
{
	struct perfcnt_reason reason = { "no supported PMU found" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++) {
		struct perfcnt_pmu *driver = drivers[i];

		if (driver == &perfcnt_pmu_sim)
			continue;
		*err = driver->probe(driver, counters, &reason);
		if (!*err && driver->hardware)
			return driver;
		if (!*err && driver->remove)
			driver->remove();
		if (*err && *err != -ENODEV) {
			pr_err("counters=%u: %s\n", counters, reason.words);
			return NULL;
		}
	}
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		pr_err("%s; use pmu=perf for software events or pmu=sim for a simulated 34K\n",
		       reason.words);
	else
		pr_err("%s; this kernel is built without CONFIG_PERF_EVENTS: use pmu=sim for a simulated 34K\n",
		       reason.words);
	*err = -ENODEV;
	return NULL;
}

static struct perfcnt_pmu *find_driver(int *err)
{
	if (counters > PERFCNT_MAX_COUNTERS) {
		pr_err("counters=%u: at most %u are supported\n", counters,
		       PERFCNT_MAX_COUNTERS);
		*err = -EINVAL;
		return NULL;
	}
	return strcmp(pmu, "auto") ? named_driver(err) : any_driver(err);
}

module_param_named(sample_rate, perfcnt_sample_rate, uint, 0644);
MODULE_PARM_DESC(sample_rate,
		 "the most samples a second of a counter on each CPU; 0: no limit (default: 10000)");

static struct perfcnt_pmu *driver;

/* All interfaces are closed: no counting, no notifications. */
static void stop_counting(void)
{
	perfcnt_counters_exit();
	perfcnt_notify_exit();
}

static int __init perfcnt_init(void)
{
	int err = 0;

	driver = find_driver(&err);
	if (!driver)
		return err;
	perfcnt_counters_init(driver);
	err = perfcnt_rotation_init();
	if (err)
		goto remove_driver;
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		err = perfcnt_task_event_init();
	if (err)
		goto remove_rotation;
	err = perfcnt_last_error_init(unprivileged_read);
	if (err)
		goto remove_task_event;
	err = perfcnt_proc_init(unprivileged_read);
	if (err)
		goto remove_last_error;
	err = perfcnt_kernel_api_init();
	if (err)
		goto remove_procfs;
	/* last: a process that has opened it can keep the module until it closes it */
	err = perfcnt_chardev_init();
	if (err)
		goto remove_sessions;
	perfcnt_debugfs_init(driver);
	kernel_param_lock(THIS_MODULE); /* sysfs has it already */
	strscpy(pmu, driver->name, sizeof(pmu));
	kernel_param_unlock(THIS_MODULE);
	pr_info("%u counters, driver %s, version %s\n",
		driver->limits.counters, driver->name, THIS_MODULE->version);
	return 0;

remove_sessions:
	perfcnt_kernel_api_exit();
remove_procfs:
	perfcnt_proc_exit();
	stop_counting(); /* a process may have written already */
remove_last_error:
	perfcnt_last_error_exit();
remove_task_event:
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		perfcnt_task_event_exit();
remove_rotation:
	perfcnt_rotation_exit();
remove_driver:
	if (driver->remove)
		driver->remove();
	return err;
}

static void __exit perfcnt_exit(void)
{
	perfcnt_debugfs_exit();
	perfcnt_chardev_exit();
	perfcnt_kernel_api_exit();
	perfcnt_proc_exit();
	perfcnt_last_error_exit();
	stop_counting();
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		perfcnt_task_event_exit();
	perfcnt_rotation_exit();
	if (driver->remove)
		driver->remove();
}

module_init(perfcnt_init);
module_exit(perfcnt_exit);

PERFCNT_SAY_WHETHER_TESTED();

MODULE_DESCRIPTION("Performance counters as text");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
MODULE_VERSION(PERFCNT_VERSION);
