/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Readings of all claimed counters. */
#ifndef PERFCNT_READING_H
#define PERFCNT_READING_H

#include "eventset.h"

/**
 * struct perfcnt_reading - a reading
 * @read: what the kernel said
 */
struct perfcnt_reading {
	struct perfcnt_read read;
};

#endif /* PERFCNT_READING_H */
