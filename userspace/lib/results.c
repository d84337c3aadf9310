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

	perfcnt_forget_words();
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

/* Nothing comes any more, as the counters are others', or nothing of the object runs. */
static int refuse_end(int said)
{
	if (said & POLLERR)
		return perfcnt_events_refuse_lost();
	return perfcnt_refuse_call(ENODATA, "nothing runs any more that is counted");
}

static int refuse_stopped(void)
{
	return perfcnt_refuse_call(ENODATA, "the events do not count");
}

static bool is_sampled(const struct perfcnt *perfcnt)
{
	perfcnt_forget_words();
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
		if (events->state != EVENTS_COUNTING)
			refuse_stopped();
		else if (said & (POLLERR | POLLHUP))
			refuse_end(said);
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

/* What an event has counted, or that it has counted nothing that can be told. */
static uint64_t count_of(const struct perfcnt_thread_record *record, unsigned int event)
{
	uint64_t count;

	return perfcnt_thread_count(record, event, &count) ? PERFCNT_NO_COUNT : count;
}

/* The next record, or that there is none yet, or will be none. */
static struct perfcnt_thread_record *next_record(const struct perfcnt *perfcnt)
{
	const struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_thread_record *record;
	int said = 0;

	if (events->state == EVENTS_COUNTING)
		said = ask_device(perfcnt, 0);
	if (said < 0)
		return NULL;
	record = perfcnt_thread_new(events->set);
	if (record || errno != EAGAIN)
		return record;
	if (events->state != EVENTS_COUNTING)
		refuse_stopped();
	else if (said & (POLLERR | POLLHUP))
		refuse_end(said);
	return NULL;
}

static int check_records(const struct perfcnt *perfcnt, unsigned int number)
{
	const struct perfcnt_events *events = perfcnt->events;

	perfcnt_forget_words();
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
	struct perfcnt_thread_info made = { 0 };
	struct perfcnt_thread_record *record;
	unsigned int i;

	/* a record that is read is read for ever: so its struct comes first */
	if (check_records(perfcnt, number) ||
	    perfcnt_handle_give(thread, &made, sizeof(made), sizeof(made)))
		return -1;
	record = next_record(perfcnt);
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
	for (i = 0; i < number; i++)
		counts[i] = count_of(record, i);
	perfcnt_thread_free(record);
	return perfcnt_handle_give(thread, &made, sizeof(made), sizeof(made));
}
