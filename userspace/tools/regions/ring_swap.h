/* SPDX-License-Identifier: GPL-2.0 */
/* The bytes of a recording in the other order. */
#ifndef PERFCNT_REGIONS_RING_SWAP_H
#define PERFCNT_REGIONS_RING_SWAP_H

#include <regions/ring.h>

/**
 * ring_swap_head() - swap the bytes of all numbers of a head
 * @head: the head
 */
void ring_swap_head(struct perfcnt_regions_head *head);

/**
 * ring_swap_part() - the same of the part of a thread, without its table of totals
 * @part: the part
 * @head: the head, which is swapped and was checked
 */
void ring_swap_part(char *part, const struct perfcnt_regions_head *head);

/**
 * ring_swap_total() - the same of a row of that table
 * @row: the row
 * @head: the head, as above
 */
void ring_swap_total(char *row, const struct perfcnt_regions_head *head);

#endif /* PERFCNT_REGIONS_RING_SWAP_H */
