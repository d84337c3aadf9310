// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Whether a command has left perf at an execve(2), from perf's records of it.
 *
 * The kernel's begin_new_exec() writes a record of the new name, with a mark that it is from
 * an execve(2), and, for a program that must not be followed, ends the task's events at once,
 * which writes the record of an exit.  A program that is followed is mapped in between, with
 * records of that.  So the newest two records of all say it: an exit, and before it a name.
 *
 * An event that does not count writes them, for each CPU, as records of several threads can
 * go to no other ring.  Only threads inherit it.  The rings are written backwards, and over
 * what is old: the newest records are always there.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "handle.h"
#include "perf_leaver.h"

#define PRESENT		"/sys/devices/system/cpu/present"
#define PRESENT_SIZE	256

/* Pages of records of a ring: the longest two, of mappings, are each a little longer than 4096. */
#define RING_PAGES	4

#define NOT_KNOWN	"what perf has counted is not known"

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
 * struct perf_leaver - a command that is watched
 * @process: which has opened it: a child process has not the rings
 * @present: the CPUs, as the kernel lists them
 * @page_size: bytes of a page
 * @count: how many rings there are
 * @rings: these
 */
struct perf_leaver {
	pid_t process;
	char present[PRESENT_SIZE];
	size_t page_size;
	unsigned int count;
	struct ring rings[];
};

/* Which CPUs there are now, online or not, in the kernel's words: 0-3,6 */
static bool read_present(char list[PRESENT_SIZE])
{
	int fd = open(PRESENT, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	memset(list, 0, PRESENT_SIZE);
	if (fd < 0)
		return false;
	length = read(fd, list, PRESENT_SIZE);
	close(fd);
	return length > 0 && length < PRESENT_SIZE;
}

/* The first CPU of a list from @at on, which moves behind its range. */
static bool next_range(const char **at, unsigned int *first, unsigned int *last)
{
	char *end;

	*first = strtoul(*at, &end, 10);
	if (end == *at)
		return false;
	*last = *first;
	if (*end == '-')
		*last = strtoul(end + 1, &end, 10);
	*at = *end == ',' ? end + 1 : end;
	return true;
}

static unsigned int count_cpus(const char *list)
{
	unsigned int first, last, count = 0;

	while (next_range(&list, &first, &last))
		count += last - first + 1;
	return count;
}

/* An older kernel knows no threads alone, and says that of any attribute. */
static int refuse_ring(const char *call)
{
	return perfcnt_refuse_call(errno, "perf cannot tell when the command leaves it: %s: %s%s",
				   call, strerror(errno),
				   errno == EINVAL ? "; Linux 5.13 is the first that does" : "");
}

static int open_ring(struct perf_leaver *leaver, pid_t pid, unsigned int cpu)
{
	const size_t size = (RING_PAGES + 1) * leaver->page_size;
	struct ring *ring = &leaver->rings[leaver->count];
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
		.disabled = 1,
		.enable_on_exec = 1,
		.inherit = 1,
		.inherit_thread = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.comm = 1,
		.comm_exec = 1,
		.mmap = 1,
		.task = 1,
		.sample_id_all = 1,
		.write_backward = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};

	ring->fd = syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (ring->fd < 0)
		return refuse_ring("perf_event_open(2)");
	/* that it cannot be written lets perf write over what is old */
	ring->page = mmap(NULL, size, PROT_READ, MAP_SHARED, ring->fd, 0);
	if (ring->page != MAP_FAILED) {
		leaver->count++;
		return 0;
	}
	refuse_ring("mmap(2)");
	close(ring->fd);
	return -1;
}

struct perf_leaver *perfcnt_perf_leaver_new(pid_t pid)
{
	char present[PRESENT_SIZE];
	const char *at = present;
	struct perf_leaver *leaver;
	unsigned int cpu, last;

	if (!read_present(present)) {
		perfcnt_refuse_call(EIO, PRESENT ": cannot be read");
		return NULL;
	}
	leaver = calloc(1, sizeof(*leaver) + count_cpus(present) * sizeof(*leaver->rings));
	if (!leaver)
		return NULL;
	leaver->process = getpid();
	leaver->page_size = sysconf(_SC_PAGESIZE);
	memcpy(leaver->present, present, sizeof(present));
	while (next_range(&at, &cpu, &last))
		for (; cpu <= last; cpu++)
			if (open_ring(leaver, pid, cpu)) {
				int error = errno;

				perfcnt_perf_leaver_free(leaver);
				errno = error;
				return NULL;
			}
	return leaver;
}

/**
 * struct record - a record of a ring
 * @ring: the ring
 * @time: when it was written; 0 if there is none
 * @type: PERF_RECORD_*
 * @misc: PERF_RECORD_MISC_*
 */
struct record {
	const struct ring *ring;
	uint64_t time;
	uint32_t type;
	uint16_t misc;
};

/**
 * struct newest - the newest records of all rings
 * @record: two of them, the newer one first
 * @same: the last time that records of two rings have, whose order is not known; or 0
 * @executed: the last time of an execve(2); or 0
 */
struct newest {
	struct record record[2];
	uint64_t same;
	uint64_t executed;
};

/* It is of 64 bits, of which the kernel's, and ours, count as many as a long has. */
static unsigned long head_of(const struct ring *ring)
{
	unsigned long head;

	__atomic_signal_fence(__ATOMIC_SEQ_CST); /* it is read each time */
	head = ring->page->data_head;
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return head;
}

/* What is at an offset, as the ring goes round; records have whole words of 8 bytes. */
static uint64_t word_at(const struct perf_leaver *leaver, const struct ring *ring,
			unsigned long offset)
{
	const char *data = (const char *)ring->page + leaver->page_size;
	uint64_t word;

	memcpy(&word, data + (offset & (RING_PAGES * leaver->page_size - 1)), sizeof(word));
	return word;
}

static bool is_execution(const struct record *record)
{
	return record->type == PERF_RECORD_COMM && record->misc & PERF_RECORD_MISC_COMM_EXEC;
}

static void note_order(struct newest *newest, const struct record *record)
{
	int i;

	for (i = 0; i < 2; i++)
		if (record->time == newest->record[i].time &&
		    record->ring != newest->record[i].ring && record->time > newest->same)
			newest->same = record->time;
	if (is_execution(record) && record->time > newest->executed)
		newest->executed = record->time;
}

static void note(struct newest *newest, const struct record *record)
{
	struct record *found = newest->record;

	note_order(newest, record);
	if (record->time >= found[0].time) {
		found[1] = found[0];
		found[0] = *record;
	} else if (record->time > found[1].time) {
		found[1] = *record;
	}
}

/* The newest two of a ring, the older one first. */
static void note_ring(const struct perf_leaver *leaver, const struct ring *ring,
		      unsigned long head, struct newest *newest)
{
	const unsigned long written = -head;
	struct record found[2] = { 0 };
	struct perf_event_header header;
	unsigned long at = 0;
	int i;

	for (i = 0; i < 2 && at < written; i++) {
		const uint64_t first = word_at(leaver, ring, head + at);

		memcpy(&header, &first, sizeof(header));
		at += header.size;
		found[i] = (struct record){
			.ring = ring,
			.time = word_at(leaver, ring, head + at - sizeof(uint64_t)),
			.type = header.type,
			.misc = header.misc,
		};
	}
	while (i--)
		note(newest, &found[i]);
}

/* Has nothing been written since? */
static bool is_same(const struct perf_leaver *leaver, unsigned long sum)
{
	unsigned int i;

	for (i = 0; i < leaver->count; i++)
		sum -= head_of(&leaver->rings[i]);
	return !sum;
}

/* Do the newest two say it, in whatever order those of the same time were written? */
static int says(const struct newest *newest)
{
	const struct record *record = newest->record;

	if (newest->same && newest->same >= record[1].time &&
	    newest->executed >= record[1].time)
		return perfcnt_refuse_call(EIO, "two CPUs have records of the same time: "
					   NOT_KNOWN);
	return record[0].type == PERF_RECORD_EXIT && is_execution(&record[1]);
}

int perfcnt_perf_leaver_has_left(const struct perf_leaver *leaver)
{
	struct newest newest = { 0 };
	char present[PRESENT_SIZE];
	unsigned long sum = 0, head;
	unsigned int i;

	if (!read_present(present) || memcmp(present, leaver->present, sizeof(present)))
		return perfcnt_refuse_call(EIO, "CPUs were plugged in or out: " NOT_KNOWN);
	for (i = 0; i < leaver->count; i++) {
		head = head_of(&leaver->rings[i]);
		note_ring(leaver, &leaver->rings[i], head, &newest);
		sum += head;
	}
	/*
	 * Each head only falls: if their sum is the same, so is each of them.  If not, it has
	 * written after the counts were read, and so had not left by then.
	 */
	return is_same(leaver, sum) ? says(&newest) : 0;
}

void perfcnt_perf_leaver_free(struct perf_leaver *leaver)
{
	const bool own = leaver && leaver->process == getpid();

	if (!leaver)
		return;
	while (leaver->count--) {
		if (own)
			munmap(leaver->rings[leaver->count].page,
			       (RING_PAGES + 1) * leaver->page_size);
		close(leaver->rings[leaver->count].fd);
	}
	free(leaver);
}
