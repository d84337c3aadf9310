/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Making a record: the readings are written into the slot of a region, which is exchanged
 * for an older one when the region ends.  Between two marks the counters see the way out
 * of the first one's reading and the way into the second one's, which must be the same
 * instructions every time.  Nothing here takes a lock or memory, and ioctl(2) is not called
 * by way of the C library, whose takes more instructions where there are several threads.
 */
#ifndef RECORDING_SLOT_H
#define RECORDING_SLOT_H

#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "recording.h"

#define RECORD_LIKELY(condition)		__builtin_expect(!!(condition), 1)
#define RECORD_UNLIKELY(condition)	__builtin_expect(!!(condition), 0)

#if defined(__mips__) && defined(_ABIO32) && _MIPS_SIM == _ABIO32 && \
	!defined(__mips16) && (!defined(__mips_isa_rev) || __mips_isa_rev < 6) && \
	__has_include("sys/single_threaded.h")
#define RECORD_IS_ALONE	HANDLE_IS_ALONE

/*
 * The calling thread.  A 34K has no register for the address of its variables: the kernel
 * emulates the instruction that asks for it, which costs as much as all else that a mark
 * does, so the only thread of a process is found without.  Both ways have the same number
 * of instructions, of which one that is emulated is none: what a mark counts does not
 * change when there is another thread.
 */
static inline struct recording_thread *record_own(void)
{
	struct recording_thread *own;

	__asm__(".set push\n\t"
		".set noreorder\n\t"
		".set mips32r2\n\t"
		"bnezl %1, 1f\n\t"
		" move %0, %2\n\t" /* only if it branches */
		"rdhwr $3, $29\n\t"
		"addu %0, $3, %3\n"
		"1:\n\t"
		".set pop"
		: "=&r"(own)
		: "r"(RECORD_IS_ALONE), "r"(perfcnt_regions_known.only),
		  "r"(perfcnt_regions_known.offset)
		: "$3");
	return own;
}
#else
/* The calling thread, whose address the compiler is not to compute again and again. */
static inline struct recording_thread *record_own(void)
{
	struct recording_thread *own = &perfcnt_regions_own;

	__asm__("" : "+r"(own));
	return own;
}
#endif

static inline uint32_t record_cpu(const struct recording_thread *own)
{
	return __atomic_load_n(own->cpu, __ATOMIC_RELAXED);
}

/* PERFCNT_IOC_READ: 0, or an errno less than 0; errno itself is left alone. */
static inline long record_ioctl(int fd, struct perfcnt_counts *read)
{
#if defined(__x86_64__) && defined(__LP64__)
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(__NR_ioctl), "D"(fd), "S"((long)PERFCNT_IOC_READ), "d"(read)
			 : "rcx", "r11", "memory");
	return result;
#elif defined(__aarch64__) && defined(__LP64__)
	register long number __asm__("x8") = __NR_ioctl;
	register long x0 __asm__("x0") = fd;
	register long x1 __asm__("x1") = PERFCNT_IOC_READ;
	register void *x2 __asm__("x2") = read;

	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(number), "r"(x1), "r"(x2)
			 : "memory");
	return x0;
#elif defined(__mips__) && defined(_ABIO32) && _MIPS_SIM == _ABIO32
	register long v0 __asm__("$2") = __NR_ioctl;
	register long a0 __asm__("$4") = fd;
	register long a1 __asm__("$5") = PERFCNT_IOC_READ;
	register void *a2 __asm__("$6") = read;
	register long a3 __asm__("$7");

	__asm__ volatile("syscall"
			 : "+r"(v0), "=r"(a3)
			 : "r"(a0), "r"(a1), "r"(a2)
			 : "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13",
			   "$14", "$15", "$24", "$25", "hi", "lo", "memory");
	return a3 ? -v0 : v0;
#else
	int kept = errno;
	long result = ioctl(fd, PERFCNT_IOC_READ, read) ? -errno : 0;

	errno = kept;
	return result;
#endif
}

/* What the device is asked for. */
static inline void record_ask(const struct recording_thread *own, struct perfcnt_counts *read)
{
	read->size = sizeof(*read);
	read->flags = PERFCNT_READ_TIME;
	read->counters = own->claimed;
}

/* What it has answered. */
static inline void record_answer(const struct recording_thread *own,
				 const struct perfcnt_counts *read,
				 struct perfcnt_regions_reading *reading)
{
	const __u64 *from = read->counts, *end = from + own->counters;
	__u64 *to = reading->count;

	reading->time = read->time;
	while (from < end) {
		*to++ = *from++;
		__asm__("" : "+r"(to)); /* or the compiler calls memcpy() */
	}
}

/* A reading by the device: 0, or an errno less than 0. */
static inline long record_call(const struct recording_thread *own, int fd,
			       struct perfcnt_regions_reading *reading)
{
	struct perfcnt_counts read;
	long error;

#ifdef __clang_analyzer__ /* which does not know what the system call writes */
	memset(&read, 0, sizeof(read));
#endif
	record_ask(own, &read);
	error = record_ioctl(fd, &read);
	if (RECORD_LIKELY(!error))
		record_answer(own, &read, reading);
	return error;
}

static inline struct perfcnt_regions_slot *record_slot(struct perfcnt_regions_thread *ring,
						       uint32_t offset)
{
	return (struct perfcnt_regions_slot *)((char *)ring + offset);
}

/* The reading at the beginning. */
static inline struct perfcnt_regions_reading *record_begin(const struct recording_thread *own,
							   struct perfcnt_regions_slot *slot)
{
	return (struct perfcnt_regions_reading *)((char *)slot + own->begin_at);
}

/* The words of user data. */
static inline uint64_t *record_user(const struct recording_thread *own,
				    struct perfcnt_regions_slot *slot)
{
	return (uint64_t *)((char *)slot + own->user_at);
}

/* The region that is open with so many around it, or will be. */
static inline struct perfcnt_regions_open *record_open(struct perfcnt_regions_thread *ring,
						       uint32_t depth)
{
	return &ring->open[depth % PERFCNT_REGIONS_DEPTH];
}

/* The slot of that. */
static inline struct perfcnt_regions_slot *
record_open_slot(struct perfcnt_regions_thread *ring, const struct perfcnt_regions_open *open)
{
	return record_slot(ring, __atomic_load_n(&open->slot, __ATOMIC_RELAXED));
}

/* Regions that are open have no counts. */
static inline void record_fail(struct perfcnt_regions_thread *ring, uint8_t flags)
{
	uint32_t i;

	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++)
		if (ring->open[i].named != PERFCNT_REGIONS_CLOSED)
			record_open_slot(ring, &ring->open[i])->flags |= flags;
}

/*
 * One more is open: a handler of a signal that comes now gets the next slot.  If as many are
 * open as have a slot, this one takes that of the first of them, which then has no record.
 */
static inline struct perfcnt_regions_slot *record_enter(struct perfcnt_regions_thread *ring,
							uint32_t depth, uint32_t named)
{
	struct perfcnt_regions_open *open = record_open(ring, depth);

	ring->depth = depth + 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (RECORD_UNLIKELY(open->named != PERFCNT_REGIONS_CLOSED)) {
		ring->too_deep++;
		ring->over++;
	}
	open->named = named;
	return record_open_slot(ring, open);
}

/*
 * perfcnt_regions_order(), by the same instructions for both halves: all are counted.
 * What has been made later than 2^32 records is of the second half.
 */
static inline uint32_t record_place(const struct recording_thread *own, uint32_t number)
{
	uint32_t kept = own->kept, newest = kept | (number & (kept - 1));

	number |= own->later;
	return number < newest ? number : newest;
}

/* The counts of an event at the end of a region, less those at its beginning. */
static inline uint64_t record_count(const struct recording_thread *own, size_t event,
				    const struct perfcnt_regions_reading *begin,
				    const struct perfcnt_regions_reading *end)
{
	const struct events_part *part = &own->perfcnt->events->parts[event];
	uint64_t count = 0;
	uint32_t i;

	for (i = 0; i < part->count; i++)
		count += end->count[part->index[i]] - begin->count[part->index[i]];
	return count;
}

/* A count more, without what the region itself counts. */
static inline void record_sum(const struct recording_thread *own,
			      struct perfcnt_regions_sum *to,
			      const struct perfcnt_regions_sum *from, size_t event,
			      uint32_t inner, uint64_t count)
{
	uint64_t cost = own->costs[PERFCNT_REGIONS_COST_EMPTY][event] +
			own->costs[PERFCNT_REGIONS_COST_INNER][event] * inner;

	perfcnt_regions_add(to, from, perfcnt_regions_less(count, cost));
}

/* The sums of a row that are not these. */
static inline struct perfcnt_regions_sums *
record_other(struct perfcnt_regions_total *total, const struct perfcnt_regions_sums *sums,
	     uint32_t size)
{
	return (struct perfcnt_regions_sums *)((char *)total +
					       (2 * sizeof(*total) + size -
						((const char *)sums - (char *)total)));
}

/*
 * A record more in a row of the table: of the usual ones, whose counts are those of the events
 * in their order, or of any.  A region around this one counts all of it, so that it takes the
 * same instructions every time.
 */
static inline __attribute__((always_inline)) void
record_add(const struct recording_thread *own, struct perfcnt_regions_total *total,
	   const struct perfcnt_regions_slot *slot, uint32_t inner, bool usual)
{
	const struct perfcnt_regions_reading *begin =
		(const void *)((const char *)slot + own->begin_at);
	const struct perfcnt_regions_reading *end = &slot->end;
	const uint32_t sequence = total->sequence, events = own->events;
	const struct perfcnt_regions_sums *from =
		perfcnt_regions_sums_of(total, sequence, own->sums_size);
	struct perfcnt_regions_sums *to = record_other(total, from, own->sums_size);
	size_t i = 0;

	to->records = from->records + 1;
	perfcnt_regions_add(&to->time, &from->time, end->time - begin->time);
	if (usual) {
		to->counted = from->counted + 1;
		do
			record_sum(own, &to->event[i], &from->event[i], i, inner,
				   end->count[i] - begin->count[i]);
		while (++i < events);
	} else if (slot->flags || !events) {
		to->counted = from->counted;
		for (; i < own->room; i++)
			to->event[i] = from->event[i];
	} else {
		to->counted = from->counted + 1;
		do
			record_sum(own, &to->event[i], &from->event[i], i, inner,
				   record_count(own, i, begin, end));
		while (++i < events);
	}
	__atomic_store_n(&total->sequence, sequence + 1, __ATOMIC_RELEASE);
}

/* Is it one of the usual ones, and is no addition interrupted? */
static inline bool record_is_usual(const struct recording_thread *own,
				   const struct perfcnt_regions_slot *slot)
{
	return !own->unusual && !slot->flags;
}

/* The same in the row that the slot names, while no addition is interrupted. */
static inline __attribute__((always_inline)) void
record_add_at_once(struct recording_thread *own, struct perfcnt_regions_thread *ring,
		   struct perfcnt_regions_slot *slot, bool usual)
{
	own->adding = true;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	record_add(own, (struct perfcnt_regions_total *)((char *)ring + slot->total), slot,
		   ring->made - slot->before, usual);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	own->adding = false;
}

/* The same of any record, whatever a signal interrupts. */
static inline void record_total(struct recording_thread *own,
				struct perfcnt_regions_thread *ring,
				struct perfcnt_regions_slot *slot)
{
	if (RECORD_UNLIKELY(own->adding))
		perfcnt_regions_add_later(own, slot, ring->made - slot->before);
	else
		record_add_at_once(own, ring, slot, false);
}

/*
 * The region of this depth has ended: its slot is that of the next record.  A handler of
 * a signal may come between any two steps, and may make so many records that it exchanges
 * the same place.  Each slot is still in one place only then.
 *
 * Returns the lower 32 bits of how many records there are, which are 0 if it is to be
 * carried.
 */
static inline uint32_t record_leave(const struct recording_thread *own,
				    struct perfcnt_regions_thread *ring, uint32_t depth,
				    struct perfcnt_regions_slot *slot)
{
	uint32_t offset = (char *)slot - (char *)ring;
	uint32_t *order = (uint32_t *)(ring + 1), old;
	uint32_t number = __atomic_fetch_add(&ring->made, 1, __ATOMIC_RELAXED);
	uint32_t place = record_place(own, number);
	struct perfcnt_regions_open *open = record_open(ring, depth);

	__atomic_store_n(&slot->sequence, number + 1,
			 __ATOMIC_RELEASE);
	old = __atomic_exchange_n(&order[place], offset, __ATOMIC_RELAXED);
	__atomic_store_n(&record_slot(ring, old)->sequence, 0, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_RELEASE);
	open->slot = old;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	open->named = PERFCNT_REGIONS_CLOSED;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	ring->depth = depth;
	return number + 1;
}

#endif /* RECORDING_SLOT_H */
