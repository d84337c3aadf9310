/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the library's files share. */
#ifndef PERFCNT_INTERNAL_H
#define PERFCNT_INTERNAL_H

#include "perfcnt.h"

/* What the library shows; everything else is its own. */
#define PERFCNT_API __attribute__((visibility("default")))

/**
 * struct perfcnt - a handle
 * @fd: /dev/perfcnt
 * @reason: the kernel's words, for perfcnt_strerror()
 */
struct perfcnt {
	int fd;
	struct perfcnt_reason_text reason;
};

#endif /* PERFCNT_INTERNAL_H */
