/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the file of a program's recording, which may be running or dead: see ring.h. */
#ifndef PERFCNT_REGIONS_RING_FILE_H
#define PERFCNT_REGIONS_RING_FILE_H

#include <regions/ring.h>
#include <stdbool.h>

/* A region that has ended. */
struct ring_record {
	uint32_t thread; /* the number of its thread in the file */
	uint64_t number; /* of the record in its thread, from 0 */
	struct perfcnt_regions_slot slot; /* what its slot says */
	uint64_t begin; /* when it began; CLOCK_MONOTONIC, in nanoseconds */
	uint64_t end; /* when it ended */
	uint32_t inner; /* how many records were made inside of it */
	uint64_t counted; /* mask of the events that it has counts of */
	uint64_t *counts; /* for each event, 0 if it was not counted */
	uint64_t *begins; /* for each event, the count at its beginning */
	uint64_t *user; /* words of user data */
};

/* A clock that a suspend has set back does not tell how long the record took. */
static inline bool ring_record_has_time(const struct ring_record *record)
{
	return record->end >= record->begin;
}

/* What all records of a region of a thread came to. */
struct ring_total {
	uint32_t begin_place; /* where it begins; 0 for all regions that have none */
	uint32_t end_place; /* where it ends, or 0 if it has one place */
	uint32_t set; /* of the events */
	struct perfcnt_regions_sums *sums; /* the rest */
};

/* A thread. */
struct ring_part {
	struct perfcnt_regions_thread ring; /* what the file says */
	uint32_t open[PERFCNT_REGIONS_DEPTH]; /* the places of the regions that are open */
	uint32_t depth; /* how many of these */
	uint64_t made; /* how many records it has made */
	uint64_t kept; /* how many of these are there and whole */
	uint64_t unfinished; /* how many were being written */
	uint64_t overwritten; /* how many gave way to newer ones */
	size_t first; /* the number of its first record among all */
	struct ring_total *totals;
	size_t total_count;
};

/* All of it. */
struct ring_recording {
	const char *name; /* of the file */
	struct perfcnt_regions_head *head; /* its head; texts have ends */
	bool swapped; /* the file has the other byte order */
	struct ring_part *parts; /* the threads */
	size_t part_count;
	struct ring_record *records; /* all records, by thread and number */
	size_t count;
	const char *partial; /* why not all is there that was to be counted, or NULL; of no file */
};

/*
 * Why a thread with an error could not be counted, in the library's words; where the device cannot
 * be opened it has none.
 */
const char *ring_not_counted(const struct perfcnt_regions_thread *ring);

/* Is a file one of these? */
bool ring_file_is(int fd);

/*
 * Reads a file, to be freed by ring_file_free(); messages have its name, which must stay.  What is
 * wrong is reported on standard error, as NAME: REASON. Returns whether there is something to
 * show.
 */
bool ring_file_read(struct ring_recording *recording, int fd, const char *name);

/* Frees all zeros, or what ring_file_read() has filled in. */
void ring_file_free(struct ring_recording *recording);

#endif /* PERFCNT_REGIONS_RING_FILE_H */
