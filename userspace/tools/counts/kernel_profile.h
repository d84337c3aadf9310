/* SPDX-License-Identifier: GPL-2.0 */
/* A profile of /proc/perf_profile that has addresses, by the functions of its kernel. */
#ifndef PERFCNT_COUNTS_KERNEL_PROFILE_H
#define PERFCNT_COUNTS_KERNEL_PROFILE_H

#include <stdbool.h>

/*
 * Prints a profile, "-" is standard input, in a format: "table", "csv" or "json".  The symbols are
 * System.map or vmlinux of the kernel that it was taken with: of the latter with debug information
 * there are lines, too.  Returns whether all is good; otherwise it is said what is not, and nothing
 * is printed: a profile that is cut, that has no addresses, or that is of another kernel.
 */
bool kernel_profile_print(const char *path, const char *symbols, const char *format,
			  const char *output);

#endif /* PERFCNT_COUNTS_KERNEL_PROFILE_H */
