/* SPDX-License-Identifier: GPL-2.0 */
/* The marks of a program or a shared object, as its file has them. */
#ifndef PERFCNT_TOOLS_PLACE_TABLE_H
#define PERFCNT_TOOLS_PLACE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* A mark. */
struct place_row {
	uint64_t id; /* of the caller: its place in the section, in bytes */
	const char *name; /* of the region, or "" */
	const char *file; /* the source that it is in */
	const char *function; /* the function that it is in */
	uint32_t line;
};

/* The marks of a file. */
struct place_table {
	struct place_row *rows; /* in the order of the section */
	size_t count;
	void *elf; /* the library's handle, which has the texts */
	int fd;
};

/*
 * Reads the marks of an ELF file, for place_table_free().  Only marks in C are there: see
 * PERFCNT_REGION_SECTION in perfcnt_regions.h.  Returns NULL, or what is wrong with the file.
 */
const char *place_table_read(struct place_table *table, const char *path);

/* The texts of the marks are no longer valid afterwards. */
void place_table_free(struct place_table *table);

#endif /* PERFCNT_TOOLS_PLACE_TABLE_H */
