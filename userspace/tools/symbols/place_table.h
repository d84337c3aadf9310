/* SPDX-License-Identifier: GPL-2.0 */
/* The marks of a program or a shared object, as its file has them. */
#ifndef PERFCNT_TOOLS_PLACE_TABLE_H
#define PERFCNT_TOOLS_PLACE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct place_row - a mark
 * @id: of the caller: its place in the section, in bytes
 * @name: of the region, or ""
 * @file: the source that it is in
 * @function: the function that it is in
 * @line: in @file
 */
struct place_row {
	uint64_t id;
	const char *name;
	const char *file;
	const char *function;
	uint32_t line;
};

/**
 * struct place_table - the marks of a file
 * @rows: them, in the order of the section
 * @count: how many
 * @elf: the library's handle, which has the texts
 * @fd: the file
 */
struct place_table {
	struct place_row *rows;
	size_t count;
	void *elf;
	int fd;
};

/**
 * place_table_read() - read the marks of an ELF file
 * @table: gets the marks; place_table_free() lets go of them
 * @path: the file
 *
 * Only marks in C are there: see PERFCNT_REGION_SECTION in perfcnt_regions.h.
 *
 * Return: NULL, or what is wrong with the file.
 */
const char *place_table_read(struct place_table *table, const char *path);

/**
 * place_table_free() - let go of the marks
 * @table: the marks; their texts are no longer valid
 */
void place_table_free(struct place_table *table);

#endif /* PERFCNT_TOOLS_PLACE_TABLE_H */
