/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the events of a tree of tasks are. */
#ifndef PERFCNT_SAMPLES_H
#define PERFCNT_SAMPLES_H

#include "event_set.h"

struct perfcnt_samples;

/**
 * perfcnt_samples_new() - sample events of a tree of tasks
 * @set: the set, with its events, which take no turns; it must outlive the samples
 *
 * Claims the set's counters, as perfcnt_event_set_claim().  Nothing is sampled until
 * perfcnt_samples_add().
 *
 * Return: the samples, or NULL: ENOMEM; otherwise as perfcnt_event_set_claim().
 */
struct perfcnt_samples *perfcnt_samples_new(struct perfcnt_event_set *set);

/**
 * perfcnt_samples_free() - sample no more, and free the samples
 * @samples: the samples, or NULL
 *
 * Call it before perfcnt_event_set_free(), which could not release the counters.  Keeps
 * errno.
 */
void perfcnt_samples_free(struct perfcnt_samples *samples);

/**
 * perfcnt_samples_add() - sample an event
 * @samples: the samples
 * @event: the event's number in the set, which has it
 * @sampling: its period, which is not 0, jitter, flags and share; all else is 0
 *
 * An event that has a counter for each VPE has a period on each of them.  What was sampled
 * before is not returned any more.
 *
 * Return: 0 or -1: EBUSY if it is sampled; EPERM without CAP_PERFMON; otherwise as
 * PERFCNT_IOC_SAMPLE in perfcnt(4), and as mmap(2).
 */
int perfcnt_samples_add(struct perfcnt_samples *samples, unsigned int event,
			const struct perfcnt_sampling *sampling);

/**
 * perfcnt_samples_stop() - sample no more; what there is can be read
 * @samples: the samples
 *
 * Call it before perfcnt_event_set_release(), which could not release the counters.
 */
void perfcnt_samples_stop(struct perfcnt_samples *samples);

/**
 * perfcnt_samples_next() - the next sample
 * @samples: the samples
 *
 * Samples of a CPU are in the order of time, those of several are not.  It does not
 * wait: poll(2) reports POLLIN on perfcnt_fd() when a ring is half full.
 *
 * Return: a sample, which stays until the next call; record.size says how much of it
 * there is.  Or NULL: EAGAIN if there is none now; EPROTO if a ring was damaged.
 */
const struct perfcnt_ring_sample *
perfcnt_samples_next(struct perfcnt_samples *samples);

/**
 * perfcnt_samples_event() - which event a sample is of
 * @samples: the samples
 * @sample: one of them
 *
 * Return: the event's number in the set, or -1: ENODATA if it is of none of them.
 */
int perfcnt_samples_event(const struct perfcnt_samples *samples,
			  const struct perfcnt_ring_sample *sample);

/**
 * perfcnt_samples_lost() - what the samples that were read so far do not stand for
 * @samples: the samples
 *
 * Return: that; when the set is stopped and all samples have been read, all of it.
 */
struct perfcnt_losses perfcnt_samples_lost(const struct perfcnt_samples *samples);

#endif /* PERFCNT_SAMPLES_H */
