// SPDX-License-Identifier: LGPL-2.1-or-later
/* Counting: from a start to a stop, and what is kept from then on. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "kernel.h"

int perfcnt_events_refuse_lost(void)
{
	return perfcnt_refuse_call(EIO,
				   "others have taken the counters: what was counted since then is lost");
}

int perfcnt_events_refuse_kept(const struct perfcnt_events *events)
{
	if (events->lost == EIO)
		return perfcnt_events_refuse_lost();
	return perfcnt_refuse_call(events->lost,
				   "what was counted until they were stopped is not known");
}

int perfcnt_events_refuse_stopped(void)
{
	return perfcnt_refuse_call(EINVAL, "the events do not count: perfcnt_start(3) comes first");
}

int perfcnt_events_refuse_left(void)
{
	return perfcnt_refuse_call(EIO, PERFCNT_LEFT_WORDS);
}

/* A reading is in the order of the counters' numbers. */
static void note_parts(struct perfcnt_events *events)
{
	const struct perfcnt_event_set *set = events->set;
	unsigned int i, part;

	events->in_order = true;
	events->readings = set ? __builtin_popcount(events->pages.hot->claimed) : events->count;
	for (i = 0; i < events->count && i < PERFCNT_MAX_COUNTERS; i++) {
		const struct set_place *place = set ? &set->events[i].place : NULL;
		struct events_part *parts = &events->parts[i];

		parts->count = place ? place->parts : 1;
		parts->index[0] = i;
		for (part = 0; place && part < parts->count; part++)
			parts->index[part] =
				__builtin_popcount(set->claimed &
						   ((1u << place->counter[part]) - 1));
		events->in_order &= parts->count == 1 && parts->index[0] == i;
	}
}

/* From now on: no part, and nothing was lost. */
static void count_from_0(struct perfcnt_events *events)
{
	events->begun = 0;
	events->ended = false;
	events->lost = 0;
}

static void note_start(struct perfcnt_events *events)
{
	/* for a handler that reads meanwhile nothing was started yet */
	events->state = EVENTS_IDLE;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	count_from_0(events);
	if (events->set && !events_multiplex(events)) {
		events->pages.hot->claimed = events->set->claimed;
		events_make_reading(events, &events->before.counted);
		events_make_reading(events, &events->after.counted);
	}
	note_parts(events);
	events->calibrates = !events_multiplex(events) &&
			     (events->scope == EVENTS_THREAD ||
			      (events->scope == EVENTS_PROCESS && events->pid == getpid() &&
			       perfcnt_process_is_one_thread()));
	events->trying = false;
	events->tries = 0;
	events->again = 0;
	memset(events->cost, 0, sizeof(events->cost));
	__atomic_store_n(&events->state, EVENTS_COUNTING, __ATOMIC_RELEASE);
	if (events_have_pages(events))
		events->pages.hot->reader = __builtin_thread_pointer();
}

static int start_pages(struct pages *pages)
{
	const char *why;
	int error;

	perfcnt_pages_reset(pages);
	why = perfcnt_pages_start(pages);
	if (!why)
		return 0;
	error = errno;
	perfcnt_pages_stop(pages);
	return perfcnt_refuse_call(error, "%s", why);
}

/* Only the last run's samples are to be read. */
static int start_samples(struct perfcnt_events *events)
{
	unsigned int i;

	perfcnt_samples_free(events->samples);
	events->samples = NULL;
	if (!events->sampled)
		return 0;
	events->samples = perfcnt_samples_new(events->set);
	if (!events->samples)
		return -1;
	for (i = 0; i < events->count; i++)
		if (events->sampled & 1u << i &&
		    perfcnt_samples_add(events->samples, i, &events->sampling[i]))
			return -1;
	return 0;
}

/* What cannot be alone is counted, too: an estimate says so. */
static int enter(struct perfcnt_events *events)
{
	static const unsigned int flags[] = {
		[EVENTS_THREAD] = PERFCNT_SCOPE_SHARED,
		[EVENTS_PROCESS] = PERFCNT_SCOPE_SHARED | PERFCNT_SCOPE_INHERIT |
				   PERFCNT_SCOPE_PROCESS,
		[EVENTS_CPUS] = 0,
	};

	if (events->scope == EVENTS_COMMAND)
		return 0; /* its process does */
	if (perfcnt_event_set_enter(events->set, events->pid, flags[events->scope]))
		return -1;
	return events_check_process(events); /* was it this one that was entered? */
}

/* Nothing is claimed any more. */
static void end_device(struct perfcnt_events *events)
{
	int error = errno;

	if (events->samples)
		perfcnt_samples_stop(events->samples);
	perfcnt_event_set_release(events->set);
	errno = error;
}

static int start_device(struct perfcnt *perfcnt)
{
	struct set_place places[PERFCNT_MAX_COUNTERS] = { 0 };
	struct perfcnt_events *events = perfcnt->events;
	int error;

	perfcnt_event_set_save_places(events->set, places);
	if (!start_samples(events) && !perfcnt_event_set_claim(events->set) &&
	    !perfcnt_event_set_start(events->set) && !enter(events)) {
		perfcnt_event_set_drop_records(events->set);
		return 0;
	}
	/* in the words of what has failed, as more calls follow; the hardware is others' */
	error = errno;
	perfcnt_refuse_as(perfcnt, error, NULL);
	end_device(events);
	perfcnt_event_set_restore_places(events->set, places);
	return error == EIO ? perfcnt_refuse_as(perfcnt, EBUSY, NULL) : -1;
}

static int start_by_any(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (events->perf)
		return perfcnt_perf_events_start(events->perf);
	return events->set ? start_device(perfcnt) : start_pages(&events->pages);
}

static int check_start(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (!perfcnt_events_may_count(perfcnt))
		return -1;
	if (events->state == EVENTS_COUNTING)
		return perfcnt_refuse_call(EALREADY, "the events are counted already");
	if (!events->count)
		return perfcnt_refuse_call(EINVAL, "there are no events");
	return 0;
}

int perfcnt_events_start(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_start(perfcnt))
		return -1;
	if (events->scope == EVENTS_COMMAND)
		return perfcnt_refuse_call(EINVAL, "perfcnt_spawn(3) starts the command");
	if (events_check_process(events) || start_by_any(perfcnt))
		return -1;
	note_start(events);
	return 0;
}

int perfcnt_events_prepare_command(struct perfcnt *perfcnt)
{
	if (check_start(perfcnt))
		return -1;
	return perfcnt->events->perf ? 0 : start_device(perfcnt);
}

void perfcnt_events_count_command(struct perfcnt *perfcnt, pid_t pid)
{
	struct perfcnt_events *events = perfcnt->events;
	int error = errno;

	if (pid < 0) {
		if (events->set) {
			perfcnt_refuse_as(perfcnt, error, NULL);
			end_device(events);
		}
		return;
	}
	if (events->pidfd >= 0)
		close(events->pidfd);
	events->pid = pid;
	perfcnt_process_open(pid, &events->pidfd);
	note_start(events);
	perfcnt_forget_words();
	errno = error;
}

/* Perf has stopped an event that has no index: what it has counted is the offset. */
static void take_offsets(const struct pages_hot *hot, uint64_t counts[])
{
	size_t i;

	for (i = 0; i < hot->count; i++) {
		const struct perf_event_mmap_page *page = hot->page[i];
		uint32_t lock, index;

		do {
			lock = page->lock;
			pages_barrier();
			index = page->index;
			counts[i] = page->offset;
			pages_barrier();
		} while (page->lock != lock);
		if (index)
			counts[i] = 0;
	}
}

static int check_readings(const struct perfcnt_counts *read, unsigned int readings)
{
	unsigned int i;

	for (i = 0; i < readings; i++)
		if (read->counts[i] > INT64_MAX)
			return perfcnt_refuse_numbers(EPROTO,
						      "count %llu: it went back to %lld",
						      i, read->counts[i], 0);
	return 0;
}

static int take_by_perf(const struct perfcnt_events *events, struct perfcnt_counts *read)
{
	int left;

	memset(read->counts, 0, sizeof(read->counts)); /* of what cannot be read, 0 is the least */
	if (perfcnt_perf_events_read(events->perf, (uint64_t *)read->counts, events->count))
		return -1;
	left = perfcnt_perf_events_left(events->perf);
	read->left = left;
	return left < 0 ? -1 : check_readings(read, events->count);
}

static int take_by_pages(const struct perfcnt *perfcnt, struct perfcnt_counts *read)
{
	if (pages_read(perfcnt->hot, (uint64_t *)read->counts, 0, false))
		return 0;
	take_offsets(perfcnt->hot, (uint64_t *)read->counts);
	return perfcnt_events_refuse_lost();
}

static int take_turns(const struct perfcnt_events *events, struct events_reading *reading)
{
	int left;

	if (perfcnt_multiplex_take(events->set, reading->turns))
		return -1;
	left = events_can_leave(events) ? perfcnt_event_set_left(events->set) : 0;
	reading->counted.left = left;
	return left < 0 ? -1 : 0;
}

int perfcnt_events_take(struct perfcnt *perfcnt, struct events_reading *reading)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_counts *read = &reading->counted;

	events_make_reading(events, read);
	if (events->perf)
		return take_by_perf(events, read);
	if (!events->set)
		return take_by_pages(perfcnt, read);
	if (events_multiplex(events))
		return take_turns(events, reading);
	if (!read->counters) /* they have just been stopped */
		return perfcnt_events_refuse_stopped();
	if (!events_read_device(perfcnt, read)) {
		memset(read->counts, 0, sizeof(read->counts));
		if (!perfcnt->hot->claimed)
			return perfcnt_events_refuse_stopped();
		perfcnt_forget_words();
		return -1;
	}
	return check_readings(read, events->readings);
}

/* What threads that still run have counted is in their records, as they leave, and is read then. */
static void stop_device(struct perfcnt_event_set *set)
{
	if (set->cpus || set->multiplexes || !set->follows)
		perfcnt_event_set_stop(set);
	else
		perfcnt_event_set_leave(set);
}

/* A handler of a signal that reads meanwhile has either the counters or what is kept. */
PERFCNT_API int perfcnt_stop(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (!perfcnt_events_may_count(perfcnt))
		return -1;
	if (events->state != EVENTS_COUNTING)
		return perfcnt_events_refuse_stopped();
	if (events->set)
		stop_device(events->set);
	if (events->perf)
		perfcnt_perf_events_stop(events->perf);
	events->lost = perfcnt_events_take(perfcnt, &events->kept) ? errno : 0;
	__atomic_store_n(&events->state, EVENTS_STOPPED, __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	events->begun = 0;
	events->pages.hot->reader = NULL;
	events->pages.hot->claimed = 0;
	if (events->set)
		end_device(events);
	else if (!events->perf)
		perfcnt_pages_stop(&events->pages);
	if (events->lost)
		return perfcnt_events_refuse_kept(events);
	return events->kept.counted.left ? perfcnt_events_refuse_left() : 0;
}

/* Others may have the hardware: setting a count asks for it again. */
static int reset_device(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_set settings = { .size = sizeof(settings), .counts = perfcnt->hot->claimed };

	if (!(events_multiplex(events) ? perfcnt_event_set_reset(events->set) :
					 perfcnt_kernel(perfcnt, PERFCNT_IOC_SET, &settings)))
		return 0;
	return errno == EIO ? perfcnt_refuse_as(perfcnt, EBUSY, NULL) : -1;
}

/* A handler of a signal that reads finds no counter that is stopped. */
static int reset_pages(struct pages *pages)
{
	sigset_t all, before;
	const char *why;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	perfcnt_pages_stop(pages);
	perfcnt_pages_reset(pages);
	why = perfcnt_pages_start(pages);
	error = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return why ? perfcnt_refuse_call(error, "%s", why) : 0;
}

static int reset_by_any(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (events->perf)
		return perfcnt_perf_events_reset(events->perf);
	return events->set ? reset_device(perfcnt) : reset_pages(&events->pages);
}

PERFCNT_API int perfcnt_reset(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (!perfcnt_events_may_count(perfcnt))
		return -1;
	if (events->state != EVENTS_COUNTING)
		return perfcnt_events_refuse_stopped();
	if (events->begun)
		return perfcnt_refuse_call(EINVAL, "the part has not ended");
	if (events_check_process(events) || reset_by_any(perfcnt))
		return -1;
	count_from_0(events);
	return 0;
}
