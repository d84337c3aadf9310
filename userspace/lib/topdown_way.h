/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What this machine counts slots with. */
#ifndef PERFCNT_TOPDOWN_WAY_H
#define PERFCNT_TOPDOWN_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "topdown_counts.h"

/* The most events of a way: SLOTS and the fields. */
#define TOPDOWN_MOST_EVENTS	(1 + PERFCNT_TOPDOWN_FIELDS)

/**
 * struct topdown_event - an event of a PMU
 * @config: config to config2 of perf_event_open(2)
 * @scale: what one of its counts stands for
 * @field: perfcnt_topdown's field, or the number in topdown_counts.h
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
 * @core: what these count otherwise, or NULL
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
	const struct topdown_core *core;
	unsigned int count;
	struct topdown_event events[TOPDOWN_MOST_EVENTS];
	bool of_cpus;
	char cpus[300];
};

/**
 * perfcnt_topdown_way_find() - find the best way of this machine
 * @way: comes back
 * @level: 1 or 2: the deepest that is wanted
 *
 * Of PMUs for two kinds of cores that with more is taken, and of these the first.
 *
 * Return: 0 or -1: ENOTSUP if no PMU has the events; EIO.
 */
int perfcnt_topdown_way_find(struct topdown_way *way, unsigned int level);

/**
 * perfcnt_topdown_way_has_cpu() - is a CPU one of those that the PMU counts?
 * @way: from perfcnt_topdown_way_find()
 * @cpu: the CPU
 *
 * Return: whether it is.
 */
bool perfcnt_topdown_way_has_cpu(const struct topdown_way *way, unsigned int cpu);

/**
 * perfcnt_topdown_way_parts() - the parts, by counts of all but PERFCNT_TOPDOWN_METRICS
 * @way: from perfcnt_topdown_way_find()
 * @counts: of its events, in their order
 * @topdown: gets them; its size is set
 *
 * Return: 0 or -1: ENODATA.
 */
int perfcnt_topdown_way_parts(const struct topdown_way *way,
			      const uint64_t *counts,
			      struct perfcnt_topdown *topdown);

#endif /* PERFCNT_TOPDOWN_WAY_H */
