/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recording of this process: its file, its threads, and what they count. */
#ifndef RECORDING_H
#define RECORDING_H

#include <signal.h>
#include <stdbool.h>

#include "events.h"
#include "ring.h"

/**
 * struct recording_settings - what the environment says
 * @events: the sets, separated by semicolons; NULL if it says nothing
 * @directory: where the file is, or NULL: in memory
 * @records: of a ring
 * @user: words of user data
 */
struct recording_settings {
	const char *events;
	const char *directory;
	uint32_t records;
	uint32_t user;
};

/**
 * struct recording_thread - the calling thread; one that has no ring yet is all zeros
 * @ring: its part of the file
 * @cpu: where the number of its CPU is: kept by the kernel, or @old_cpu
 * @fresh: of the slot of a region that begins
 * @hot: the pages that a mark reads at once, or those of no events
 * @fd: the device that it reads at once, or -1
 * @claimed: mask of the counters of a reading by the device
 * @begin_at: perfcnt_regions_begin_at()
 * @kept: how many records are kept for good: a power of two
 * @later: high bits that a number of a record has lost
 * @old_cpu: the number of its CPU, if the kernel does not keep it
 * @user_at: perfcnt_regions_user_at()
 * @room: how many counts the readings of a slot have room for
 * @counters: how many they have
 * @user: words of user data
 * @part: the number of its part
 * @locks: how often it has taken the lock: perfcnt_regions_lock()
 * @refused: there is no room for it, or it exits
 * @over: its last destructor has run, and no region was refused since
 * @destructions: how often its value for the thread's end was destroyed
 * @adding: it is adding to its totals, which a handler of a signal then cannot
 * @unordered: there are no events, or not each has a count of a reading, in their order
 * @unusual: both
 * @counts: it counts, or has been told to
 * @lost: counts since libteja's last start were lost
 * @set: what it counts
 * @events: how many events these are
 * @sums_size: perfcnt_regions_sums_size()
 * @costs: what a region counts itself of them
 * @perfcnt: them, or NULL if nothing is counted
 */
struct recording_thread {
	struct perfcnt_regions_thread *ring;
	const uint32_t *cpu;
	uint64_t fresh;
	struct pages_hot *hot;
	int fd;
	uint32_t claimed;
	uint32_t begin_at;
	uint32_t kept;
	uint32_t later;
	uint32_t old_cpu;
	uint32_t user_at;
	uint32_t room;
	uint32_t counters;
	uint32_t user;
	unsigned int part;
	unsigned int locks;
	bool refused;
	bool counts;
	bool over;
	uint8_t destructions;
	union {
		struct {
			bool adding;
			bool unordered;
		};
		uint16_t unusual;
	};
	bool lost;
	unsigned int set;
	uint32_t events;
	uint32_t sums_size;
	const __u64 (*costs)[PERFCNT_MAX_COUNTERS];
	struct perfcnt *perfcnt;
};

/* The calling thread. */
extern __thread struct recording_thread perfcnt_regions_own HANDLE_THREAD;

/**
 * struct recording_known - how a thread is found
 * @only: the only one of the process, or one that has no ring
 * @offset: of perfcnt_regions_own from what the CPU says of a thread
 */
struct recording_known {
	struct recording_thread *only;
	uintptr_t offset;
};

extern struct recording_known perfcnt_regions_known __attribute__((visibility("hidden")));

/* The head of the file, NULL before perfcnt_regions_make(). */
extern struct perfcnt_regions_head *perfcnt_regions_file
	__attribute__((visibility("hidden")));

/**
 * perfcnt_regions_settings() - read the environment
 * @settings: is filled in
 *
 * Return: 0 or -1: EINVAL, and @settings->events is the name of the variable that is
 * wrong.
 */
int perfcnt_regions_settings(struct recording_settings *settings);

/* What perfcnt_regions_on says: regions test whether it is 0. */
#define RECORDING_OFF		0
#define RECORDING_UNASKED	1	/* no region has looked yet */
#define RECORDING_ON		2	/* there is a recording, or it is being made */

/**
 * struct recording_before - what a thread is told of, to be restored
 * @signals: those that are blocked
 * @cancel: whether it can be cancelled
 */
struct recording_before {
	sigset_t signals;
	int cancel;
};

/**
 * perfcnt_regions_shut_out() - no handler of a signal, and no cancellation, comes to the thread
 * @before: gets what was
 */
void perfcnt_regions_shut_out(struct recording_before *before);

/* perfcnt_regions_let_in() - as it was before perfcnt_regions_shut_out() */
void perfcnt_regions_let_in(const struct recording_before *before);

/**
 * perfcnt_regions_lock() - keep other threads, and handlers of signals, from the head
 *
 * Nests.  Until the last perfcnt_regions_unlock() the thread cannot be cancelled.  Keeps
 * errno.
 */
void perfcnt_regions_lock(void);

/**
 * perfcnt_regions_unlock() - end that
 *
 * Keeps errno.
 */
void perfcnt_regions_unlock(void);

/**
 * perfcnt_regions_make() - make the file, if there is none
 *
 * Takes a lock, with all signals blocked.
 *
 * Return: 0 or -1, as perfcnt_regions_open().
 */
int perfcnt_regions_make(void);

/**
 * perfcnt_regions_join() - give the calling thread a part of the file, if it has none
 * @counts: the first set is counted; otherwise none yet
 *
 * Return: 0 or -1: EPERM if there is no recording or no room.
 */
int perfcnt_regions_join(bool counts);

/**
 * perfcnt_regions_know() - give a place its number in the file, and that of its name
 * @place: the place, which may have them
 *
 * There is a file.
 *
 * Return: the place's number; 0 if there is no memory for its name.
 */
uint32_t perfcnt_regions_know(struct perfcnt_region_place *place);

/**
 * perfcnt_regions_name() - give a place the number of its name
 * @place: the place; it stays 0 if there is no memory
 */
void perfcnt_regions_name(struct perfcnt_region_place *place);

/**
 * perfcnt_regions_wanted() - is there a recording, or does the environment ask for one?
 *
 * If not, regions do nothing from now on, and errno is EPERM.
 *
 * Return: whether there is one, or is to be.
 */
bool perfcnt_regions_wanted(void);

/**
 * perfcnt_regions_total() - find the row of the calling thread's table, or add it
 * @own: the calling thread, which has a ring
 * @begin: the number of the place where a region began
 * @end: where it ended; 0 if it has one place
 *
 * Return: where the row is in the thread's part.
 */
uint32_t perfcnt_regions_total(struct recording_thread *own, uint32_t begin, uint32_t end);

/**
 * perfcnt_regions_add_later() - add a record while an addition is interrupted
 * @own: the calling thread
 * @slot: of a region that ends
 * @inner: how many records were made inside of it
 */
void perfcnt_regions_add_later(struct recording_thread *own,
			       const struct perfcnt_regions_slot *slot, uint32_t inner);

/**
 * perfcnt_regions_set() - find a set of events, or add it
 * @events: their names, separated by commas or blanks
 *
 * Return: its number, or -1: ENOSPC if there is no room.
 */
int perfcnt_regions_set(const char *events);

/**
 * perfcnt_regions_add_sets() - write sets into a new head
 * @head: the head
 * @events: the sets, separated by semicolons, or NULL
 */
void perfcnt_regions_add_sets(struct perfcnt_regions_head *head, const char *events);

/**
 * perfcnt_regions_part() - where the part of a thread is in memory
 * @number: of the thread
 *
 * Return: its part, to be unmapped by munmap(2), or NULL.
 */
struct perfcnt_regions_thread *perfcnt_regions_part(unsigned int number);

/**
 * perfcnt_regions_count() - let the calling thread count a set
 * @set: its number
 *
 * Return: 0 or -1: as perfcnt_end(); nothing is counted then.
 */
int perfcnt_regions_count(unsigned int set);

/* perfcnt_regions_take() says so if there is nothing to read at once. */
#define RECORDING_LATER	(-1024)

/**
 * perfcnt_regions_take() - a reading of a mark
 * @own: the calling thread
 * @reading: gets it
 *
 * Return: 0 if it has been made, or a region begins with it; otherwise what
 * perfcnt_regions_read() wants.
 */
long perfcnt_regions_take(struct recording_thread *own,
			  struct perfcnt_regions_reading *reading);

/**
 * perfcnt_regions_read() - a reading that perfcnt_regions_take() has not made
 * @own: the calling thread, which may count nothing: then there are no counts
 * @reading: gets them, and the time
 * @error: what that has returned
 *
 * Also notes the CPU, if the kernel does not.  Keeps errno.  Events that perf had stopped
 * count again from then on, if they can: what is open has lost counts, and says so.
 *
 * Return: flags of a slot.
 */
unsigned int perfcnt_regions_read(struct recording_thread *own,
				  struct perfcnt_regions_reading *reading, long error);

/**
 * perfcnt_regions_carry() - the calling thread has made another 2^32 records
 * @own: the thread
 */
void perfcnt_regions_carry(struct recording_thread *own);

/**
 * perfcnt_regions_find_own() - the calling thread, and next time quicker if it is the only one
 *
 * Return: the calling thread, which may have no ring.
 */
struct recording_thread *perfcnt_regions_find_own(void);

/**
 * perfcnt_regions_lose_own() - a thread has no ring any more
 */
void perfcnt_regions_lose_own(void);

/**
 * perfcnt_regions_rest() - the calling thread counts nothing until perfcnt_regions_count()
 *
 * Other programs can have its counters.
 */
void perfcnt_regions_rest(void);

/**
 * perfcnt_regions_note() - what the calling thread counts, or no more
 * @perfcnt: it, or NULL
 *
 * So that a child of fork(2) does not keep it open.
 */
void perfcnt_regions_note(struct perfcnt *perfcnt);

/**
 * perfcnt_regions_clock() - let pages_time() tell the time
 * @pages: the events, of which there is one at least
 *
 * Return: NULL, or why it cannot: their tick is 0 then.
 */
const char *perfcnt_regions_clock(struct pages *pages);

/* Of no events; with the time, if any thread of the process has it. */
extern struct pages_hot perfcnt_regions_none __attribute__((visibility("hidden")));

/**
 * perfcnt_regions_move() - a descriptor gets a number that is out of the program's way
 * @fd: the descriptor, which is closed, if another one can be had
 *
 * A program finds the same free numbers as without regions, and its files do not get the number
 * of one that it has closed without knowing of it.
 *
 * Return: the new one, or @fd.
 */
int perfcnt_regions_move(int fd);

/**
 * perfcnt_regions_vpes() - how many counts an event has here
 *
 * Return: the number, or 0 if nothing can be counted.
 */
unsigned int perfcnt_regions_vpes(void);

#endif /* RECORDING_H */
