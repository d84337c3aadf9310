/* SPDX-License-Identifier: GPL-2.0 */
/* The procedure linkage table of an ELF file, if the tools have libdw. */
#ifndef PERFCNT_TOOLS_PLT_H
#define PERFCNT_TOOLS_PLT_H

#include <stddef.h>
#include <stdint.h>

struct Elf;

/**
 * struct plt_entry - the code that goes on to a function of another file
 * @start: its first address
 * @end: the one after the last
 * @name: the function's name with @plt, as objdump writes it
 */
struct plt_entry {
	uint64_t start;
	uint64_t end;
	char *name;
};

/**
 * struct plt - the entries
 * @entries: in the order of their addresses
 * @count: how many
 */
struct plt {
	struct plt_entry *entries;
	size_t count;
};

/**
 * plt_take() - find them
 * @plt: gets them; plt_free() frees them
 * @elf: the file
 *
 * Only code is taken that jumps, as entries of x86_64 and arm64 do, to what a word holds into
 * which the loader writes a function's address.  Other machines' files have none.
 */
void plt_take(struct plt *plt, struct Elf *elf);

/**
 * plt_find() - the entry at an address
 * @plt: the entries
 * @address: an address that the file was linked for
 *
 * Return: the entry, or NULL.
 */
const struct plt_entry *plt_find(const struct plt *plt, uint64_t address);

/**
 * plt_free() - free what was found
 * @plt: the entries
 */
void plt_free(struct plt *plt);

#endif /* PERFCNT_TOOLS_PLT_H */
