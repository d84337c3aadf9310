// SPDX-License-Identifier: LGPL-2.1-or-later
/* A thread's records in version 1.1 of the format of the Netra DPS profiler. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "regions/recording.h"
#include "teja_line.h"
#include "teja_profiler.h"

static int write_all(int fd, const char *text, size_t length)
{
	while (length) {
		ssize_t done = write(fd, text, length);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		text += done;
		length -= done;
	}
	return 0;
}

/* The sums of a reading's counts, by what a dump has, and its time. */
static void sum_up(const struct perfcnt_regions_thread *ring,
		   const struct perfcnt_regions_slot *slot,
		   const struct perfcnt_regions_reading *reading,
		   uint64_t counts[TEJA_COUNTS])
{
	uint32_t events[TEJA_EVENTS], i, j;

	perfcnt_teja_events(perfcnt_regions_file, slot->set, events);
	memset(counts, 0, TEJA_COUNTS * sizeof(*counts));
	counts[TEJA_TIME] = reading->time;
	for (i = 0; i < slot->counters; i++)
		for (j = 0; j < TEJA_EVENTS; j++)
			if (ring->event_of[slot->set][i] == events[j])
				counts[j] += reading->count[i];
}

static int write_slot(int fd, struct teja_writer *writer,
		      const struct perfcnt_regions_thread *ring, uint64_t number)
{
	const struct perfcnt_regions_head *head = writer->head;
	const uint32_t *order = (const uint32_t *)(ring + 1);
	const char *place = (const char *)ring + order[perfcnt_regions_order(head, number)];
	union {
		struct perfcnt_regions_slot slot;
		char bytes[sizeof(struct perfcnt_regions_slot) +
			   sizeof(struct perfcnt_regions_reading) +
			   8 * PERFCNT_REGIONS_USER_MOST];
	} copy;
	uint64_t counts[2][TEJA_COUNTS];
	uint32_t sequence = number + 1;
	char text[TEJA_TEXT_SIZE];

	if (__atomic_load_n((const uint32_t *)place, __ATOMIC_ACQUIRE) != sequence)
		return 0;
	memcpy(&copy, place, head->slot_size);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	if (__atomic_load_n((const uint32_t *)place, __ATOMIC_RELAXED) != sequence)
		return 0;
	sum_up(ring, &copy.slot,
	       (const struct perfcnt_regions_reading *)(copy.bytes +
							perfcnt_regions_begin_at(head)),
	       counts[0]);
	sum_up(ring, &copy.slot, &copy.slot.end, counts[1]);
	return write_all(fd, text, perfcnt_teja_record(writer, text, &copy.slot,
						       number, counts,
						       (const uint64_t *)(copy.bytes +
							perfcnt_regions_user_at(head))));
}

/* The start that is still to be updated. */
static int write_started(int fd, const struct perfcnt_regions_head *head,
			 const struct perfcnt_regions_thread *ring)
{
	char text[TEJA_TEXT_SIZE];

	return write_all(fd, text, perfcnt_teja_start_line(head, text, ring,
							   ring->started.begin.time));
}

static int write_text(int fd, const char *text)
{
	return write_all(fd, text, strlen(text));
}

/* Comments, and the line of names. */
static int write_head(int fd, const struct perfcnt_regions_thread *ring)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	char text[TEJA_TEXT_SIZE];
	unsigned int set;

	if (ring->error) {
		snprintf(text, sizeof(text), "# perfcnt: not counted: %s\n",
			 strerror(ring->error));
		if (write_text(fd, text))
			return -1;
	}
	for (set = 0; set < head->sets; set++)
		if (write_all(fd, text, perfcnt_teja_legend(head, ring, set, text)))
			return -1;
	return write_text(fd, TEJA_CYCLES_ARE TEJA_HEAD);
}

/* What was not in the last dump. */
static int write_thread(int fd, struct perfcnt_regions_thread *ring)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	struct teja_writer writer = { .head = head, .next = ring->dumped };
	uint64_t made = (uint64_t)ring->made_high << 32 | ring->made;
	uint64_t newest = head->slots - head->kept, number;

	if (write_head(fd, ring))
		return -1;
	for (number = ring->dumped; number < made; number++) {
		if (number >= head->kept && made - number > newest)
			number = made - newest;
		if (write_slot(fd, &writer, ring, number))
			return -1;
	}
	if (ring->group && !ring->updates && write_started(fd, head, ring))
		return -1;
	ring->dumped = made;
	return write_text(fd, TEJA_END);
}

/* The program has called perfcnt_teja_dump(). */
static bool dumped;

/* Where dumps go: a file, or standard error. */
static int open_output(int flags)
{
	const char *output = secure_getenv("PERFCNT_REGIONS_OUTPUT");

	if (!output || !*output)
		return dup(STDERR_FILENO);
	return open(output, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
}

/* The latest of the threads that have had the handle. */
static struct perfcnt_regions_thread *find_thread(uintptr_t thread)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	struct perfcnt_regions_thread *found = NULL;
	uint32_t i;

	for (i = 0; head && i < head->threads; i++) {
		struct perfcnt_regions_thread *ring = perfcnt_regions_part(i), *other = ring;

		if (!ring)
			continue;
		if (ring->handle == thread && (!found || ring->begun >= found->begun)) {
			other = found;
			found = ring;
		}
		if (other)
			munmap(other, head->part_size);
	}
	return found;
}

PERFCNT_API int perfcnt_teja_dump(uintptr_t thread)
{
	struct perfcnt_regions_thread *ring = find_thread(thread);
	int fd, result, error;

	if (!ring) {
		errno = ESRCH;
		return -1;
	}
	dumped = true;
	fd = open_output(O_APPEND);
	result = fd < 0 ? -1 : write_thread(fd, ring);
	error = errno;
	if (fd >= 0)
		close(fd);
	munmap(ring, perfcnt_regions_file->part_size);
	errno = error;
	return result;
}

/* All threads, as the program ends, if it has dumped none itself. */
__attribute__((destructor)) static void write_output(void)
{
	struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint32_t i;
	int fd;

	if (!head || dumped || head->pid != (uint32_t)getpid() ||
	    !secure_getenv("PERFCNT_REGIONS_OUTPUT"))
		return;
	fd = open_output(O_TRUNC);
	for (i = 0; fd >= 0 && i < head->threads; i++) {
		struct perfcnt_regions_thread *ring = perfcnt_regions_part(i);

		if (!ring)
			break;
		write_thread(fd, ring);
		munmap(ring, head->part_size);
	}
	if (fd >= 0)
		close(fd);
}
