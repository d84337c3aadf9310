/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfcnt: performance counters for a program that measures itself.
 *
 * A thin layer over /dev/perfcnt; perfcnt(7) is the overview, perfcnt(4) says
 * what the kernel does, and each call has a page in section 3.
 *
 *	struct perfcnt *perfcnt = perfcnt_open();
 *	struct perfcnt_read before, after;
 *
 *	perfcnt_claim(perfcnt, 1 << 0);
 *	perfcnt_set_name(perfcnt, 0, "instructions:u", 0);
 *	perfcnt_start(perfcnt, 1 << 0);
 *	perfcnt_read(perfcnt, &before);
 *	...
 *	perfcnt_read(perfcnt, &after);
 *	printf("%" PRIu64 "\n", perfcnt_delta(&before, &after, 0));
 *	perfcnt_close(perfcnt);
 *
 * Calls that return an int return 0, or -1 with errno set; those that return a
 * pointer NULL with errno set.  perfcnt_strerror() has the kernel's words for
 * it.  Counters are numbered from 0, and a mask has a bit a counter.
 *
 * The structs are the kernel's, from linux/perfcnt.h.  Their first field, size,
 * is the library's business, but for perfcnt_set_all().
 *
 * Threads may share a handle, but not a region.
 */
#ifndef PERFCNT_H
#define PERFCNT_H

#include <stdint.h>
#include <linux/perfcnt.h>

#ifdef __cplusplus
extern "C" {
/* Functions have the names of structs, as stat() has. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

struct perfcnt;
struct perfcnt_region;

/* What region_calibrate takes the least of. */
#define PERFCNT_REGION_TRIES	32

/**
 * perfcnt_open() - open /dev/perfcnt
 *
 * The descriptor is closed by exec.  A child shares it, and the claims.
 *
 * Return: a handle, which perfcnt_close() frees, or NULL: ENOMEM, EPERM without
 * CAP_PERFMON, ENOENT without the module, or what else open(2) says.
 */
struct perfcnt *perfcnt_open(void);

/**
 * perfcnt_close() - give all counters back and free the handle
 * @perfcnt: the handle, or NULL
 *
 * errno is kept.
 */
void perfcnt_close(struct perfcnt *perfcnt);

/**
 * perfcnt_fd() - the descriptor
 * @perfcnt: the handle
 *
 * It is for poll(2), which says POLLIN when a counter with PERFCNT_CTL_IE has
 * become half full (bit 31 of its count has become set) since it was last read,
 * and for fcntl(2), which can ask for SIGIO then.
 *
 * Return: the descriptor, which stays the handle's.
 */
int perfcnt_fd(const struct perfcnt *perfcnt);

/**
 * perfcnt_strerror() - why the last call was refused
 * @perfcnt: the handle, or NULL if there is none
 *
 * To be called before anything else changes errno; it keeps it.
 *
 * Return: the kernel's own words if it has any for this errno, otherwise those
 * of strerror(3).  They stand until the next perfcnt_strerror().
 */
const char *perfcnt_strerror(struct perfcnt *perfcnt);

/**
 * perfcnt_describe() - what the machine has, and who has it
 * @perfcnt: the handle
 * @describe: is filled in
 *
 * Return: 0 or -1.
 */
int perfcnt_describe(struct perfcnt *perfcnt, struct perfcnt_describe *describe);

/**
 * perfcnt_event() - an event that has a name
 * @perfcnt: the handle
 * @index: which row, from 0
 * @row: is filled in
 *
 * A name that means the same to even and to odd counters can have two rows.
 *
 * Return: 0 or -1: ENOENT past the last row.
 */
int perfcnt_event(struct perfcnt *perfcnt, unsigned int index,
		  struct perfcnt_event_row *row);

/**
 * perfcnt_event_by_name() - the event of a name
 * @perfcnt: the handle
 * @name: the name, without modes and without a filter
 * @row: is filled in: the first of the name, with the banks of all
 *
 * Return: 0 or -1: ENOENT if there is none.
 */
int perfcnt_event_by_name(struct perfcnt *perfcnt, const char *name,
			  struct perfcnt_event_row *row);

/**
 * perfcnt_name() - what a name means for a counter
 * @perfcnt: the handle
 * @counter: the counter, which need not be claimed
 * @name: name[:modes][@tcN|@vpeN], less than PERFCNT_NAME_SIZE bytes
 * @what: is filled in, for perfcnt_set_all()
 *
 * A name says nothing of this machine's PMU: perfcnt_set_all() does.
 *
 * Return: 0 or -1: EINVAL for what the counter cannot count, ENOENT for what
 * the driver does not have, ERANGE, ENAMETOOLONG.
 */
int perfcnt_name(struct perfcnt *perfcnt, unsigned int counter,
		 const char *name, struct perfcnt_what *what);

/**
 * perfcnt_claim() - make counters this handle's own
 * @perfcnt: the handle
 * @mask: which
 *
 * All or none.  They count nothing and stand at 0.
 *
 * Return: 0 or -1: EBUSY for one that somebody has claimed, which
 * perfcnt_describe() names, or that /proc/perf has; EINVAL for none, or
 * for one that the machine does not have.
 */
int perfcnt_claim(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_release() - give counters back
 * @perfcnt: the handle
 * @mask: which
 *
 * Return: 0 or -1: EPERM for one that is not claimed.
 */
int perfcnt_release(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_set() - what a counter counts, by its control word
 * @perfcnt: the handle
 * @counter: the counter, which is claimed
 * @control: the control word, PERFCNT_CTL_*
 * @count: where it goes on from
 *
 * Whether it is started stays as it is.
 *
 * Return: 0 or -1: EINVAL, EPERM, ENOENT, EBUSY, EIO, ENOMEM, as in perfcnt(4).
 */
int perfcnt_set(struct perfcnt *perfcnt, unsigned int counter,
		uint32_t control, uint64_t count);

/**
 * perfcnt_set_name() - what a counter counts, by name
 * @perfcnt: the handle
 * @counter: the counter, which is claimed
 * @name: name[:modes][@tcN|@vpeN]
 * @count: where it goes on from
 *
 * Return: 0 or -1: as perfcnt_name() and perfcnt_set().
 */
int perfcnt_set_name(struct perfcnt *perfcnt, unsigned int counter,
		     const char *name, uint64_t count);

/**
 * perfcnt_set_all() - what several counters count, at one moment
 * @perfcnt: the handle
 * @set: its size is that of the struct, and reserved is 0
 *
 * All or none.  A counter that is not in @set->counts keeps its count, one that
 * is not in @set->controls goes on with what it counts.
 *
 * Return: 0 or -1: as perfcnt_set().
 */
int perfcnt_set_all(struct perfcnt *perfcnt, const struct perfcnt_set *set);

/**
 * perfcnt_start() - let counters count
 * @perfcnt: the handle
 * @mask: which; they are claimed
 *
 * All at one moment.  One that counts already goes on.
 *
 * Return: 0 or -1: EPERM for one that is not claimed.
 */
int perfcnt_start(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_stop() - let counters stand; they keep their counts
 * @perfcnt: the handle
 * @mask: which; they are claimed
 *
 * Return: 0 or -1: EPERM for one that is not claimed.
 */
int perfcnt_stop(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_reset() - set counts to 0
 * @perfcnt: the handle
 * @mask: which; they are claimed
 *
 * Return: 0 or -1: EPERM for one that is not claimed.
 */
int perfcnt_reset(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_read() - read all that is claimed, at one moment
 * @perfcnt: the handle
 * @read: is filled in
 *
 * Return: 0 or -1: EIO if a count is short, as something else has taken the
 * hardware.
 */
int perfcnt_read(struct perfcnt *perfcnt, struct perfcnt_read *read);

/**
 * perfcnt_count() - the count of one counter in a reading
 * @read: the reading
 * @counter: the counter
 *
 * Return: the count; 0 with errno EINVAL if the counter is not in it.
 */
uint64_t perfcnt_count(const struct perfcnt_read *read, unsigned int counter);

/**
 * perfcnt_delta() - what a counter has counted between two readings
 * @before: the first
 * @after: the second
 * @counter: the counter
 *
 * Return: the difference modulo 2^64; 0 with errno EINVAL if the counter is not
 * in both.
 */
uint64_t perfcnt_delta(const struct perfcnt_read *before,
		       const struct perfcnt_read *after, unsigned int counter);

/**
 * perfcnt_region_new() - a region of the program, to be counted
 * @perfcnt: the handle, which outlives the region
 *
 * Return: the region, which perfcnt_region_free() frees, or NULL: ENOMEM.
 */
struct perfcnt_region *perfcnt_region_new(struct perfcnt *perfcnt);

/**
 * perfcnt_region_free() - free a region
 * @region: the region, or NULL
 *
 * errno is kept.
 */
void perfcnt_region_free(struct perfcnt_region *region);

/**
 * perfcnt_region_begin() - read the counters, before the region
 * @region: the region
 *
 * It returns nothing, so that nothing is done with that inside of the region:
 * perfcnt_region_end() says if it failed.
 */
void perfcnt_region_begin(struct perfcnt_region *region);

/**
 * perfcnt_region_end() - read the counters, after the region
 * @region: the region
 *
 * Return: 0 or -1: as perfcnt_read(), for either reading.
 */
int perfcnt_region_end(struct perfcnt_region *region);

/**
 * perfcnt_region_count() - what a counter has counted in the region
 * @region: the region, which has ended
 * @counter: the counter
 *
 * Return: what it has counted, less what begin and end themselves count but
 * not less than 0; 0 with errno EINVAL if the counter is not claimed.
 */
uint64_t perfcnt_region_count(const struct perfcnt_region *region,
			      unsigned int counter);

/**
 * perfcnt_region_empty() - the region that has just ended was empty
 * @region: the region
 * @tries: how many have been told before: 0 forgets what is known
 *
 * What was counted is what begin and end themselves count, if it is the least
 * of all tries.  perfcnt_region_calibrate() does all of this; a program whose
 * regions have other code around them can do it in its own place.
 */
void perfcnt_region_empty(struct perfcnt_region *region, unsigned int tries);

/**
 * perfcnt_region_calibrate() - find out what begin and end themselves count
 * @region: the region
 *
 * To be called where the region is counted: on its CPU, after the counters have
 * been set and started, and again after they have been set anew.  It is compiled
 * into the caller, so that the two calls stand there as they do around a region:
 * one after the other, with @region in a local variable.  Then an empty region
 * reads 0 in user mode.
 *
 * Return: 0 or -1: as perfcnt_read().
 */
static inline int perfcnt_region_calibrate(struct perfcnt_region *region)
{
	unsigned int tries;

	for (tries = 0; tries < PERFCNT_REGION_TRIES; tries++) {
		perfcnt_region_begin(region);
		if (perfcnt_region_end(region))
			return -1;
		perfcnt_region_empty(region, tries);
	}
	return 0;
}

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif /* PERFCNT_H */
