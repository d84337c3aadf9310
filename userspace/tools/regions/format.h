/* SPDX-License-Identifier: GPL-2.0 */
/* The formats of pc_regions, by name, and what writes them. */
#ifndef PERFCNT_REGIONS_FORMAT_H
#define PERFCNT_REGIONS_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/csv.h"
#include "base/json.h"
#include "ring_summary.h"
#include "summary.h"

struct region_view {
	const struct region_summary *summary;
	const struct region_parameters *parameters; /* for its metrics */
	size_t skip; /* how many intervals of each CPU were left out */
	bool histogram; /* of tables */
};

/* Does each interval count the instructions of an UltraSPARC T1, and perhaps another event? */
bool region_view_is_t1(const struct region_summary *summary);

struct ring_view {
	const struct ring_summary *summary;
	const struct region_parameters *parameters; /* for its metrics */
	size_t skip; /* how many of each region's first records were left out */
	bool histogram; /* of tables */
};

/* A place that has a mark: the ID is the caller's, the region has a name or "". */
struct location {
	uint64_t id;
	const char *file;
	uint32_t line;
	const char *function;
	const char *region;
	const char *object;
};

/* CSV. */
void location_heading(struct csv *csv);
void location_print(struct csv *csv, const struct location *location);

/* A format writes what is viewed; NULL if there is none of that name. */
typedef void region_format(FILE *out, const struct region_view *view);
typedef void ring_format(FILE *out, const struct ring_view *view);

region_format *region_format_named(const char *name);
ring_format *ring_format_named(const char *name);

/* What profiler.pl printed of a T1's dumps, or profiler_n2.pl of others. */
region_format region_classic;

/*
 * The columns of the original's scripts, then regions, statistics and metrics, with an empty line
 * between the parts.
 */
region_format region_csv;

/* An object, as perfcnt.schema.json says. */
region_format region_json;

/* CPUs side by side, with formulas. */
region_format region_sheet;

/* Tables of each CPU: its regions, its averages, its metrics. */
region_format region_table;

/* What numbers come to; NULL if there are none. */
struct json_object *region_series_object(const struct region_series *series);

struct json_object *region_cpu_object(const struct region_view *view,
				      const struct region_cpu *cpu);

/*
 * The name and the series of a CPU's cycles, events and user data that it has.  @time is what
 * cycles are called, @user what stands before a word's number.
 */
struct json_object *region_series_rows(struct json_object *cpu, const char *time,
				       const char *user);

/* A line, or an event of a timeline, for each record. */
ring_format ring_csv;
ring_format ring_trace;

/* Threads, their regions, and all records. */
ring_format ring_json;

/* A line for each place that has made a mark. */
ring_format ring_locations;

/* A table, or a dump, for each thread. */
ring_format ring_table;
ring_format ring_teja;

struct json_object *ring_region_object(const struct ring_view *view,
				       const struct ring_thread_regions *thread,
				       const struct ring_region *region);

#endif /* PERFCNT_REGIONS_FORMAT_H */
