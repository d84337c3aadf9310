// SPDX-License-Identifier: GPL-2.0
/*
 * Makes perfcnt's objects known to gcov.ko before anything of perfcnt runs. A
 * kernel that is built for it calls a constructor in each of them; here the
 * compiler leaves pointers to them in a section instead.
 */
#include <linux/init.h>
#include <linux/module.h>

#include "register.h"

static int __init register_and_start(void)
{
	struct gcov_info **object;

	for (object = perfcnt_counted; object < perfcnt_counted_end; object++)
		__gcov_init(*object);
	return perfcnt_init_module();
}

module_init(register_and_start);
