/* SPDX-License-Identifier: GPL-2.0 */
/* Where callers are in the sources, by the IDs that dumps have, as CSV. */
#ifndef PERFCNT_REGIONS_LOCATION_H
#define PERFCNT_REGIONS_LOCATION_H

#include <stdint.h>
#include <stdio.h>

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
 * @out: where they go
 */
void location_heading(FILE *out);

/**
 * location_print() - print a place
 * @out: where it goes
 * @location: the place
 */
void location_print(FILE *out, const struct location *location);

#endif /* PERFCNT_REGIONS_LOCATION_H */
