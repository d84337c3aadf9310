/* SPDX-License-Identifier: GPL-2.0 */
/* The debug information of an ELF file by address, if the tools have libdw. */
#ifndef PERFCNT_TOOLS_UNITS_H
#define PERFCNT_TOOLS_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "demangle.h"

struct Dwfl_Module;

/* No compiler nests blocks deeper; a file that was made to has no end of them. */
#define UNITS_DEPTH_MOST	256

struct range {
	uint64_t from; /* the first address */
	uint64_t to; /* the one after the last */
	size_t number; /* what has them */
};

/* Addresses, and what has them. */
struct ranges {
	struct range *ranges; /* in order */
	size_t count;
	uint64_t *reach; /* for each the end of what reaches furthest up to it */
};

/* The units of a file: what a compiler made in one go. */
struct units {
	const char *path;
	struct ranges code; /* its sections of code */
	struct ranges ranges; /* which addresses each unit has */
	struct unit *units;
	size_t count;
	bool lacks_split; /* has it been said that debug information is missing? */
};

/*
 * Finds the units of a file of libdwfl, for units_free().  @path is what messages call the file,
 * and must outlive the units.  Each unit says which addresses it has: clang writes no table of
 * them.  Says if the file has debug information that cannot be read.
 */
void units_take(struct units *units, struct Dwfl_Module *module, const char *path);

/* The Dwarf_Line of an address that the file was linked for, or NULL. */
void *units_line(const struct units *units, uint64_t address);

/*
 * The Dwarf_Die of the function at an address that the file was linked for, which is not inlined,
 * or NULL.  The address becomes that of the debug information.  @overloads gets the functions of
 * the unit, those that are inlined, too.
 */
void *units_function(struct units *units, uint64_t *address, struct overloads **overloads);

/* The name that the function of a Dwarf_Die has for the linker, or NULL, as of what is static. */
const char *units_linkage_name(void *die);

void units_free(struct units *units);

#endif /* PERFCNT_TOOLS_UNITS_H */
