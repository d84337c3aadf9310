/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernels that perfcnt is made for, and what differs between them.  The
 * sources are written for the newest; this is the only place with a kernel's
 * version in it.  Every file is compiled with it.
 */
#ifndef PERFCNT_COMPAT_H
#define PERFCNT_COMPAT_H

#include <linux/version.h>

/* The oldest kernel, and the first that is too new. */
#define PERFCNT_KERNEL_MIN KERNEL_VERSION(6, 1, 0)
#define PERFCNT_KERNEL_END KERNEL_VERSION(6, 13, 0)

#if LINUX_VERSION_CODE < PERFCNT_KERNEL_MIN
#error "perfcnt needs Linux 6.1 to 6.12: this kernel is too old"
#elif LINUX_VERSION_CODE >= PERFCNT_KERNEL_END
#error "perfcnt needs Linux 6.1 to 6.12: this kernel is too new"
#endif

#endif /* PERFCNT_COMPAT_H */
