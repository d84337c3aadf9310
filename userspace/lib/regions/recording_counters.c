// SPDX-License-Identifier: LGPL-2.1-or-later
/* What the threads of a recording count: each has events of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "recording_slot.h"

/* How often a reading is repeated, to know what that counts. */
#define TRIES	8

/* Descriptors have numbers from here on, or from half of those that the process may have on. */
#define OWN_DESCRIPTORS	1024

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Where threads read pages, an event has one counter. */
unsigned int perfcnt_regions_vpes(void)
{
	struct perfcnt *perfcnt;
	struct perfcnt_event_set *set;
	unsigned int vpes;

	if (!perfcnt_events_impossible())
		return 1;
	perfcnt = perfcnt_open_cpus();
	set = perfcnt ? perfcnt_event_set_new(perfcnt) : NULL;
	vpes = set ? set->vpes : 0;
	perfcnt_event_set_free(set);
	perfcnt_close(perfcnt);
	return vpes;
}

int perfcnt_regions_move(int fd)
{
	int error = errno, moved = -1;
	struct rlimit limit;

	if (fd >= 0 && !getrlimit(RLIMIT_NOFILE, &limit))
		moved = fcntl(fd, F_DUPFD_CLOEXEC, (int)least(limit.rlim_cur / 2, OWN_DESCRIPTORS));
	if (moved >= 0)
		close(fd);
	errno = error;
	return moved < 0 ? fd : moved;
}

static void move_descriptors(struct perfcnt *perfcnt)
{
	struct pages *pages = &perfcnt->events->pages;
	unsigned int i;

	perfcnt->fd = perfcnt_regions_move(perfcnt->fd);
	for (i = 0; i < pages->count; i++)
		pages->fd[i] = perfcnt_regions_move(pages->fd[i]);
}

/* If the CPU's clock has not the time, the device has it; without one the kernel has. */
static void find_time(struct perfcnt *perfcnt)
{
	struct pages *pages = &perfcnt->events->pages;
	const char *why = pages->count ? perfcnt_regions_clock(pages) : NULL;

	if (why)
		perfcnt_events_use_device(perfcnt, why);
}

/* The events of a set, which begin to count. */
static struct perfcnt *start_set(unsigned int set)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	struct perfcnt *perfcnt = perfcnt_open_thread();
	unsigned int i;

	if (!perfcnt)
		return NULL;
	perfcnt->events->timed = true;
	for (i = 0; i < head->events; i++)
		if (head->set_of[i] == set && perfcnt_add(perfcnt, head->event[i]))
			break;
	if (i == head->events) {
		find_time(perfcnt);
		if (!perfcnt_events_start(perfcnt)) {
			move_descriptors(perfcnt);
			return perfcnt;
		}
	}
	perfcnt_close(perfcnt);
	return NULL;
}

/* How many counts a reading has. */
static unsigned int count_parts(const struct perfcnt_events *events)
{
	unsigned int i, count = 0;

	for (i = 0; i < events->count; i++)
		count += events->parts[i].count;
	return count;
}

static void renew_slots(struct recording_thread *own)
{
	const struct perfcnt_regions_slot fresh = { .kind = PERFCNT_REGIONS_REGION,
						    .set = own->set,
						    .counters = own->counters };

	own->fresh = fresh.whole;
}

/* Which event a count of a reading is: the device has them by the numbers of counters. */
static void note_counts(struct recording_thread *own, const struct perfcnt_events *events)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint8_t *event_of = own->ring->event_of[own->set];
	unsigned int i, part, event = 0;

	while (head->set_of[event] != own->set)
		event++;
	memset(event_of, 0xff, sizeof(own->ring->event_of[own->set]));
	for (i = 0; i < events->count; i++) {
		for (part = 0; part < events->parts[i].count; part++)
			event_of[events->parts[i].index[part]] = event + i;
		if (events->set && perfcnt_event_set_shared(events->set, i))
			own->ring->flags |= PERFCNT_REGIONS_SHARED;
	}
	own->counters = count_parts(events);
	own->ring->counters = own->counters;
	renew_slots(own);
	own->events = events->count;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	own->unordered = !events->in_order;
}

__attribute__((noinline))
static void take(struct recording_thread *own, struct perfcnt_regions_reading *reading,
		 uint32_t again)
{
	own->hot->again = again;
	perfcnt_regions_take(own, reading);
}

/* What a reading adds to itself if it is repeated because the thread has moved. */
static void measure_repeat(struct recording_thread *own)
{
	uint64_t once[PERFCNT_MAX_COUNTERS], twice[PERFCNT_MAX_COUNTERS];
	struct perfcnt_regions_reading readings[3];
	struct pages_hot *hot = own->hot;
	unsigned int try;
	size_t i;

	memset(once, 0xff, sizeof(once));
	memset(twice, 0xff, sizeof(twice));
	for (try = 0; try < TRIES; try++) {
		uint32_t repeats = hot->repeats;

		take(own, &readings[0], 0);
		take(own, &readings[1], 0);
		take(own, &readings[2], 1);
		for (i = 0; i < hot->count && hot->repeats == repeats + 1; i++) {
			once[i] = least(once[i], readings[1].count[i] - readings[0].count[i]);
			twice[i] = least(twice[i], readings[2].count[i] - readings[1].count[i]);
		}
	}
	hot->again = 0;
	for (i = 0; i < hot->count; i++)
		hot->repeat[i] = perfcnt_regions_less(twice[i], once[i]);
}

/*
 * Marks call no function of the C library, of which a library that was loaded before may
 * have another one: if that is the only one that can read, they do.
 */
static void read_at_once(struct recording_thread *own)
{
	struct perfcnt_regions_reading reading;
	const struct perfcnt *perfcnt = own->perfcnt;

	own->claimed = perfcnt->hot->claimed;
	if (own->cpu == &own->old_cpu ||
	    (events_by_pages(perfcnt->hot) && !perfcnt->hot->tick))
		return;
	own->hot = perfcnt->hot;
	if (events_by_pages(own->hot))
		measure_repeat(own);
	else if (!record_call(own, perfcnt->fd, &reading))
		own->fd = perfcnt->fd;
}

/*
 * What the thread counts now has its counters no more.  For a handler of a signal they are
 * in order only while there are events.
 */
static void let_go(struct recording_thread *own)
{
	struct perfcnt *perfcnt = own->perfcnt;

	own->hot = &perfcnt_regions_none;
	own->fd = -1;
	own->unordered = true;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	own->events = 0;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	own->counters = 0;
	renew_slots(own);
	if (!perfcnt)
		return;
	own->perfcnt = NULL;
	perfcnt_regions_note(NULL);
	perfcnt_close(perfcnt);
}

/* Each region has another row for it, and a handler's adds nothing of the old set to that. */
static void begin_set(struct recording_thread *own, unsigned int set)
{
	static const __u64 nothing[PERFCNT_REGIONS_COSTS][PERFCNT_MAX_COUNTERS];
	struct perfcnt_regions_thread *ring = own->ring;

	own->counts = true;
	own->lost = true;
	record_fail(ring, PERFCNT_REGIONS_FAILED);
	let_go(own);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	own->set = set;
	own->costs = set ? nothing : ring->cost;
	renew_slots(own);
	memset(ring->total_of, 0, sizeof(ring->total_of));
}

/* How the thread reads, for who looks at the file. */
static void note_way(struct perfcnt_regions_thread *ring, const struct perfcnt *perfcnt)
{
	const char *why;

	ring->flags &= ~PERFCNT_REGIONS_PAGES;
	if (!perfcnt)
		why = perfcnt_strerror(NULL);
	else if (perfcnt_reads_by(perfcnt, &why) == PERFCNT_WAY_PAGES)
		ring->flags |= PERFCNT_REGIONS_PAGES;
	snprintf(ring->why, sizeof(ring->why), "%s", why ? why : "");
}

static int count(unsigned int set)
{
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt *perfcnt;

	if (set >= PERFCNT_REGIONS_SETS) {
		errno = ENOSPC;
		return -1;
	}
	begin_set(own, set);
	perfcnt = start_set(set);
	note_way(own->ring, perfcnt);
	if (!perfcnt)
		return -1;
	if (count_parts(perfcnt->events) > own->room) {
		perfcnt_close(perfcnt);
		errno = ENOSPC;
		return -1;
	}
	own->perfcnt = perfcnt;
	perfcnt_regions_note(perfcnt);
	note_counts(own, perfcnt->events);
	read_at_once(own);
	return 0;
}

/*
 * Files are opened and memory is got, in which a thread could be cancelled, or a handler could jump
 * out; without a recording neither happens in a region.
 */
int perfcnt_regions_count(unsigned int set)
{
	struct recording_before before;
	int result, error;

	perfcnt_regions_shut_out(&before);
	result = count(set);
	error = errno;
	perfcnt_regions_let_in(&before);
	errno = error;
	return result;
}

void perfcnt_regions_rest(void)
{
	struct recording_thread *own = &perfcnt_regions_own;

	if (own->ring)
		record_fail(own->ring, PERFCNT_REGIONS_FAILED);
	let_go(own);
}
