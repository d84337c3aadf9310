/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the events of a tree of tasks are. */
#ifndef PERFCNT_SAMPLES_H
#define PERFCNT_SAMPLES_H

#include "task_tree.h"

struct perfcnt_samples;

/**
 * perfcnt_samples_new() - sample events of a tree of tasks
 * @tree: the tree, with its events, which take no turns; it must outlive the samples
 *
 * Claims the tree's counters, as perfcnt_tree_claim().  Nothing is sampled until
 * perfcnt_samples_add().
 *
 * Return: the samples, or NULL: EBUSY if the tree's events take turns; ENOMEM;
 * otherwise as perfcnt_tree_claim().
 */
struct perfcnt_samples *perfcnt_samples_new(struct perfcnt_tree *tree);

/**
 * perfcnt_samples_free() - sample no more
 * @samples: the samples, or NULL
 *
 * Call it before perfcnt_tree_free(), which could not release the counters.  Keeps
 * errno.
 */
void perfcnt_samples_free(struct perfcnt_samples *samples);

/**
 * perfcnt_samples_add() - sample an event
 * @samples: the samples
 * @event: the event's number in the tree
 * @period: a sample every so many events
 * @jitter: a period has up to so many events more or fewer, at random; less than @period
 *
 * An event that has a counter for each VPE has a period on each of them.
 *
 * Return: 0 or -1: ENODATA if there is no such event; EBUSY if it is sampled; EPERM
 * without CAP_PERFMON; otherwise as PERFCNT_IOC_SAMPLE in perfcnt(4), and as mmap(2).
 */
int perfcnt_samples_add(struct perfcnt_samples *samples, unsigned int event,
			uint64_t period, uint64_t jitter);

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
 * Return: the event's number in the tree, or -1: ENODATA if it is of none of them.
 */
int perfcnt_samples_event(const struct perfcnt_samples *samples,
			  const struct perfcnt_ring_sample *sample);

/**
 * perfcnt_samples_lost() - how many samples were lost
 * @samples: the samples, while the tree is stopped
 *
 * Return: samples for which there was no room, or that could not be taken.
 */
uint64_t perfcnt_samples_lost(const struct perfcnt_samples *samples);

/**
 * perfcnt_samples_left_out() - how many periods have left no sample
 * @samples: the samples, while the tree is stopped, when all have been read
 *
 * Return: periods that were left out, because there were too many samples, or because
 * several periods ended at once.
 */
uint64_t perfcnt_samples_left_out(const struct perfcnt_samples *samples);

/**
 * perfcnt_samples_throttles() - how often the kernel's perf has stopped an event
 * @samples: the samples, while the tree is stopped
 *
 * Return: how often, because of too many interrupts; what happened then was not counted.
 */
uint64_t perfcnt_samples_throttles(const struct perfcnt_samples *samples);

#endif /* PERFCNT_SAMPLES_H */
