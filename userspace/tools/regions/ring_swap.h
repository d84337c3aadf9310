/* SPDX-License-Identifier: GPL-2.0 */
/* The bytes of a recording in the other order. */
#ifndef PERFCNT_REGIONS_RING_SWAP_H
#define PERFCNT_REGIONS_RING_SWAP_H

#include <regions/ring.h>

/* All numbers of a head. */
void ring_swap_head(struct perfcnt_regions_head *head);

/*
 * The same of the part of a thread, without its table of totals; the head is swapped and was
 * checked.
 */
void ring_swap_part(char *part, const struct perfcnt_regions_head *head);

/* The same of a row of that table. */
void ring_swap_total(char *row, const struct perfcnt_regions_head *head);

#endif /* PERFCNT_REGIONS_RING_SWAP_H */
