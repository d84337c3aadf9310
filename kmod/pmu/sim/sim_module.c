// SPDX-License-Identifier: GPL-2.0
/* perfcnt_sim: a driver of perfcnt, whose 34K is simulated. */
#include <linux/module.h>

#include "sim.h"

static int __init perfcnt_sim_init(void)
{
	int err = perfcnt_pmu_register(&perfcnt_pmu_sim);

	if (!err)
		perfcnt_sim_step_init();
	return err;
}

static void __exit perfcnt_sim_exit(void)
{
	perfcnt_sim_step_exit();
	perfcnt_pmu_unregister(&perfcnt_pmu_sim);
}

module_init(perfcnt_sim_init);
module_exit(perfcnt_sim_exit);

MODULE_IMPORT_NS(PERFCNT_NAMESPACE);
MODULE_DESCRIPTION("A simulated MIPS 34K for perfcnt");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
MODULE_VERSION(PERFCNT_VERSION);
