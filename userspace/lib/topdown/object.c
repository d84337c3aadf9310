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
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "handle.h"
#include "way.h"

/* SDM, "RDPMC": what ECX is for PERF_METRICS. */
#define RDPMC_METRICS	(1u << 29)

/* How often a group is read again, and the nanoseconds in between: a second. */
#define TRIES		5000
#define PAUSE		200000

#define NO_RDPMC	"the kernel does not let user mode read the registers SLOTS and PERF_METRICS"

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
 * struct own - what a child process has not: in perfcnt_handle_wiped()
 * @here: it is not a child
 * @reader: the thread pointer of the thread that reads registers
 * @page: of SLOTS, to read registers by, or NULL
 */
struct own {
	bool here;
	const void *reader;
	struct perf_event_mmap_page *page;
};

/**
 * struct perfcnt_topdown - a group of perf events
 * @own: what this process alone has
 * @way: what is counted
 * @count: how many of its events are open
 * @since: another number after each reset
 * @base: what was counted before the last reset
 * @fds: the events
 */
struct perfcnt_topdown {
	struct own *own;
	struct topdown_way way;
	unsigned int count;
	uint32_t since;
	struct counts base;
	int fds[TOPDOWN_MOST_EVENTS];
};

/* What guests do is left out, where the PMU can: or none could have it to itself. */
static int open_event(struct perf_event_attr *attr,
		      const struct topdown_event *event,
		      const struct perfcnt_topdown_request *request, int leader)
{
	int fd;

	attr->config = event->config[0];
	attr->config1 = event->config[1];
	attr->config2 = event->config[2];
	attr->disabled = leader < 0;
	fd = syscall(SYS_perf_event_open, attr, request->pid, request->cpu, leader,
		     PERF_FLAG_FD_CLOEXEC);
	if (fd >= 0 || errno != EINVAL || !attr->exclude_guest)
		return fd;
	attr->exclude_guest = 0;
	return syscall(SYS_perf_event_open, attr, request->pid, request->cpu, leader,
		       PERF_FLAG_FD_CLOEXEC);
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

static int open_group(struct perfcnt_topdown *topdown,
		      const struct perfcnt_topdown_request *request)
{
	struct perf_event_attr attr = make_attr(request->flags);

	attr.type = topdown->way.type;
	for (; topdown->count < topdown->way.count; topdown->count++) {
		int fd = open_event(&attr, &topdown->way.events[topdown->count], request,
				    topdown->count ? topdown->fds[0] : -1);

		if (fd < 0)
			return -1;
		topdown->fds[topdown->count] = fd;
	}
	if (request->flags & PERFCNT_TOPDOWN_ON_EXEC)
		return 0;
	return ioctl(topdown->fds[0], PERF_EVENT_IOC_ENABLE,
		     PERF_IOC_FLAG_GROUP);
}

/* As copy_struct_from_user() in the kernel: what is not known here must be 0. */
static int take_request(struct perfcnt_topdown_request *to,
			const struct perfcnt_topdown_request *from)
{
	const char *bytes = (const char *)from;
	size_t i;

	if (from->size < sizeof(*to))
		return perfcnt_refuse_call(EINVAL, "the request's size is %u, less than %zu",
					   from->size, sizeof(*to));
	for (i = sizeof(*to); i < from->size; i++)
		if (bytes[i])
			return perfcnt_refuse_call(EINVAL,
						   "the request has more than libperfcnt %s knows",
						   PERFCNT_VERSION);
	*to = *from;
	return 0;
}

static int check_request(const struct perfcnt_topdown_request *request)
{
	const unsigned int wide = PERFCNT_TOPDOWN_INHERIT | PERFCNT_TOPDOWN_ON_EXEC;
	const unsigned int known = PERFCNT_TOPDOWN_USER | PERFCNT_TOPDOWN_KERNEL |
				   PERFCNT_TOPDOWN_REGISTERS | wide;
	const bool is_thread = request->pid >= 0, is_cpu = request->cpu >= 0;

	if (request->level < 1 || request->level > 2)
		return perfcnt_refuse_call(EINVAL, "the level is %u: it is 1 or 2",
					   request->level);
	if (request->flags & ~known)
		return perfcnt_refuse_call(EINVAL, "flags %#x: those from %#x to %#x are known",
					   request->flags, PERFCNT_TOPDOWN_USER,
					   PERFCNT_TOPDOWN_REGISTERS);
	if (request->pid < -1 || request->cpu < -1 || is_thread == is_cpu)
		return perfcnt_refuse_call(EINVAL, "thread %d, CPU %d: one of them is -1",
					   request->pid, request->cpu);
	if (request->flags & PERFCNT_TOPDOWN_REGISTERS &&
	    (request->pid || request->flags & wide))
		return perfcnt_refuse_call(EINVAL,
					   "a thread reads its own registers alone: pid is 0, with neither PERFCNT_TOPDOWN_INHERIT nor PERFCNT_TOPDOWN_ON_EXEC");
	return 0;
}

static int make_own(struct perfcnt_topdown *topdown)
{
	topdown->own = perfcnt_handle_wiped();
	if (!topdown->own)
		return -1;
	topdown->own->here = true;
	return 0;
}

/* As long as a page of an event is mapped, the kernel lets the process use rdpmc. */
static int map(struct perfcnt_topdown *topdown)
{
	void *page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED,
			  topdown->fds[0], 0);

	if (page == MAP_FAILED)
		return -1;
	topdown->own->page = page;
	topdown->own->reader = __builtin_thread_pointer();
	if (!topdown->own->page->cap_user_rdpmc)
		return perfcnt_refuse_call(ENOTSUP, NO_RDPMC);
	return 0;
}

static int find_way(struct perfcnt_topdown *topdown,
		    const struct perfcnt_topdown_request *request)
{
	const struct topdown_way *way = &topdown->way;

	if (perfcnt_topdown_way_find(&topdown->way, request->level, request->pmu))
		return -1;
	if (request->cpu >= 0 && !perfcnt_topdown_way_has_cpu(way, request->cpu))
		return perfcnt_refuse_call(ENXIO,
					   "CPU %d is of a kind of core that counts no slots",
					   request->cpu);
	if (request->flags & PERFCNT_TOPDOWN_REGISTERS &&
	    way->method != PERFCNT_TOPDOWN_METRICS)
		return perfcnt_refuse_call(ENOTSUP,
					   "this machine has no registers SLOTS and PERF_METRICS");
	return 0;
}

/* Another number each time, so that readings from before are told from those after. */
static void begin(struct perfcnt_topdown *topdown)
{
	static uint32_t last;

	topdown->since = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

PERFCNT_API struct perfcnt_topdown *
perfcnt_topdown_open(const struct perfcnt_topdown_request *from)
{
	struct perfcnt_topdown_request request = { 0 };
	struct perfcnt_topdown *topdown;

	perfcnt_forget_words();
	if (take_request(&request, from) || check_request(&request))
		return NULL;
	topdown = calloc(1, sizeof(*topdown));
	if (!topdown)
		return NULL;
	if (make_own(topdown) || find_way(topdown, &request) || open_group(topdown, &request) ||
	    (request.flags & PERFCNT_TOPDOWN_REGISTERS && map(topdown))) {
		perfcnt_topdown_close(topdown);
		return NULL;
	}
	begin(topdown);
	return topdown;
}

PERFCNT_API void perfcnt_topdown_close(struct perfcnt_topdown *topdown)
{
	const size_t size = sysconf(_SC_PAGESIZE);
	const int error = errno;

	if (!topdown)
		return;
	while (topdown->count)
		close(topdown->fds[--topdown->count]);
	if (topdown->own) {
		if (topdown->own->page)
			munmap(topdown->own->page, size);
		perfcnt_handle_unmap(topdown->own);
	}
	free(topdown);
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
static int read_counts(const struct perfcnt_topdown *topdown, struct counts *counts)
{
	uint64_t words[3 + TOPDOWN_MOST_EVENTS];
	const ssize_t size = (3 + topdown->count) * sizeof(*words);
	const ssize_t got = read_group(topdown->fds[0], words, size);

	if (got < 0)
		return -1;
	if (got != size)
		return perfcnt_refuse_call(EIO, "the kernel cannot count these events");
	counts->enabled = words[1];
	counts->running = words[2];
	memcpy(counts->values, words + 3, topdown->count * sizeof(*words));
	return 0;
}

static int read_events(const struct perfcnt_topdown *topdown,
		       struct perfcnt_topdown_reading *reading)
{
	struct counts now = { 0 };
	unsigned int i;

	if (read_counts(topdown, &now))
		return -1;
	for (i = 0; i < topdown->count; i++)
		now.values[i] -= topdown->base.values[i];
	reading->values = perfcnt_topdown_way_raw(&topdown->way, now.values, reading->raw);
	reading->enabled_ns = now.enabled - topdown->base.enabled;
	reading->running_ns = now.running - topdown->base.running;
	return 0;
}

#if defined(__x86_64__) || defined(__i386__)
static uint64_t rdpmc(uint32_t which)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(which));
	return (uint64_t)high << 32 | low;
}

static uint64_t ticks(void)
{
	return __builtin_ia32_rdtsc();
}
#else
static uint64_t rdpmc(uint32_t which)
{
	return which;
}

static uint64_t ticks(void)
{
	return 0;
}
#endif

/* How long it is since the kernel wrote the page, as its header file says. */
static uint64_t since_written(const struct perf_event_mmap_page *page)
{
	const uint64_t now = ticks(), rest = now & ((UINT64_C(1) << page->time_shift) - 1);

	return page->time_offset + (now >> page->time_shift) * page->time_mult +
	       (rest * page->time_mult >> page->time_shift);
}

static int read_page(const struct perf_event_mmap_page *page,
		     struct perfcnt_topdown_reading *reading)
{
	const uint32_t index = __atomic_load_n(&page->index, __ATOMIC_RELAXED);
	uint64_t more = 0;

	if (!page->cap_user_rdpmc)
		return perfcnt_refuse_call(ENOTSUP, NO_RDPMC);
	if (!index)
		return perfcnt_refuse_call(EAGAIN,
					   "nothing counts now: another program has the registers");
	reading->raw[PERFCNT_TOPDOWN_RAW_SLOTS] = rdpmc(index - 1);
	reading->raw[PERFCNT_TOPDOWN_RAW_METRICS] = rdpmc(RDPMC_METRICS);
	if (page->cap_user_time)
		more = since_written(page);
	reading->enabled_ns = page->time_enabled + more;
	reading->running_ns = page->time_running + more;
	return 0;
}

/*
 * The kernel's rule for this page: what changed on the way is read again.  It keeps both
 * registers for the thread while that has no CPU.
 */
static int read_registers(const struct perfcnt_topdown *topdown,
			  struct perfcnt_topdown_reading *reading)
{
	const struct perf_event_mmap_page *page = topdown->own->page;
	uint32_t before;
	int result;

	if (topdown->own->reader != __builtin_thread_pointer())
		return perfcnt_refuse_call(EPERM,
					   "these registers are another thread's: each opens its own");
	do {
		before = __atomic_load_n(&page->lock, __ATOMIC_RELAXED);
		atomic_signal_fence(memory_order_seq_cst);
		result = read_page(page, reading);
		atomic_signal_fence(memory_order_seq_cst);
	} while (__atomic_load_n(&page->lock, __ATOMIC_RELAXED) != before);
	reading->flags |= PERFCNT_TOPDOWN_IS_REGISTERS;
	reading->values = PERFCNT_TOPDOWN_RAW_METRICS + 1;
	reading->enabled_ns -= topdown->base.enabled;
	reading->running_ns -= topdown->base.running;
	return result;
}

/* What has been opened before fork(2) is the parent's. */
static int check_own(const struct perfcnt_topdown *topdown)
{
	perfcnt_forget_words();
	if (topdown->own->here)
		return 0;
	return perfcnt_refuse_call(EPERM, "this is the parent process's: a child opens its own");
}

PERFCNT_API int perfcnt_topdown_read(struct perfcnt_topdown *topdown,
				     struct perfcnt_topdown_reading *reading)
{
	struct perfcnt_topdown_reading made = {
		.method = topdown->way.method,
		.level = topdown->way.level,
		.flags = topdown->way.flags,
		.width = topdown->way.width,
		.core = topdown->way.core,
		.since = topdown->since,
	};

	if (check_own(topdown) ||
	    (topdown->own->page ? read_registers(topdown, &made) : read_events(topdown, &made)))
		return -1;
	return perfcnt_handle_give(reading, &made, sizeof(made), sizeof(made));
}

/*
 * The kernel's own reset forgets what threads have counted that are gone.  Each reading
 * by it sets both registers to 0, too.
 */
PERFCNT_API int perfcnt_topdown_reset(struct perfcnt_topdown *topdown)
{
	if (check_own(topdown) || read_counts(topdown, &topdown->base))
		return -1;
	begin(topdown);
	return 0;
}
