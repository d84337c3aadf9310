/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the file of a program's recording, which may be running or dead: see ring.h. */
#ifndef PERFCNT_REGIONS_RING_FILE_H
#define PERFCNT_REGIONS_RING_FILE_H

#include <regions/ring.h>
#include <stdbool.h>

/**
 * struct ring_record - a region that has ended
 * @thread: the number of its thread in the file
 * @number: of the record in its thread, from 0
 * @slot: what its slot says
 * @begin: when it began; CLOCK_MONOTONIC, in nanoseconds
 * @end: when it ended
 * @inner: how many records were made inside of it
 * @counted: mask of the events that it has counts of
 * @counts: for each event, 0 if it was not counted
 * @begins: for each event, the count at its beginning
 * @user: words of user data
 */
struct ring_record {
	uint32_t thread;
	uint64_t number;
	struct perfcnt_regions_slot slot;
	uint64_t begin;
	uint64_t end;
	uint32_t inner;
	uint64_t counted;
	uint64_t *counts;
	uint64_t *begins;
	uint64_t *user;
};

/* A clock that a suspend has set back does not tell how long the record took. */
static inline bool ring_record_has_time(const struct ring_record *record)
{
	return record->end >= record->begin;
}

/**
 * struct ring_total - what all records of a region of a thread came to
 * @begin_place: where it begins; 0 for all regions that have none
 * @end_place: where it ends, or 0 if it has one place
 * @set: of the events
 * @sums: the rest
 */
struct ring_total {
	uint32_t begin_place;
	uint32_t end_place;
	uint32_t set;
	struct perfcnt_regions_sums *sums;
};

/**
 * struct ring_part - a thread
 * @ring: what the file says
 * @open: the places of the regions that are open
 * @depth: how many of these
 * @made: how many records it has made
 * @kept: how many of these are there and whole
 * @unfinished: how many were being written
 * @overwritten: how many gave way to newer ones
 * @first: the number of its first record among all
 * @totals: its totals
 * @total_count: how many
 */
struct ring_part {
	struct perfcnt_regions_thread ring;
	uint32_t open[PERFCNT_REGIONS_DEPTH];
	uint32_t depth;
	uint64_t made;
	uint64_t kept;
	uint64_t unfinished;
	uint64_t overwritten;
	size_t first;
	struct ring_total *totals;
	size_t total_count;
};

/**
 * struct ring_recording - all of it
 * @name: of the file
 * @head: its head; texts have ends
 * @swapped: the file has the other byte order
 * @parts: the threads
 * @part_count: how many
 * @records: all records, by thread and number
 * @count: how many
 */
struct ring_recording {
	const char *name;
	struct perfcnt_regions_head *head;
	bool swapped;
	struct ring_part *parts;
	size_t part_count;
	struct ring_record *records;
	size_t count;
};

/**
 * ring_not_counted() - why a thread could not be counted
 * @ring: the thread, with an error
 *
 * Return: the library's words; where the device cannot be opened it has none.
 */
const char *ring_not_counted(const struct perfcnt_regions_thread *ring);

/**
 * ring_file_is() - is a file one of these?
 * @fd: the file
 *
 * Return: whether it begins as these do.
 */
bool ring_file_is(int fd);

/**
 * ring_file_read() - read a file
 * @recording: gets what is in it; to be freed by ring_file_free()
 * @fd: the file
 * @name: what it is called in messages; is kept
 *
 * What is wrong is reported on standard error, as NAME: REASON.
 *
 * Return: whether there is something to show.
 */
bool ring_file_read(struct ring_recording *recording, int fd, const char *name);

/**
 * ring_file_free() - free what was read
 * @recording: all zeros, or what ring_file_read() has filled in
 */
void ring_file_free(struct ring_recording *recording);

#endif /* PERFCNT_REGIONS_RING_FILE_H */
