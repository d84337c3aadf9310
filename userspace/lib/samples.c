// SPDX-License-Identifier: LGPL-2.1-or-later
/* Samples of the events of a set: a reader of the kernel's rings. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "handle.h"
#include "kernel.h"
#include "samples.h"
#include "event_set.h"

/* A ring has 2^6 pages of data; fewer if RLIMIT_MEMLOCK leaves less for all CPUs. */
#define RING_ORDER_USED	6

/* What a newer kernel adds to a record is cut off. */
#define RECORD_MOST	256

/**
 * struct ring - the samples of a CPU
 * @header: its memory; NULL where there is no such CPU
 * @before: what was lost before these samples
 * @lost: what was lost before those that were read
 */
struct ring {
	struct perfcnt_ring_header *header;
	struct perfcnt_ring_lost before;
	struct perfcnt_ring_lost lost;
};

/**
 * struct perfcnt_samples - the rings of a file
 * @set: the set
 * @sampled: mask of the counters that are sampled
 * @rings: how many rings there are; 0 until one is sampled
 * @ring_size: of each
 * @next: the ring to look in first: the one after that of the last sample
 * @ring: the rings
 * @record: the last record
 */
struct perfcnt_samples {
	struct perfcnt_event_set *set;
	uint32_t sampled;
	unsigned int rings;
	size_t ring_size;
	unsigned int next;
	struct ring *ring;
	union {
		struct perfcnt_ring_sample sample;
		struct perfcnt_ring_loss loss;
		char bytes[RECORD_MOST];
	} record;
};

struct perfcnt_samples *
perfcnt_samples_new(struct perfcnt_event_set *set)
{
	struct perfcnt_samples *samples;

	if (perfcnt_event_set_claim(set))
		return NULL;
	samples = calloc(1, sizeof(*samples));
	if (samples)
		samples->set = set;
	return samples;
}

static int sample(struct perfcnt_samples *samples, struct perfcnt_sampling *wanted)
{
	wanted->size = sizeof(*wanted);
	return perfcnt_kernel(samples->set->perfcnt, PERFCNT_IOC_SAMPLE, wanted);
}

/* The first time it makes the rings, as large as they may be. */
static int begin(struct perfcnt_samples *samples, struct perfcnt_sampling *wanted)
{
	int result;

	wanted->ring_order = RING_ORDER_USED;
	do
		result = sample(samples, wanted);
	while (result && errno == ENOMEM && wanted->ring_order--);
	return result;
}

/* A child process has no rings of its parent's: at their addresses is something else. */
static void unmap(struct perfcnt_samples *samples)
{
	const bool own = perfcnt_handle_is_own(samples->set->perfcnt);

	for (; samples->rings; samples->rings--)
		if (own && samples->ring[samples->rings - 1].header)
			munmap(samples->ring[samples->rings - 1].header, samples->ring_size);
	free(samples->ring);
	samples->ring = NULL;
}

void perfcnt_samples_stop(struct perfcnt_samples *samples)
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		struct perfcnt_sampling none = { .counter = i };

		if (samples->sampled & 1u << i)
			sample(samples, &none);
	}
	samples->sampled = 0;
}

void perfcnt_samples_free(struct perfcnt_samples *samples)
{
	int error = errno;

	if (!samples)
		return;
	if (perfcnt_handle_is_own(samples->set->perfcnt))
		perfcnt_samples_stop(samples);
	unmap(samples);
	free(samples);
	errno = error;
}

/* What is in a ring already is no sample of these. */
static void begin_ring(struct ring *ring)
{
	struct perfcnt_ring_header *header = ring->header;

	__atomic_store_n(&header->tail, __atomic_load_n(&header->head, __ATOMIC_ACQUIRE),
			 __ATOMIC_RELEASE);
	ring->before = header->lost;
}

/* A CPU that cannot be has no ring (EINVAL). */
static int map(struct perfcnt_samples *samples, const struct perfcnt_sampling *got)
{
	unsigned int i;

	if (samples->rings)
		return 0;
	samples->ring = calloc(got->rings, sizeof(*samples->ring));
	if (!samples->ring)
		return -1;
	samples->rings = got->rings;
	samples->ring_size = got->ring_size;
	for (i = 0; i < got->rings; i++) {
		void *at = mmap(NULL, got->ring_size, PROT_READ | PROT_WRITE,
				MAP_SHARED, samples->set->perfcnt->fd,
				(off_t)i * got->ring_stride);

		if (at == MAP_FAILED && errno != EINVAL)
			return -1;
		if (at == MAP_FAILED)
			continue;
		samples->ring[i].header = at;
		if (samples->ring[i].header->version != PERFCNT_RING_VERSION)
			return perfcnt_refuse_call(EPROTO,
						   "rings of version %u: this library reads version %u; update it or the module",
						   samples->ring[i].header->version,
						   PERFCNT_RING_VERSION);
		begin_ring(&samples->ring[i]);
	}
	return 0;
}

int perfcnt_samples_add(struct perfcnt_samples *samples, unsigned int event,
			const struct perfcnt_sampling *sampling)
{
	struct perfcnt_event_set *set = samples->set;
	struct perfcnt_sampling wanted;
	unsigned int part;

	for (part = 0; part < set->events[event].place.parts; part++) {
		wanted = *sampling;
		wanted.counter = set->events[event].place.counter[part];
		wanted.flags |= PERFCNT_SAMPLING_SHARED;
		if (begin(samples, &wanted))
			return -1;
		samples->sampled |= 1u << wanted.counter;
		if (map(samples, &wanted)) {
			int error = errno;

			unmap(samples);
			errno = error;
			return -1;
		}
	}
	return 0;
}

static void add_lost(struct perfcnt_ring_lost *to, const struct perfcnt_ring_lost *more)
{
	to->samples += more->samples;
	to->periods += more->periods;
	to->throttles += more->throttles;
	to->throttled_ns += more->throttled_ns;
}

/* The next record of a ring, copied; its type, or -1 if there is none. */
static int take(struct perfcnt_samples *samples, struct ring *from)
{
	struct perfcnt_ring_header *ring = from->header;
	uint32_t head = __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE);
	uint32_t tail = ring->tail, at = tail & (ring->data_size - 1);
	const struct perfcnt_ring_record *record;
	size_t size, least = sizeof(*record);
	int type;

	errno = EAGAIN;
	if (head == tail)
		return -1;
	record = (void *)((char *)ring + ring->data_offset + at);
	errno = EPROTO;
	if (record->size % 8 || record->size < sizeof(*record) ||
	    record->size > head - tail || record->size > ring->data_size - at)
		return -1;
	size = record->size < RECORD_MOST ? record->size : RECORD_MOST;
	type = record->type;
	if (type == PERFCNT_RING_SAMPLE)
		least = sizeof(samples->record.sample);
	else if (type == PERFCNT_RING_LOST)
		least = sizeof(samples->record.loss);
	if (size < least)
		return -1;
	memcpy(samples->record.bytes, record, size);
	if (type == PERFCNT_RING_LOST)
		add_lost(&from->lost, &samples->record.loss.lost);
	__atomic_store_n(&ring->tail, tail + record->size, __ATOMIC_RELEASE);
	return type;
}

const struct perfcnt_ring_sample *
perfcnt_samples_next(struct perfcnt_samples *samples)
{
	unsigned int i;
	int type;

	for (i = 0; i < samples->rings; i++) {
		struct ring *ring = &samples->ring[samples->next];

		do {
			type = ring->header ? take(samples, ring) : -1;
		} while (type >= 0 && type != PERFCNT_RING_SAMPLE);
		if (ring->header && type < 0 && errno != EAGAIN)
			return NULL;
		samples->next = (samples->next + 1) % samples->rings;
		if (type == PERFCNT_RING_SAMPLE)
			return &samples->record.sample;
	}
	errno = EAGAIN;
	return NULL;
}

int perfcnt_samples_event(const struct perfcnt_samples *samples,
			  const struct perfcnt_ring_sample *sample)
{
	unsigned int i, part;

	for (i = 0; i < samples->set->count; i++) {
		const struct set_place *place = &samples->set->events[i].place;

		for (part = 0; part < place->parts; part++)
			if (place->counter[part] == sample->counter)
				return i;
	}
	errno = ENODATA;
	return -1;
}

/* The header has all of it, but while samples are taken it is not right. */
static struct perfcnt_ring_lost lost_of(const struct perfcnt_samples *samples,
					const struct ring *ring)
{
	const struct perfcnt_ring_header *header = ring->header;
	struct perfcnt_ring_lost lost = ring->lost;

	if (samples->set->started || !header || header->head != header->tail)
		return lost;
	lost = header->lost;
	lost.samples -= ring->before.samples;
	lost.periods -= ring->before.periods;
	lost.throttles -= ring->before.throttles;
	lost.throttled_ns -= ring->before.throttled_ns;
	return lost;
}

struct perfcnt_losses perfcnt_samples_lost(const struct perfcnt_samples *samples)
{
	struct perfcnt_ring_lost all = { 0 }, lost;
	unsigned int i;

	for (i = 0; i < samples->rings; i++) {
		lost = lost_of(samples, &samples->ring[i]);
		add_lost(&all, &lost);
	}
	return (struct perfcnt_losses){
		.samples = all.samples,
		.periods = all.periods,
		.throttles = all.throttles,
		.throttled_ns = all.throttled_ns,
	};
}
