// SPDX-License-Identifier: GPL-2.0
/* Perf's rings of records, one for each CPU, of an event that counts nothing. */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <event_set.h>

#include "base/memory.h"
#include "leavers.h"
#include "executions.h"

#define ONLINE		"/sys/devices/system/cpu/online"
#define ONLINE_SIZE	256

/* Of a ring; it must be a power of two. */
#define RING_PAGES	16

/* More records than this are looked through, up to those of the last second. */
#define MOST_WAITING	65536
#define SECOND		1000000000ull

/**
 * struct ring - the records of a CPU
 * @page: perf's page, before them
 * @fd: perf's file
 */
struct ring {
	struct perf_event_mmap_page *page;
	int fd;
};

/**
 * struct leavers - what is watched
 * @watch: reads the rings
 * @online: the CPUs that there were, as the kernel lists them
 * @rings: one for each
 * @count: how many
 * @lost: how many records had no room
 * @executions: what the records say
 * @words: why counts are partial
 */
struct leavers {
	struct command_watch watch;
	char online[ONLINE_SIZE];
	struct ring *rings;
	size_t count;
	uint64_t lost;
	struct executions executions;
	char words[ONLINE_SIZE];
};

/* The end of each record: struct perf_event_attr, sample_id_all. */
struct record_end {
	uint32_t pid;
	uint32_t tid;
	uint64_t time;
};

static size_t data_size(void)
{
	return RING_PAGES * sysconf(_SC_PAGESIZE);
}

static bool read_online(char list[ONLINE_SIZE])
{
	FILE *file = fopen(ONLINE, "re");
	bool good;

	if (!file)
		return false;
	good = fgets(list, ONLINE_SIZE, file);
	fclose(file);
	return good;
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
		.exclude_hv = 1,
		.mmap = 1,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.sample_id_all = 1,
		.watermark = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.wakeup_watermark = data_size() / 2,
	};

	return syscall(SYS_perf_event_open, &attr, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Where the kernel writes next. */
static uint64_t read_head(const struct ring *ring)
{
	uint64_t head = ring->page->data_head;

	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return head;
}

/* Copy from a place of the data, which go on at their beginning. */
static void copy(const struct ring *ring, uint64_t at, void *to, size_t size)
{
	const char *data = (const char *)ring->page + sysconf(_SC_PAGESIZE);
	size_t place = at % data_size(), first = data_size() - place;

	if (first > size)
		first = size;
	memcpy(to, data + place, first);
	memcpy((char *)to + first, data, size - first);
}

static void take_record(struct leavers *leavers, const struct ring *ring, uint64_t at,
			const struct perf_event_header *header)
{
	struct executions *executions = &leavers->executions;
	struct record_end end;
	uint64_t lost[2]; /* of which event, and how many */

	copy(ring, at + header->size - sizeof(end), &end, sizeof(end));
	if (header->type == PERF_RECORD_COMM && header->misc & PERF_RECORD_MISC_COMM_EXEC) {
		executions_add(executions, EXECUTION_BEGUN, end.tid, end.time);
	} else if (header->type == PERF_RECORD_MMAP) {
		executions_add(executions, EXECUTION_MAPPED, end.tid, end.time);
	} else if (header->type == PERF_RECORD_EXIT) {
		executions_add(executions, EXECUTION_ENDED, end.tid, end.time);
	} else if (header->type == PERF_RECORD_LOST) {
		copy(ring, at + sizeof(*header), lost, sizeof(lost));
		leavers->lost += lost[1];
	}
}

static void take_ring(struct leavers *leavers, const struct ring *ring)
{
	const uint64_t head = read_head(ring);
	uint64_t tail = ring->page->data_tail;
	struct perf_event_header header;

	for (; tail != head; tail += header.size) {
		copy(ring, tail, &header, sizeof(header));
		take_record(leavers, ring, tail, &header);
	}
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	ring->page->data_tail = tail;
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

/* A record of this very moment may come behind a later one, of another CPU. */
static void take(void *argument)
{
	struct leavers *leavers = argument;
	const uint64_t begun = now();
	size_t i;

	for (i = 0; i < leavers->count; i++)
		take_ring(leavers, &leavers->rings[i]);
	if (leavers->executions.count > MOST_WAITING && begun > SECOND)
		executions_look(&leavers->executions, begun - SECOND);
}

static bool add_ring(struct leavers *leavers, int cpu)
{
	const size_t size = data_size() + sysconf(_SC_PAGESIZE);
	struct epoll_event event = { .events = EPOLLIN };
	struct ring ring = { .fd = open_event(cpu) };

	if (ring.fd < 0)
		return errno == ENODEV; /* it is offline */
	ring.page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, 0);
	if (ring.page == MAP_FAILED) {
		close(ring.fd);
		return false;
	}
	leavers->rings = grow(leavers->rings, leavers->count, sizeof(*leavers->rings));
	leavers->rings[leavers->count++] = ring;
	return !epoll_ctl(leavers->watch.fd, EPOLL_CTL_ADD, ring.fd, &event);
}

struct leavers *leavers_new(void)
{
	struct leavers *leavers = zeros(1, sizeof(*leavers));
	const int cpus = sysconf(_SC_NPROCESSORS_CONF);
	bool good;
	int cpu;

	leavers->watch = (struct command_watch){
		.fd = epoll_create1(EPOLL_CLOEXEC),
		.ready = take,
		.argument = leavers,
	};
	good = leavers->watch.fd >= 0 && read_online(leavers->online);
	for (cpu = 0; cpu < cpus && good; cpu++)
		good = add_ring(leavers, cpu);
	if (!good) {
		int error = errno;

		leavers_free(leavers);
		errno = error;
		return NULL;
	}
	return leavers;
}

const struct command_watch *leavers_watch(const struct leavers *leavers)
{
	return &leavers->watch;
}

const char *leavers_end(struct leavers *leavers)
{
	char online[ONLINE_SIZE] = "";

	take(leavers);
	executions_look(&leavers->executions, UINT64_MAX);
	if (leavers->executions.left)
		return PERFCNT_LEFT_WORDS;
	if (!read_online(online) || strcmp(online, leavers->online))
		return "CPUs came or went: it is not known whether a program left at execve";
	if (!leavers->lost)
		return NULL;
	snprintf(leavers->words, sizeof(leavers->words),
		 "it is not known whether a program left at execve: perf lost %llu records",
		 (unsigned long long)leavers->lost);
	return leavers->words;
}

void leavers_free(struct leavers *leavers)
{
	const size_t size = data_size() + sysconf(_SC_PAGESIZE);

	if (!leavers)
		return;
	while (leavers->count--) {
		munmap(leavers->rings[leavers->count].page, size);
		close(leavers->rings[leavers->count].fd);
	}
	if (leavers->watch.fd >= 0)
		close(leavers->watch.fd);
	executions_free(&leavers->executions);
	free(leavers->rings);
	free(leavers);
}
