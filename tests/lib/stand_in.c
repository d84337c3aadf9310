// SPDX-License-Identifier: GPL-2.0
/*
 * Stands in for /dev/perfcnt where there is none, with as many counters as the
 * header that it is compiled with allows: LD_PRELOAD.  It has two events, knows no
 * mode but user, and a counter that is started counts 1000 times its number and
 * 1000 more for each reading, ever more with STAND_IN_RISES, or nothing with
 * STAND_IN_COUNTS_NOTHING.  Of a scope there is one record.  WITH_CYCLES: these are an
 * event, too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/perf_event.h>
#include <linux/perfcnt.h>
#include <linux/perfcnt_samples.h>

#include "stand_in.h"

#define ALL	((uint32_t)((1ull << PERFCNT_MAX_COUNTERS) - 1))
#define PAGE	4096

struct stand_in stand_in = { .device = -1, .order_most = PERFCNT_SAMPLING_ORDER_MAX };

static uint32_t started, followed;
static int records;
static uint64_t time_now;
static uint32_t multiplexing;
static unsigned int slices; /* pairs of them, since the last reset */
static uint64_t counts[PERFCNT_MAX_COUNTERS];
static struct perfcnt_what what_of[PERFCNT_MAX_COUNTERS];

static const struct perfcnt_event_row rows[] = {
	{ .code = 1, .banks = 3, .scope = 2, .name = "instructions" },
	{ .code = 2, .banks = 1, .scope = 2, .name = "branches" },
	{ .code = 22, .banks = 3, .name = "l2-misses" },
#ifdef WITH_CYCLES
	{ .code = 0, .banks = 3, .scope = 2, .name = "cycles" },
#endif
#ifdef WITH_CACHES
	{ .code = 10, .banks = 3, .scope = 2, .name = "dcache-writebacks" },
	{ .code = 11, .banks = 3, .scope = 2, .name = "dcache-misses" },
	{ .code = 15, .banks = 3, .scope = 2, .name = "l2-writebacks" },
#endif
};

#define ROWS	(sizeof(rows) / sizeof(*rows))

int open(const char *path, int flags, ...)
{
	int (*real)(const char *path, int flags, ...) =
		(int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
	va_list arguments;
	int mode;

	va_start(arguments, flags);
	mode = va_arg(arguments, int);
	va_end(arguments);
	if (strcmp(path, "/dev/perfcnt"))
		return real(path, flags, mode);
	stand_in.device = real("/dev/null", flags);
	return stand_in.device;
}

/* The device may get another number. */
int fcntl(int fd, int command, ...)
{
	int (*real)(int fd, int command, ...) =
		(int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl");
	va_list arguments;
	long argument;
	int result;

	va_start(arguments, command);
	argument = va_arg(arguments, long);
	va_end(arguments);
	result = real(fd, command, argument);
	if (fd >= 0 && fd == stand_in.device && command == F_DUPFD_CLOEXEC && result >= 0)
		stand_in.device = result;
	return result;
}

/* All that comes back is as long as the caller's struct. */
static void put(void *to, const void *from, size_t size)
{
	uint32_t room = *(uint32_t *)to;
	size_t head = sizeof(room);

	memcpy((char *)to + head, (const char *)from + head,
	       (room < size ? room : size) - head);
}

/* What others have during this call. */
static unsigned int passing(unsigned long command)
{
	unsigned int counters = stand_in.passing_at == command ? stand_in.passing : 0;

	stand_in.passing &= ~counters;
	return counters;
}

static int describe(void *arg)
{
	const unsigned int claimed = stand_in.claimed | passing(PERFCNT_IOC_DESCRIBE);
	struct perfcnt_describe d = {
		.counters = PERFCNT_MAX_COUNTERS, .tcs = 2, .vpes = 2,
		.modes = PERFCNT_CTL_U, .events = ROWS, .claimed = claimed,
		.driver = "stand-in", .version = "0",
	};
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		d.owner[i] = claimed >> i & 1 ? 1000 + i / 8 : 0;
	put(arg, &d, sizeof(d));
	return 0;
}

static int event(struct perfcnt_event_row *arg)
{
	struct perfcnt_event_row row;

	if (arg->index >= ROWS)
		return -ENOENT;
	row = rows[arg->index];
	row.index = arg->index;
	put(arg, &row, sizeof(row));
	return 0;
}

/* NAME[:u][@tcN] */
static int name(struct perfcnt_name *arg)
{
	size_t i, length = strcspn(arg->name, ":@");
	const char *filter = strchr(arg->name, '@');

	for (i = 0; i < ROWS; i++)
		if (strlen(rows[i].name) == length &&
		    !memcmp(rows[i].name, arg->name, length))
			break;
	if (i == ROWS)
		return -ENOENT;
	if (!(rows[i].banks & 1u << arg->counter % 2))
		return -EINVAL;
	arg->what = (struct perfcnt_what){
		.control = PERFCNT_CTL_U |
			   rows[i].code << PERFCNT_CTL_EVENT_SHIFT,
	};
	if (filter)
		arg->what.control |= 2 << PERFCNT_CTL_MT_EN_SHIFT |
				     atoi(filter + 3) << PERFCNT_CTL_TCID_SHIFT;
	return 0;
}

static int set(const struct perfcnt_set *arg)
{
	unsigned int i;

	if (arg->size != sizeof(*arg) ||
	    (arg->controls | arg->counts) & ~stand_in.claimed)
		return -EPERM;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		if (arg->controls & 1u << i)
			what_of[i] = arg->counter[i].what;
		if (arg->counts & 1u << i)
			counts[i] = arg->counter[i].count;
	}
	if (arg->counts)
		stand_in.lost = 0;
	return 0;
}

static int change(unsigned long command, uint32_t mask)
{
	const unsigned int others = passing(command) | stand_in.proc_perf;
	unsigned int i;

	if (!mask || mask & ~ALL)
		return -EINVAL;
	stand_in.changes++;
	if (command == PERFCNT_IOC_CLAIM) {
		stand_in.claimed |= stand_in.first;
		stand_in.first = 0;
	}
	if (command == PERFCNT_IOC_CLAIM ? mask & (stand_in.claimed | others) :
					   mask & ~stand_in.claimed)
		return command == PERFCNT_IOC_CLAIM ? -EBUSY : -EPERM;
	if (command == PERFCNT_IOC_CLAIM)
		stand_in.claimed |= mask;
	else if (command == PERFCNT_IOC_RELEASE)
		stand_in.claimed &= ~mask;
	if (command == PERFCNT_IOC_RESET)
		slices = 0;
	if (command != PERFCNT_IOC_START && command != PERFCNT_IOC_STOP)
		stand_in.lost = 0;
	if (command == PERFCNT_IOC_START)
		started |= mask;
	else if (command != PERFCNT_IOC_RESET)
		started &= ~mask;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (mask & 1u << i && command != PERFCNT_IOC_START &&
		    command != PERFCNT_IOC_STOP)
			counts[i] = 0;
	return 0;
}

static int read_some(struct perfcnt_counts *arg)
{
	unsigned int i, n = 0;

	stand_in.readings++;
	if ((stand_in.fails && !--stand_in.fails) || stand_in.lost)
		return -EIO;
	if (arg->counters & ~stand_in.claimed)
		return -EPERM;
	arg->counters = arg->counters ?: stand_in.claimed;
	arg->time = time_now++;
	arg->running = started;
	arg->half_full = 0;
	arg->left = stand_in.left;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		if (started & 1u << i && !getenv("STAND_IN_COUNTS_NOTHING"))
			counts[i] += 1000 * (i + 1) *
				     (getenv("STAND_IN_RISES") ? time_now : 1);
		counts[i] -= stand_in.falls;
		if (!(arg->counters & 1u << i))
			continue;
		arg->counts[n] = counts[i];
		arg->controls[n++] = what_of[i].control;
	}
	return 0;
}

static int scope(struct perfcnt_scope *arg)
{
	stand_in.scope_flags = arg->flags;
	if (stand_in.signal)
		raise(stand_in.signal);
	if (followed)
		return -EBUSY;
	if (!arg->counters || arg->counters & ~stand_in.claimed)
		return -EPERM;
	followed = arg->counters;
	arg->shared = 0;
	records = !!(arg->flags & PERFCNT_SCOPE_RECORDS);
	return 0;
}

static int leave(void)
{
	if (!followed)
		return -EINVAL;
	stand_in.changes++;
	followed = 0;
	return 0;
}

/*
 * From one reading to the next, event N has counted 100 * (N + 1) in one slice of two, and
 * twice that in the other.
 */
static int multiplexed(struct perfcnt_multiplexed *arg)
{
	struct perfcnt_multiplexed all = { .events = multiplexing };
	unsigned int i;

	if (!multiplexing)
		return -EINVAL;
	slices++;
	all.enabled = slices * 10000000ull;
	all.rounds = slices * 2;
	all.slices = slices * 4;
	for (i = 0; i < multiplexing; i++) {
		uint64_t count = slices * 300ull * (i + 1);
		uint64_t squares = slices * 25ull * (i + 1) * (i + 1);
		uint64_t halves = slices * 45ull * (i + 1) * (i + 1);

		all.event[i] = (struct perfcnt_multiplexed_event){
			.count = (stand_in.large ? count << 32 : count) - stand_in.less,
			.running = stand_in.whole ? all.enabled : slices * 4000000ull,
			.slices = slices * 2,
			.squares = stand_in.large ? 0 : squares,
			.squares_high = stand_in.large ? squares : 0,
		};
		if (stand_in.even) {
			all.event[i].squares = halves / 2;
			all.event[i].fraction = halves << 31;
		}
	}
	put(arg, &all, sizeof(all));
	return 0;
}

static int multiplex(const struct perfcnt_multiplexing *arg)
{
	if (arg->nr > PERFCNT_MULTIPLEX_EVENTS || !!arg->nr == !!multiplexing)
		return -EINVAL;
	multiplexing = arg->nr;
	slices = 0;
	return 0;
}

/* A record: counter N, or event N in half of the time, has counted N + 1. */
ssize_t read(int fd, void *to, size_t size)
{
	ssize_t (*real)(int fd, void *to, size_t size) =
		(ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
	struct perfcnt_thread thread = {
		.counters = ALL, .pid = 100, .tid = 101, .begun = 1,
		.ended = 3, .ran = 2, .comm = "thread",
	};
	unsigned int i;
	size_t length;

	thread.flags = followed ? 0 : PERFCNT_THREAD_RUNS;
	thread.nr = multiplexing ?: PERFCNT_MAX_COUNTERS;
	length = offsetof(struct perfcnt_thread, counts[thread.nr]);
	thread.size = length;
	if (multiplexing)
		thread.counters = 0;
	if (fd != stand_in.device)
		return real(fd, to, size);
	if (!records || size < sizeof(thread)) {
		errno = records ? EINVAL : EAGAIN;
		return -1;
	}
	records--;
	for (i = 0; i < thread.nr; i++)
		thread.counts[i] = (struct perfcnt_thread_count){
			.count = i + 1ull - stand_in.less,
			.running = multiplexing ? thread.ran / 2 : thread.ran,
		};
	memcpy(to, &thread, length);
	return length;
}

/* Unless a program asks for one there are no CPUs that could have rings. */
static int sample(struct perfcnt_sampling *arg)
{
	if (arg->period && arg->ring_order > stand_in.order_most)
		return -ENOMEM;
	stand_in.order = arg->ring_order;
	arg->rings = stand_in.rings;
	arg->ring_size = 2 * PAGE;
	return 0;
}

/* An empty ring; as the module's, a child process has none. */
static void *map_ring(void)
{
	struct perfcnt_ring_header *ring = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
						MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(ring, 2 * PAGE, MADV_DONTFORK);
	ring->version = PERFCNT_RING_VERSION;
	ring->data_offset = PAGE;
	ring->data_size = PAGE;
	stand_in.ring = ring;
	return ring;
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (fd >= 0 && fd == stand_in.device)
		return map_ring();
	return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

static int call(unsigned long command, void *arg)
{
	switch (command) {
	case PERFCNT_IOC_SAMPLE:
		return sample(arg);
	case PERFCNT_IOC_SCOPE:
		return scope(arg);
	case PERFCNT_IOC_LEAVE:
		return leave();
	case PERFCNT_IOC_MULTIPLEX:
		return multiplex(arg);
	case PERFCNT_IOC_MULTIPLEXED:
		return multiplexed(arg);
	case PERFCNT_IOC_DESCRIBE:
		return describe(arg);
	case PERFCNT_IOC_EVENT:
		return event(arg);
	case PERFCNT_IOC_NAME:
		return name(arg);
	case PERFCNT_IOC_SET:
		return set(arg);
	case PERFCNT_IOC_READ:
		return read_some(arg);
	case PERFCNT_IOC_REASON:
		put(arg, &(struct perfcnt_reason_text){ 0 },
		    sizeof(struct perfcnt_reason_text));
		return 0;
	}
	return change(command, ((struct perfcnt_mask *)arg)->mask);
}

int ioctl(int fd, unsigned long command, ...)
{
	static int (*real)(int fd, unsigned long command, ...);
	va_list arguments;
	void *arg;
	int error;

	if (!real)
		real = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
	va_start(arguments, command);
	arg = va_arg(arguments, void *);
	va_end(arguments);
	if (fd == stand_in.device && stand_in.page && command == PERF_EVENT_IOC_ENABLE) {
		stand_in.page->index = 1;
		return 0;
	}
	if (fd == stand_in.device && stand_in.page && _IOC_TYPE(command) == '$') {
		if (command == PERF_EVENT_IOC_ID)
			*(uint64_t *)arg = 0;
		return 0;
	}
	if (fd != stand_in.device || _IOC_TYPE(command) != PERFCNT_IOC)
		return real(fd, command, arg);
	stand_in.called = 1;
	error = command == stand_in.refuses ? -EXDEV : call(command, arg);
	stand_in.called = 0;
	if (!error)
		return 0;
	errno = -error;
	return -1;
}
