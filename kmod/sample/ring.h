/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rings of an open file: one for each CPU, in memory that its program maps.
 *
 * A ring is written by its own CPU only, at any time, also in an NMI.  What the program
 * can write is never trusted: the kernel has its own copy of all that it needs, and of
 * the tail it only believes how much space there is.
 */
#ifndef PERFCNT_RING_H
#define PERFCNT_RING_H

#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/types.h>

#include "../../uapi/linux/perfcnt_samples.h"

struct mm_struct;
struct perfcnt_owner;
struct perfcnt_reason;
struct vm_area_struct;

/**
 * struct perfcnt_ring - the ring of a CPU
 * @rings: those of all CPUs
 * @memory: what is allocated
 * @page: what is mapped: the header, and then the data
 * @data: the data
 * @head: bytes that were written so far, modulo 2^32
 * @told: the head when the owner was last woken
 * @lost: what was lost so far; told in the header
 * @untold: what was lost since the last record of that
 * @owes: something was
 * @writers: more than one: a record is being written, and this is an NMI
 * @nested: samples lost because of that, for the writer that was interrupted
 * @nested_periods: those that were left out before them
 * @wake: wakes the owner
 */
struct perfcnt_ring {
	struct perfcnt_rings *rings;
	void *memory;
	struct perfcnt_ring_header *page;
	char *data;
	u32 head;
	u32 told;
	struct perfcnt_ring_lost lost;
	struct perfcnt_ring_lost untold;
	bool owes;
	atomic_t writers;
	atomic_t nested;
	atomic_long_t nested_periods;
	struct irq_work wake;
};

/**
 * struct perfcnt_rings - the rings of an open file
 * @owner: of the samples
 * @size: bytes of data of each, a power of two
 * @wake: the owner is woken when so many bytes of one have not been read
 * @mm: of the program that made them, which is charged
 * @charged: pages
 * @ring: an entry a CPU; NULL for a number that no CPU can have
 */
struct perfcnt_rings {
	struct perfcnt_owner *owner;
	u32 size;
	u32 wake;
	struct mm_struct *mm;
	unsigned long charged;
	struct perfcnt_ring *ring[];
};

struct perfcnt_rings *perfcnt_rings_new(struct perfcnt_owner *owner,
					unsigned int order, u32 wake,
					struct perfcnt_reason *reason);
void perfcnt_rings_free(struct perfcnt_rings *rings);
u32 perfcnt_rings_stride(const struct perfcnt_rings *rings);
int perfcnt_rings_map(struct perfcnt_rings *rings, struct vm_area_struct *vma);
bool perfcnt_rings_due(const struct perfcnt_rings *rings);
struct perfcnt_ring_sample *perfcnt_ring_begin(struct perfcnt_rings *rings,
					       u64 time, u64 left_out);
void perfcnt_ring_end(struct perfcnt_rings *rings);
void perfcnt_ring_lose(struct perfcnt_rings *rings, const struct perfcnt_ring_lost *lost);

#endif /* PERFCNT_RING_H */
