/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Counters of the calling thread, read in user mode: events of the kernel's perf, by the
 * page that it has for each of them (linux/perf_event.h says how).
 */
#ifndef PERFCNT_PAGES_H
#define PERFCNT_PAGES_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perf.h"
#include "perfcnt.h"

/**
 * struct pages_hot - what a reading needs, in memory that is 0 in a child process
 * @reader: the thread pointer of the thread whose events are read by their pages; or NULL
 * @thread: the perfcnt_thread of the thread that has opened the events; 0 in a child process
 * @any: any thread may begin and read them
 * @claimed: mask of the counters of a reading by the device; 0: the device does not read
 * @above: of 64 bits, how many a counter does not have
 * @count: how many pages there are
 * @sign: its highest bit
 * @tick: nanoseconds of a tick of the CPU's clock, times 2^32
 * @zero: the time when that clock was 0
 * @page: the pages of the events
 * @again: not 0: a mark reads them twice, as if the thread had moved meanwhile
 * @repeats: how often all of them were read once more
 * @repeat: what that counts itself of each event
 * @excess: what all of that has counted, and PAGES_MORE()
 */
struct pages_hot {
	const void *reader;
	unsigned long thread;
	bool any;
	uint32_t claimed;
	unsigned int above;
	size_t count;
	uint64_t sign;
	uint64_t tick;
	uint64_t zero;
	const struct perf_event_mmap_page *page[PERFCNT_MAX_COUNTERS];
	uint32_t again;
	uint32_t repeats;
	uint64_t repeat[PERFCNT_MAX_COUNTERS];
	uint64_t excess[PERFCNT_MAX_COUNTERS];
};

/**
 * struct pages - the events of a thread, as one group
 * @hot: their pages
 * @tid: the thread
 * @count: how many there are
 * @fd: perf's files
 * @id: the events' PERF_EVENT_IOC_ID
 * @words: why perf has refused one
 */
struct pages {
	struct pages_hot *hot;
	pid_t tid;
	unsigned int count;
	int fd[PERFCNT_MAX_COUNTERS];
	uint64_t id[PERFCNT_MAX_COUNTERS];
	char words[PERF_WORDS];
};

/**
 * perfcnt_pages_new() - no events yet
 * @pages: comes back
 *
 * Return: 0 or -1: ENOMEM.
 */
int perfcnt_pages_new(struct pages *pages);

/**
 * perfcnt_pages_possible() - could the events of a thread be read so on this machine?
 *
 * Return: NULL if they could, or why not.
 */
const char *perfcnt_pages_possible(void);

/**
 * perfcnt_pages_add() - add an event, if it can count beside the others
 * @pages: where, of the calling thread; its events do not count
 * @name: name[:modes]
 * @why: comes back: why it cannot be read so, or NULL
 *
 * Return: 0 or -1.  With @why, somebody else may count it: EBUSY if there is no counter for
 * it, ENOENT if perf does not count it on this machine, EPERM, EINVAL if it cannot be read by a
 * page.  Otherwise the name is wrong, with words: ENOENT if it is not known, EINVAL.
 */
int perfcnt_pages_add(struct pages *pages, const char *name, const char **why);

/**
 * perfcnt_pages_remove() - take an event out again
 * @pages: the events, which do not count
 * @event: its number, below @pages->count
 * @names: the names of all, as they were added
 *
 * Return: 0 or -1, and nothing has changed: as perfcnt_pages_add().
 */
int perfcnt_pages_remove(struct pages *pages, unsigned int event,
			 const char names[][PERFCNT_NAME_SIZE]);

/**
 * perfcnt_pages_reset() - let the events count from 0
 * @pages: the events, which do not count: of others the kernel writes pages that are not right
 */
void perfcnt_pages_reset(struct pages *pages);

/**
 * perfcnt_pages_start() - let the events count, from where they were
 * @pages: the events, of the calling thread
 *
 * Those that perf had to stop count again.
 *
 * Return: NULL if all of them count now and can be read, or why not.
 */
const char *perfcnt_pages_start(struct pages *pages);

/**
 * perfcnt_pages_stop() - let them count no more
 * @pages: the events
 */
void perfcnt_pages_stop(struct pages *pages);

/**
 * perfcnt_pages_end() - end all events
 * @pages: the events; a child process ends none of its parent's
 */
void perfcnt_pages_end(struct pages *pages);

/**
 * perfcnt_pages_free() - undo perfcnt_pages_new()
 * @pages: the events
 */
void perfcnt_pages_free(struct pages *pages);

/* The counters can be read by instructions of user mode. */
#if defined(__x86_64__) || defined(__i386__)
#define PAGES_READABLE 1

static inline uint64_t pages_counter(uint32_t index)
{
#ifdef __x86_64__
	uint64_t low, high;
#else
	uint32_t low, high;
#endif

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index));
	return low | (uint64_t)high << 32;
}
#elif defined(__aarch64__)
#define PAGES_READABLE 1

/* Each counter has an instruction of its own; "hint #36" is where br may lead to (bti j). */
#define PAGES_READ(n)							\
	"hint	#36\n\t"						\
	"mrs	%0, pmevcntr" #n "_el0\n\t"				\
	"b	2f\n\t"							\
	"nop\n\t"

static inline __attribute__((always_inline)) uint64_t pages_counter(uint32_t index)
{
	uint64_t value;

	__asm__ volatile("adr	%0, 1f\n\t"
			 "add	%0, %0, %w1, uxtw #4\n\t"
			 "br	%0\n"
			 "1:\n\t"
			 PAGES_READ(0) PAGES_READ(1) PAGES_READ(2) PAGES_READ(3)
			 PAGES_READ(4) PAGES_READ(5) PAGES_READ(6) PAGES_READ(7)
			 PAGES_READ(8) PAGES_READ(9) PAGES_READ(10) PAGES_READ(11)
			 PAGES_READ(12) PAGES_READ(13) PAGES_READ(14) PAGES_READ(15)
			 PAGES_READ(16) PAGES_READ(17) PAGES_READ(18) PAGES_READ(19)
			 PAGES_READ(20) PAGES_READ(21) PAGES_READ(22) PAGES_READ(23)
			 PAGES_READ(24) PAGES_READ(25) PAGES_READ(26) PAGES_READ(27)
			 PAGES_READ(28) PAGES_READ(29) PAGES_READ(30)
			 "hint	#36\n\t"
			 "mrs	%0, pmccntr_el0\n"
			 "2:"
			 : "=&r"(value)
			 : "r"(index));
	return value;
}
#else
#define PAGES_READABLE 0

static inline uint64_t pages_counter(uint32_t index)
{
	return index;
}
#endif

/* The CPU's clock: of all CPUs, where the kernel says how long a tick of it is. */
static inline uint64_t pages_ticks(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return 0;
#endif
}

/* So many ticks in nanoseconds: by the same instructions for all numbers. */
static inline uint64_t pages_nanoseconds(uint64_t ticks, uint64_t tick)
{
#ifdef __SIZEOF_INT128__
	return (__uint128_t)ticks * tick >> 32;
#else
	return (ticks >> 32) * tick + ((ticks & UINT32_MAX) * tick >> 32);
#endif
}

/**
 * pages_time() - the time, without a call: of vdso(7)'s some take longer than others
 * @hot: the events of the calling thread, after perfcnt_regions_clock()
 *
 * Return: CLOCK_MONOTONIC, in nanoseconds, as if it had not been adjusted since.
 */
static inline uint64_t pages_time(const struct pages_hot *hot)
{
	return hot->zero + pages_nanoseconds(pages_ticks(), hot->tick);
}

static inline void pages_barrier(void)
{
	__asm__ volatile("" : : : "memory");
}

/*
 * A counter's value with its sign, and PAGES_MORE(), which pages_read() subtracts with the
 * rest: what rdpmc reads has no bits above the counter's.
 */
#if defined(__x86_64__) || defined(__i386__)
#define PAGES_MORE(sign) (sign)

static inline uint64_t pages_extend(uint64_t value, unsigned int above, uint64_t sign)
{
	(void)above;
	return value ^ sign;
}
#else
#define PAGES_MORE(sign) ((uint64_t)0)

static inline uint64_t pages_extend(uint64_t value, unsigned int above, uint64_t sign)
{
	(void)sign;
	return (int64_t)(value << above) >> above;
}
#endif

/* All are to be read once more. */
static inline void pages_repeat(struct pages_hot *hot, bool corrected)
{
	size_t i;

	hot->repeats++;
	for (i = 0; corrected && i < hot->count; i++)
		hot->excess[i] += hot->repeat[i];
}

/**
 * pages_read() - read all events
 * @hot: the events, which count, of the calling thread
 * @counts: gets the counts
 * @again: not 0: read all of them twice, as if the thread had moved meanwhile
 * @corrected: leave out what repeats have counted
 *
 * When the thread has left its CPU all of them are read once more, so that whatever
 * happened meanwhile has cost the same instructions each time: they can be subtracted.
 * The locks only grow: if their sum is the same, so is each of them.
 *
 * Return: false if perf had to stop one of them.
 */
static inline __attribute__((always_inline)) bool
pages_read(struct pages_hot *hot, uint64_t counts[], uint32_t again, bool corrected)
{
	const unsigned int above = hot->above;
	uint32_t moved = again;
	size_t i;

	for (;;) {
		i = 0;
		do {
			const struct perf_event_mmap_page *page = hot->page[i];
			uint64_t offset;
			uint32_t index;

			moved += page->lock;
			__asm__ volatile("" : "+r"(moved) : : "memory");
			if (__builtin_expect(__builtin_sub_overflow(page->index, 1, &index), 0))
				return false;
			offset = page->offset;
			offset += pages_extend(pages_counter(index), above, hot->sign);
			counts[i] = corrected || PAGES_MORE(1) ?
				    offset - hot->excess[i] : offset;
			pages_barrier();
			moved -= page->lock;
		} while (++i < hot->count);
		if (__builtin_expect(!moved, 1))
			return true;
		moved = 0;
		pages_repeat(hot, corrected);
	}
}

#endif /* PERFCNT_PAGES_H */
