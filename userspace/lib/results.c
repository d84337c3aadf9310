// SPDX-License-Identifier: LGPL-2.1-or-later
/* What there is to know beside a count: how good it is, samples, threads. */
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "events.h"
#include "handle.h"

/* How long a ring that is not half full is left alone, in milliseconds. */
#define LOOK_AGAIN	50

PERFCNT_API int perfcnt_estimate(const struct perfcnt *perfcnt, unsigned int event,
				 struct perfcnt_estimate *estimate)
{
	const struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_estimate made = { 0 };
	const struct perfcnt_tree *tree;
	uint32_t slices;

	if (perfcnt_events_count(events, event, &made.count))
		return -1;
	tree = events->tree;
	if (tree && perfcnt_tree_shared(tree, event) == 1)
		made.flags |= PERFCNT_ESTIMATE_SHARED;
	if (events->left)
		made.flags |= PERFCNT_ESTIMATE_LEFT;
	if (tree && tree->multiplexes) {
		if (perfcnt_tree_raw(tree, event, &made.counted) ||
		    perfcnt_tree_times(tree, event, &made.enabled_ns, &made.running_ns) ||
		    perfcnt_tree_slices(tree, event, &slices) ||
		    perfcnt_tree_rounds(tree, &made.rounds))
			return -1;
		made.slots = slices;
		made.flags |= PERFCNT_ESTIMATE_MULTIPLEXED;
		if (perfcnt_tree_error(tree, event, &made.error))
			made.error = -1;
	} else {
		made.counted = made.count;
	}
	return perfcnt_handle_give(estimate, &made, sizeof(made), sizeof(made));
}

static struct perfcnt_samples *samples_of(struct perfcnt *perfcnt)
{
	if (!perfcnt_events_are_own(perfcnt))
		return NULL;
	if (perfcnt->events && perfcnt->events->samples)
		return perfcnt->events->samples;
	perfcnt_refuse_call(EINVAL, "nothing is sampled");
	return NULL;
}

PERFCNT_API const struct perfcnt_ring_sample *
perfcnt_next_sample(struct perfcnt *perfcnt, int timeout)
{
	struct perfcnt_samples *samples = samples_of(perfcnt);
	struct pollfd poller = { .fd = perfcnt->fd, .events = POLLIN };
	const struct perfcnt_ring_sample *sample;
	int wait, ready = 0;

	while (samples) {
		sample = perfcnt_samples_next(samples);
		if (sample || errno != EAGAIN || !timeout)
			return sample;
		wait = timeout < 0 || timeout > LOOK_AGAIN ? LOOK_AGAIN : timeout;
		/* what is ready may be a record of a thread, which stays so: wait beside it */
		ready = poll(&poller, !ready, wait);
		if (ready < 0)
			return NULL;
		timeout -= ready || timeout < 0 ? 0 : wait;
	}
	return NULL;
}

PERFCNT_API int perfcnt_sample_event(const struct perfcnt *perfcnt,
				     const struct perfcnt_ring_sample *sample)
{
	struct perfcnt_samples *samples = perfcnt->events ? perfcnt->events->samples : NULL;

	if (!samples)
		return perfcnt_refuse_call(EINVAL, "nothing is sampled");
	return perfcnt_samples_event(samples, sample);
}

PERFCNT_API int perfcnt_losses(struct perfcnt *perfcnt, struct perfcnt_losses *losses)
{
	struct perfcnt_samples *samples = samples_of(perfcnt);
	struct perfcnt_losses made = { 0 };

	if (!samples)
		return -1;
	made.samples = perfcnt_samples_lost(samples);
	made.periods = perfcnt_samples_left_out(samples);
	made.throttles = perfcnt_samples_throttles(samples);
	return perfcnt_handle_give(losses, &made, sizeof(made), sizeof(made));
}

/* What an event has counted, or that it has counted nothing that can be told. */
static uint64_t count_of(const struct perfcnt_thread_record *record, unsigned int event)
{
	uint64_t count;

	return perfcnt_thread_count(record, event, &count) ? PERFCNT_NO_COUNT : count;
}

PERFCNT_API int perfcnt_next_thread(struct perfcnt *perfcnt,
				    struct perfcnt_thread_info *thread, uint64_t counts[],
				    unsigned int number)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_thread_record *record;
	struct perfcnt_thread_info made = { 0 };
	unsigned int i;
	int result;

	if (!events || !events->tree || !events->tree->keeps_records)
		return perfcnt_refuse_call(EINVAL, "perfcnt_threads(3) was not called");
	if (!perfcnt_events_are_own(perfcnt))
		return -1;
	record = perfcnt_thread_new(events->tree);
	if (!record)
		return -1;
	made.flags = perfcnt_thread_flags(record);
	made.pid = perfcnt_thread_pid(record);
	made.tid = perfcnt_thread_tid(record);
	made.lost = perfcnt_thread_lost(record);
	made.begun = perfcnt_thread_begun(record);
	made.ended = perfcnt_thread_ended(record);
	made.ran = perfcnt_thread_ran(record);
	strncpy(made.name, perfcnt_thread_name(record), sizeof(made.name) - 1);
	for (i = 0; i < number && i < events->count; i++)
		counts[i] = count_of(record, i);
	result = perfcnt_handle_give(thread, &made, sizeof(made), sizeof(made));
	perfcnt_thread_free(record);
	return result;
}
