/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/*
 * What the pure files stand on: all files of this folder.  They
 * are compiled into the kernel module and, unchanged, into programs of user
 * space: the tools and the tests.  What is below stands in for the kernel's
 * headers there.
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
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <linux/perf_event.h>
#include <linux/types.h>

typedef __u8 u8;
typedef __s16 s16;
typedef __s64 s64;
typedef __u32 u32;
typedef __u64 u64;

#undef __printf /* the harness has them, too */
#undef ARRAY_SIZE
#define __printf(format, first) \
	__attribute__((__format__(printf, format, first)))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static inline size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static inline u64 div_u64_rem(u64 dividend, u32 divisor, u32 *remainder)
{
	*remainder = dividend % divisor;
	return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

/* Returns what was written, unlike snprintf(). */
static inline __printf(3, 4) int
scnprintf(char *buf, size_t size, const char *format, ...)
{
	va_list args;
	int length;

	if (!size)
		return 0;
	va_start(args, format);
	length = vsnprintf(buf, size, format, args);
	va_end(args);
	return (size_t)length < size ? length : (int)size - 1;
}

static inline int vscnprintf(char *buf, size_t size, const char *format,
			     va_list args)
{
	int length = vsnprintf(buf, size, format, args);

	return (size_t)length < size ? length : (int)size - 1;
}

#define READ_ONCE(x) (x)
/* the kernel's */
#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
/* the kernel's */
#define smp_store_release(p, value) __atomic_store_n(p, value, __ATOMIC_RELEASE)
#endif /* __KERNEL__ */

#endif /* PERFCNT_PURE_H */
