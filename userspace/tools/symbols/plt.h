/* SPDX-License-Identifier: GPL-2.0 */
/* The procedure linkage table of an ELF file, if the tools have libdw. */
#ifndef PERFCNT_TOOLS_PLT_H
#define PERFCNT_TOOLS_PLT_H

#include <stddef.h>
#include <stdint.h>

struct Elf;

/* The code that goes on to a function of another file. */
struct plt_entry {
	uint64_t start;
	uint64_t end; /* the address after the last */
	char *name; /* the function's name with @plt, as objdump writes it */
};

struct plt {
	struct plt_entry *entries; /* in the order of their addresses */
	size_t count;
};

/*
 * Finds the entries of a file, for plt_free().  Only code is taken that jumps, as entries of x86_64
 * and arm64 do, to what a word holds into which the loader writes a function's address.  Other
 * machines' files have none.
 */
void plt_take(struct plt *plt, struct Elf *elf);

/* The entry at an address that the file was linked for, or NULL. */
const struct plt_entry *plt_find(const struct plt *plt, uint64_t address);

void plt_free(struct plt *plt);

#endif /* PERFCNT_TOOLS_PLT_H */
