// SPDX-License-Identifier: GPL-2.0
/* Readings of a register file that change nothing in it; two of them take no lock. */
#include "regfile.h"

/* All sums of a held file, without a look; false if interrupts do not come to us. */
static bool regfile_sum_up(const struct perfcnt_regfile *file, u32 *controls, u32 *counts,
			   u64 *sums, struct perfcnt_regfile_fast *fast)
{
	unsigned int i;

	*fast = (struct perfcnt_regfile_fast){ 0 };
	file->registers->read_controls(controls);
	file->registers->read_counts(counts);
	for (i = 0; i < file->counters; i++)
		sums[i] = perfcnt_regfile_fast_sum(file, i, controls[i], counts[i], fast);
	return file->registers->line_is_ours();
}

/*
 * All sums, as long as a look would find nothing to do: the registers are ours,
 * and none has become half full or wrapped since the last one.  The usual case of
 * a reading, and no look.
 */
static bool regfile_sum_fast(const struct perfcnt_regfile *file, u32 *controls, u32 *counts,
			     u64 *sums)
{
	struct perfcnt_regfile_fast fast;

	return READ_ONCE(file->held) &&
	       regfile_sum_up(file, controls, counts, sums, &fast) &&
	       perfcnt_regfile_fast_good(&fast);
}

/**
 * perfcnt_regfile_read - all sums at one moment
 * @file: a file, held or not
 * @sums: where they go
 * @reason: why not, if not
 *
 * Context: Any.
 * Return: 0; a mask of all counters if another user has the registers now: @sums are
 * then those of the last look.
 */
long notrace perfcnt_regfile_read(struct perfcnt_regfile *file, u64 *sums,
				  struct perfcnt_reason *reason)
{
	unsigned long flags;
	long lost = 0;

	raw_spin_lock_irqsave(&file->lock, flags);
	if (!regfile_sum_fast(file, file->controls, file->counts, sums))
		lost = perfcnt_regfile_read_locked(file, sums, reason);
	raw_spin_unlock_irqrestore(&file->lock, flags);
	return lost;
}

/**
 * perfcnt_regfile_read_fast - all sums at one moment, if there is nothing else to do
 * @file: a file, held or not
 * @sums: where they go
 *
 * It takes no lock.  Where another CPU is just changing what the registers count, they
 * are not what they should be.
 *
 * Context: Any; interrupts are off.
 * Return: whether a look would find nothing to do.
 */
bool notrace perfcnt_regfile_read_fast(struct perfcnt_regfile *file, u64 *sums)
{
	u32 controls[PERFCNT_REGFILE_COUNTERS], counts[PERFCNT_REGFILE_COUNTERS];
	unsigned int seen;
	bool good;

	do {
		seen = raw_read_seqcount_begin(&file->changes);
		good = regfile_sum_fast(file, controls, counts, sums);
	} while (read_seqcount_retry(&file->changes, seen));
	return good;
}

/**
 * perfcnt_regfile_read_cpu - all sums at one moment, whatever there is to do
 * @file: a file, held or not
 * @sums: where they go
 *
 * It takes no lock, because a look wakes a work item, which needs the scheduler's locks.
 * Registers that have become half full are for a look to find.
 *
 * Context: Any but an NMI; interrupts are off.
 * Return: false if another user has the registers.
 */
bool notrace perfcnt_regfile_read_cpu(struct perfcnt_regfile *file, u64 *sums)
{
	u32 controls[PERFCNT_REGFILE_COUNTERS], counts[PERFCNT_REGFILE_COUNTERS];
	struct perfcnt_regfile_fast fast;
	unsigned int i, seen;
	bool ours;

	do {
		seen = raw_read_seqcount_begin(&file->changes);
		if (READ_ONCE(file->held)) {
			ours = regfile_sum_up(file, controls, counts, sums, &fast) &&
			       perfcnt_regfile_fast_ours(&fast);
		} else {
			ours = !READ_ONCE(file->lost);
			for (i = 0; i < file->counters; i++)
				sums[i] = file->extend[i].sum;
		}
	} while (read_seqcount_retry(&file->changes, seen));
	return ours;
}
