// SPDX-License-Identifier: LGPL-2.1-or-later
/* Samples of the events of a tree: a reader of the kernel's rings. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "handle.h"
#include "kernel.h"
#include "samples.h"
#include "tree.h"

/* A ring has 2^6 pages of data; fewer if RLIMIT_MEMLOCK leaves less for all CPUs. */
#define RING_ORDER_USED	6

/* What a newer kernel adds to a record is cut off. */
#define RECORD_MOST	256

/**
 * struct perfcnt_samples - the rings of a file
 * @tree: the tree
 * @sampled: mask of the counters that are sampled
 * @rings: how many rings there are; 0 until one is sampled
 * @ring_size: of each
 * @next: the ring to look in first: the one after that of the last sample
 * @ring: the rings; NULL where there is no such CPU
 * @left_out: periods before the samples that have been read
 * @record: the last sample
 */
struct perfcnt_samples {
	struct perfcnt_tree *tree;
	uint32_t sampled;
	unsigned int rings;
	size_t ring_size;
	unsigned int next;
	struct perfcnt_ring_header **ring;
	uint64_t left_out;
	union {
		struct perfcnt_ring_sample sample;
		char bytes[RECORD_MOST];
	} record;
};

struct perfcnt_samples *
perfcnt_samples_new(struct perfcnt_tree *tree)
{
	struct perfcnt_samples *samples;

	if (tree->multiplexes) {
		perfcnt_refuse_call(EBUSY,
				    "events that take turns have no samples");
		return NULL;
	}
	if (perfcnt_tree_claim(tree))
		return NULL;
	samples = calloc(1, sizeof(*samples));
	if (samples)
		samples->tree = tree;
	return samples;
}

static int sample(struct perfcnt_samples *samples, struct perfcnt_sampling *wanted)
{
	wanted->size = sizeof(*wanted);
	return perfcnt_kernel(samples->tree->perfcnt, PERFCNT_IOC_SAMPLE, wanted);
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
	const bool own = perfcnt_handle_is_own(samples->tree->perfcnt);

	while (samples->rings--)
		if (own && samples->ring[samples->rings])
			munmap(samples->ring[samples->rings], samples->ring_size);
	samples->rings = 0;
	free(samples->ring);
	samples->ring = NULL;
}

void perfcnt_samples_free(struct perfcnt_samples *samples)
{
	int error = errno;
	unsigned int i;

	if (!samples)
		return;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		struct perfcnt_sampling none = { .counter = i };

		if (samples->sampled & 1u << i && perfcnt_handle_is_own(samples->tree->perfcnt))
			sample(samples, &none);
	}
	unmap(samples);
	free(samples);
	errno = error;
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
				MAP_SHARED, perfcnt_fd(samples->tree->perfcnt),
				(off_t)i * got->ring_stride);

		if (at != MAP_FAILED)
			samples->ring[i] = at;
		else if (errno != EINVAL)
			return -1;
		if (samples->ring[i] && samples->ring[i]->version != PERFCNT_RING_VERSION)
			return perfcnt_refuse_call(EPROTO,
						   "rings of version %u: this library reads version %u; update it or the module",
						   samples->ring[i]->version,
						   PERFCNT_RING_VERSION);
	}
	return 0;
}

int perfcnt_samples_add(struct perfcnt_samples *samples,
			unsigned int event, uint64_t period,
			uint64_t jitter)
{
	struct perfcnt_tree *tree = samples->tree;
	struct perfcnt_sampling wanted = { 0 };
	unsigned int part;

	if (event >= tree->count) {
		errno = ENODATA;
		return -1;
	}
	if (!period)
		return perfcnt_refuse_call(EINVAL,
					     "a period is not 0");
	for (part = 0; part < tree->events[event].parts; part++) {
		wanted.counter = tree->events[event].counter[part];
		wanted.period = period;
		wanted.jitter = jitter;
		wanted.flags = PERFCNT_SAMPLING_SHARED;
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

/* The next record of a ring, copied; its type, or -1 if there is none. */
static int take(struct perfcnt_samples *samples, struct perfcnt_ring_header *ring)
{
	uint32_t head = __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE);
	uint32_t tail = ring->tail, at = tail & (ring->data_size - 1);
	const struct perfcnt_ring_record *record;
	size_t size;
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
	if (type == PERFCNT_RING_SAMPLE && size < sizeof(samples->record.sample))
		return -1;
	if (type == PERFCNT_RING_SAMPLE) {
		memcpy(samples->record.bytes, record, size);
		samples->left_out += samples->record.sample.left_out;
	}
	__atomic_store_n(&ring->tail, tail + record->size, __ATOMIC_RELEASE);
	return type;
}

const struct perfcnt_ring_sample *
perfcnt_samples_next(struct perfcnt_samples *samples)
{
	unsigned int i;
	int type;

	for (i = 0; i < samples->rings; i++) {
		struct perfcnt_ring_header *ring = samples->ring[samples->next];

		do {
			type = ring ? take(samples, ring) : -1;
		} while (type >= 0 && type != PERFCNT_RING_SAMPLE);
		if (ring && type < 0 && errno != EAGAIN)
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

	for (i = 0; i < samples->tree->count; i++)
		for (part = 0; part < samples->tree->events[i].parts; part++)
			if (samples->tree->events[i].counter[part] == sample->counter)
				return i;
	errno = ENODATA;
	return -1;
}

static struct perfcnt_ring_lost all_lost(const struct perfcnt_samples *samples)
{
	struct perfcnt_ring_lost all = { 0 };
	unsigned int i;

	for (i = 0; i < samples->rings; i++) {
		const struct perfcnt_ring_lost *lost;

		if (!samples->ring[i])
			continue;
		lost = &samples->ring[i]->lost;
		all.samples += lost->samples;
		all.periods += lost->periods;
		all.throttles += lost->throttles;
	}
	return all;
}

uint64_t perfcnt_samples_lost(const struct perfcnt_samples *samples)
{
	return all_lost(samples).samples;
}

uint64_t
perfcnt_samples_left_out(const struct perfcnt_samples *samples)
{
	return samples->left_out + all_lost(samples).periods;
}

uint64_t
perfcnt_samples_throttles(const struct perfcnt_samples *samples)
{
	return all_lost(samples).throttles;
}
