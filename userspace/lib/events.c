// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Events: whose they are, adding them, and which way they are counted: by perf, of which
 * the calling thread reads the pages itself, or by the device.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

int perfcnt_events_refuse_lost(void)
{
	return perfcnt_refuse_call(EIO,
				   "others have taken the counters: what was counted since then is lost");
}

int perfcnt_events_refuse_stopped(void)
{
	return perfcnt_refuse_call(EINVAL, "the events do not count: perfcnt_start(3) comes first");
}

int perfcnt_events_refuse_left(void)
{
	return perfcnt_refuse_call(EIO, PERFCNT_LEFT_WORDS
				   "; perfcnt_estimate(3) has what was counted");
}

/* The words of the last refusal, under another errno and with more in front of them. */
static int refuse_as(const struct perfcnt *perfcnt, int error, const char *name)
{
	char words[WORDS_SIZE];

	snprintf(words, sizeof(words), "%s", perfcnt_strerror(perfcnt));
	if (name && !strstr(words, name))
		return perfcnt_refuse_call(error, "'%s': %s", name, words);
	return perfcnt_refuse_call(error, "%s", words);
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
	if (events_is_reader(perfcnt->hot))
		return true;
	perfcnt_refuse_call(EPERM, "these events are another thread's");
	return false;
}

/* Which way is forced, of a thread's events? */
static bool is_forced(const struct perfcnt_events *events, const char *way)
{
	const char *word = secure_getenv(VARIABLE);

	return events->scope == EVENTS_THREAD && word && !strcmp(word, way);
}

static bool device_is_forbidden(const struct perfcnt_events *events)
{
	return is_forced(events, "pages") || is_forced(events, "perf");
}

const char *perfcnt_events_impossible(void)
{
	const char *word = secure_getenv(VARIABLE);

	if (word && !strcmp(word, "device"))
		return VARIABLE " is device";
	if (word && !strcmp(word, "perf"))
		return VARIABLE " is perf";
	return perfcnt_pages_possible();
}

/* Processes */

static int open_process(pid_t pid)
{
	int fd = syscall(SYS_pidfd_open, pid, 0);

	/* of a thread that is no process, too */
	if (fd < 0 && (errno == ESRCH || errno == EINVAL || errno == ENOENT))
		perfcnt_refuse_call(ESRCH, "there is no process %d", pid);
	return fd;
}

/* It stays the same one, whoever has its number now. */
static int check_process(const struct perfcnt_events *events)
{
	struct pollfd polled = { .fd = events->pidfd, .events = POLLIN };

	if (!events->pid || (events->pidfd >= 0 && !poll(&polled, 1, 0)))
		return 0;
	return perfcnt_refuse_call(ESRCH, "process %d has ended", events->pid);
}

/* Is there one thread, which reads?  Otherwise what others count is in what a reading does. */
static bool is_only_thread(void)
{
	struct stat threads;

	return !stat("/proc/self/task", &threads) && threads.st_nlink == 3;
}

/* Open */

static bool by_pages(const struct perfcnt_events *events)
{
	return events->scope == EVENTS_THREAD && !events->tree && !events->why;
}

static void forget(struct perfcnt *perfcnt)
{
	if (perfcnt)
		perfcnt_handle_free(perfcnt->events);
	perfcnt_handle_free(perfcnt);
}

static struct perfcnt *make(enum events_scope scope)
{
	struct perfcnt *perfcnt = calloc(1, sizeof(*perfcnt));

	if (!perfcnt)
		return NULL;
	perfcnt->fd = -1;
	perfcnt->events = calloc(1, sizeof(*perfcnt->events));
	if (!perfcnt->events || perfcnt_pages_new(&perfcnt->events->pages)) {
		forget(perfcnt);
		return NULL;
	}
	perfcnt->events->scope = scope;
	perfcnt->events->pidfd = -1;
	perfcnt->hot = perfcnt->events->pages.hot;
	perfcnt->hot->thread = perfcnt_events_thread();
	perfcnt->hot->any = scope != EVENTS_THREAD;
	return perfcnt;
}

PERFCNT_API struct perfcnt *perfcnt_open_thread(void)
{
	struct perfcnt *perfcnt;

	perfcnt_forget_words();
	perfcnt = make(EVENTS_THREAD);
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
	struct perfcnt *perfcnt;

	perfcnt_forget_words();
	perfcnt = make(EVENTS_COMMAND);
	if (perfcnt)
		perfcnt_handle_open(perfcnt, NULL);
	return perfcnt;
}

/* What the device alone counts. */
static struct perfcnt *open_device(enum events_scope scope)
{
	struct perfcnt *perfcnt = make(scope);

	if (!perfcnt || !perfcnt_handle_open(perfcnt, NULL))
		return perfcnt;
	perfcnt_close(perfcnt);
	return NULL;
}

PERFCNT_API struct perfcnt *perfcnt_open_process(pid_t pid)
{
	struct perfcnt *perfcnt;
	int pidfd;

	perfcnt_forget_words();
	if (!pid)
		pid = getpid();
	pidfd = open_process(pid);
	if (pidfd < 0)
		return NULL;
	perfcnt = open_device(EVENTS_PROCESS);
	if (!perfcnt) {
		int error = errno;

		close(pidfd);
		errno = error;
		return NULL;
	}
	perfcnt->events->pid = pid;
	perfcnt->events->pidfd = pidfd;
	return perfcnt;
}

PERFCNT_API struct perfcnt *perfcnt_open_cpus(void)
{
	perfcnt_forget_words();
	return open_device(EVENTS_CPUS);
}

void perfcnt_events_free(struct perfcnt_events *events)
{
	perfcnt_samples_free(events->samples);
	perfcnt_tree_free(events->tree);
	perfcnt_pages_free(&events->pages);
	if (events->pidfd >= 0)
		close(events->pidfd);
	free(events->turns_before);
	free(events->turns_after);
	free(events);
}

PERFCNT_API enum perfcnt_way perfcnt_reads_by(const struct perfcnt *perfcnt, const char **why)
{
	const struct perfcnt_events *events = perfcnt->events;

	if (why)
		*why = by_pages(events) || events->why ? events->why :
		       "only what the calling thread counts of itself is read by pages";
	return by_pages(events) ? PERFCNT_WAY_PAGES : PERFCNT_WAY_DEVICE;
}

PERFCNT_API int perfcnt_fd(const struct perfcnt *perfcnt)
{
	if (!perfcnt_handle_is_own(perfcnt) || by_pages(perfcnt->events))
		return -1;
	return perfcnt->fd;
}

/* Changes of what is counted */

static int check_change(struct perfcnt *perfcnt)
{
	perfcnt_forget_words();
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
	if (events->tree)
		perfcnt_tree_drop_records(events->tree);
	return 0;
}

/* With the events that there are, but for those that are wrong: they were tried. */
static struct perfcnt_tree *make_tree(struct perfcnt *perfcnt, const char *why)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_tree *tree;
	unsigned int i;

	if (device_is_forbidden(events)) {
		perfcnt_refuse_call(EINVAL, "%s", why);
		return NULL;
	}
	if (perfcnt_handle_open(perfcnt, events->scope == EVENTS_THREAD ? why : NULL))
		return NULL;
	tree = perfcnt_tree_new(perfcnt);
	if (!tree)
		return NULL;
	if (events->scope == EVENTS_CPUS)
		perfcnt_tree_count_cpus(tree);
	for (i = 0; i < events->count; i++) {
		if (!perfcnt_tree_add(tree, events->name[i]))
			continue;
		perfcnt_tree_free(tree);
		return NULL;
	}
	return tree;
}

static void use_tree(struct perfcnt_events *events, struct perfcnt_tree *tree, const char *why)
{
	perfcnt_pages_end(&events->pages);
	events->tree = tree;
	events->why = why;
}

static int use_device(struct perfcnt *perfcnt, const char *why)
{
	struct perfcnt_tree *tree;

	if (perfcnt->events->tree)
		return 0;
	tree = make_tree(perfcnt, why);
	if (!tree)
		return -1;
	use_tree(perfcnt->events, tree, perfcnt->events->scope == EVENTS_THREAD ? why : NULL);
	return 0;
}

/* The kernel has one errno for names that it does not know, and for modes that are wrong. */
static int refuse_name(struct perfcnt *perfcnt, const char *name)
{
	char text[PERFCNT_NAME_SIZE + sizeof(PERFCNT_ALL_MODES)], words[WORDS_SIZE];
	struct perfcnt_what what;
	bool known;

	if (errno != EINVAL && errno != ENOENT && errno != ERANGE)
		return refuse_as(perfcnt, errno, name);
	snprintf(words, sizeof(words), "%s", perfcnt_strerror(perfcnt));
	perfcnt_kernel_all_modes(name, text);
	known = perfcnt_tree_is_control(name) ||
		!perfcnt_kernel_name(perfcnt, PLAN_EVEN, text, &what) ||
		!perfcnt_kernel_name(perfcnt, PLAN_ODD, text, &what);
	if (strstr(words, name))
		return perfcnt_refuse_call(known ? EINVAL : ENOENT, "%s", words);
	return perfcnt_refuse_call(known ? EINVAL : ENOENT, "'%s': %s", name, words);
}

/* An event that could not be set up: the machine has it not, or no counter for it. */
static int refuse_event(struct perfcnt *perfcnt, const char *name)
{
	int error = errno;

	if (error == EINVAL || error == EOPNOTSUPP)
		error = perfcnt_tree_is_control(name) ? EINVAL : ENOENT;
	else if (error == EIO)
		error = EBUSY;
	return refuse_as(perfcnt, error, name);
}

/* Claim and set all counters, and release them: others are not disturbed for longer. */
static int add_to_tree(struct perfcnt *perfcnt, struct perfcnt_tree *tree, const char *name)
{
	if (perfcnt_tree_add(tree, name))
		return refuse_name(perfcnt, name);
	if (!perfcnt_tree_claim(tree)) {
		perfcnt_tree_release(tree);
		return 0;
	}
	refuse_event(perfcnt, name);
	perfcnt_tree_remove(tree, tree->count - 1);
	return -1;
}

/* What cannot be read by pages the device counts, with all others. */
static int add_first(struct perfcnt *perfcnt, const char *name)
{
	struct perfcnt_events *events = perfcnt->events;
	const char *why = events->why;
	struct perfcnt_tree *tree;
	int error = 0;

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
	tree = make_tree(perfcnt, why);
	if (!tree) /* what perf has said of the event is also right without a device */
		return error == EBUSY || error == ENOENT ? refuse_as(perfcnt, error, name) : -1;
	if (add_to_tree(perfcnt, tree, name)) {
		perfcnt_tree_free(tree);
		return -1;
	}
	use_tree(events, tree, why);
	return 0;
}

/* Who filters counts all CPUs. */
static int check_name(const struct perfcnt_events *events, const char *name)
{
	if (perfcnt_kernel_check_length(name))
		return -1;
	if (events->scope == EVENTS_CPUS)
		return 0;
	if (strchr(name, '@'))
		return perfcnt_refuse_call(EINVAL,
					   "'%s': a filter is not possible here", name);
	return 0;
}

PERFCNT_API int perfcnt_add(struct perfcnt *perfcnt, const char *name)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_change(perfcnt) || !perfcnt_events_may_count(perfcnt) ||
	    check_name(events, name) || check_process(events))
		return -1;
	if (events->tree ? add_to_tree(perfcnt, events->tree, name) : add_first(perfcnt, name))
		return -1;
	if (events->count < PERFCNT_MAX_COUNTERS)
		strcpy(events->name[events->count], name);
	events->count++;
	return drop_counts(events);
}

static int refuse_number(unsigned int event)
{
	return perfcnt_refuse_call(ENODATA, "there is no event %u", event);
}

static uint32_t without_bit(uint32_t mask, unsigned int bit)
{
	uint32_t below = (1u << bit) - 1;

	return (mask & below) | (mask >> 1 & ~below);
}

PERFCNT_API int perfcnt_remove(struct perfcnt *perfcnt, unsigned int event)
{
	struct perfcnt_events *events = perfcnt->events;
	unsigned int behind;

	if (check_change(perfcnt))
		return -1;
	if (event >= events->count)
		return refuse_number(event);
	if (!events->tree && perfcnt_pages_remove(&events->pages, event, events->name))
		return -1;
	if (events->tree)
		perfcnt_tree_remove(events->tree, event);
	events->count--;
	if (event < PERFCNT_MAX_COUNTERS) {
		behind = PERFCNT_MAX_COUNTERS - 1 - event;
		memmove(events->name[event], events->name[event + 1],
			behind * sizeof(*events->name));
		memmove(&events->sampling[event], &events->sampling[event + 1],
			behind * sizeof(*events->sampling));
		events->sampled = without_bit(events->sampled, event);
	}
	return drop_counts(events);
}

static bool has_memory(struct perfcnt_events *events)
{
	if (!events->turns_before)
		events->turns_before = calloc(1, sizeof(*events->turns_before));
	if (!events->turns_after)
		events->turns_after = calloc(1, sizeof(*events->turns_after));
	return events->turns_before && events->turns_after;
}

PERFCNT_API int perfcnt_multiplex(struct perfcnt *perfcnt, unsigned int slice_us)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_change(perfcnt))
		return -1;
	if (events->count)
		return perfcnt_refuse_call(EBUSY, "there are events already");
	if (!has_memory(events) ||
	    use_device(perfcnt, "events that are multiplexed are the module's") ||
	    perfcnt_tree_multiplex(events->tree, slice_us))
		return -1;
	return drop_counts(events);
}

PERFCNT_API int perfcnt_record_threads(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_change(perfcnt))
		return -1;
	if (events->scope != EVENTS_PROCESS && events->scope != EVENTS_COMMAND)
		return perfcnt_refuse_call(EINVAL, "only of a process or a command");
	if (use_device(perfcnt, "records of threads are the module's"))
		return -1;
	if (events->tree->keeps_records)
		return 0;
	perfcnt_tree_keep_records(events->tree);
	return drop_counts(events);
}

static int take_sampling(struct perfcnt_sampling *to, const struct perfcnt_sampling *from)
{
	if (perfcnt_handle_take(to, from, sizeof(*to)))
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
	struct perfcnt_samples *samples = perfcnt_samples_new(events->tree);
	int result = samples ? perfcnt_samples_add(samples, event, sampling) : -1;

	/* errno is kept, but words of the kernel's would be others' then */
	if (result)
		refuse_as(events->tree->perfcnt, errno, NULL);
	perfcnt_samples_free(samples);
	perfcnt_tree_release(events->tree);
	return result;
}

PERFCNT_API int perfcnt_sample(struct perfcnt *perfcnt, unsigned int event,
			       const struct perfcnt_sampling *from)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_sampling sampling;

	if (check_change(perfcnt))
		return -1;
	if (event >= events->count)
		return refuse_number(event);
	if (events_multiplex(events))
		return perfcnt_refuse_call(EBUSY, "events that are multiplexed have no samples");
	if (take_sampling(&sampling, from) ||
	    use_device(perfcnt, "samples are the module's") ||
	    try_sampling(events, event, &sampling))
		return -1;
	events->sampled |= 1u << event;
	events->sampling[event] = sampling;
	return drop_counts(events);
}

/* Counting */

/* A reading is in the order of the counters' numbers. */
static void note_parts(struct perfcnt_events *events)
{
	const struct perfcnt_tree *tree = events->tree;
	unsigned int i, part;

	events->in_order = true;
	events->readings = tree ? __builtin_popcount(events->claimed) : events->count;
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

/* From now on: no part, and nothing was lost. */
static void count_from_0(struct perfcnt_events *events)
{
	events->begun = 0;
	events->ended = false;
	events->lost = 0;
	events->left_before = 0;
}

static void note_start(struct perfcnt_events *events)
{
	count_from_0(events);
	if (events->tree && !events_multiplex(events)) {
		events->claimed = events->tree->claimed;
		events_make_reading(events, &events->before);
		events_make_reading(events, &events->after);
	}
	note_parts(events);
	events->calibrates = !events_multiplex(events) &&
			     (events->scope == EVENTS_THREAD ||
			      (events->scope == EVENTS_PROCESS && events->pid == getpid() &&
			       is_only_thread()));
	events->trying = false;
	events->tries = 0;
	events->again = 0;
	memset(events->cost, 0, sizeof(events->cost));
	events->state = EVENTS_COUNTING;
	if (!events->tree)
		events->pages.hot->reader = __builtin_thread_pointer();
}

static int start_pages(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	const char *why;

	perfcnt_pages_reset(&events->pages);
	why = perfcnt_pages_start(&events->pages);
	if (why) {
		int error = errno;

		perfcnt_pages_stop(&events->pages);
		return perfcnt_refuse_call(error, "%s", why);
	}
	if (!events->timed)
		return 0;
	why = perfcnt_pages_time(&events->pages);
	/* if there is no device either, the kernel has the time */
	if (why)
		use_device(perfcnt, why);
	perfcnt_forget_words();
	return 0;
}

/* Only the last run's samples are to be read. */
static int start_samples(struct perfcnt_events *events)
{
	unsigned int i;

	perfcnt_samples_free(events->samples);
	events->samples = NULL;
	if (!events->sampled)
		return 0;
	events->samples = perfcnt_samples_new(events->tree);
	if (!events->samples)
		return -1;
	for (i = 0; i < events->count; i++)
		if (events->sampled & 1u << i &&
		    perfcnt_samples_add(events->samples, i, &events->sampling[i]))
			return -1;
	return 0;
}

static int enter(struct perfcnt_events *events)
{
	/* what cannot be alone is counted, too: an estimate says so */
	const unsigned int flags = PERFCNT_SCOPE_SHARED;
	struct perfcnt_tree *tree = events->tree;

	switch (events->scope) {
	case EVENTS_THREAD:
		return perfcnt_tree_enter(tree, 0, flags);
	case EVENTS_PROCESS:
		if (perfcnt_tree_enter(tree, events->pid, flags | PERFCNT_SCOPE_INHERIT |
				       PERFCNT_SCOPE_PROCESS))
			return -1;
		return check_process(events); /* was it this one that was entered? */
	case EVENTS_CPUS:
		return perfcnt_tree_enter(tree, 0, 0);
	case EVENTS_COMMAND:
		break;
	}
	return 0;
}

/* Nothing is claimed any more. */
static void end_device(struct perfcnt_events *events)
{
	int error = errno;

	if (events->samples)
		perfcnt_samples_stop(events->samples);
	if (events->tree->follows)
		perfcnt_tree_leave(events->tree);
	events->tree->started = false;
	perfcnt_tree_release(events->tree);
	errno = error;
}

/* In the words of what has failed, as more calls follow; the hardware is others'. */
static int refuse_start(struct perfcnt *perfcnt)
{
	int error = errno;

	refuse_as(perfcnt, error, NULL);
	end_device(perfcnt->events);
	return error == EIO ? refuse_as(perfcnt, EBUSY, NULL) : -1;
}

static int start_device(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	perfcnt_tree_drop_records(events->tree);
	if (start_samples(events) || perfcnt_tree_claim(events->tree) ||
	    perfcnt_tree_start(events->tree) || enter(events))
		return refuse_start(perfcnt);
	return 0;
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
	if (check_process(events) || (!events->tree && start_pages(perfcnt)) ||
	    (events->tree && start_device(perfcnt)))
		return -1;
	note_start(events);
	return 0;
}

int perfcnt_events_prepare_command(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	if (check_start(perfcnt))
		return -1;
	perfcnt_tree_drop_records(events->tree);
	if (!start_samples(events) && !perfcnt_tree_claim(events->tree) &&
	    !perfcnt_tree_start(events->tree)) /* counts begin when it is entered */
		return 0;
	return refuse_start(perfcnt);
}

void perfcnt_events_count_command(struct perfcnt *perfcnt, pid_t pid)
{
	struct perfcnt_events *events = perfcnt->events;
	int error = errno;

	if (pid < 0) {
		refuse_as(perfcnt, error, NULL);
		end_device(events);
		return;
	}
	events->tree->follows = true;
	if (events->pidfd >= 0)
		close(events->pidfd);
	events->pid = pid;
	events->pidfd = open_process(pid);
	note_start(events);
	perfcnt_forget_words();
	errno = error;
}

int perfcnt_events_left(const struct perfcnt_events *events)
{
	int left = events_can_leave(events) ? perfcnt_tree_left(events->tree) : 0;

	return left < 0 ? -1 : left - (int)events->left_before;
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

static int check_readings(const struct perfcnt_read *read, unsigned int readings)
{
	unsigned int i;

	for (i = 0; i < readings; i++)
		if (read->counts[i] > INT64_MAX)
			return perfcnt_refuse_numbers(EPROTO,
						      "count %llu: it went back to %lld",
						      i, read->counts[i], 0);
	return 0;
}

int perfcnt_events_take(struct perfcnt *perfcnt, struct perfcnt_read *read)
{
	struct perfcnt_events *events = perfcnt->events;

	events_make_reading(events, read);
	if (!events->tree) {
		if (pages_read(perfcnt->hot, (uint64_t *)read->counts, 0, false))
			return 0;
		take_offsets(perfcnt->hot, (uint64_t *)read->counts);
		return perfcnt_events_refuse_lost();
	}
	if (!events_read_device(perfcnt, read)) {
		memset(read->counts, 0, sizeof(read->counts));
		perfcnt_forget_words();
		return -1;
	}
	if (events_can_leave(events))
		read->left -= events->left_before;
	return check_readings(read, events->readings);
}

/* What is read after they are stopped. */
static void keep(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	int failed, left = 0;

	if (events_multiplex(events)) {
		failed = perfcnt_multiplex_read(events->tree, events->tree->multiplexed);
		if (!failed)
			left = perfcnt_events_left(events);
		failed |= left < 0;
		events->kept.left = left;
	} else {
		failed = perfcnt_events_take(perfcnt, &events->kept);
	}
	events->lost = failed ? errno : 0;
}

/* A handler of a signal that reads meanwhile has either the counters or what is kept. */
PERFCNT_API int perfcnt_stop(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;

	perfcnt_forget_words();
	if (!perfcnt_events_may_count(perfcnt))
		return -1;
	if (events->state != EVENTS_COUNTING)
		return perfcnt_events_refuse_stopped();
	if (events->tree)
		perfcnt_tree_stop(events->tree);
	keep(perfcnt);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	events->state = EVENTS_STOPPED;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	events->begun = 0;
	events->pages.hot->reader = NULL;
	events->claimed = 0;
	if (events->tree)
		end_device(events);
	else
		perfcnt_pages_stop(&events->pages);
	if (events->lost)
		return perfcnt_events_refuse_lost();
	return events->kept.left ? perfcnt_events_refuse_left() : 0;
}

/* Others may have the hardware: setting a count asks for it again. */
static int reset_device(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	struct perfcnt_set set = { .size = sizeof(set), .counts = events->claimed };

	if (!(events_multiplex(events) ? perfcnt_tree_reset(events->tree) :
					 perfcnt_kernel_set(perfcnt, &set)))
		return 0;
	return errno == EIO ? refuse_as(perfcnt, EBUSY, NULL) : -1;
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

PERFCNT_API int perfcnt_reset(struct perfcnt *perfcnt)
{
	struct perfcnt_events *events = perfcnt->events;
	int left = 0;

	perfcnt_forget_words();
	if (!perfcnt_events_may_count(perfcnt))
		return -1;
	if (events->state != EVENTS_COUNTING)
		return perfcnt_events_refuse_stopped();
	if (events->begun)
		return perfcnt_refuse_call(EINVAL, "the part has not ended");
	if (check_process(events) ||
	    (events->tree ? reset_device(perfcnt) : reset_pages(&events->pages)))
		return -1;
	count_from_0(events);
	if (events->tree && events_can_leave(events))
		left = perfcnt_tree_left(events->tree);
	if (left < 0)
		return -1;
	events->left_before = left;
	return 0;
}
