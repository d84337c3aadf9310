// SPDX-License-Identifier: LGPL-2.1-or-later
/* Records of the threads of a set: what each has counted, when it exits. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "handle.h"
#include "event_set.h"

#define COUNTS	(sizeof(((struct perfcnt_thread *)0)->counts) / \
		 sizeof(struct perfcnt_thread_count))

/**
 * struct perfcnt_thread_record - what a thread has counted
 * @thread: the kernel's record
 * @multiplexes: the events of its set take turns
 * @count: number of these events
 * @parts: of each event, on how many counters it was counted
 * @counter: these
 */
struct perfcnt_thread_record {
	struct perfcnt_thread thread;
	bool multiplexes;
	unsigned int count;
	unsigned int parts[PERFCNT_MAX_COUNTERS];
	unsigned int counter[PERFCNT_MAX_COUNTERS][SET_PARTS];
};

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* A record's sizes are the kernel's, which can be less or more than this library knows. */
static int copy_record(struct perfcnt_thread *thread, const char *from, size_t *length)
{
	struct perfcnt_thread sizes = { 0 };
	const size_t head = offsetof(struct perfcnt_thread, counts);

	memset(thread, 0, sizeof(*thread));
	if (*length < head)
		return -1;
	memcpy(&sizes, from, head);
	if (sizes.size > *length ||
	    head + sizes.nr * (uint64_t)sizeof(thread->counts[0]) > sizes.size)
		return -1;
	memcpy(thread, from, min(head + sizes.nr * sizeof(thread->counts[0]), sizeof(*thread)));
	*length = sizes.size;
	return 0;
}

/* Is each of its counts one? */
static int check_record(const struct perfcnt_thread *thread)
{
	unsigned int i;

	for (i = 0; i < thread->nr && i < COUNTS; i++)
		if (thread->counts[i].count > INT64_MAX)
			return perfcnt_refuse_call(EPROTO,
						   "thread %d: a count went back to %lld",
						   thread->tid,
						   (long long)thread->counts[i].count);
	return 0;
}

/* The next record. */
static int next_record(struct perfcnt_event_set *set, struct perfcnt_thread *thread)
{
	struct set_records *records;
	size_t length;

	if (!set->records)
		set->records = calloc(1, sizeof(*set->records));
	records = set->records;
	if (!records)
		return -1;
	if (records->at == records->length) {
		ssize_t got = read(perfcnt_fd(set->perfcnt), records->bytes,
				   sizeof(records->bytes));

		if (got < 0 && errno == EIO)
			return perfcnt_refuse_call(EIO,
						   "the hardware was taken from a counter while a thread was counted: its record and later ones are not right");
		if (got < 0)
			return -1;
		records->length = got;
		records->at = 0;
	}
	length = records->length - records->at;
	if (copy_record(thread, records->bytes + records->at, &length)) {
		records->at = records->length; /* where the next one is, is not known */
		return perfcnt_refuse_call(EPROTO, "a record has no size");
	}
	records->at += length;
	return check_record(thread);
}

struct perfcnt_thread_record *
perfcnt_thread_new(struct perfcnt_event_set *set)
{
	struct perfcnt_thread_record *record = calloc(1, sizeof(*record));
	unsigned int i;

	if (!record)
		return NULL;
	if (next_record(set, &record->thread)) {
		perfcnt_handle_free(record);
		return NULL;
	}
	record->multiplexes = set->multiplexes;
	record->count = set->count;
	for (i = 0; i < record->count && !record->multiplexes; i++) {
		record->parts[i] = set->events[i].parts;
		memcpy(record->counter[i], set->events[i].counter,
		       sizeof(record->counter[i]));
	}
	return record;
}

void perfcnt_thread_free(struct perfcnt_thread_record *record)
{
	perfcnt_handle_free(record);
}

pid_t perfcnt_thread_pid(const struct perfcnt_thread_record *record)
{
	return record->thread.pid;
}

pid_t perfcnt_thread_tid(const struct perfcnt_thread_record *record)
{
	return record->thread.tid;
}

const char *
perfcnt_thread_name(const struct perfcnt_thread_record *record)
{
	return record->thread.comm;
}

uint32_t
perfcnt_thread_flags(const struct perfcnt_thread_record *record)
{
	return record->thread.flags;
}

uint32_t
perfcnt_thread_lost(const struct perfcnt_thread_record *record)
{
	return record->thread.lost;
}

uint64_t
perfcnt_thread_begun(const struct perfcnt_thread_record *record)
{
	return record->thread.begun;
}

uint64_t
perfcnt_thread_ended(const struct perfcnt_thread_record *record)
{
	return record->thread.ended;
}

uint64_t perfcnt_thread_ran(const struct perfcnt_thread_record *record)
{
	return record->thread.ran;
}

int perfcnt_thread_count(const struct perfcnt_thread_record *record,
			 unsigned int event, uint64_t *value)
{
	const struct perfcnt_thread *thread = &record->thread;
	uint64_t count, running, sum = 0;
	unsigned int i;

	if (record->multiplexes) {
		if (perfcnt_thread_raw(record, event, &count, &running))
			return -1;
		*value = perfcnt_multiplex_scale(count, thread->ran, running);
		return 0;
	}
	if (event >= record->count) {
		errno = ENODATA;
		return -1;
	}
	for (i = 0; i < record->parts[event]; i++) {
		uint32_t before = (1u << record->counter[event][i]) - 1;

		sum += thread->counts[__builtin_popcount(thread->counters & before)].count;
	}
	*value = sum;
	return 0;
}

int perfcnt_thread_raw(const struct perfcnt_thread_record *record, unsigned int event,
		       uint64_t *count, uint64_t *running_ns)
{
	const struct perfcnt_thread *thread = &record->thread;
	const struct perfcnt_thread_count *turn;

	if (record->multiplexes && event < record->count) {
		turn = &thread->counts[__builtin_popcount(thread->counters) + event];
		*count = turn->count;
		*running_ns = turn->running;
		if (turn->running)
			return 0;
	}
	errno = ENODATA;
	return -1;
}
