/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfcnt: counters by their numbers, as /proc/perf has them, and what the machine has.
 *
 * Counters are numbered from 0.  A mask has one bit per counter.
 */
#ifndef PERFCNT_COUNTERS_H
#define PERFCNT_COUNTERS_H

#ifndef PERFCNT_H
#error "this is a part of <perfcnt.h>, which is to be included"
#endif

/**
 * perfcnt_claim() - claim counters for this handle
 * @perfcnt: what perfcnt_open() has opened
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
 * @perfcnt: what perfcnt_open() has opened
 * @mask: the counters
 *
 * Return: 0 or -1: EPERM if one is not claimed by it.
 */
int perfcnt_release(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_set() - set what a counter counts, by its control word
 * @perfcnt: what perfcnt_open() has opened
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
 * @perfcnt: what perfcnt_open() has opened
 * @counter: the counter, which is claimed
 * @name: name[:modes][@tcN|@vpeN]
 * @count: the count that it continues from
 *
 * Return: 0 or -1: EINVAL if the counter cannot count that; ENOENT if the driver or the
 * PMU does not have the event; ERANGE; ENAMETOOLONG; otherwise as perfcnt_set().
 */
int perfcnt_set_name(struct perfcnt *perfcnt, unsigned int counter,
		     const char *name, uint64_t count);

/**
 * perfcnt_start() - start counters
 * @perfcnt: what perfcnt_open() has opened
 * @mask: the counters, which are claimed
 *
 * All start at the same instant.  A counter that is started already is not
 * affected.
 *
 * Return: 0 or -1: EPERM if one is not claimed by it, EIO.
 */
int perfcnt_start(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_stop() - stop counters; they keep their counts
 * @perfcnt: what perfcnt_open() has opened
 * @mask: the counters, which are claimed
 *
 * Return: 0 or -1: EPERM if one is not claimed by it, EIO.
 */
int perfcnt_stop(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_reset() - set counts to 0
 * @perfcnt: what perfcnt_open() has opened
 * @mask: the counters, which are claimed
 *
 * Return: 0 or -1: EPERM if one is not claimed by it, EIO.
 */
int perfcnt_reset(struct perfcnt *perfcnt, uint32_t mask);

/**
 * perfcnt_read_counters() - read claimed counters at the same instant
 * @perfcnt: what perfcnt_open() has opened
 * @read: gets the counts; its size is set, its flags say what else it gets, and its
 *	  counters which are read; 0: all
 *
 * Return: 0 or -1: EINVAL for a flag that is not known; EPERM for a counter that is not
 * claimed by it; EIO if a count is too low because the hardware was taken from the
 * counter.
 */
int perfcnt_read_counters(struct perfcnt *perfcnt, struct perfcnt_read *read);

/**
 * perfcnt_describe() - what the machine has, and who uses its counters now
 * @perfcnt: what perfcnt_open() has opened
 * @describe: is filled in; its size is set
 *
 * Return: 0 or -1.
 */
int perfcnt_describe(struct perfcnt *perfcnt, struct perfcnt_describe *describe);

/**
 * perfcnt_list_event() - one of the events that have a name
 * @perfcnt: what perfcnt_open() has opened
 * @index: which, from 0
 * @row: is filled in; its size is set
 *
 * A name that means the same on even and on odd counters can occur twice.
 *
 * Return: 0 or -1: ENOENT after the last one.
 */
int perfcnt_list_event(struct perfcnt *perfcnt, unsigned int index,
		       struct perfcnt_event_row *row);

/**
 * perfcnt_find_event() - the event that has a name
 * @perfcnt: what perfcnt_open() has opened
 * @name: the name, without modes and without a filter
 * @row: is filled in, with the banks of all that have the name; its size is set
 *
 * Return: 0 or -1: ENOENT if there is none.
 */
int perfcnt_find_event(struct perfcnt *perfcnt, const char *name,
		       struct perfcnt_event_row *row);

#endif /* PERFCNT_COUNTERS_H */
