// SPDX-License-Identifier: GPL-2.0
/* What came of the tests, in the kernel's log. */
#include <linux/printk.h>

#include "registers.h"

static unsigned int test_number;

void report(bool ok, const char *name)
{
	pr_info("%sok %u - %s\n", ok ? "" : "not ", ++test_number, name);
}

void skip(const char *name, const char *why)
{
	pr_info("ok %u - %s # SKIP %s\n", ++test_number, name, why);
}

bool expect(const char *what, u32 seen, u32 expected)
{
	if (seen == expected)
		return true;
	diagnose("%s: %u (0x%x) seen, %u (0x%x) expected", what, seen, seen,
		 expected, expected);
	return false;
}
