/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/*
 * What the pure files stand on: all files of this folder.  They
 * are compiled into the kernel module and, unchanged, into programs of user
 * space: the tools and the tests.  user.h stands in for the kernel's headers
 * there.
 */
#ifndef PERFCNT_PURE_H
#define PERFCNT_PURE_H

#ifdef __KERNEL__
#include <asm/barrier.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <linux/types.h>
#include <uapi/linux/perf_event.h>
#else
#include "user.h"
#endif

/* Numbers in words that are not NUL-terminated. */
int perfcnt_number_decimal(const char *word, size_t length, u64 *value);
int perfcnt_number_hexadecimal(const char *word, size_t length, u64 *value);

#endif /* PERFCNT_PURE_H */
