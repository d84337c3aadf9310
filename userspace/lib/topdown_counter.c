// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where slots go, as the kernel's perf counts it: a group, which SLOTS must lead where
 * there is PERF_METRICS.  /dev/perfcnt has no part in it: the module's counters are
 * alone, and no group.
 */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "events.h"
#include "handle.h"
#include "topdown_way.h"

/* SDM, "RDPMC": what ECX is for PERF_METRICS. */
#define RDPMC_METRICS	(1u << 29)

#define LEVEL_1_FIELDS	4

/* How often a group is read again, and the nanoseconds in between: a second. */
#define TRIES		5000
#define PAUSE		200000

/* Above this a section says nothing: it is too short after the last reset. */
#define MOST_RESOLUTION	0.5

/**
 * struct counts - what the kernel has counted
 * @enabled: for how long that was wanted
 * @running: and for how long it was done
 * @values: of the events
 */
struct counts {
	uint64_t enabled;
	uint64_t running;
	uint64_t values[TOPDOWN_MOST_EVENTS];
};

/**
 * struct perfcnt_topdown_counter - a group of perf events
 * @way: what is counted
 * @count: how many of its events are open
 * @open: sections that have begun
 * @base: what was counted before the last reset
 * @last: and up to the last reading
 * @slots: without PERF_METRICS, those from reading to reading
 * @valid: of the parts of these
 * @parts: and the parts: a ratio of counts makes some of them, and so they are not
 *	   those of all counts together
 * @pages: that of SLOTS, once the thread that is counted reads the registers
 * @fds: the events
 */
struct perfcnt_topdown_counter {
	struct topdown_way way;
	unsigned int count;
	unsigned int open;
	struct counts base;
	struct counts last;
	uint64_t slots;
	uint32_t valid;
	int64_t parts[PERFCNT_TOPDOWN_FIELDS];
	struct pages pages;
	int fds[TOPDOWN_MOST_EVENTS];
};

static int fail(int error)
{
	errno = error;
	return -1;
}

/* What guests do is left out, where the PMU can: or none could have it to itself. */
static int open_event(struct perf_event_attr *attr,
		      const struct topdown_event *event, int pid, int cpu,
		      int leader)
{
	int fd;

	attr->config = event->config[0];
	attr->config1 = event->config[1];
	attr->config2 = event->config[2];
	attr->disabled = leader < 0;
	fd = syscall(SYS_perf_event_open, attr, pid, cpu, leader, PERF_FLAG_FD_CLOEXEC);
	if (fd >= 0 || errno != EINVAL || !attr->exclude_guest)
		return fd;
	attr->exclude_guest = 0;
	return syscall(SYS_perf_event_open, attr, pid, cpu, leader, PERF_FLAG_FD_CLOEXEC);
}

static struct perf_event_attr make_attr(unsigned int flags)
{
	const bool all = !(flags & (PERFCNT_TOPDOWN_USER |
				    PERFCNT_TOPDOWN_KERNEL));

	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING |
			       PERF_FORMAT_GROUP,
		.inherit = !!(flags & PERFCNT_TOPDOWN_INHERIT),
		.enable_on_exec = !!(flags & PERFCNT_TOPDOWN_ON_EXEC),
		.exclude_user = !all && !(flags & PERFCNT_TOPDOWN_USER),
		.exclude_kernel = !all && !(flags & PERFCNT_TOPDOWN_KERNEL),
		.exclude_hv = 1,
		.exclude_guest = 1,
	};
}

static int open_group(struct perfcnt_topdown_counter *counter, int pid, int cpu,
		      unsigned int flags)
{
	struct perf_event_attr attr = make_attr(flags);

	attr.type = counter->way.type;
	for (; counter->count < counter->way.count; counter->count++) {
		int fd = open_event(&attr, &counter->way.events[counter->count],
				    pid, cpu,
				    counter->count ? counter->fds[0] : -1);

		if (fd < 0)
			return -1;
		counter->fds[counter->count] = fd;
	}
	if (flags & PERFCNT_TOPDOWN_ON_EXEC)
		return 0;
	return ioctl(counter->fds[0], PERF_EVENT_IOC_ENABLE,
		     PERF_IOC_FLAG_GROUP);
}

PERFCNT_API struct perfcnt_topdown_counter *
perfcnt_topdown_open(int pid, int cpu, unsigned int level, unsigned int flags)
{
	const unsigned int known = PERFCNT_TOPDOWN_USER | PERFCNT_TOPDOWN_KERNEL |
				   PERFCNT_TOPDOWN_INHERIT |
				   PERFCNT_TOPDOWN_ON_EXEC;
	struct perfcnt_topdown_counter *counter;

	if (level < 1 || level > 2 || flags & ~known) {
		errno = EINVAL;
		return NULL;
	}
	counter = calloc(1, sizeof(*counter));
	if (!counter)
		return NULL;
	if (perfcnt_pages_new(&counter->pages)) {
		perfcnt_handle_free(counter);
		return NULL;
	}
	if (!pid || pid == syscall(SYS_gettid))
		counter->pages.hot->thread = perfcnt_events_thread();
	if (perfcnt_topdown_way_find(&counter->way, level))
		goto failed;
	if (cpu >= 0 && !perfcnt_topdown_way_has_cpu(&counter->way, cpu)) {
		errno = ENXIO;
		goto failed;
	}
	if (!open_group(counter, pid, cpu, flags))
		return counter;
failed:
	perfcnt_topdown_close(counter);
	return NULL;
}

PERFCNT_API void perfcnt_topdown_close(struct perfcnt_topdown_counter *counter)
{
	const int error = errno;
	unsigned int i;

	if (!counter)
		return;
	perfcnt_pages_free(&counter->pages);
	for (i = 0; i < counter->count; i++)
		close(counter->fds[i]);
	free(counter);
	errno = error;
}

/*
 * While a counted thread begins another one, that one has a part of the group only, and
 * the kernel reads none: ECHILD.  The thread that begins it must run on meanwhile.
 */
static ssize_t read_group(int fd, uint64_t *words, size_t size)
{
	const struct timespec pause = { .tv_nsec = PAUSE };
	unsigned int tries = TRIES;
	ssize_t got;

	for (;;) {
		got = read(fd, words, size);
		if (got >= 0 || errno != ECHILD || !tries--)
			return got;
		nanosleep(&pause, NULL);
	}
}

/* Less than all words: an event is in error. */
static int read_counts(const struct perfcnt_topdown_counter *counter,
		       struct counts *counts)
{
	uint64_t words[3 + TOPDOWN_MOST_EVENTS];
	const ssize_t size = (3 + counter->count) * sizeof(*words);
	const ssize_t got = read_group(counter->fds[0], words, size);

	if (got != size)
		return got < 0 ? -1 : fail(EIO);
	counts->enabled = words[1];
	counts->running = words[2];
	memcpy(counts->values, words + 3, counter->count * sizeof(*words));
	return 0;
}

static double share(uint64_t part, uint64_t all)
{
	return all ? (double)part / all : 0;
}

/* What the kernel counts of a field is slots already, rounded down at each reading. */
static int take_metrics(const struct perfcnt_topdown_counter *counter,
			const struct counts *now, struct perfcnt_topdown *topdown)
{
	const struct counts *base = &counter->base;
	uint64_t first = 0;
	unsigned int i;

	topdown->level = counter->way.level;
	topdown->method = PERFCNT_TOPDOWN_METRICS;
	topdown->flags = 0;
	topdown->valid = (1u << (counter->count - 1)) - 1;
	topdown->resolution = 1.0 / PERFCNT_TOPDOWN_SCALE;
	topdown->slots = now->values[0] - base->values[0];
	for (i = 1; i < counter->count; i++) {
		uint64_t slots = now->values[i] - base->values[i];

		topdown->part[i - 1] = PERFCNT_TOPDOWN_SCALE * slots;
		if (i <= LEVEL_1_FIELDS)
			first += slots;
	}
	topdown->sum = PERFCNT_TOPDOWN_SCALE * share(first, topdown->slots) + 0.5;
	return first ? perfcnt_topdown_derive(topdown) : fail(ENODATA);
}

/* What came since the last reading is added to the sum. */
static int take_counts(struct perfcnt_topdown_counter *counter,
		       const struct counts *now, struct perfcnt_topdown *topdown)
{
	uint64_t since[TOPDOWN_MOST_EVENTS];
	int64_t all = 0;
	unsigned int i;

	for (i = 0; i < counter->count; i++)
		since[i] = now->values[i] - counter->last.values[i];
	perfcnt_topdown_way_parts(&counter->way, since, topdown);
	for (i = 0; i < PERFCNT_TOPDOWN_FIELDS; i++) {
		counter->parts[i] += topdown->part[i];
		topdown->part[i] = counter->parts[i];
		all += counter->parts[i];
	}
	counter->slots += topdown->slots;
	topdown->slots = counter->slots;
	counter->valid |= topdown->valid;
	topdown->valid = counter->valid;
	topdown->sum = share(all > 0 ? all : 0, counter->slots) + 0.5;
	return topdown->valid ? perfcnt_topdown_derive(topdown) : fail(ENODATA);
}

PERFCNT_API int perfcnt_topdown_read(struct perfcnt_topdown_counter *counter,
				     struct perfcnt_topdown *topdown)
{
	struct counts now;
	int result;

	if (topdown->size != sizeof(*topdown))
		return fail(EINVAL);
	if (counter->open)
		return fail(EBUSY);
	if (read_counts(counter, &now))
		return -1;
	if (counter->way.method == PERFCNT_TOPDOWN_METRICS)
		result = take_metrics(counter, &now, topdown);
	else
		result = take_counts(counter, &now, topdown);
	topdown->running = share(now.running - counter->base.running,
				 now.enabled - counter->base.enabled);
	counter->last = now;
	return result;
}

/*
 * The kernel's own reset forgets what threads have counted that are gone.  Each reading
 * sets both registers to 0, too.
 */
PERFCNT_API int perfcnt_topdown_reset(struct perfcnt_topdown_counter *counter)
{
	if (counter->open)
		return fail(EBUSY);
	if (read_counts(counter, &counter->base))
		return -1;
	counter->last = counter->base;
	counter->slots = 0;
	counter->valid = 0;
	memset(counter->parts, 0, sizeof(counter->parts));
	return 0;
}

#if defined(__x86_64__) || defined(__i386__)
static uint64_t rdpmc(uint32_t which)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(which));
	return (uint64_t)high << 32 | low;
}
#else
static uint64_t rdpmc(uint32_t which)
{
	return which;
}
#endif

/* As long as a page of an event is mapped, the kernel lets the process use rdpmc. */
static int map(struct perfcnt_topdown_counter *counter)
{
	void *page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED,
			  counter->fds[0], 0);

	if (page == MAP_FAILED)
		return -1;
	counter->pages.hot->page[counter->pages.hot->count++] = page;
	return 0;
}

/* Another thread, or a child process, would read its own registers. */
static int may_read_registers(const struct perfcnt_topdown_counter *counter)
{
	if (counter->way.method != PERFCNT_TOPDOWN_METRICS)
		return fail(ENOTSUP);
	return events_is_reader(counter->pages.hot) ? 0 : fail(EPERM);
}

/* The kernel's rule for this page: what changed on the way is read again. */
PERFCNT_API int
perfcnt_topdown_registers(struct perfcnt_topdown_counter *counter,
			  struct perfcnt_topdown_reading *reading)
{
	const struct perf_event_mmap_page *page;
	uint32_t before, index;

	if (may_read_registers(counter) || (!counter->pages.hot->count && map(counter)))
		return -1;
	page = counter->pages.hot->page[0];
	do {
		before = __atomic_load_n(&page->lock, __ATOMIC_RELAXED);
		atomic_signal_fence(memory_order_seq_cst);
		if (!page->cap_user_rdpmc)
			return fail(ENOTSUP);
		index = __atomic_load_n(&page->index, __ATOMIC_RELAXED);
		if (!index)
			return fail(EAGAIN);
		reading->slots = rdpmc(index - 1);
		reading->metrics = rdpmc(RDPMC_METRICS);
		atomic_signal_fence(memory_order_seq_cst);
	} while (__atomic_load_n(&page->lock, __ATOMIC_RELAXED) != before);
	return 0;
}

PERFCNT_API int perfcnt_topdown_begin(struct perfcnt_topdown_counter *counter,
				      struct perfcnt_topdown_reading *begin)
{
	struct counts ignored;

	if (may_read_registers(counter))
		return -1;
	/* to set both registers to 0: what was counted so far is kept by the kernel */
	if (!counter->open && read_counts(counter, &ignored))
		return -1;
	if (perfcnt_topdown_registers(counter, begin))
		return -1;
	counter->open++;
	return 0;
}

PERFCNT_API int perfcnt_topdown_end(struct perfcnt_topdown_counter *counter,
				    const struct perfcnt_topdown_reading *begin,
				    struct perfcnt_topdown *topdown)
{
	struct perfcnt_topdown_reading end;
	int result;

	if (!counter->open)
		return fail(EINVAL);
	result = perfcnt_topdown_registers(counter, &end);
	counter->open--;
	if (result || perfcnt_topdown_delta(begin, &end, counter->way.level, topdown))
		return -1;
	/* it takes hours to pass 2^48: something has set the registers to 0 */
	if (end.slots < begin->slots)
		return fail(ERANGE);
	return topdown->resolution > MOST_RESOLUTION ? fail(ERANGE) : 0;
}
