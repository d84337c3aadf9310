/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What this machine counts slots with. */
#ifndef PERFCNT_TOPDOWN_WAY_H
#define PERFCNT_TOPDOWN_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "perfcnt.h"

/* The most events of a way: SLOTS and the fields. */
#define TOPDOWN_MOST_EVENTS	9

/**
 * struct topdown_event - an event of a PMU
 * @config: config to config2 of perf_event_open(2)
 * @scale: what one of its counts stands for
 * @field: the number of its value in a reading
 */
struct topdown_event {
	uint64_t config[3];
	double scale;
	unsigned int field;
};

/**
 * struct topdown_way - a way to count where slots go
 * @method: PERFCNT_TOPDOWN_METRICS, or another
 * @flags: PERFCNT_TOPDOWN_IS_*, of the results
 * @level: the deepest that it has, 1 or 2
 * @type: of perf_event_open(2)
 * @width: slots a cycle, where it matters: of Arm's cores; 0 if stalls are cycles
 * @core: MIDR_EL1 of one whose events need correction, or 0
 * @count: how many events
 * @events: the events: one that counts slots or cycles leads
 * @of_cpus: does the PMU say which CPUs it has?
 * @cpus: then a file of sysfs with their numbers
 */
struct topdown_way {
	unsigned int method;
	uint32_t flags;
	unsigned int level;
	uint32_t type;
	unsigned int width;
	uint32_t core;
	unsigned int count;
	struct topdown_event events[TOPDOWN_MOST_EVENTS];
	bool of_cpus;
	char cpus[300];
};

/**
 * perfcnt_topdown_way_find() - find the best way of this machine
 * @way: comes back
 * @level: 1 or 2: the deepest that is wanted
 * @pmu: the kernel's number of a PMU, or 0 for any
 *
 * Of PMUs for two kinds of cores that with more is taken, and of these the first.
 *
 * Return: 0 or -1, with words: ENOTSUP if no PMU has the events; EIO.
 */
int perfcnt_topdown_way_find(struct topdown_way *way, unsigned int level, uint32_t pmu);

/**
 * perfcnt_topdown_way_has_cpu() - is a CPU one of those that the PMU counts?
 * @way: from perfcnt_topdown_way_find()
 * @cpu: the CPU
 *
 * Return: whether it is.
 */
bool perfcnt_topdown_way_has_cpu(const struct topdown_way *way, unsigned int cpu);

/**
 * perfcnt_topdown_way_raw() - the values of a reading, in slots or cycles
 * @way: from perfcnt_topdown_way_find()
 * @counts: of its events, in their order
 * @raw: gets the values; those of events that are not counted stay as they are
 *
 * Return: how many values a reading of this method has.
 */
unsigned int perfcnt_topdown_way_raw(const struct topdown_way *way, const uint64_t *counts,
				     uint64_t *raw);

#endif /* PERFCNT_TOPDOWN_WAY_H */
