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
				 struct perfcnt_estimated *estimated)
{
	const struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_estimated made = { 0 };
	struct multiplex_sum sum;

	if (!perfcnt_events_are_own(perfcnt) ||
	    perfcnt_events_count(events, event, &made.count))
		return -1;
	if (events->set && perfcnt_event_set_shared(events->set, event))
		made.flags |= PERFCNT_ESTIMATED_SHARED;
	if (events_multiplex(events)) {
		perfcnt_multiplex_between(events->before.turns, events->after.turns, event, &sum);
		made.flags |= PERFCNT_ESTIMATED_MULTIPLEXED;
		made.counted = sum.event.count;
		made.enabled_ns = sum.enabled;
		made.running_ns = sum.event.running;
		made.slices = sum.event.slices;
		made.rounds = sum.rounds;
		made.error = perfcnt_multiplex_error(&sum);
	} else {
		made.counted = made.count;
	}
	if (events->left) {
		made.flags |= PERFCNT_ESTIMATED_LEFT;
		made.error = -1; /* nobody knows how much is missing */
	}
	return perfcnt_handle_give(estimated, &made, sizeof(made), sizeof(made));
}

/* What poll(2) says now, or after some time: 0 if it is nothing. */
static int ask_device(const struct perfcnt *perfcnt, int timeout)
{
	struct pollfd polled = { .fd = perfcnt->fd, .events = POLLIN };

	return poll(&polled, 1, timeout) < 0 ? -1 : polled.revents;
}

static int refuse_stopped(void)
{
	return perfcnt_refuse_call(ENODATA, "the events do not count");
}

/*
 * There is none: none will come any more if nothing counts, the counters are others', or
 * nothing of the object runs; otherwise none yet.
 */
static int refuse_more(const struct perfcnt_events *events, int said)
{
	if (events->state != EVENTS_COUNTING)
		return refuse_stopped();
	if (said & POLLERR)
		return perfcnt_events_refuse_lost();
	if (said & POLLHUP)
		return perfcnt_refuse_call(ENODATA, "nothing runs any more that is counted");
	errno = EAGAIN;
	return -1;
}

static bool is_sampled(const struct perfcnt *perfcnt)
{
	if (!perfcnt_events_are_own(perfcnt))
		return false;
	if (perfcnt->events->sampled)
		return true;
	perfcnt_refuse_call(EINVAL, "nothing is sampled");
	return false;
}

/*
 * Rings are looked into again and again, as poll(2) says POLLIN when one is half full, or if
 * there is a record of a thread, which stays.  What it says before a look that finds nothing
 * is right.
 */
static const struct perfcnt_ring_sample *next_sample(const struct perfcnt *perfcnt, int timeout)
{
	const struct perfcnt_events *events = perfcnt->events;
	const struct perfcnt_ring_sample *sample;
	int said = 0, wait;

	for (;;) {
		if (events->state == EVENTS_COUNTING)
			said = ask_device(perfcnt, 0);
		if (said < 0)
			return NULL;
		sample = perfcnt_samples_next(events->samples);
		if (sample || errno != EAGAIN)
			return sample;
		refuse_more(events, said);
		if (errno != EAGAIN || !timeout)
			return NULL;
		wait = timeout < 0 || timeout > LOOK_AGAIN ? LOOK_AGAIN : timeout;
		if (said & POLLIN)
			said = poll(NULL, 0, wait);
		else
			said = ask_device(perfcnt, wait);
		if (said < 0)
			return NULL;
		timeout -= said || timeout < 0 ? 0 : wait;
	}
}

PERFCNT_API const struct perfcnt_ring_sample *
perfcnt_next_sample(struct perfcnt *perfcnt, int timeout, unsigned int *event)
{
	const struct perfcnt_ring_sample *sample;
	int number;

	if (!is_sampled(perfcnt))
		return NULL;
	if (!perfcnt->events->samples) {
		refuse_stopped();
		return NULL;
	}
	do {
		sample = next_sample(perfcnt, timeout);
		number = sample ? perfcnt_samples_event(perfcnt->events->samples, sample) : 0;
	} while (number < 0);
	if (sample && event)
		*event = number;
	return sample;
}

PERFCNT_API int perfcnt_lost(struct perfcnt *perfcnt, struct perfcnt_losses *losses)
{
	struct perfcnt_losses made = { 0 };

	if (!is_sampled(perfcnt))
		return -1;
	if (perfcnt->events->samples)
		made = perfcnt_samples_lost(perfcnt->events->samples);
	return perfcnt_handle_give(losses, &made, sizeof(made), sizeof(made));
}

/* The next record, or that there is none yet, or will be none. */
static int next_thread(const struct perfcnt *perfcnt, struct perfcnt_thread *thread)
{
	const struct perfcnt_events *events = perfcnt->events;
	int said = 0;

	if (events->state == EVENTS_COUNTING)
		said = ask_device(perfcnt, 0);
	if (said < 0)
		return -1;
	if (!perfcnt_thread_next(events->set, thread))
		return 0;
	if (errno != EAGAIN)
		return -1;
	return refuse_more(events, said);
}

static int check_records(const struct perfcnt *perfcnt, unsigned int number)
{
	const struct perfcnt_events *events = perfcnt->events;

	if (!perfcnt_events_are_own(perfcnt))
		return -1;
	if (!events->set || !events->set->keeps_records)
		return perfcnt_refuse_call(EINVAL, "perfcnt_record_threads(3) was not called");
	if (number > events->count)
		return perfcnt_refuse_call(ENODATA, "there are not so many events");
	return events->state == EVENTS_IDLE ? refuse_stopped() : 0;
}

PERFCNT_API int perfcnt_next_thread(struct perfcnt *perfcnt,
				    struct perfcnt_thread_info *thread, uint64_t counts[],
				    unsigned int number)
{
	const struct perfcnt_event_set *set = perfcnt->events->set;
	struct perfcnt_thread_info made = { 0 };
	struct perfcnt_thread record;
	unsigned int i;

	/* a record that is read is read for ever: so its struct comes first */
	if (check_records(perfcnt, number) ||
	    perfcnt_handle_give(thread, &made, sizeof(made), sizeof(made)) ||
	    next_thread(perfcnt, &record))
		return -1;
	made.flags = record.flags;
	made.pid = record.pid;
	made.tid = record.tid;
	made.lost = record.lost;
	made.begun = record.begun;
	made.ended = record.ended;
	made.ran = record.ran;
	memcpy(made.name, record.comm, sizeof(made.name) - 1);
	for (i = 0; i < number; i++)
		if (perfcnt_thread_count(set, &record, i, &counts[i]))
			counts[i] = PERFCNT_NO_COUNT;
	return perfcnt_handle_give(thread, &made, sizeof(made), sizeof(made));
}
