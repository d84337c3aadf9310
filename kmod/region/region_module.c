// SPDX-License-Identifier: GPL-2.0
/* perfcnt_regions: regions of other kernel modules, counted by perfcnt. */
#include <linux/module.h>

#include "session.h"

static int __init perfcnt_regions_init(void)
{
	return perfcnt_sessions_init();
}

static void __exit perfcnt_regions_exit(void)
{
	perfcnt_sessions_exit();
}

module_init(perfcnt_regions_init);
module_exit(perfcnt_regions_exit);

MODULE_IMPORT_NS(PERFCNT_NAMESPACE);
MODULE_DESCRIPTION("Regions of kernel modules, counted by perfcnt");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
MODULE_VERSION(PERFCNT_VERSION);
