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

/**
 * struct region_view - what is printed
 * @summary: the summary
 * @parameters: for its metrics
 * @skip: how many intervals of each CPU were left out
 * @histogram: tables have histograms
 */
struct region_view {
	const struct region_summary *summary;
	const struct region_parameters *parameters;
	size_t skip;
	bool histogram;
};

/**
 * region_view_is_t1() - are dumps those of an UltraSPARC T1?
 * @summary: of the dumps
 *
 * Return: whether each interval counts the instructions of a T1, and perhaps
 * another event.
 */
bool region_view_is_t1(const struct region_summary *summary);

/**
 * struct ring_view - what is printed
 * @summary: the summary
 * @parameters: for its metrics
 * @skip: how many of each region's first records were left out
 * @histogram: tables have histograms
 */
struct ring_view {
	const struct ring_summary *summary;
	const struct region_parameters *parameters;
	size_t skip;
	bool histogram;
};

/**
 * struct location - a place that has a mark
 * @id: of the caller
 * @file: the source
 * @line: in @file
 * @function: the function
 * @region: its name, or ""
 * @object: the program or shared object
 */
struct location {
	uint64_t id;
	const char *file;
	uint32_t line;
	const char *function;
	const char *region;
	const char *object;
};

/**
 * location_heading() - print the names of the columns
 * @csv: where they go
 */
void location_heading(struct csv *csv);

/**
 * location_print() - print a place
 * @csv: where it goes
 * @location: the place
 */
void location_print(struct csv *csv, const struct location *location);

struct region_format;

/**
 * region_format_named() - find a format
 * @name: its name: table, csv, sheet, classic or json
 *
 * Return: the format, or NULL if there is none of that name.
 */
const struct region_format *region_format_named(const char *name);

/**
 * region_format_write() - print a summary
 * @format: the format
 * @out: where it goes
 * @view: what is printed
 */
void region_format_write(const struct region_format *format, FILE *out,
			 const struct region_view *view);

struct ring_format;

/**
 * ring_format_named() - find a format
 * @name: table, csv, json, trace, ver1.1 or locations
 *
 * Return: the format, or NULL.
 */
const struct ring_format *ring_format_named(const char *name);

/**
 * ring_format_write() - print a recording in a format
 * @format: the format
 * @out: where it goes
 * @view: what is printed
 */
void ring_format_write(const struct ring_format *format, FILE *out,
		       const struct ring_view *view);

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_classic() - print what profiler.pl printed of a T1's dumps, or profiler_n2.pl of others
 * @out: where it goes
 * @view: what is printed
 */
void region_classic(FILE *out, const struct region_view *view);

/**
 * region_csv() - print the columns of the original's scripts, then regions, statistics and
 * metrics, with an empty line between the parts
 * @out: where it goes
 * @view: what is printed
 */
void region_csv(FILE *out, const struct region_view *view);

/**
 * region_json() - print an object in a line, as perfcnt.schema.json says
 * @out: where it goes
 * @view: what is printed
 */
void region_json(FILE *out, const struct region_view *view);

/* What numbers come to, as an object; NULL if there are none. */
struct json_object *region_series_object(const struct region_series *series);

/* A CPU, as an object. */
struct json_object *region_cpu_object(const struct region_view *view,
				      const struct region_cpu *cpu);

/*
 * An array of a CPU's cycles, events and user data: the name and the series of each that it
 * has.  @time is what cycles are called, @user what stands before a word's number.
 */
struct json_object *region_series_rows(struct json_object *cpu, const char *time,
				       const char *user);

/* A region of a thread, as an object. */
struct json_object *ring_region_object(const struct ring_view *view,
				       const struct ring_thread_regions *thread,
				       const struct ring_region *region);

/**
 * region_sheet() - print CPUs side by side, with formulas
 * @out: where it goes
 * @view: what is printed
 */
void region_sheet(FILE *out, const struct region_view *view);

/**
 * region_table() - print tables of each CPU: its regions, its averages, its metrics
 * @out: where it goes
 * @view: what is printed
 */
void region_table(FILE *out, const struct region_view *view);

/**
 * ring_csv() - print a line for each record
 * @out: where it goes
 * @view: what is printed
 */
void ring_csv(FILE *out, const struct ring_view *view);

/**
 * ring_json() - print its threads, their regions, and all records
 * @out: where it goes
 * @view: what is printed
 */
void ring_json(FILE *out, const struct ring_view *view);

/**
 * ring_locations() - print a line for each place that has made a mark
 * @out: where it goes
 * @view: the recording
 */
void ring_locations(FILE *out, const struct ring_view *view);

/**
 * ring_table() - print a table for each thread
 * @out: where it goes
 * @view: what is printed
 */
void ring_table(FILE *out, const struct ring_view *view);

/**
 * ring_teja() - print a dump for each thread
 * @out: where it goes
 * @view: what is printed
 */
void ring_teja(FILE *out, const struct ring_view *view);

/**
 * ring_trace() - print an event for each record
 * @out: where it goes
 * @view: what is printed
 */
void ring_trace(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_FORMAT_H */
