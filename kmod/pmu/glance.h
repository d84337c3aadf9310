/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A glance at a register file: its sums, while there is nothing else to do.  Otherwise a
 * look is needed, which takes the file's lock.
 */
#ifndef PERFCNT_GLANCE_H
#define PERFCNT_GLANCE_H

#include "register_file.h"

/**
 * struct perfcnt_glance - what a reading without a look finds
 * @written: bits of control registers that are not as they have to be, and M
 * @flipped: bits of count registers that have changed since the last look
 */
struct perfcnt_glance {
	u32 written;
	u32 flipped;
};

/* One counter: its sum, from what its registers hold. */
static __always_inline u64
perfcnt_glance_at(const struct perfcnt_regfile *file, unsigned int counter, u32 control,
		  u32 count, struct perfcnt_glance *glance)
{
	const struct perfcnt_extend *extend = &file->extend[counter];

	glance->written |= control ^ file->present[counter];
	glance->flipped |= count ^ extend->last;
	return perfcnt_extend_sum(extend, count);
}

/* Would a look find nothing to do? */
static __always_inline bool
perfcnt_glance_good(const struct perfcnt_glance *glance)
{
	return !(glance->written & ~PERFCNT_CTL_M) &&
	       !(glance->flipped & PERFCNT_HALF_FULL);
}

long perfcnt_glance_read(struct perfcnt_regfile *file, u64 *sums,
			 struct perfcnt_reason *reason);
bool perfcnt_glance_sums(struct perfcnt_regfile *file, u64 *sums);
bool perfcnt_glance_stamp(struct perfcnt_regfile *file, u64 *sums);
void perfcnt_glance_peek(struct perfcnt_regfile *file, u64 *sums);

#endif /* PERFCNT_GLANCE_H */
