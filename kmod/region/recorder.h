/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of regions of kernel modules, in memory that looks as a program's recording does:
 * kmod/encoding/regions.h.  Each CPU has the part of a thread, and is the only one
 * that writes it, with interrupts off; whoever reads takes no lock.
 */
#ifndef PERFCNT_RECORDER_H
#define PERFCNT_RECORDER_H

#include <linux/types.h>

#include "../../include/linux/perfcnt_kernel.h"

struct perfcnt_regions_head;

/**
 * struct perfcnt_recorder - the records of a session
 * @file: what is read of them, @size bytes
 * @size: of all
 * @number: of the counters
 */
struct perfcnt_recorder {
	struct perfcnt_regions_head *file;
	size_t size;
	unsigned int number;
};

/**
 * struct perfcnt_region_record - a region that has ended
 * @place: which one
 * @begin: where it began
 * @end: where it ended
 * @user: goes into the record
 */
struct perfcnt_region_record {
	unsigned int place;
	const struct perfcnt_region_reading *begin;
	const struct perfcnt_region_reading *end;
	u64 user[2];
};

int perfcnt_recorder_make(struct perfcnt_recorder *recorder,
			  const struct perfcnt_session_wanted *wanted);
void perfcnt_recorder_free(struct perfcnt_recorder *recorder);
void perfcnt_recorder_name(struct perfcnt_recorder *recorder, unsigned int entry,
			   unsigned int event, bool shared);
bool perfcnt_recorder_add(struct perfcnt_recorder *recorder,
			  const struct perfcnt_region_record *record);
void perfcnt_recorder_empty(struct perfcnt_recorder *recorder);

#endif /* PERFCNT_RECORDER_H */
