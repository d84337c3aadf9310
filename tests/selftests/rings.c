// SPDX-License-Identifier: GPL-2.0
/* What rings.h says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "counters.h"
#include "ioctls.h"
#include "rings.h"

/* A counter is to be sampled, into rings of eight pages. */
struct perfcnt_sampling sampling(unsigned int counter, uint64_t period)
{
	return (struct perfcnt_sampling){
		.size = sizeof(struct perfcnt_sampling),
		.counter = counter,
		.period = period,
		.ring_order = 3,
	};
}

/* What counter 0 counts, which is claimed. */
void set_event(int fd, const char *name)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };

	set.counter[0].what = what_of(fd, 0, name);
	must(call(fd, PERFCNT_IOC_SET, &set), name);
}

/* From now on counter 0 leaves samples. */
void begin_sampling(int fd, struct rings *rings, struct perfcnt_sampling sampling)
{
	must(sampled(fd, &sampling), reason(fd));
	map_rings(fd, &sampling, rings);
	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
}

/* 0 or the errno. */
int sampled(int fd, struct perfcnt_sampling *sampling)
{
	return call(fd, PERFCNT_IOC_SAMPLE, sampling);
}

int sampled_no_more(int fd, unsigned int counter)
{
	struct perfcnt_sampling none = sampling(counter, 0);

	return sampled(fd, &none);
}

void map_rings(int fd, const struct perfcnt_sampling *sampling,
	       struct rings *rings)
{
	unsigned int i;

	*rings = (struct rings){
		.count = sampling->rings,
		.stride = sampling->ring_stride,
		.size = sampling->ring_size,
	};
	if (rings->count > CPUS_MOST)
		fatal("%u rings", rings->count);
	for (i = 0; i < rings->count; i++) {
		void *at = mmap(NULL, rings->size, PROT_READ | PROT_WRITE,
				MAP_SHARED, fd, (off_t)i * rings->stride);

		rings->ring[i] = at == MAP_FAILED ? NULL : at;
		if (rings->ring[i] && rings->ring[i]->version != PERFCNT_RING_VERSION)
			fatal("ring %u: version %u", i, rings->ring[i]->version);
		if (rings->ring[i] &&
		    rings->ring[i]->sample_size != sizeof(struct perfcnt_ring_sample))
			fatal("ring %u: samples of %u", i, rings->ring[i]->sample_size);
	}
}

void unmap_rings(struct rings *rings)
{
	unsigned int i;

	for (i = 0; i < rings->count; i++)
		if (rings->ring[i])
			munmap(rings->ring[i], rings->size);
	rings->count = 0;
}

/*
 * The next record, or NULL; it stays until the next call. Gaps are no records.
 */
const struct perfcnt_ring_record *next_record(struct perfcnt_ring_header *ring)
{
	static union {
		struct perfcnt_ring_record record;
		char bytes[256];
	} copy;

	for (;;) {
		uint32_t head = __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE);
		uint32_t tail = ring->tail, at = tail & (ring->data_size - 1);
		const struct perfcnt_ring_record *record;

		if (head == tail)
			return NULL;
		record = (void *)((char *)ring + ring->data_offset + at);
		if (record->size % 8 || record->size < sizeof(*record) ||
		    record->size > ring->data_size - at)
			fatal("a record of %u bytes at %u", record->size, at);
		if (record->type != PERFCNT_RING_GAP)
			memcpy(copy.bytes, record, record->size < sizeof(copy) ?
			       record->size : sizeof(copy));
		copy.record.type = record->type;
		__atomic_store_n(&ring->tail, tail + record->size, __ATOMIC_RELEASE);
		if (copy.record.type != PERFCNT_RING_GAP)
			return &copy.record;
	}
}

/* The next sample of any ring; records of what was lost are skipped. */
bool next_sample(struct rings *rings, struct perfcnt_ring_sample *sample)
{
	unsigned int i;

	for (i = 0; i < rings->count; i++) {
		const struct perfcnt_ring_record *record;

		while (rings->ring[i] && (record = next_record(rings->ring[i]))) {
			if (record->type != PERFCNT_RING_SAMPLE)
				continue;
			if (record->size != sizeof(*sample))
				fatal("a sample of %u bytes", record->size);
			memcpy(sample, record, sizeof(*sample));
			return true;
		}
	}
	return false;
}

/* The events that a sample stands for. */
uint64_t events_of(const struct perfcnt_ring_sample *sample)
{
	return sample->period * (1 + sample->left_out);
}

/* What the headers say. */
struct perfcnt_ring_lost all_lost(const struct rings *rings)
{
	struct perfcnt_ring_lost lost = { 0 };
	unsigned int i;

	for (i = 0; i < rings->count; i++) {
		if (!rings->ring[i])
			continue;
		lost.samples += rings->ring[i]->lost.samples;
		lost.periods += rings->ring[i]->lost.periods;
		lost.throttles += rings->ring[i]->lost.throttles;
		lost.throttled_ns += rings->ring[i]->lost.throttled_ns;
	}
	return lost;
}

/*
 * Has the CPU of one program had about as many samples in so many nanoseconds as its
 * frequency says, and not more than its share allows?  On a host with other work nobody knows.
 */
bool are_as_many_as_asked(const struct perfcnt_sampling *wanted, uint64_t samples,
			  uint64_t time)
{
	const char *icount = getenv("ICOUNT");
	uint64_t due = wanted->period * time / 1000000000;

	if (!icount || strcmp(icount, "1"))
		return true;
	if (wanted->share)
		return samples * SAMPLE_LEAST <= 2 * time * wanted->share / 1000;
	if (wanted->flags & PERFCNT_SAMPLING_FREQUENCY)
		return samples >= due - due / 4 && samples <= due + due / 4;
	return true;
}

/* The most samples a second; 0: no limit. */
void set_rate(unsigned int rate)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", rate);
	must(write_file(SAMPLE_RATE, text), SAMPLE_RATE);
}

/* Instructions in user mode on a simulated VPE, and what samples of them show. */
void plant(unsigned int cpu, uint64_t events, uint64_t ip, unsigned int flags)
{
	char text[128];

	snprintf(text, sizeof(text),
		 "%u u instructions %llu ip=%llx pid=7 tid=8 flags=%x", cpu,
		 (unsigned long long)events, (unsigned long long)ip, flags);
	must(write_file(STEP, text), text);
}
