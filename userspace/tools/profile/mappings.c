// SPDX-License-Identifier: GPL-2.0
/*
 * An event for each CPU, as one that is inherited cannot have a ring for all CPUs.  It is
 * this process's own, and does nothing until a process that inherits it executes a
 * program.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "base/memory.h"
#include "base/message.h"
#include "session/machine.h"
#include "symbols/symbol_table.h"
#include "mapped_files.h"
#include "mappings.h"

#define RING_PAGES	16

/* The longest record: a path, and what comes with it. */
#define RECORD_MOST	65536

/**
 * struct ring - what the kernel writes on a CPU
 * @fd: the event
 * @page: its first page; then the data
 */
struct ring {
	int fd;
	struct perf_event_mmap_page *page;
};

/**
 * struct mappings - the events of all CPUs
 * @rings: their rings
 * @count: how many
 * @record: the record that is being read
 */
struct mappings {
	struct ring *rings;
	size_t count;
	union {
		struct perf_event_header header;
		char bytes[RECORD_MOST];
	} record;
};

/* The body of PERF_RECORD_MMAP2. */
struct mapped {
	uint32_t pid;
	uint32_t tid;
	uint64_t start;
	uint64_t length;
	uint64_t offset;
	union {
		struct {
			uint8_t id_length;
			uint8_t reserved[3];
			uint8_t id[20];
		};
		struct {
			uint32_t device_major;
			uint32_t device_minor;
			uint64_t inode;
			uint64_t generation;
		};
	};
	uint32_t protection;
	uint32_t flags;
	char path[];
};

/* The end of each record. */
struct record_end {
	uint32_t pid;
	uint32_t tid;
	uint64_t time;
};

/* The bodies of PERF_RECORD_FORK, COMM and LOST. */
struct forked {
	uint32_t pid;
	uint32_t parent;
};

struct lost {
	uint64_t id;
	uint64_t count;
};

static size_t ring_size(void)
{
	return (1 + RING_PAGES) * sysconf(_SC_PAGESIZE);
}

static int open_event(int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = 1,
		.mmap = 1,
		.mmap2 = 1,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.build_id = 1,
		.sample_id_all = 1,
		.watermark = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.wakeup_watermark = 1, /* at once: a process may end soon */
	};

	return syscall(SYS_perf_event_open, &attr, 0, cpu, -1,
		       PERF_FLAG_FD_CLOEXEC);
}

static void fail_to_follow(void)
{
	if (machine_lacks_perf())
		fail(MACHINE_NO_PERF ": nothing can be sampled; " MACHINE_INSTEAD);
	fail("cannot follow what the command maps: perf_event_open: %s",
	     strerror(errno));
}

struct mappings *mappings_open(void)
{
	struct mappings *mappings = zeros(1, sizeof(*mappings));
	int cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;

	mappings->rings = zeros(cpus, sizeof(*mappings->rings));
	for (cpu = 0; cpu < cpus; cpu++) {
		struct ring *ring = &mappings->rings[mappings->count];

		ring->fd = open_event(cpu);
		if (ring->fd < 0 && errno == ENODEV)
			continue; /* it is offline */
		if (ring->fd < 0)
			fail_to_follow();
		ring->page = mmap(NULL, ring_size(), PROT_READ | PROT_WRITE,
				  MAP_SHARED, ring->fd, 0);
		if (ring->page == MAP_FAILED)
			fail_to_follow();
		mappings->count++;
	}
	return mappings;
}

void mappings_close(struct mappings *mappings)
{
	while (mappings->count--) {
		munmap(mappings->rings[mappings->count].page, ring_size());
		close(mappings->rings[mappings->count].fd);
	}
	free(mappings->rings);
	free(mappings);
}

void mappings_watch(const struct mappings *mappings, int epoll)
{
	struct epoll_event event = { .events = EPOLLIN };
	size_t i;

	for (i = 0; i < mappings->count; i++)
		if (epoll_ctl(epoll, EPOLL_CTL_ADD, mappings->rings[i].fd, &event))
			fail_to_follow();
}

/* Copy bytes from a place of the data, which go on at their beginning. */
static void copy(const struct ring *ring, uint64_t at, void *to, size_t size)
{
	uint64_t all = RING_PAGES * sysconf(_SC_PAGESIZE), first;
	const char *data = (const char *)ring->page + sysconf(_SC_PAGESIZE);

	at %= all;
	first = size < all - at ? size : all - at;
	memcpy(to, data + at, first);
	memcpy((char *)to + first, data, size - first);
}

/*
 * Where the kernel writes next.  Two words of a 32-bit machine could not belong to each
 * other after 4 GB of mappings only.
 */
static uint64_t read_head(const struct ring *ring)
{
	uint64_t head = ring->page->data_head;

	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return head;
}

/* What is before the tail may be written again. */
static void write_tail(const struct ring *ring, uint64_t tail)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	ring->page->data_tail = tail;
}

/* Whether there was a record. */
static bool next(struct mappings *mappings, const struct ring *ring)
{
	uint64_t head = read_head(ring), tail = ring->page->data_tail;
	struct perf_event_header *header = &mappings->record.header;

	if (head == tail)
		return false;
	copy(ring, tail, header, sizeof(*header));
	copy(ring, tail, header, header->size);
	write_tail(ring, tail + header->size);
	return true;
}

/* The file, if the path is one: by its build-id, or by where it is. */
static size_t find_file(struct samples *samples, const struct mapped *mapped, bool has_id)
{
	char build_id[2 * sizeof(mapped->id) + 1] = "";
	unsigned int i;

	if (!has_id)
		return samples_file(samples, mapped->path,
				    makedev(mapped->device_major, mapped->device_minor),
				    mapped->inode, mapped->generation);
	for (i = 0; i < mapped->id_length && i < sizeof(mapped->id); i++)
		sprintf(build_id + 2 * i, "%02x", mapped->id[i]);
	return samples_module(samples, mapped->path, build_id);
}

/* Returns whether it can be memory that a program makes code in. */
static bool take_mapping(const struct mapped *mapped, bool has_id, uint64_t time,
			 struct address_spaces *spaces, struct samples *samples)
{
	struct space_change change = {
		.time = time,
		.kind = SPACE_MAPPED,
		.pid = mapped->pid,
		.start = mapped->start,
		.length = mapped->length,
		.offset = mapped->offset,
		.module = find_file(samples, mapped, has_id),
	};
	struct sample_module *module = &samples->modules[change.module];

	address_spaces_add(spaces, &change);
	if (!module->mapped)
		module->mapped = time;
	if (*module->path == '/' && module->path[1] != '/')
		mapped_file_look(module, mapped->pid, mapped->start, mapped->length);
	return !*module->build_id && module->file < 0 && strcmp(module->path, VDSO_NAME);
}

/* The process that may have made code, as it has mapped memory, or 0. */
static uint32_t take_record(const struct mappings *mappings,
			    struct address_spaces *spaces, struct samples *samples)
{
	const struct perf_event_header *header = &mappings->record.header;
	const void *body = header + 1;
	const struct record_end *end = (const void *)((const char *)header +
						      header->size - sizeof(*end));
	const struct forked *forked = body;
	struct space_change change = { .time = end->time, .pid = forked->pid };

	switch (header->type) {
	case PERF_RECORD_MMAP2:
		return take_mapping(body, header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID,
				    end->time, spaces, samples) ? change.pid : 0;
	case PERF_RECORD_FORK:
		change.kind = SPACE_FORKED;
		change.parent = forked->parent;
		address_spaces_add(spaces, &change);
		return 0;
	case PERF_RECORD_COMM:
		change.kind = SPACE_EXECUTED;
		if (header->misc & PERF_RECORD_MISC_COMM_EXEC)
			address_spaces_add(spaces, &change);
		return 0;
	case PERF_RECORD_LOST:
		samples->lost.mappings += ((const struct lost *)body)->count;
		return 0;
	}
	return 0;
}

/* A process may map much at a time: it is looked at once. */
static void take_ring(struct mappings *mappings, const struct ring *ring,
		      struct address_spaces *spaces, struct processes *processes,
		      struct samples *samples)
{
	uint32_t pid, last = 0;

	while (next(mappings, ring)) {
		pid = take_record(mappings, spaces, samples);
		if (last && pid && pid != last)
			processes_look(processes, last);
		if (pid)
			last = pid;
	}
	if (last)
		processes_look(processes, last);
}

void mappings_take(struct mappings *mappings, struct address_spaces *spaces,
		   struct processes *processes, struct samples *samples)
{
	size_t i;

	for (i = 0; i < mappings->count; i++)
		take_ring(mappings, &mappings->rings[i], spaces, processes, samples);
}
