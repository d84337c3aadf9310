// SPDX-License-Identifier: GPL-2.0
/* perfcnt: a machine's performance counters as text. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "core/counters.h"
#include "core/multiplex.h"
#include "core/notify.h"
#include "core/owner.h"
#include "core/pmu.h"
#include "core/window.h"
#include "interface/interface.h"
#include "sample/sampler.h"
#include "scope/members.h"

static bool unprivileged_read;
module_param(unprivileged_read, bool, 0444);
MODULE_PARM_DESC(unprivileged_read,
		 "let all users read /proc/perf (reveals what others run)");

static char pmu[16] = "auto";
module_param_string(pmu, pmu, sizeof(pmu), 0444);
MODULE_PARM_DESC(pmu,
		 "driver: mips (CP0 registers of a 34K), perf (PMUs and software events of the kernel's perf), sim (a simulated 34K, of the module perfcnt_sim) or auto (default: mips or perf, whichever finds its hardware); when read, the driver in use");

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
};

/* The driver that is in a module of its own, perfcnt_sim. */
#define SIMULATED "sim"

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

/* The first driver whose hardware is there. */
static struct perfcnt_pmu *any_driver(int *err)
{
	struct perfcnt_reason reason = { "no supported PMU found" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++) {
		struct perfcnt_pmu *driver = drivers[i];

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
		pr_err("%s; use pmu=perf for software events, or pmu=sim and the module perfcnt_sim for a simulated 34K\n",
		       reason.words);
	else
		pr_err("%s; this kernel is built without CONFIG_PERF_EVENTS: use pmu=sim and the module perfcnt_sim for a simulated 34K\n",
		       reason.words);
	*err = -ENODEV;
	return NULL;
}

static struct perfcnt_pmu *find_driver(int *err)
{
	return strcmp(pmu, "auto") ? named_driver(err) : any_driver(err);
}

module_param_named(sample_rate, perfcnt_sample_rate, uint, 0644);
MODULE_PARM_DESC(sample_rate,
		 "the most samples a second of a counter on each CPU; 0: no limit (default: 10000)");

static DEFINE_MUTEX(driver_lock); /* taken before all others */
static struct perfcnt_pmu *driver; /* NULL: perfcnt waits for it */

/* All interfaces are closed: no counting, no notifications. */
static void stop_counting(void)
{
	perfcnt_counters_exit();
	perfcnt_notify_exit();
}

/* Count with a driver that has been probed; after an error all is as it was. */
static int begin(struct perfcnt_pmu *found)
{
	int err;

	perfcnt_counters_init(found);
	err = perfcnt_multiplex_init();
	if (err)
		return err;
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		err = perfcnt_members_init();
	if (err)
		goto exit_multiplex;
	err = perfcnt_last_error_init(unprivileged_read);
	if (err)
		goto exit_members;
	err = perfcnt_proc_init(unprivileged_read);
	if (err)
		goto exit_last_error;
	err = perfcnt_proc_profile_init();
	if (err)
		goto exit_proc;
	/* a process that has opened it can keep the module until it closes it */
	err = perfcnt_chardev_init();
	if (err)
		goto exit_proc_profile;
	perfcnt_module_owners_init(); /* last: they, too */
	driver = found;
	kernel_param_lock(THIS_MODULE); /* sysfs has it already */
	strscpy(pmu, driver->name, sizeof(pmu));
	kernel_param_unlock(THIS_MODULE);
	pr_info("%u counters, %u of them for hardware events at a time, driver %s, version %s\n",
		driver->limits.counters, driver->hardware, driver->name, PERFCNT_VERSION);
	return 0;

exit_proc_profile:
	perfcnt_proc_profile_exit();
exit_proc:
	perfcnt_proc_exit();
	stop_counting(); /* a process may have written already */
exit_last_error:
	perfcnt_last_error_exit();
exit_members:
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		perfcnt_members_exit();
exit_multiplex:
	perfcnt_multiplex_exit();
	return err;
}

/* Count no more. */
static void end(void)
{
	perfcnt_module_owners_exit();
	perfcnt_chardev_exit();
	perfcnt_proc_profile_exit();
	perfcnt_proc_exit();
	perfcnt_last_error_exit();
	stop_counting();
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		perfcnt_members_exit();
	perfcnt_multiplex_exit();
	if (driver->remove)
		driver->remove();
	driver = NULL;
}

/* Why a driver cannot count, if it cannot: then all is as it was. */
static int register_driver(struct perfcnt_pmu *found)
{
	struct perfcnt_reason reason;
	int err;

	if (driver || strcmp(found->name, pmu)) {
		pr_err("driver %s: perfcnt counts with driver %s; unload perfcnt, then load it with pmu=%s\n",
		       found->name, pmu, found->name);
		return -EBUSY;
	}
	found->half_full = perfcnt_notify_half_full;
	found->change = perfcnt_windows_switch;
	err = found->probe(found, counters, &reason);
	if (err) {
		pr_err("pmu=%s counters=%u: %s\n", pmu, counters, reason.words);
		return err;
	}
	err = begin(found);
	if (err && found->remove)
		found->remove();
	return err;
}

/**
 * perfcnt_pmu_register - count with a driver that is in a module of its own
 * @added: the driver, with the name that the parameter pmu has
 *
 * From now on there are /proc/perf and /dev/perfcnt, until perfcnt_pmu_unregister().  The
 * driver's module stays while a file of /dev/perfcnt is open, and perfcnt as long as that
 * module.  Why not, if not, is in the kernel's log.
 *
 * Context: Process context, may sleep; in the init of the driver's module.
 * Return: 0; -EBUSY if perfcnt has a driver, or waits for another one; or what the driver's
 * probe or the interfaces say.
 */
int perfcnt_pmu_register(struct perfcnt_pmu *added)
{
	int err;

	mutex_lock(&driver_lock);
	err = register_driver(added);
	mutex_unlock(&driver_lock);
	return err;
}
EXPORT_SYMBOL_NS_GPL(perfcnt_pmu_register, PERFCNT_NAMESPACE);

/**
 * perfcnt_pmu_unregister - undo perfcnt_pmu_register(); perfcnt waits for a driver again
 * @added: the driver that has been registered
 *
 * Context: Process context, may sleep; in the exit of the driver's module.
 */
void perfcnt_pmu_unregister(struct perfcnt_pmu *added)
{
	mutex_lock(&driver_lock);
	if (!WARN_ON(added != driver))
		end();
	mutex_unlock(&driver_lock);
}
EXPORT_SYMBOL_NS_GPL(perfcnt_pmu_unregister, PERFCNT_NAMESPACE);

static int __init perfcnt_init(void)
{
	struct perfcnt_pmu *found;
	int err = 0;

	if (counters > PERFCNT_MAX_COUNTERS) {
		pr_err("counters=%u: at most %u are supported\n", counters,
		       PERFCNT_MAX_COUNTERS);
		return -EINVAL;
	}
	if (!strcmp(pmu, SIMULATED)) {
		pr_info("pmu=%s: waiting for the module perfcnt_%s\n", pmu, pmu);
		return 0;
	}
	found = find_driver(&err);
	if (!found)
		return err;
	err = begin(found);
	if (err && found->remove)
		found->remove();
	return err;
}

static void __exit perfcnt_exit(void)
{
	if (driver)
		end();
}

module_init(perfcnt_init);
module_exit(perfcnt_exit);

PERFCNT_SAY_WHETHER_TESTED();

MODULE_DESCRIPTION("Performance counters as text");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
MODULE_VERSION(PERFCNT_VERSION);
