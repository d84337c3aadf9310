/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/* Stands in for the kernel's headers in user space. */
#ifndef PERFCNT_USER_H
#define PERFCNT_USER_H

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

#endif /* PERFCNT_USER_H */
