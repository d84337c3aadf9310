/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A timer on each CPU that looks what it does: for where no interrupt of a counter comes.
 *
 * Its time from one look to the next is random, so that it is in step with nothing.
 */
#ifndef PERFCNT_LOOKS_H
#define PERFCNT_LOOKS_H

struct perfcnt_profile;

/* The mean time between two looks, in microseconds. */
#define PERFCNT_LOOKS_US 1000

int perfcnt_looks_begin(struct perfcnt_profile *profile);
void perfcnt_looks_end(void);

#endif /* PERFCNT_LOOKS_H */
