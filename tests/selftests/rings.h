/* SPDX-License-Identifier: GPL-2.0 */
/* A counter that is sampled, and the rings of all CPUs. */
#ifndef PERFCNT_TEST_RINGS_H
#define PERFCNT_TEST_RINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../uapi/linux/perfcnt_samples.h"

#define SAMPLE_RATE	"/sys/module/perfcnt/parameters/sample_rate"

#define CPUS_MOST 64

/* No sample takes fewer nanoseconds: 100 instructions where the clock counts these. */
#define SAMPLE_LEAST 400

/**
 * struct rings - the rings of a file
 * @count: how many there are
 * @stride: how far they are from each other
 * @size: bytes of each
 * @ring: an entry a CPU; NULL if there is none
 */
struct rings {
	unsigned int count;
	size_t stride;
	size_t size;
	struct perfcnt_ring_header *ring[CPUS_MOST];
};

struct perfcnt_sampling sampling(unsigned int counter, uint64_t period);
void set_event(int fd, const char *name);
void begin_sampling(int fd, struct rings *rings, struct perfcnt_sampling sampling);
int sampled(int fd, struct perfcnt_sampling *sampling);
int sampled_no_more(int fd, unsigned int counter);
void map_rings(int fd, const struct perfcnt_sampling *sampling,
	       struct rings *rings);
void unmap_rings(struct rings *rings);
const struct perfcnt_ring_record *next_record(struct perfcnt_ring_header *ring);
bool next_sample(struct rings *rings, struct perfcnt_ring_sample *sample);
uint64_t events_of(const struct perfcnt_ring_sample *sample);
struct perfcnt_ring_lost all_lost(const struct rings *rings);
bool are_as_many_as_asked(const struct perfcnt_sampling *wanted, uint64_t samples,
			  uint64_t time);
void set_rate(unsigned int rate);
void plant(unsigned int cpu, uint64_t events, uint64_t ip, unsigned int flags);

#endif /* PERFCNT_TEST_RINGS_H */
