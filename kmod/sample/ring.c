// SPDX-License-Identifier: GPL-2.0
/* The rings of an open file; ring.h has the idea. */
#include <linux/align.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/nospec.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/shm.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/vmalloc.h>

#include "../core/owner.h"
#include "ring.h"

/* The size of records and of the data is a multiple of it, so a gap has space for one. */
#define UNIT sizeof(struct perfcnt_ring_record)

static void ring_wake(struct irq_work *work)
{
	struct perfcnt_ring *ring = container_of(work, struct perfcnt_ring, wake);
	struct perfcnt_owner *owner = ring->rings->owner;

	owner->notify(owner);
}

/* What a ring takes, with the space to begin at a multiple of SHMLBA. */
static size_t ring_bytes(const struct perfcnt_rings *rings)
{
	return PAGE_SIZE + rings->size + SHMLBA - PAGE_SIZE;
}

static struct perfcnt_ring *ring_new(struct perfcnt_rings *rings)
{
	struct perfcnt_ring *ring = kzalloc(sizeof(*ring), GFP_KERNEL_ACCOUNT);

	if (!ring)
		return NULL;
	/* not vmalloc_user(), which warns if there is no memory */
	ring->memory = __vmalloc(ring_bytes(rings),
				 GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN);
	if (!ring->memory) {
		kfree(ring);
		return NULL;
	}
	ring->page = PTR_ALIGN(ring->memory, SHMLBA);
	ring->rings = rings;
	ring->data = (char *)ring->page + PAGE_SIZE;
	init_irq_work(&ring->wake, ring_wake);
	ring->page->size = sizeof(*ring->page);
	ring->page->version = PERFCNT_RING_VERSION;
	ring->page->data_offset = PAGE_SIZE;
	ring->page->data_size = rings->size;
	ring->page->sample_size = sizeof(struct perfcnt_ring_sample);
	return ring;
}

/* They are never swapped out: they count as memory that the program has locked. */
static int rings_charge(struct perfcnt_rings *rings, struct perfcnt_reason *reason)
{
	unsigned long pages = num_possible_cpus() * (ring_bytes(rings) >> PAGE_SHIFT);

	if (account_locked_vm(current->mm, pages, true)) {
		perfcnt_reason_set(reason,
				   "rings of %lu KiB: RLIMIT_MEMLOCK leaves less; use a smaller ring_order",
				   pages << (PAGE_SHIFT - 10));
		return -ENOMEM;
	}
	mmgrab(current->mm);
	rings->mm = current->mm;
	rings->charged = pages;
	return 0;
}

static void rings_uncharge(struct perfcnt_rings *rings)
{
	if (!rings->mm)
		return;
	account_locked_vm(rings->mm, rings->charged, false);
	mmdrop(rings->mm);
}

/**
 * perfcnt_rings_new - empty rings
 * @owner: of the samples; its notify is called in interrupt context
 * @order: each has 2^@order pages of data
 * @wake: the owner is notified when so many bytes have not been read, half a ring at most;
 *	  0: half a ring
 * @reason: why not, if RLIMIT_MEMLOCK is it
 *
 * Context: Process context, may sleep.
 * Return: the rings, or NULL without memory.
 */
struct perfcnt_rings *perfcnt_rings_new(struct perfcnt_owner *owner,
					unsigned int order, u32 wake,
					struct perfcnt_reason *reason)
{
	struct perfcnt_rings *rings;
	unsigned int cpu;

	BUILD_BUG_ON(sizeof(struct perfcnt_ring_sample) % UNIT);
	BUILD_BUG_ON(sizeof(struct perfcnt_ring_loss) % UNIT);
	rings = kzalloc(struct_size(rings, ring, nr_cpu_ids), GFP_KERNEL_ACCOUNT);
	if (!rings)
		return NULL;
	rings->owner = owner;
	rings->size = PAGE_SIZE << order;
	rings->wake = wake ? min(wake, rings->size / 2) : rings->size / 2;
	if (rings_charge(rings, reason)) {
		kfree(rings);
		return NULL;
	}
	for_each_possible_cpu(cpu) {
		rings->ring[cpu] = ring_new(rings);
		if (!rings->ring[cpu]) {
			perfcnt_rings_free(rings);
			return NULL;
		}
	}
	return rings;
}

/**
 * perfcnt_rings_free - free rings
 * @rings: the rings, into which nobody writes any more; or NULL
 *
 * Pages that are still mapped stay until they are not.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_rings_free(struct perfcnt_rings *rings)
{
	unsigned int cpu;

	if (!rings)
		return;
	for_each_possible_cpu(cpu) {
		if (!rings->ring[cpu])
			continue;
		irq_work_sync(&rings->ring[cpu]->wake);
		vfree(rings->ring[cpu]->memory);
		kfree(rings->ring[cpu]);
	}
	rings_uncharge(rings);
	kfree(rings);
}

/**
 * perfcnt_rings_stride - how far the rings are from each other, for mmap()
 * @rings: the rings
 *
 * Where a cache can have the same memory at two places, a mapping whose offset is a
 * multiple of this has the same place as the kernel's.
 *
 * Return: bytes, a multiple of the size of a page.
 */
u32 perfcnt_rings_stride(const struct perfcnt_rings *rings)
{
	return ALIGN(PAGE_SIZE + rings->size, SHMLBA);
}

/**
 * perfcnt_rings_map - map a ring
 * @rings: the rings
 * @vma: where; its offset says which
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL for an offset that is not a ring's, more than a ring has, or a
 * private mapping, in which nobody would see the tail; or as vm_insert_page().
 */
int perfcnt_rings_map(struct perfcnt_rings *rings, struct vm_area_struct *vma)
{
	unsigned long stride = perfcnt_rings_stride(rings) >> PAGE_SHIFT;
	unsigned long size = vma->vm_end - vma->vm_start, at;
	unsigned long cpu = vma->vm_pgoff / stride;
	int err = 0;

	if (vma->vm_pgoff % stride || cpu >= nr_cpu_ids)
		return -EINVAL;
	cpu = array_index_nospec(cpu, nr_cpu_ids);
	if (!rings->ring[cpu] ||
	    size > PAGE_SIZE + rings->size || !(vma->vm_flags & VM_SHARED))
		return -EINVAL;
	perfcnt_vm_flags_set(vma, VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP);
	for (at = 0; at < size && !err; at += PAGE_SIZE) {
		void *page = (char *)rings->ring[cpu]->page + at;

		err = vm_insert_page(vma, vma->vm_start + at, vmalloc_to_page(page));
	}
	return err;
}

/* Bytes that the program has not read yet; more than there can be for a wrong tail. */
static u32 ring_unread(const struct perfcnt_ring *ring)
{
	return READ_ONCE(ring->head) - READ_ONCE(ring->page->tail);
}

/**
 * perfcnt_rings_due - is there enough to read?
 * @rings: the rings
 *
 * Context: Any.
 */
bool perfcnt_rings_due(const struct perfcnt_rings *rings)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		if (ring_unread(rings->ring[cpu]) >= rings->wake)
			return true;
	return false;
}

/* What is left of the data before its end, if a record does not fit there. */
static u32 ring_gap(const struct perfcnt_ring *ring, u32 head, u32 size)
{
	u32 left = ring->rings->size - (head & (ring->rings->size - 1));

	return left < size ? left : 0;
}

/* Where a record is. */
static void *ring_at(const struct perfcnt_ring *ring, u32 head)
{
	return ring->data + (head & (ring->rings->size - 1));
}

static noinline void ring_fill(struct perfcnt_ring *ring, u32 size)
{
	struct perfcnt_ring_record nothing = {
		.type = PERFCNT_RING_GAP,
		.size = size,
	};

	memcpy(ring_at(ring, ring->head), &nothing, sizeof(nothing));
	ring->head += size;
}

static void ring_add_lost(struct perfcnt_ring_lost *to,
			  const struct perfcnt_ring_lost *lost)
{
	to->samples += lost->samples;
	to->periods += lost->periods;
	to->throttles += lost->throttles;
	to->throttled_ns += lost->throttled_ns;
}

/* The record that says what was lost before a sample. */
static noinline void ring_write_lost(struct perfcnt_ring *ring, u64 time)
{
	struct perfcnt_ring_loss loss = {
		.record.type = PERFCNT_RING_LOST,
		.record.size = sizeof(loss),
		.time = time,
		.lost = ring->untold,
	};
	u32 gap = ring_gap(ring, ring->head, sizeof(loss));

	if (gap)
		ring_fill(ring, gap);
	memcpy(ring_at(ring, ring->head), &loss, sizeof(loss));
	ring->head += sizeof(loss);
	memset(&ring->untold, 0, sizeof(ring->untold));
	ring->owes = false;
}

/*
 * Space for a sample at the head, behind a record that says what was lost before it; for
 * both or for none. The tail is what the program says: with a wrong one there is no space.
 */
static struct perfcnt_ring_sample *ring_reserve(struct perfcnt_ring *ring, u64 time)
{
	u32 head = ring->head, at = head, size, used, gap;

	/* what the program has read, it has read before it wrote the tail */
	used = head - smp_load_acquire(&ring->page->tail);
	size = ring->rings->size; /* not before, or it is read twice */
	if (unlikely(ring->owes))
		at += ring_gap(ring, head, sizeof(struct perfcnt_ring_loss)) +
		      sizeof(struct perfcnt_ring_loss);
	gap = ring_gap(ring, at, sizeof(struct perfcnt_ring_sample));
	at += gap + sizeof(struct perfcnt_ring_sample);
	if (used > size || at - head > size - used)
		return NULL;
	if (unlikely(ring->owes))
		ring_write_lost(ring, time);
	if (unlikely(gap))
		ring_fill(ring, gap);
	return ring_at(ring, at - sizeof(struct perfcnt_ring_sample));
}

/* What is lost is told in the header at once, and in a record when there is space. */
static noinline void ring_lose(struct perfcnt_ring *ring,
			       const struct perfcnt_ring_lost *lost)
{
	ring_add_lost(&ring->lost, lost);
	ring_add_lost(&ring->untold, lost);
	ring->owes = true;
	ring->page->lost = ring->lost;
}

/* There is no space for a sample: what was left out before it is lost with it. */
static noinline void ring_lose_sample(struct perfcnt_ring *ring, u64 left_out)
{
	const struct perfcnt_ring_lost full = { .samples = 1, .periods = left_out };

	ring_lose(ring, &full);
	atomic_dec(&ring->writers);
}

static noinline void ring_lose_nested(struct perfcnt_ring *ring)
{
	struct perfcnt_ring_lost nested = {
		.samples = atomic_xchg(&ring->nested, 0),
		.periods = atomic_long_xchg(&ring->nested_periods, 0),
	};

	ring_lose(ring, &nested);
}

/*
 * Is this the only one that writes, and not an NMI in the middle of that?  If not, so many
 * samples are lost, and periods that were left out before them.
 */
static __always_inline bool ring_enter(struct perfcnt_ring *ring, unsigned int samples,
				       u64 periods)
{
	if (unlikely(atomic_fetch_inc(&ring->writers))) {
		atomic_long_add(periods, &ring->nested_periods);
		atomic_add(samples, &ring->nested);
		atomic_dec(&ring->writers);
		return false;
	}
	if (unlikely(atomic_read(&ring->nested)))
		ring_lose_nested(ring);
	return true;
}

/**
 * perfcnt_ring_begin - begin to write a sample to the ring of this CPU
 * @rings: the rings
 * @time: of the sample
 * @left_out: periods before it, which are lost with it if it is
 *
 * Context: Any, NMI included; this CPU stays the same until perfcnt_ring_end().
 * Return: where all of it is to be written, which the program can write, too; or NULL if
 * there is no space: it is lost, and there is nothing to end.
 */
struct perfcnt_ring_sample *perfcnt_ring_begin(struct perfcnt_rings *rings,
					       u64 time, u64 left_out)
{
	struct perfcnt_ring *ring = rings->ring[smp_processor_id()];
	struct perfcnt_ring_sample *sample;

	if (!ring_enter(ring, 1, left_out))
		return NULL;
	sample = ring_reserve(ring, time);
	if (unlikely(!sample))
		ring_lose_sample(ring, left_out);
	return sample;
}

/**
 * perfcnt_ring_end - the sample is written
 * @rings: the rings
 *
 * Context: As perfcnt_ring_begin().
 */
void perfcnt_ring_end(struct perfcnt_rings *rings)
{
	struct perfcnt_ring *ring = rings->ring[smp_processor_id()];
	u32 head = ring->head + sizeof(struct perfcnt_ring_sample);

	WRITE_ONCE(ring->head, head);
	/* the program sees the record when it sees the head */
	smp_store_release(&ring->page->head, head);
	/* again and again, for who reads less than all, but not at each sample */
	if (ring_unread(ring) >= rings->wake && head - ring->told >= rings->wake / 2) {
		ring->told = head;
		irq_work_queue(&ring->wake);
	}
	atomic_dec(&ring->writers);
}

/**
 * perfcnt_ring_lose - something was lost before the next sample
 * @rings: the rings
 * @lost: what
 *
 * Context: As perfcnt_ring_begin().
 */
void perfcnt_ring_lose(struct perfcnt_rings *rings, const struct perfcnt_ring_lost *lost)
{
	struct perfcnt_ring *ring = rings->ring[smp_processor_id()];

	if (!ring_enter(ring, lost->samples, lost->periods))
		return;
	ring_lose(ring, lost);
	atomic_dec(&ring->writers);
}
