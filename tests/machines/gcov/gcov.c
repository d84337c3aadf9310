// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own gcov, as a module: for kernels that were built without it.
 * The files are those of kernel/gcov, as they are. What they have to be called
 * for when a kernel starts is called here when the module is loaded.
 */
#define pr_fmt(fmt) "gcov: " fmt

#include <linux/module.h>

#undef device_initcall
#define device_initcall(function)

#include "base.c"
#include "fs.c"
#include "gcc_base.c"
#include "gcc_4_7.c"

static int __init start(void)
{
	int err = gcov_fs_init();

	return err ?: gcov_init();
}

module_init(start);

MODULE_DESCRIPTION("Which lines of modules run");
MODULE_LICENSE("GPL");
