/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfcnt: performance counters for a program that measures itself.
 *
 * The library is a thin layer over /dev/perfcnt.  perfcnt(7) is the overview,
 * perfcnt(4) describes what the kernel does, and each call has a page in
 * section 3.
 *
 *	struct perfcnt_tree *self = perfcnt_open_self();
 *	uint64_t count;
 *
 *	if (!self)
 *		err(1, "/dev/perfcnt");
 *	perfcnt_tree_add(self, "instructions:u");
 *	perfcnt_tree_start(self);
 *	work();
 *	perfcnt_tree_read(self);
 *	if (!perfcnt_tree_count(self, 0, &count))
 *		printf("%" PRIu64 "\n", count);
 *
 * That counts what the program does, on whichever CPU, and nothing else that runs.
 *
 * A call that returns an int returns 0, or -1 with errno set; a call that returns
 * a pointer returns NULL with errno set.  perfcnt_strerror() says in words what
 * was wrong.  What a *_new() call returns is freed by the *_free() call of the
 * same name, which keeps errno and ignores NULL.
 *
 * Counters are numbered from 0.  A mask has one bit per counter.
 *
 * Threads may share a handle, but not a reading or a region.
 */
#ifndef PERFCNT_H
#define PERFCNT_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <linux/perfcnt.h>

#ifdef __cplusplus
extern "C" {
/* Some functions have the names of the kernel's structs, as stat() has. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

/* The version of this header; perfcnt_version() is that of the library. */
#define PERFCNT_VERSION_MAJOR	0
#define PERFCNT_VERSION_MINOR	1
#define PERFCNT_VERSION		"0.1.0"

struct perfcnt;
struct perfcnt_event;
struct perfcnt_eventset;
struct perfcnt_machine;
struct perfcnt_reading;
struct perfcnt_region;
struct perfcnt_thread_record;
struct perfcnt_topdown_counter;
struct perfcnt_tree;

/* How often perfcnt_region_calibrate() tries. */
#define PERFCNT_REGION_TRIES	32

/**
 * perfcnt_version() - the version of the library that the program runs with
 *
 * Return: the version, like PERFCNT_VERSION.
 */
const char *perfcnt_version(void);

/**
 * perfcnt_open() - open /dev/perfcnt
 *
 * exec closes the descriptor.  A child process shares it, and the claims.
 *
 * Return: a handle, which perfcnt_close() frees, or NULL: ENOMEM, EPERM without
 * CAP_PERFMON, ENOENT without the module, or another error of open(2).
 */
struct perfcnt *perfcnt_open(void);

/**
 * perfcnt_close() - release all counters and free the handle
 * @perfcnt: the handle, or NULL
 *
 * Keeps errno.
 */
void perfcnt_close(struct perfcnt *perfcnt);

/**
 * perfcnt_fd() - the file descriptor of a handle
 * @perfcnt: the handle
 *
 * poll(2) reports POLLIN on it when a counter with PERFCNT_CTL_IE has become half
 * full since it was last read: bit 31 of its count has become set.  A process can
 * ask for SIGIO with fcntl(2).
 *
 * Return: the descriptor, which the handle keeps.
 */
int perfcnt_fd(const struct perfcnt *perfcnt);

/**
 * perfcnt_strerror() - why the last call failed
 * @perfcnt: the handle, or NULL if there is none
 *
 * Call it before errno changes; it uses errno and keeps it.
 *
 * Return: a message of the kernel or of the library if there is one for this
 * errno, otherwise that of strerror(3).  It is valid until the next call on the
 * handle.
 */
const char *perfcnt_strerror(struct perfcnt *perfcnt);

/**
 * perfcnt_claim() - claim counters for this handle
 * @perfcnt: the handle
 * @mask: the counters
 *
 * All of them or none.  Their events are cleared, and their counts are 0.
 *
 * Return: 0 or -1: EBUSY if a counter is claimed or in use through /proc/perf;
 * EINVAL if @mask is 0 or has a counter that the machine does not have.
 */
int perfcnt_claim(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_release() - release claimed counters
 * @perfcnt: the handle
 * @mask: the counters
 *
 * Return: 0 or -1: EPERM if one is not claimed through this handle.
 */
int perfcnt_release(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_pin() - pin the calling thread to the CPU that it runs on
 *
 * What a counter counts belongs to CPUs, not to threads.  A thread that is pinned
 * to a CPU can count that CPU by @self in a name.
 *
 * Return: 0 or -1, as sched_setaffinity(2).
 */
int perfcnt_pin(void);

/**
 * perfcnt_set() - set what a counter counts, by its control word
 * @perfcnt: the handle
 * @counter: the counter, which is claimed
 * @control: the control word, made of PERFCNT_CTL_*
 * @count: the count that it continues from
 *
 * A started counter stays started, a stopped one stopped.
 *
 * Return: 0 or -1: EINVAL, EPERM, ENOENT, EBUSY, EIO, ENOMEM, as in perfcnt(4).
 */
int perfcnt_set(struct perfcnt *perfcnt, unsigned int counter,
		uint32_t control, uint64_t count);

/**
 * perfcnt_set_name() - set what a counter counts, by name
 * @perfcnt: the handle
 * @counter: the counter, which is claimed
 * @name: name[:modes][@tcN|@vpeN|@self]
 * @count: the count that it continues from
 *
 * @self is the CPU that the calling thread is pinned to.  A difference or a region
 * then counts that thread alone, or fails with EAGAIN if another thread may have
 * run on the CPU between the two readings.
 *
 * Return: 0 or -1: EINVAL if the counter cannot count that, or if @self is used by
 * a thread that is not pinned to one CPU; ENOENT if the driver
 * or the PMU does not have the event; ERANGE; ENAMETOOLONG; otherwise as
 * perfcnt_set().
 */
int perfcnt_set_name(struct perfcnt *perfcnt, unsigned int counter,
		     const char *name, uint64_t count);

/**
 * perfcnt_start() - start counters
 * @perfcnt: the handle
 * @mask: the counters, which are claimed
 *
 * All start at the same instant.  A counter that is started already is not
 * affected.
 *
 * Return: 0 or -1: EPERM if one is not claimed through this handle, EIO.
 */
int perfcnt_start(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_stop() - stop counters; they keep their counts
 * @perfcnt: the handle
 * @mask: the counters, which are claimed
 *
 * Return: 0 or -1: EPERM if one is not claimed through this handle, EIO.
 */
int perfcnt_stop(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_reset() - set counts to 0
 * @perfcnt: the handle
 * @mask: the counters, which are claimed
 *
 * Return: 0 or -1: EPERM if one is not claimed through this handle, EIO.
 */
int perfcnt_reset(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_eventset_new() - make an empty set of events
 * @perfcnt: the handle, which must outlive the set
 *
 * Return: the set, or NULL: ENOMEM.
 */
struct perfcnt_eventset *perfcnt_eventset_new(struct perfcnt *perfcnt);

/**
 * perfcnt_eventset_free() - release the counters of a set and free it
 * @set: the set, or NULL
 */
void perfcnt_eventset_free(struct perfcnt_eventset *set);

/**
 * perfcnt_eventset_add() - add an event, and choose a counter for it
 * @set: the set
 * @name: name[:modes][@tcN|@vpeN|@self]
 *
 * The library claims a counter that can count the event, and sets it.  Events that
 * are in the set already can move to other counters.  All counters of the set are
 * stopped, at 0.  If the event cannot be added, the set stays as it is.
 *
 * Return: 0 or -1: EBUSY if no counter is left that can count the event, and
 * perfcnt_strerror() says what the counters are used for; ENOMEM; otherwise as
 * perfcnt_set_name().
 */
int perfcnt_eventset_add(struct perfcnt_eventset *set, const char *name);

/**
 * perfcnt_eventset_counters() - the counters of a set
 * @set: the set
 *
 * Return: a mask, for perfcnt_start(), perfcnt_stop() and perfcnt_reset().
 */
uint32_t perfcnt_eventset_counters(const struct perfcnt_eventset *set);

/**
 * perfcnt_eventset_counter() - the counter of an event
 * @set: the set, to which no event is added any more
 * @event: the event's number, from 0 in the order of perfcnt_eventset_add()
 *
 * Return: the counter, or -1: ENODATA if the set has no such event.
 */
int perfcnt_eventset_counter(const struct perfcnt_eventset *set,
			     unsigned int event);

/**
 * perfcnt_reading_new() - make an empty reading, for perfcnt_read()
 *
 * Return: the reading, or NULL: ENOMEM.
 */
struct perfcnt_reading *perfcnt_reading_new(void);

/**
 * perfcnt_reading_free() - free a reading
 * @reading: the reading, or NULL
 */
void perfcnt_reading_free(struct perfcnt_reading *reading);

/**
 * perfcnt_read() - read all counters of a handle at the same instant
 * @perfcnt: the handle
 * @reading: gets the counts; what was read before is lost
 *
 * Return: 0 or -1: EIO if a count is too low because the hardware was taken from
 * the counter.
 */
int perfcnt_read(struct perfcnt *perfcnt, struct perfcnt_reading *reading);

/**
 * perfcnt_reading_counters() - which counters were read
 * @reading: the reading
 *
 * Return: a mask, 0 if nothing was read.
 */
uint32_t perfcnt_reading_counters(const struct perfcnt_reading *reading);

/**
 * perfcnt_reading_running() - which counters were started
 * @reading: the reading
 *
 * Return: a mask.
 */
uint32_t perfcnt_reading_running(const struct perfcnt_reading *reading);

/**
 * perfcnt_reading_half_full() - which counters have become half full
 * @reading: the reading
 *
 * Return: a mask of the counters with PERFCNT_CTL_IE of whose counts bit 31 has
 * become set since they were last read.
 */
uint32_t perfcnt_reading_half_full(const struct perfcnt_reading *reading);

/**
 * perfcnt_reading_time() - when the counters were read
 * @reading: the reading
 *
 * Return: CLOCK_MONOTONIC, in nanoseconds.
 */
uint64_t perfcnt_reading_time(const struct perfcnt_reading *reading);

/**
 * perfcnt_reading_count() - the count of a counter
 * @reading: the reading
 * @counter: the counter
 * @value: gets the count
 *
 * Return: 0 or -1: ENODATA if the counter was not read.
 */
int perfcnt_reading_count(const struct perfcnt_reading *reading,
			  unsigned int counter, uint64_t *value);

/**
 * perfcnt_reading_control() - the control word of a counter
 * @reading: the reading
 * @counter: the counter
 * @control: gets the control word, as /proc/perf shows it
 *
 * Return: 0 or -1: ENODATA if the counter was not read.
 */
int perfcnt_reading_control(const struct perfcnt_reading *reading,
			    unsigned int counter, uint32_t *control);

/**
 * perfcnt_reading_delta() - what a counter has counted between two readings
 * @before: the first
 * @after: the second
 * @counter: the counter
 * @value: gets the difference, which is right if the count has passed 2^64 - 1
 *
 * Return: 0 or -1: ENODATA if the counter is not in both readings; ESTALE if it
 * was set, reset, claimed or released between them; EXDEV if they are readings of
 * different handles; EAGAIN if the counter was set with @self, and the calling
 * thread was not alone on its CPU between them or is not the one that set it.
 */
int perfcnt_reading_delta(const struct perfcnt_reading *before,
			  const struct perfcnt_reading *after,
			  unsigned int counter, uint64_t *value);

/**
 * perfcnt_region_new() - make a region of the program, to be counted
 * @perfcnt: the handle, which must outlive the region
 *
 * Return: the region, or NULL: ENOMEM.
 */
struct perfcnt_region *perfcnt_region_new(struct perfcnt *perfcnt);

/**
 * perfcnt_region_free() - free a region
 * @region: the region, or NULL
 */
void perfcnt_region_free(struct perfcnt_region *region);

/**
 * perfcnt_region_begin() - read the counters before the region
 * @region: the region
 *
 * Returns nothing, so that the program has nothing to check inside of the region:
 * perfcnt_region_end() says if it failed.
 */
void perfcnt_region_begin(struct perfcnt_region *region);

/**
 * perfcnt_region_end() - read the counters after the region
 * @region: the region
 *
 * Return: 0 or -1: as perfcnt_read(), for either reading; EPROTO if the region was
 * not begun; EALREADY if it was begun twice; EAGAIN as perfcnt_reading_delta(),
 * but counters that were not set with @self have been counted.
 */
int perfcnt_region_end(struct perfcnt_region *region);

/**
 * perfcnt_region_count() - what a counter has counted in the region
 * @region: the region, which has ended
 * @counter: the counter
 * @value: gets the count, less what perfcnt_region_begin() and
 *	   perfcnt_region_end() themselves count, but not less than 0
 *
 * Return: 0 or -1: ENODATA if the counter was not read or the region has not
 * ended; ESTALE if the counter was set, reset, claimed or released in the region.
 */
int perfcnt_region_count(const struct perfcnt_region *region,
			 unsigned int counter, uint64_t *value);

/**
 * perfcnt_region_empty() - tell the library that the last region was empty
 * @region: the region, which has ended
 * @tries: the number of earlier calls; 0 discards the calibration
 *
 * The least count of all tries is what perfcnt_region_begin() and
 * perfcnt_region_end() themselves count.  perfcnt_region_calibrate() uses this; a
 * program whose regions have other code around them can do the same in its own
 * place.
 */
void perfcnt_region_empty(struct perfcnt_region *region, unsigned int tries);

/**
 * perfcnt_region_calibrate() - measure what an empty region counts
 * @region: the region
 *
 * Call it where the region is counted: on its CPU, after the counters are set and
 * started, and again after they are set to other events.
 *
 * In C and C++ this is also a macro, whose loop is compiled into the caller.  The
 * two calls then stand there as they do around a region: one after the other, with
 * @region in a local variable.  Then an empty region counts 0 in user mode.
 *
 * Return: 0 or -1: as perfcnt_region_end().
 */
int perfcnt_region_calibrate(struct perfcnt_region *region);

static inline int perfcnt_region_calibrate_here(struct perfcnt_region *region)
{
	unsigned int tries = 0, again = 0;

	while (tries < PERFCNT_REGION_TRIES) {
		perfcnt_region_begin(region);
		if (!perfcnt_region_end(region))
			perfcnt_region_empty(region, tries++);
		else if (errno != EAGAIN || ++again > PERFCNT_REGION_TRIES)
			return -1;
	}
	return 0;
}

#define perfcnt_region_calibrate(region) perfcnt_region_calibrate_here(region)

#include "perfcnt_machine.h"
#include "perfcnt_tree.h"
#include "perfcnt_samples.h"
#include "perfcnt_topdown.h"
#include "perfcnt_regions.h"

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif /* PERFCNT_H */
