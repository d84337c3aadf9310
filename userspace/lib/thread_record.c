// SPDX-License-Identifier: LGPL-2.1-or-later
/* Records of the threads of a set: what each has counted, when it exits. */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "handle.h"
#include "event_set.h"

#define COUNTS	(sizeof(((struct perfcnt_thread *)0)->counts) / \
		 sizeof(struct perfcnt_thread_count))

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

int perfcnt_thread_next(struct perfcnt_event_set *set, struct perfcnt_thread *thread)
{
	struct set_records *records = &set->records;
	size_t length;

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

int perfcnt_thread_count(const struct perfcnt_event_set *set, const struct perfcnt_thread *thread,
			 unsigned int event, uint64_t *value)
{
	const struct perfcnt_thread_count *turn;
	uint64_t sum = 0;
	unsigned int i;

	if (set->multiplexes) {
		turn = perfcnt_thread_turn(set, thread, event);
		if (!turn)
			return -1;
		*value = perfcnt_multiplex_scale(turn->count, thread->ran, turn->running);
		return 0;
	}
	if (event >= set->count) {
		errno = ENODATA;
		return -1;
	}
	for (i = 0; i < set->events[event].place.parts; i++) {
		uint32_t before = (1u << set->events[event].place.counter[i]) - 1;

		sum += thread->counts[__builtin_popcount(thread->counters & before)].count;
	}
	*value = sum;
	return 0;
}

const struct perfcnt_thread_count *perfcnt_thread_turn(const struct perfcnt_event_set *set,
						       const struct perfcnt_thread *thread,
						       unsigned int event)
{
	const struct perfcnt_thread_count *turns =
		thread->counts + __builtin_popcount(thread->counters);

	if (event < set->count && turns[event].running)
		return &turns[event];
	errno = ENODATA;
	return NULL;
}
