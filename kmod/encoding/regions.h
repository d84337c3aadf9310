/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The file that a recording is written to, and how the marks of kernel modules look.  A
 * program's is a mapping that its threads write and others may read at any time, also
 * when the program is dead.  It is for the module, the library and the tools of the same
 * tree; others ask pc_regions(1).
 *
 * A head, then a part for each thread.  Numbers have the byte order of the machine; all
 * places are multiples of 8.  Offsets and sizes are in the head, so that a reader of
 * another word size finds its way.
 *
 * The threads' parts are appended, and have their full size on the medium before anything
 * is written there, so that no write fails later.
 *
 * A slot is one region from its begin to its end.  While it is open it is the writer's:
 * its sequence is 0, and both readings are written right into it.  When it ends, the
 * writer makes the sequence its number + 1, with release, and exchanges the slot for the
 * one at the record's place, whose sequence it makes 0 before it is used again.  So
 * nothing is copied, and a region that is open is never overwritten.  A reader that finds
 * the same sequence before and after it has copied the slot has a whole one.
 *
 * A full ring loses records.  So what each region comes to is also added up in a table,
 * which loses nothing: see struct perfcnt_regions_total.
 */
#ifndef PERFCNT_REGIONS_H
#define PERFCNT_REGIONS_H

#ifdef __KERNEL__
#include <linux/stddef.h>
#else
#include <stddef.h>
#endif
#include <linux/types.h>

#include "../../uapi/linux/perfcnt.h"

#define PERFCNT_REGIONS_MAGIC	"perfcnt regions"	/* 16 bytes with its end */
#define PERFCNT_REGIONS_VERSION	7
#define PERFCNT_REGIONS_ORDER	0x01020304u		/* tells the byte order */

/* What there is space for.  The last place stands for those without space. */
#define PERFCNT_REGIONS_PLACES	1024
#define PERFCNT_REGIONS_EVENTS	64
#define PERFCNT_REGIONS_SETS	40
#define PERFCNT_REGIONS_DEPTH	32
#define PERFCNT_REGIONS_THREADS	4096
#define PERFCNT_REGIONS_TOTALS	513	/* of a program's thread; two of them are of all others */
#define PERFCNT_REGIONS_USER_MOST	64
#define PERFCNT_REGIONS_RECORDS_LEAST	4
#define PERFCNT_REGIONS_RECORDS_MOST	0x400000

/**
 * struct perfcnt_regions_place - a place in the sources that has a mark
 * @base: what is to be subtracted from an address of this object
 * @id: offset in the section of its object
 * @line: in @file
 * @name: of the region; may be empty
 * @function: where it is
 * @file: its end, if it is too long
 * @object: the end of the object's file's name; empty is the program
 */
struct perfcnt_regions_place {
	__u64 base;
	__u32 id;
	__u32 line;
	char name[64];
	char function[64];
	char file[64];
	char object[48];
};

/* kinds of slots */
#define PERFCNT_REGIONS_REGION	1	/* from a begin to its end */
#define PERFCNT_REGIONS_STARTED	2	/* from a start to an update */
#define PERFCNT_REGIONS_UPDATED	3	/* from an update to the next one */

/* flags of a slot */
#define PERFCNT_REGIONS_SHORT	0x1u	/* too low: the counter was taken away */
#define PERFCNT_REGIONS_FAILED	0x2u	/* a reading failed: no counts */

/**
 * struct perfcnt_regions_reading - a reading
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @count: the counts; there is space for as many as the head says
 */
struct perfcnt_regions_reading {
	__u64 time;
	__u64 count[PERFCNT_MAX_COUNTERS];
};

/**
 * struct perfcnt_regions_slot - a region that has ended, or is open
 * @sequence: its number + 1, or 0 while it is open; the lower 32 bits
 * @begin_place: where it began
 * @kind: PERFCNT_REGIONS_REGION, PERFCNT_REGIONS_STARTED or PERFCNT_REGIONS_UPDATED
 * @set: of the events
 * @reserved: 0
 * @user_count: words of user data
 * @flags: PERFCNT_REGIONS_SHORT, PERFCNT_REGIONS_FAILED
 * @counters: how many counts a reading has
 * @group: of PERFCNT_REGIONS_STARTED and PERFCNT_REGIONS_UPDATED
 * @whole: all these together, from @kind on
 * @begin_cpu: where it began
 * @end_cpu: where it ended
 * @before: how many records the thread had made when it began
 * @end_place: where it ended; nothing for PERFCNT_REGIONS_REGION, which has one place
 * @total: the writer's: where its row of the table is
 * @depth: how many regions of the thread were open around it
 * @begin_pc: the address that the first call returned to
 * @end_pc: and the second
 * @end: the reading at its end
 *
 * Behind the last count of @end is the reading at the beginning, with space for as many,
 * and then the words of user data.
 */
struct perfcnt_regions_slot {
	__u32 sequence;
	__u32 begin_place;
	union {
		struct {
			__u8 kind;
			__u8 set;
			__u8 reserved;
			__u8 user_count;
			__u8 flags;
			__u8 counters;
			__u16 group;
		};
		__u64 whole;
	};
	__u32 begin_cpu;
	__u32 end_cpu;
	__u32 before;
	__u32 end_place;
	__u32 total;
	__u32 depth;
	__u64 begin_pc;
	__u64 end_pc;
	struct perfcnt_regions_reading end;
};

#define PERFCNT_REGIONS_SLOT_HEAD	offsetof(struct perfcnt_regions_slot, end.count)

/**
 * struct perfcnt_regions_frame - a start, or an update, from which an interval goes on
 * @place: where it was
 * @cpu: on which CPU
 * @before: how many records there were
 * @flags: PERFCNT_REGIONS_SHORT, PERFCNT_REGIONS_FAILED
 * @set: of the events
 * @reserved: 0
 * @pc: the address that the call returned to
 * @begin: the reading
 */
struct perfcnt_regions_frame {
	__u32 place;
	__u32 cpu;
	__u32 before;
	__u16 flags;
	__u8 set;
	__u8 reserved;
	__u64 pc;
	struct perfcnt_regions_reading begin;
};

/**
 * struct perfcnt_regions_sum - what numbers come to
 * @sum: of them
 * @least: of them; all bits are set if there is none
 * @most: of them
 */
struct perfcnt_regions_sum {
	__u64 sum;
	__u64 least;
	__u64 most;
};

/**
 * struct perfcnt_regions_sums - what the records of a region come to
 * @records: how many there were
 * @counted: of these, how many have counts
 * @time: nanoseconds
 * @event: what was counted, without what regions count themselves: by the events of the
 *	   set, with space for as many as a reading has entries
 */
struct perfcnt_regions_sums {
	__u64 records;
	__u64 counted;
	struct perfcnt_regions_sum time;
	struct perfcnt_regions_sum event[];
};

/**
 * struct perfcnt_regions_total - a row of the table of a thread: its regions of one kind
 * @sequence: how often it was added to
 * @begin_place: where they began; 0 in the last row, for those that have no row
 * @end_place: where they ended, as in their slots
 * @set: of the events
 * @interrupted: they ended in a handler of a signal that had interrupted an addition
 * @reserved: 0
 *
 * Then come two struct perfcnt_regions_sums.  The first one is valid if the sequence is
 * even.  The writer makes the other one from it, and then adds 1 to the sequence, with
 * release: what is valid is whole, whenever the writer is killed.  A reader that finds the
 * same sequence before and after it has copied them has a whole one.
 */
struct perfcnt_regions_total {
	__u32 sequence;
	__u32 begin_place;
	__u32 end_place;
	__u8 set;
	__u8 interrupted;
	__u16 reserved;
};

/* flags of a thread */
#define PERFCNT_REGIONS_ENDED	0x1u	/* it has exited */
#define PERFCNT_REGIONS_SHARED	0x2u	/* counts include what other VPEs do meanwhile */
#define PERFCNT_REGIONS_CALIBRATED	0x4u	/* @cost is known */
#define PERFCNT_REGIONS_PAGES	0x8u	/* it reads its counters by perf's pages */

/* Instead of the number of a name: no region is open there; one that is has no name. */
#define PERFCNT_REGIONS_CLOSED	0xffffffffu
#define PERFCNT_REGIONS_NAMELESS	0xfffffffeu

/**
 * struct perfcnt_regions_open - a region that is open, or that will be
 * @slot: its slot
 * @named: the number of its name, from 1; or PERFCNT_REGIONS_CLOSED, PERFCNT_REGIONS_NAMELESS
 */
struct perfcnt_regions_open {
	__u32 slot;
	__u32 named;
};

/* What is measured by a calibration. */
#define PERFCNT_REGIONS_COST_EMPTY	0	/* what an empty region counts */
#define PERFCNT_REGIONS_COST_INNER	1	/* what one more region inside of it adds */
#define PERFCNT_REGIONS_COSTS	2

/**
 * struct perfcnt_regions_thread - the part of a thread: this, the order, all slots, and
 *				   the table of totals, also of the threads that had it before
 * @open: by depth, modulo PERFCNT_REGIONS_DEPTH: the latest regions that are open, without a
 *	  gap, and the slots of those that will be; first because it takes fewer instructions so
 * @made: how many records it has made: the lower 32 bits
 * @made_high: the upper ones
 * @depth: how many regions are open, also of those that are no more in @open
 * @flags: PERFCNT_REGIONS_ENDED, PERFCNT_REGIONS_SHARED, PERFCNT_REGIONS_CALIBRATED,
 *	   PERFCNT_REGIONS_PAGES
 * @tid: its number
 * @error: why it has no counters, an errno; or 0
 * @counters: how many counts a reading has
 * @unmatched: ends of regions that were not open
 * @left: regions that were open when one around them ended: they have no record
 * @too_deep: regions that have no record, as PERFCNT_REGIONS_DEPTH later ones were open
 * @over: the writer's: how many of these are still open
 * @starts: starts to which no update came
 * @group: that was started, or 0
 * @updates: since it was
 * @totals: how many rows of its table are used, from the first on
 * @lost_totals: records that are in no row
 * @before: how many threads had this part before, and have exited: their records are not there
 * @reserved: 0
 * @dumped: how many of its records a dump has had
 * @handle: pthread_self()
 * @begun: CLOCK_MONOTONIC, in nanoseconds
 * @name: its name when it began
 * @why: why it does not read by pages, or why it has no counts; may be empty
 * @event_of: for each set, which of the recording's events an entry is; 0xff for none
 * @cost: what a region counts itself, by the events of the first set
 * @started: the last start or update of @group
 * @total_of: the writer's: by places, where the row of their regions is, or 0
 *
 * The order is that of the slots of records: one for each perfcnt_regions_order().  Here
 * and there a slot is a number of bytes from the beginning of the part.
 */
struct perfcnt_regions_thread {
	struct perfcnt_regions_open open[PERFCNT_REGIONS_DEPTH];
	__u32 made;
	__u32 made_high;
	__u32 depth;
	__u32 flags;
	__u32 tid;
	__s32 error;
	__u32 counters;
	__u32 unmatched;
	__u32 left;
	__u32 too_deep;
	__u32 over;
	__u32 starts;
	__u32 group;
	__u32 updates;
	__u32 totals;
	__u32 lost_totals;
	__u32 before;
	__u32 reserved;
	__u64 dumped;
	__u64 handle;
	__u64 begun;
	char name[16];
	char why[128];
	__u8 event_of[PERFCNT_REGIONS_SETS][PERFCNT_MAX_COUNTERS];
	__u64 cost[PERFCNT_REGIONS_COSTS][PERFCNT_MAX_COUNTERS];
	struct perfcnt_regions_frame started;
	__u32 total_of[PERFCNT_REGIONS_PLACES];
};

/**
 * struct perfcnt_regions_head - the beginning of the file
 * @magic: PERFCNT_REGIONS_MAGIC
 * @version: PERFCNT_REGIONS_VERSION
 * @order: PERFCNT_REGIONS_ORDER
 * @head_size: bytes before the first thread's part
 * @part_size: bytes of each part
 * @slots_at: where in a part its slots begin
 * @slot_size: bytes of each
 * @totals_at: where in a part its table of totals begins: behind the last slot
 * @total_size: bytes of a row
 * @totals: how many rows there is space for
 * @slots: how many records there is space for, beside the regions that are open; a power of
 *	   two
 * @kept: of these, those that keep the first records for good
 * @entries: how many entries the reading of a slot has space for
 * @user: how many words of user data there is space for
 * @threads: how many parts there are
 * @places: how many places are known; the first one, 0, is none
 * @lost_threads: threads without a part
 * @lost_places: places for which there was no space: their records have place 0
 * @events: how many events there are
 * @sets: how many sets these make
 * @pid: of the process
 * @realtime: CLOCK_REALTIME less CLOCK_MONOTONIC, in nanoseconds
 * @program: its name
 * @event: names
 * @set_of: the set of each event
 * @type: of each event, in a dump
 * @place: the places
 */
struct perfcnt_regions_head {
	char magic[16];
	__u32 version;
	__u32 order;
	__u32 head_size;
	__u32 part_size;
	__u32 slots_at;
	__u32 slot_size;
	__u32 totals_at;
	__u32 total_size;
	__u32 totals;
	__u32 slots;
	__u32 kept;
	__u32 entries;
	__u32 user;
	__u32 threads;
	__u32 places;
	__u32 lost_threads;
	__u32 lost_places;
	__u32 events;
	__u32 sets;
	__u32 pid;
	__u64 realtime;
	char program[64];
	char event[PERFCNT_REGIONS_EVENTS][PERFCNT_NAME_SIZE];
	__u8 set_of[PERFCNT_REGIONS_EVENTS];
	__u32 type[PERFCNT_REGIONS_EVENTS];
	struct perfcnt_regions_place place[PERFCNT_REGIONS_PLACES];
};

/**
 * perfcnt_regions_order() - where a record is
 * @head: the file's
 * @number: of the record, from 0
 *
 * Return: the place of its slot in the order of its thread.
 */
static inline __u32 perfcnt_regions_order(const struct perfcnt_regions_head *head,
					  __u64 number)
{
	if (number < head->kept)
		return number;
	return head->kept + ((number - head->kept) & (head->slots - head->kept - 1));
}

/* Bytes from a slot to the reading at its beginning. */
static inline __u32 perfcnt_regions_begin_at(const struct perfcnt_regions_head *head)
{
	return PERFCNT_REGIONS_SLOT_HEAD + head->entries * sizeof(__u64);
}

/* Bytes from a slot to its words of user data. */
static inline __u32 perfcnt_regions_user_at(const struct perfcnt_regions_head *head)
{
	return perfcnt_regions_begin_at(head) + (1 + head->entries) * sizeof(__u64);
}

/* Bytes of a struct perfcnt_regions_sums. */
static inline __u32 perfcnt_regions_sums_size(const struct perfcnt_regions_head *head)
{
	return sizeof(struct perfcnt_regions_sums) +
	       head->entries * sizeof(struct perfcnt_regions_sum);
}

/* Those of a row that are valid if it has a sequence. */
static inline struct perfcnt_regions_sums *
perfcnt_regions_sums_of(struct perfcnt_regions_total *total, __u32 sequence, __u32 size)
{
	return (struct perfcnt_regions_sums *)((char *)(total + 1) + (sequence & 1) * size);
}

/*
 * All bits if a is below b, and 0 otherwise: by the same instructions for all numbers.
 * Where a number is two words, a comparison of both would be a branch.
 */
static inline __u64 perfcnt_regions_below(__u64 a, __u64 b)
{
	return sizeof(long) == sizeof(a) ? -(__u64)(a < b) :
	       -(__u64)(((__u32)(a >> 32) < (__u32)(b >> 32)) |
			((a >> 32 == b >> 32) & ((__u32)a < (__u32)b)));
}

/* One of two numbers: a if all bits of a mask are set, b if none is. */
static inline __u64 perfcnt_regions_choose(__u64 mask, __u64 a, __u64 b)
{
	return sizeof(long) == sizeof(a) ? mask ? a : b : (a & mask) | (b & ~mask);
}

/* A count without a cost, or 0 if that is more; by the same instructions, too. */
static inline __u64 perfcnt_regions_less(__u64 count, __u64 cost)
{
	__u64 less;

	if (sizeof(long) == sizeof(less)) {
		less = __builtin_sub_overflow(count, cost, &less) ? 0 : less;
		__asm__("" : "+r"(less)); /* nothing follows from which of the two it is */
		return less;
	}
	return perfcnt_regions_choose(perfcnt_regions_below(count, cost), 0, count - cost);
}

/* A number more, also by the same instructions. */
static inline void perfcnt_regions_add(struct perfcnt_regions_sum *to,
				       const struct perfcnt_regions_sum *from, __u64 number)
{
	to->sum = from->sum + number;
	to->least = perfcnt_regions_choose(perfcnt_regions_below(number, from->least),
					   number, from->least);
	to->most = perfcnt_regions_choose(perfcnt_regions_below(from->most, number),
					  number, from->most);
}

/* A row that nothing was added to. */
static inline void perfcnt_regions_clear(struct perfcnt_regions_total *total,
					 const struct perfcnt_regions_head *head)
{
	struct perfcnt_regions_sums *sums =
		perfcnt_regions_sums_of(total, 0, perfcnt_regions_sums_size(head));
	__u32 i;

	total->sequence = 0;
	sums->records = 0;
	sums->counted = 0;
	sums->time = (struct perfcnt_regions_sum){ 0, ~0ull, 0 };
	for (i = 0; i < head->entries; i++)
		sums->event[i] = (struct perfcnt_regions_sum){ 0, ~0ull, 0 };
}

#endif /* PERFCNT_REGIONS_H */
