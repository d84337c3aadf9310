// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Events: whose they are, adding them, and which way they are counted: by perf, of which
 * the calling thread reads the pages itself, or by the device.
 */
#define _GNU_SOURCE
#include <errno.h>
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

/*
 * Perf counts the thread that adds an event, the device the one that begins: both must be
 * the one that has opened.
 */
static int make_events(struct perfcnt *perfcnt, enum events_scope scope, pid_t pid)
{
	struct perfcnt_events *events = calloc(1, sizeof(*events));

	if (!events)
		return -1;
	events->scope = scope;
	events->pid = pid;
	if (perfcnt_pages_new(&events->pages)) {
		perfcnt_handle_free(events);
		return -1;
	}
	events->pages.hot->thread = perfcnt_events_thread();
	events->pages.hot->any = scope > EVENTS_PROGRAM;
	perfcnt->events = events;
	perfcnt->hot = events->pages.hot;
	return 0;
}

void perfcnt_events_free(struct perfcnt_events *events)
{
	if (!events)
		return;
	perfcnt_samples_free(events->samples);
	perfcnt_tree_free(events->tree);
	perfcnt_pages_free(&events->pages);
	perfcnt_handle_free(events);
}

bool perfcnt_events_are_own(const struct perfcnt *perfcnt)
{
	if (perfcnt_handle_is_own(perfcnt))
		return true;
	perfcnt_refuse_call(EPERM, "these events are the parent process's: a child opens its own");
	return false;
}

bool perfcnt_events_may_count(const struct perfcnt *perfcnt)
{
	if (!perfcnt_events_are_own(perfcnt))
		return false;
	if (!perfcnt->events || events_is_reader(perfcnt->hot))
		return true;
	perfcnt_refuse_call(EPERM, "these events are another thread's");
	return false;
}

static int open_device(struct perfcnt *perfcnt, const char *why)
{
	if (!perfcnt_handle_open(perfcnt))
		return 0;
	return perfcnt_refuse_call(errno, "%s%s/dev/perfcnt: %s", why ? why : "", why ? "; " : "",
				   strerror(errno));
}

static int forced(const char *way)
{
	const char *word = secure_getenv(VARIABLE);

	return word && !strcmp(word, way);
}

const char *perfcnt_events_impossible(void)
{
	return forced("device") ? VARIABLE " is device" : perfcnt_pages_possible();
}

int perfcnt_events_use_device(struct perfcnt *perfcnt, const char *why)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_tree *tree;
	unsigned int i;

	if (events->tree)
		return 0;
	if (why && forced("pages"))
		return perfcnt_refuse_call(EOPNOTSUPP, "%s", why);
	if (open_device(perfcnt, why))
		return -1;
	tree = perfcnt_tree_new(perfcnt);
	if (!tree)
		return -1;
	if (events->scope == EVENTS_CPUS)
		perfcnt_tree_count_cpus(tree);
	for (i = 0; i < events->count; i++) {
		if (!perfcnt_tree_add(tree, events->name[i]))
			continue;
		perfcnt_tree_free(tree);
		return -1;
	}
	perfcnt_pages_end(&events->pages);
	events->tree = tree;
	events->why = why;
	return 0;
}

static struct perfcnt *open_scope(enum events_scope scope, pid_t pid)
{
	struct perfcnt *perfcnt = perfcnt_handle_new();
	const char *why = NULL;

	perfcnt_forget_words();
	if (!perfcnt)
		return NULL;
	if (make_events(perfcnt, scope, pid))
		goto failed;
	if (scope == EVENTS_THREAD) {
		why = perfcnt_events_impossible();
		if (!why)
			return perfcnt;
	}
	if (!perfcnt_events_use_device(perfcnt, why))
		return perfcnt;
failed:
	perfcnt_close(perfcnt);
	return NULL;
}

PERFCNT_API struct perfcnt *perfcnt_open_thread(void)
{
	return open_scope(EVENTS_THREAD, 0);
}

PERFCNT_API struct perfcnt *perfcnt_open_program(void)
{
	return open_scope(EVENTS_PROGRAM, 0);
}

PERFCNT_API struct perfcnt *perfcnt_open_command(void)
{
	return open_scope(EVENTS_COMMAND, 0);
}

PERFCNT_API struct perfcnt *perfcnt_open_process(pid_t pid)
{
	return open_scope(EVENTS_PROCESS, pid);
}

/* What perfcnt_open() has opened counts all CPUs. */
static int have_events(struct perfcnt *perfcnt)
{
	if (perfcnt->events)
		return 0;
	return make_events(perfcnt, EVENTS_CPUS, 0) ||
	       perfcnt_events_use_device(perfcnt, NULL) ? -1 : 0;
}

/* Before anything counts. */
static int prepare(struct perfcnt *perfcnt)
{
	if (!perfcnt_events_may_count(perfcnt) || have_events(perfcnt))
		return -1;
	if (perfcnt->events->started)
		return perfcnt_refuse_call(EBUSY, "the events are counted already");
	return 0;
}

/* Where perf cannot count it in user mode, the device counts all of them. */
static int add_page(struct perfcnt *perfcnt, const char *name)
{
	const char *why;

	if (strchr(name, '@'))
		return perfcnt_refuse_call(EINVAL,
					   "'%s': a filter is not possible here", name);
	if (strlen(name) >= PERFCNT_NAME_SIZE)
		return perfcnt_refuse_call(ENAMETOOLONG, "'%s': the name is too long", name);
	if (!perfcnt_pages_add(&perfcnt->events->pages, name, &why))
		return 0;
	return why ? perfcnt_events_use_device(perfcnt, why) : -1;
}

PERFCNT_API int perfcnt_add(struct perfcnt *perfcnt, const char *name)
{
	struct perfcnt_events *events;

	perfcnt_forget_words();
	if (prepare(perfcnt))
		return -1;
	events = perfcnt->events;
	if (!events->tree && add_page(perfcnt, name))
		return -1;
	if (events->tree && perfcnt_tree_add(events->tree, name))
		return -1;
	if (events->count < PERFCNT_MAX_COUNTERS)
		strcpy(events->name[events->count], name);
	events->count++;
	return 0;
}

PERFCNT_API int perfcnt_multiplex(struct perfcnt *perfcnt, unsigned int slot_us)
{
	perfcnt_forget_words();
	if (prepare(perfcnt) ||
	    perfcnt_events_use_device(perfcnt, "events that are multiplexed are the module's"))
		return -1;
	return perfcnt_tree_multiplex(perfcnt->events->tree, slot_us);
}

PERFCNT_API int perfcnt_threads(struct perfcnt *perfcnt)
{
	perfcnt_forget_words();
	if (prepare(perfcnt) ||
	    perfcnt_events_use_device(perfcnt, "records of threads are the module's"))
		return -1;
	perfcnt_tree_keep_records(perfcnt->events->tree);
	return 0;
}

PERFCNT_API int perfcnt_leave(struct perfcnt *perfcnt)
{
	struct perfcnt_tree *tree = perfcnt->events ? perfcnt->events->tree : NULL;

	perfcnt_forget_words();
	if (!perfcnt_events_are_own(perfcnt))
		return -1;
	if (!tree || !tree->follows || tree->cpus)
		return perfcnt_refuse_call(EINVAL, "the device follows no thread");
	if (perfcnt_tree_leave(tree))
		return -1;
	perfcnt->events->over = true;
	perfcnt->events->failed = EINVAL;
	return 0;
}

PERFCNT_API int perfcnt_sample(struct perfcnt *perfcnt, unsigned int event, uint64_t period,
			       uint64_t jitter)
{
	struct perfcnt_events *events;

	perfcnt_forget_words();
	if (prepare(perfcnt) ||
	    perfcnt_events_use_device(perfcnt, "samples are the module's"))
		return -1;
	events = perfcnt->events;
	if (event >= events->count || event >= PERFCNT_MAX_COUNTERS)
		return perfcnt_refuse_call(ENODATA, "there is no event %u", event);
	if (events->tree->multiplexes)
		return perfcnt_refuse_call(EBUSY, "events that take turns have no samples");
	if (!period || jitter >= period)
		return perfcnt_refuse_call(EINVAL,
					   "a period is not 0, and its jitter is less");
	events->sampled |= 1u << event;
	events->period[event] = period;
	events->jitter[event] = jitter;
	return 0;
}

PERFCNT_API const char *perfcnt_way(const struct perfcnt *perfcnt, const char **why)
{
	const struct perfcnt_events *events = perfcnt->events;
	bool by_pages = events && !events->tree;

	if (why)
		*why = by_pages ? NULL : events && events->why ? events->why :
		       "only what the calling thread counts of itself is read by pages";
	return by_pages ? "pages" : "device";
}

static int start_samples(struct perfcnt_events *events)
{
	unsigned int i;

	if (!events->sampled || events->samples)
		return 0;
	events->samples = perfcnt_samples_new(events->tree);
	if (!events->samples)
		return -1;
	for (i = 0; i < events->count; i++)
		if (events->sampled & 1u << i &&
		    perfcnt_samples_add(events->samples, i, events->period[i],
					events->jitter[i])) {
			perfcnt_samples_free(events->samples);
			events->samples = NULL;
			return -1;
		}
	return 0;
}

int perfcnt_events_prepare_command(struct perfcnt_events *events)
{
	if (start_samples(events) || perfcnt_tree_claim(events->tree))
		return -1;
	return perfcnt_tree_start(events->tree); /* counts begin when it is entered */
}

static int enter(struct perfcnt_events *events)
{
	/* what cannot be alone is counted, too: an estimate says so */
	const unsigned int flags = PERFCNT_SCOPE_SHARED;
	struct perfcnt_tree *tree = events->tree;

	switch (events->scope) {
	case EVENTS_THREAD:
		return perfcnt_tree_enter(tree, 0, flags);
	case EVENTS_PROGRAM:
		return perfcnt_tree_enter(tree, 0, flags | PERFCNT_SCOPE_INHERIT);
	case EVENTS_PROCESS:
		return perfcnt_tree_enter(tree, events->pid, flags | PERFCNT_SCOPE_INHERIT |
					  PERFCNT_SCOPE_PROCESS);
	case EVENTS_CPUS:
		return perfcnt_tree_enter(tree, 0, 0);
	case EVENTS_COMMAND:
		break;
	}
	return perfcnt_refuse_call(EINVAL, "perfcnt_spawn(3) starts the command first");
}

/* A reading is in the order of the counters' numbers. */
static void note_parts(struct perfcnt_events *events)
{
	const struct perfcnt_tree *tree = events->tree;
	unsigned int i, part;

	events->in_order = true;
	for (i = 0; i < events->count && i < PERFCNT_MAX_COUNTERS; i++) {
		struct events_part *parts = &events->parts[i];

		parts->count = tree ? tree->events[i].parts : 1;
		parts->index[0] = i;
		for (part = 0; tree && part < parts->count; part++)
			parts->index[part] =
				__builtin_popcount(tree->claimed &
						   ((1u << tree->events[i].counter[part]) - 1));
		events->in_order &= parts->count == 1 && parts->index[0] == i;
	}
}

static int start_device(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (!events->count)
		return perfcnt_refuse_call(EINVAL, "there are no events");
	if (start_samples(events) || perfcnt_tree_start(events->tree))
		return -1;
	if (!events->tree->follows && enter(events))
		return -1;
	if (events->tree->multiplexes)
		return 0;
	events->claimed = events->tree->claimed;
	events_make_reading(events, &events->before);
	events_make_reading(events, &events->after);
	return 0;
}

int perfcnt_events_start(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	const char *why;

	if (!events || !events->count)
		return perfcnt_refuse_call(EINVAL, "there are no events");
	if (!perfcnt_events_may_count(perfcnt))
		return -1;
	if (!events->tree) {
		why = perfcnt_pages_start(&events->pages);
		if (why && perfcnt_events_use_device(perfcnt, why))
			return -1;
		if (!why && events->timed)
			why = perfcnt_pages_time(&events->pages);
		/* if there is no device either, the kernel has the time */
		if (why && !events->tree)
			perfcnt_events_use_device(perfcnt, why);
	}
	if (events->tree && start_device(perfcnt))
		return -1;
	note_parts(events);
	events->pages.hot->any = events->scope != EVENTS_THREAD;
	if (!events->tree)
		events->pages.hot->reader = __builtin_thread_pointer();
	events->started = true;
	return 0;
}
