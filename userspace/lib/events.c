// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Events: whose they are, adding them, and which way they are counted: by perf, of which
 * the calling thread reads the pages itself, by the device, or by perf, which is asked.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "kernel.h"

#define VARIABLE	"PERFCNT_READ"

__thread unsigned long perfcnt_thread;

unsigned long perfcnt_events_thread(void)
{
	static unsigned long last;

	if (!perfcnt_thread)
		perfcnt_thread = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
	return perfcnt_thread;
}

static bool is_own(const struct perfcnt *perfcnt)
{
	if (perfcnt_handle_is_own(perfcnt))
		return true;
	perfcnt_refuse_call(EPERM, "these events are the parent process's: a child opens its own");
	return false;
}

bool perfcnt_events_are_own(const struct perfcnt *perfcnt)
{
	perfcnt_forget_words();
	return is_own(perfcnt);
}

bool perfcnt_events_may_read(const struct perfcnt *perfcnt)
{
	if (!is_own(perfcnt))
		return false;
	if (events_is_reader(perfcnt->hot))
		return true;
	perfcnt_refuse_call(EPERM, "these events are another thread's");
	return false;
}

bool perfcnt_events_may_count(const struct perfcnt *perfcnt)
{
	perfcnt_forget_words();
	return perfcnt_events_may_read(perfcnt);
}

static bool is_wanted(const char *way)
{
	const char *word = secure_getenv(VARIABLE);

	return word && !strcmp(word, way);
}

/* Which way is forced, of a thread's events? */
static bool is_forced(const struct perfcnt_events *events, const char *way)
{
	return events->scope == EVENTS_THREAD && is_wanted(way);
}

static bool device_is_forbidden(const struct perfcnt_events *events)
{
	return is_forced(events, "pages") || is_forced(events, "perf");
}

const char *perfcnt_events_impossible(void)
{
	if (is_wanted("device"))
		return VARIABLE " is device";
	return is_wanted("perf") ? VARIABLE " is perf" : perfcnt_pages_possible();
}

static bool by_pages(const struct perfcnt_events *events)
{
	return events->scope == EVENTS_THREAD && events_have_pages(events) && !events->why;
}

static struct perfcnt *make(enum events_scope scope)
{
	struct {
		struct perfcnt handle;
		struct perfcnt_events events;
	} *made = calloc(1, sizeof(*made));
	struct perfcnt *perfcnt;

	perfcnt_forget_words();
	if (!made || perfcnt_pages_new(&made->events.pages)) {
		perfcnt_handle_free(made);
		return NULL;
	}
	perfcnt = &made->handle;
	perfcnt->fd = -1;
	perfcnt->events = &made->events;
	perfcnt->events->scope = scope;
	perfcnt->events->pidfd = -1;
	perfcnt->hot = perfcnt->events->pages.hot;
	perfcnt->hot->thread = perfcnt_events_thread();
	perfcnt->own = &perfcnt->hot->thread;
	perfcnt->hot->any = scope != EVENTS_THREAD;
	return perfcnt;
}

PERFCNT_API struct perfcnt *perfcnt_open_thread(void)
{
	struct perfcnt *perfcnt = make(EVENTS_THREAD);

	if (!perfcnt)
		return NULL;
	perfcnt->events->why = perfcnt_events_impossible();
	/* if there is none, adding an event says so */
	if (perfcnt->events->why && !device_is_forbidden(perfcnt->events))
		perfcnt_handle_open(perfcnt, NULL);
	return perfcnt;
}

PERFCNT_API struct perfcnt *perfcnt_open_command(void)
{
	struct perfcnt *perfcnt = make(EVENTS_COMMAND);

	if (perfcnt)
		perfcnt_handle_open(perfcnt, NULL);
	return perfcnt;
}

PERFCNT_API struct perfcnt *perfcnt_open_process(pid_t pid)
{
	struct perfcnt *perfcnt = make(EVENTS_PROCESS);

	if (!perfcnt)
		return NULL;
	perfcnt->events->pid = pid ? pid : getpid();
	if (!perfcnt_process_open(perfcnt->events->pid, &perfcnt->events->pidfd) &&
	    !perfcnt_handle_open(perfcnt, NULL))
		return perfcnt;
	perfcnt_close(perfcnt);
	return NULL;
}

PERFCNT_API struct perfcnt *perfcnt_open_cpus(void)
{
	struct perfcnt *perfcnt = make(EVENTS_CPUS);

	if (!perfcnt || !perfcnt_handle_open(perfcnt, NULL))
		return perfcnt;
	perfcnt_close(perfcnt);
	return NULL;
}

PERFCNT_API void perfcnt_close(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt ? perfcnt->events : NULL;
	int error = errno;

	if (!perfcnt)
		return;
	perfcnt_samples_free(events->samples);
	perfcnt_event_set_free(events->set);
	perfcnt_perf_events_free(events->perf);
	perfcnt_pages_free(&events->pages);
	if (events->pidfd >= 0)
		close(events->pidfd);
	free(events->before.turns);
	if (perfcnt->fd >= 0)
		close(perfcnt->fd);
	free(perfcnt);
	errno = error;
}

PERFCNT_API enum perfcnt_way perfcnt_reads_by(const struct perfcnt *perfcnt, const char **why)
{
	const struct perfcnt_events *events = perfcnt->events;

	if (why)
		*why = by_pages(events) || events->why ? events->why :
		       "only what the calling thread counts of itself is read by pages";
	if (by_pages(events))
		return PERFCNT_WAY_PAGES;
	return events->perf || is_forced(events, "perf") ? PERFCNT_WAY_PERF : PERFCNT_WAY_DEVICE;
}

PERFCNT_API int perfcnt_fd(const struct perfcnt *perfcnt)
{
	if (!perfcnt_handle_is_own(perfcnt) ||
	    perfcnt_reads_by(perfcnt, NULL) != PERFCNT_WAY_DEVICE)
		return -1;
	return perfcnt->fd;
}

static int check_change(struct perfcnt *perfcnt)
{
	if (!perfcnt_events_are_own(perfcnt))
		return -1;
	if (perfcnt->events->state == EVENTS_COUNTING)
		return perfcnt_refuse_call(EBUSY, "the events are counted already");
	return 0;
}

/* Numbers of events may have moved: nothing that was counted is asked for any more. */
static int drop_counts(struct perfcnt_events *events)
{
	events->state = EVENTS_IDLE;
	events->begun = 0;
	events->ended = false;
	perfcnt_samples_free(events->samples);
	events->samples = NULL;
	if (events->set)
		perfcnt_event_set_drop_records(events->set);
	return 0;
}

/* With the events that there are, but for those that are wrong: they were tried. */
static struct perfcnt_event_set *make_set(struct perfcnt *perfcnt, const char *why)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_event_set *set;
	unsigned int i;

	if (device_is_forbidden(events)) {
		perfcnt_refuse_call(EINVAL, "%s", why);
		return NULL;
	}
	if (perfcnt_handle_open(perfcnt, events->scope == EVENTS_THREAD ||
				events->scope == EVENTS_COMMAND ? why : NULL))
		return NULL;
	set = perfcnt_event_set_new(perfcnt);
	if (!set)
		return NULL;
	if (events->scope == EVENTS_CPUS)
		perfcnt_event_set_count_cpus(set);
	for (i = 0; i < events->count; i++) {
		if (!perfcnt_event_set_add(set, events->name[i]))
			continue;
		perfcnt_event_set_free(set);
		return NULL;
	}
	return set;
}

/* What a part has cost the other way is not what it costs this way: no count of before stays. */
static void use_set(struct perfcnt_events *events, struct perfcnt_event_set *set, const char *why)
{
	drop_counts(events);
	perfcnt_pages_end(&events->pages);
	perfcnt_perf_events_free(events->perf);
	events->perf = NULL;
	events->set = set;
	events->why = why;
}

int perfcnt_events_use_device(struct perfcnt *perfcnt, const char *why)
{
	struct perfcnt_event_set *set;

	if (perfcnt->events->set)
		return 0;
	set = make_set(perfcnt, why);
	if (!set)
		return -1;
	use_set(perfcnt->events, set, perfcnt->events->scope == EVENTS_THREAD ? why : NULL);
	return 0;
}

/* The kernel has one errno for names that it does not know, and for modes that are wrong. */
static int refuse_name(struct perfcnt *perfcnt, const char *name)
{
	char text[PERFCNT_NAME_SIZE + sizeof(PERFCNT_ALL_MODES)], words[WORDS_SIZE];
	struct perfcnt_what what;
	int error = errno;

	snprintf(words, sizeof(words), "%s", perfcnt_strerror(perfcnt));
	if (error == EINVAL || error == ENOENT || error == ERANGE) {
		perfcnt_kernel_all_modes(name, text);
		error = perfcnt_event_set_is_control(name) ||
			!perfcnt_kernel_name(perfcnt, SET_EVEN, text, &what) ||
			!perfcnt_kernel_name(perfcnt, SET_ODD, text, &what) ? EINVAL : ENOENT;
	}
	perfcnt_refuse_call(error, "%s", words);
	return perfcnt_refuse_as(perfcnt, error, name);
}

/* An event that could not be set up: the machine has it not, or no counter for it. */
static int refuse_event(struct perfcnt *perfcnt, const char *name)
{
	int error = errno;

	if (error == EINVAL || error == EOPNOTSUPP)
		error = perfcnt_event_set_is_control(name) || strchr(name, '@') ? EINVAL : ENOENT;
	else if (error == EIO)
		error = EBUSY;
	return perfcnt_refuse_as(perfcnt, error, name);
}

/*
 * Claim and set all counters, and release them: others are not disturbed for longer.  A thread
 * of a recording starts them at once.
 */
static int add_to_set(struct perfcnt *perfcnt, struct perfcnt_event_set *set, const char *name)
{
	struct set_place places[PERFCNT_MAX_COUNTERS] = { 0 };

	if (perfcnt_event_set_add(set, name))
		return refuse_name(perfcnt, name);
	if (perfcnt->events->timed)
		return 0;
	perfcnt_event_set_save_places(set, places);
	if (!perfcnt_event_set_claim(set)) {
		perfcnt_event_set_release(set);
		return 0;
	}
	refuse_event(perfcnt, name);
	perfcnt_event_set_restore_places(set, places);
	perfcnt_event_set_remove(set, set->count - 1);
	return -1;
}

/* What the module counts without perf, or where that is not allowed to, is said, too. */
static int refuse_both(struct perfcnt *perfcnt, const char *device)
{
	const int error = errno;
	char words[WORDS_SIZE];

	if (error != EPERM || !*device)
		return -1;
	snprintf(words, sizeof(words), "%s", perfcnt_strerror(perfcnt));
	return perfcnt_refuse_call(error, "%s; %s", words, device);
}

/* All events, and one more. */
static int add_by_perf(struct perfcnt *perfcnt, const char *name, const char *why,
		       const char *device)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perf_events *perf = perfcnt_perf_events_new();
	unsigned int i;

	if (!perf)
		return -1;
	for (i = 0; i <= events->count; i++)
		if (perfcnt_perf_events_add(perf, i < events->count ? events->name[i] : name)) {
			perfcnt_perf_events_free(perf);
			return refuse_both(perfcnt, device);
		}
	perfcnt_pages_end(&events->pages);
	events->perf = perf;
	events->why = events->scope == EVENTS_THREAD ? why : NULL;
	return 0;
}

/* Where the device cannot be opened, perf counts a thread or a command, but no recording. */
static bool perf_is_next(const struct perfcnt *perfcnt)
{
	const struct perfcnt_events *events = perfcnt->events;

	return perfcnt->fd < 0 && (errno == ENOENT || errno == EPERM) && !events->timed &&
	       (events->scope == EVENTS_THREAD || events->scope == EVENTS_COMMAND) &&
	       !is_forced(events, "pages") && !is_forced(events, "device");
}

/* What cannot be read by pages the device counts, with all others. */
static int add_first(struct perfcnt *perfcnt, const char *name)
{
	struct perfcnt_events *events = perfcnt->events;
	const char *why = events->why;
	char device[WORDS_SIZE];
	struct perfcnt_event_set *set;
	int error = 0;

	if (is_forced(events, "perf"))
		return add_by_perf(perfcnt, name, why, "");
	if (by_pages(events)) {
		if (!perfcnt_pages_add(&events->pages, name, &why))
			return 0;
		if (!why)
			return -1;
		error = errno;
	}
	if (error == EINVAL && device_is_forbidden(events))
		return perfcnt_refuse_call(error, "%s", why);
	if (error && device_is_forbidden(events))
		return perfcnt_refuse_call(error, "'%s': %s", name, why);
	set = make_set(perfcnt, why);
	if (!set && perf_is_next(perfcnt)) {
		snprintf(device, sizeof(device), "/dev/perfcnt: %s",
			 strerror(perfcnt->refused));
		return add_by_perf(perfcnt, name, why, device);
	}
	if (!set) /* what perf has said of the event is also right without a device */
		return error == EBUSY || error == ENOENT ?
		       perfcnt_refuse_as(perfcnt, error, name) : -1;
	if (add_to_set(perfcnt, set, name)) {
		perfcnt_event_set_free(set);
		return -1;
	}
	use_set(events, set, why);
	return 0;
}

PERFCNT_API int perfcnt_add(struct perfcnt *perfcnt, const char *name)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_change(perfcnt) || !perfcnt_events_may_count(perfcnt) ||
	    perfcnt_kernel_check_name(name, events->scope == EVENTS_CPUS) ||
	    (events->scope == EVENTS_PROCESS && events_check_process(events)))
		return -1;
	if (events->set ? add_to_set(perfcnt, events->set, name) :
	    events->perf ? perfcnt_perf_events_add(events->perf, name) :
			   add_first(perfcnt, name))
		return -1;
	if (events->count < PERFCNT_MAX_COUNTERS)
		strcpy(events->name[events->count], name);
	events->count++;
	return drop_counts(events);
}

int perfcnt_events_check_number(const struct perfcnt_events *events, unsigned int event)
{
	if (event < events->count)
		return 0;
	return perfcnt_refuse_call(ENODATA, "there is no event %u", event);
}

PERFCNT_API int perfcnt_remove(struct perfcnt *perfcnt, unsigned int event)
{
	struct perfcnt_events *events = perfcnt->events;
	unsigned int behind;
	uint32_t before;

	if (check_change(perfcnt) || perfcnt_events_check_number(events, event))
		return -1;
	if (events_have_pages(events) && perfcnt_pages_remove(&events->pages, event, events->name))
		return -1;
	if (events->set)
		perfcnt_event_set_remove(events->set, event);
	if (events->perf)
		perfcnt_perf_events_remove(events->perf, event);
	events->count--;
	if (event < PERFCNT_MAX_COUNTERS) {
		behind = PERFCNT_MAX_COUNTERS - 1 - event;
		memmove(events->name[event], events->name[event + 1],
			behind * sizeof(*events->name));
		memmove(&events->sampling[event], &events->sampling[event + 1],
			behind * sizeof(*events->sampling));
		before = (1u << event) - 1;
		events->sampled = (events->sampled & before) | (events->sampled >> 1 & ~before);
	}
	return drop_counts(events);
}

PERFCNT_API int perfcnt_multiplex(struct perfcnt *perfcnt, unsigned int slice_us)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_change(perfcnt))
		return -1;
	if (events->count)
		return perfcnt_refuse_call(EBUSY, "there are events already");
	if (!events->before.turns)
		events->before.turns = calloc(2, sizeof(*events->before.turns));
	if (!events->before.turns ||
	    perfcnt_events_use_device(perfcnt, "events that are multiplexed are the module's") ||
	    perfcnt_event_set_multiplex(events->set, slice_us))
		return -1;
	events->after.turns = events->before.turns + 1;
	events->kept.turns = &events->set->multiplexed;
	return drop_counts(events);
}

PERFCNT_API int perfcnt_record_threads(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_change(perfcnt))
		return -1;
	if (events->scope != EVENTS_PROCESS && events->scope != EVENTS_COMMAND)
		return perfcnt_refuse_call(EINVAL, "only of a process or a command");
	if (perfcnt_events_use_device(perfcnt, "records of threads are the module's"))
		return -1;
	if (events->set->keeps_records)
		return 0;
	events->set->keeps_records = true;
	return drop_counts(events);
}

static int take_sampling(struct perfcnt_sampling *to, const struct perfcnt_sampling *from)
{
	if (perfcnt_handle_take(to, from, sizeof(*to), offsetof(struct perfcnt_sampling, jitter)))
		return -1;
	if (to->counter || to->ring_order || to->wake || to->rings || to->ring_size ||
	    to->ring_stride)
		return perfcnt_refuse_call(EINVAL,
					   "but for its period, jitter, flags and share it is 0");
	if (!to->period)
		return perfcnt_refuse_call(EINVAL, "a period is not 0");
	return 0;
}

/* Does the kernel take it? */
static int try_sampling(struct perfcnt_events *events, unsigned int event,
			const struct perfcnt_sampling *sampling)
{
	struct set_place places[PERFCNT_MAX_COUNTERS] = { 0 };
	struct perfcnt_samples *samples;
	int result;

	perfcnt_event_set_save_places(events->set, places);
	samples = perfcnt_samples_new(events->set);
	result = samples ? perfcnt_samples_add(samples, event, sampling) : -1;
	/* errno is kept, but words of the kernel's would be others' then */
	if (result)
		perfcnt_refuse_as(events->set->perfcnt, errno, NULL);
	perfcnt_samples_free(samples);
	perfcnt_event_set_release(events->set);
	if (result)
		perfcnt_event_set_restore_places(events->set, places);
	return result;
}

PERFCNT_API int perfcnt_sample(struct perfcnt *perfcnt, unsigned int event,
			       const struct perfcnt_sampling *from)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_sampling sampling;

	if (check_change(perfcnt) || perfcnt_events_check_number(events, event))
		return -1;
	if (events_multiplex(events))
		return perfcnt_refuse_call(EBUSY, "events that are multiplexed have no samples");
	if (take_sampling(&sampling, from) ||
	    perfcnt_events_use_device(perfcnt, "samples are the module's") ||
	    try_sampling(events, event, &sampling))
		return -1;
	events->sampled |= 1u << event;
	events->sampling[event] = sampling;
	return drop_counts(events);
}

/* Of the machine, whatever is counted. */
static int open_machine(struct perfcnt *perfcnt)
{
	if (!perfcnt_events_are_own(perfcnt))
		return -1;
	return perfcnt_handle_open(perfcnt, NULL);
}

PERFCNT_API int perfcnt_describe_machine(struct perfcnt *perfcnt,
					 struct perfcnt_describe *describe)
{
	if (open_machine(perfcnt))
		return -1;
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_DESCRIBE, describe);
}

PERFCNT_API int perfcnt_list_event(struct perfcnt *perfcnt, unsigned int index,
				   struct perfcnt_event_row *row)
{
	if (open_machine(perfcnt))
		return -1;
	row->index = index;
	row->reserved = 0;
	if (!perfcnt_kernel(perfcnt, PERFCNT_IOC_EVENT, row))
		return 0;
	if (errno == ENOENT)
		return perfcnt_refuse_call(ENODATA, "there is no row %u", index);
	return -1;
}
