// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel writes on each CPU, and reads back how far it was taken.  A CPU that is offline
 * has a ring, too: it may come online, and one that goes offline keeps what is in its ring.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/number.h"
#include "records.h"

/* Of a ring; it must be a power of two. */
#define RING_PAGES	16

#define PRESENT		"/sys/devices/system/cpu/present"
#define ONLINE		"/sys/devices/system/cpu/online"
#define LIST_SIZE	4096

/* The longest record: a path, and what comes with it. */
#define RECORD_MOST	65536

/* The records of a CPU. */
struct ring {
	struct perf_event_mmap_page *page; /* perf's page, before the records */
	int fd; /* perf's file */
	uint64_t lost; /* how many had no room, as far as a record of that was taken */
};

/* The rings of all CPUs. */
struct records {
	bool of_all; /* that runs */
	char cpus[LIST_SIZE]; /* that have rings, as the kernel lists them */
	struct ring *rings;
	size_t count;
	union {
		struct perf_event_header header;
		char bytes[RECORD_MOST];
	} record;
};

static size_t data_size(void)
{
	return RING_PAGES * sysconf(_SC_PAGESIZE);
}

static size_t ring_size(void)
{
	return data_size() + sysconf(_SC_PAGESIZE);
}

/* What an event is read as; the kernel's headers may be older. */
#define FORMAT_LOST	(1u << 4) /* PERF_FORMAT_LOST, since Linux 6.0 */

struct value {
	uint64_t count;
	uint64_t lost;
};

static int open_event(const struct perf_event_attr *wanted, bool of_all, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.read_format = FORMAT_LOST,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.disabled = !of_all,
		.inherit = !of_all,
		.enable_on_exec = !of_all,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.mmap = wanted->mmap,
		.mmap2 = wanted->mmap2,
		.build_id = wanted->build_id,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.sample_id_all = 1,
		.watermark = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.wakeup_watermark = wanted->wakeup_watermark ?: data_size() / 2,
	};

	const pid_t pid = of_all ? -1 : 0;
	int event = syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	if (event >= 0 || errno != EINVAL)
		return event;
	attr.read_format = 0;
	return syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static int add_ring(struct records *records, const struct perf_event_attr *attr, bool of_all,
		    int cpu)
{
	struct ring ring = { .fd = open_event(attr, of_all, cpu) };

	if (ring.fd < 0)
		return -1;
	ring.page = mmap(NULL, ring_size(), PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, 0);
	if (ring.page == MAP_FAILED) {
		close(ring.fd);
		return -1;
	}
	records->rings = grow(records->rings, records->count, sizeof(ring));
	records->rings[records->count++] = ring;
	return 0;
}

/*
 * Which CPUs can have a ring now, in the kernel's words: 0-3,6.  For an event of all that runs they
 * have to be online.
 */
static void read_cpus(const struct records *records, char list[LIST_SIZE])
{
	FILE *file = fopen(records->of_all ? ONLINE : PRESENT, "re");

	if (!file || !fgets(list, LIST_SIZE, file))
		snprintf(list, LIST_SIZE, "0-%ld", sysconf(_SC_NPROCESSORS_CONF) - 1);
	list[strcspn(list, "\n")] = '\0';
	if (file)
		fclose(file);
}

/* What cannot be has no ring: the kernel is not asked for that of a number between. */
static int add_rings(struct records *records, const struct perf_event_attr *attr)
{
	struct number_list cpus = { 0 };
	int result = 0;
	size_t i;

	if (number_list_read(&cpus, UINT_MAX, records->cpus)) {
		errno = EINVAL;
		result = -1;
	}
	for (i = 0; !result && i < cpus.count; i++)
		result = add_ring(records, attr, records->of_all, cpus.numbers[i]);
	number_list_free(&cpus);
	return result;
}

struct records *records_open(const struct perf_event_attr *attr, bool of_all)
{
	struct records *records = zeros(1, sizeof(*records));
	int error;

	records->of_all = of_all;
	read_cpus(records, records->cpus);
	if (!add_rings(records, attr))
		return records;
	error = errno;
	records_close(records);
	errno = error;
	return NULL;
}

int records_watch(const struct records *records, int epoll)
{
	struct epoll_event event = { .events = EPOLLIN };
	size_t i;

	for (i = 0; i < records->count; i++)
		if (epoll_ctl(epoll, EPOLL_CTL_ADD, records->rings[i].fd, &event))
			return -1;
	return 0;
}

/* Copy bytes from a place of the data, which go on at their beginning. */
static void copy(const struct ring *ring, uint64_t at, void *to, size_t size)
{
	const char *data = (const char *)ring->page + sysconf(_SC_PAGESIZE);
	size_t place = at % data_size(), first = data_size() - place;

	if (first > size)
		first = size;
	memcpy(to, data + place, first);
	memcpy((char *)to + first, data, size - first);
}

/*
 * Where the kernel writes next.  Two words of a 32-bit machine could not belong to each other
 * after 4 GB of records only.
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
static bool next(struct records *records, struct ring *ring)
{
	uint64_t head = read_head(ring), tail = ring->page->data_tail;
	struct perf_event_header *header = &records->record.header;

	if (head == tail)
		return false;
	copy(ring, tail, header, sizeof(*header));
	copy(ring, tail, header, header->size);
	write_tail(ring, tail + header->size);
	if (header->type == PERF_RECORD_LOST)
		ring->lost += ((const uint64_t *)(header + 1))[1]; /* of which event, how many */
	return true;
}

void records_take(struct records *records,
		  void (*take)(void *argument, const struct perf_event_header *header,
			       const struct record_end *end),
		  void *argument)
{
	const struct perf_event_header *header = &records->record.header;
	size_t i;

	for (i = 0; i < records->count; i++)
		while (next(records, &records->rings[i]))
			take(argument, header,
			     (const void *)(records->record.bytes + header->size -
					    sizeof(struct record_end)));
}

char *records_missed(const struct records *records)
{
	char cpus[LIST_SIZE];

	read_cpus(records, cpus);
	if (!strcmp(cpus, records->cpus))
		return NULL;
	return copy_text(records->of_all ? "CPUs came online or went offline meanwhile" :
			 "CPUs were plugged in or out while the command ran");
}

/*
 * The record of a loss comes before the next one that has room: if there was none, the event itself
 * knows.
 */
static uint64_t lost_of(const struct ring *ring)
{
	struct value value;

	if (read(ring->fd, &value, sizeof(value)) != sizeof(value) || value.lost < ring->lost)
		return ring->lost;
	return value.lost;
}

uint64_t records_lost(const struct records *records)
{
	uint64_t lost = 0;
	size_t i;

	for (i = 0; i < records->count; i++)
		lost += lost_of(&records->rings[i]);
	return lost;
}

void records_close(struct records *records)
{
	if (!records)
		return;
	while (records->count--) {
		munmap(records->rings[records->count].page, ring_size());
		close(records->rings[records->count].fd);
	}
	free(records->rings);
	free(records);
}
