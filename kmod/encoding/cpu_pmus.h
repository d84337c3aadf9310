/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/*
 * The PMUs of a machine's CPUs: one, none, or one for each kind of CPU.
 *
 * A table only grows, and only one task adds at a time; readers need no lock.
 */
#ifndef PERFCNT_CPU_PMUS_H
#define PERFCNT_CPU_PMUS_H

#include "pure.h"

/* Kinds of CPU that a machine can have. */
#define PERFCNT_MAX_PMUS 4

/**
 * struct perfcnt_cpu_pmu - one of them
 * @type: its number, what perf_event_open(2) takes as a type
 * @name: as in /sys/bus/event_source/devices, cut short if it is longer
 */
struct perfcnt_cpu_pmu {
	u32 type;
	char name[32];
};

/**
 * struct perfcnt_cpu_pmus - all of them
 * @count: how many there are; see perfcnt_cpu_pmus_count()
 * @pmu: in the order in which they were found
 */
struct perfcnt_cpu_pmus {
	unsigned int count;
	struct perfcnt_cpu_pmu pmu[PERFCNT_MAX_PMUS];
};

unsigned int perfcnt_cpu_pmus_count(const struct perfcnt_cpu_pmus *pmus);
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_add(struct perfcnt_cpu_pmus *pmus, u32 type, const char *name);
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_type(const struct perfcnt_cpu_pmus *pmus, u32 type);
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_name(const struct perfcnt_cpu_pmus *pmus, const char *name,
			 size_t length);
void perfcnt_cpu_pmus_list(const struct perfcnt_cpu_pmus *pmus,
			   const char *between, const char *after, char *buf,
			   size_t size);

#endif /* PERFCNT_CPU_PMUS_H */
