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

/**
 * struct range - addresses
 * @from: the first one
 * @to: the one after the last
 * @number: what has them
 */
struct range {
	uint64_t from;
	uint64_t to;
	size_t number;
};

/**
 * struct ranges - addresses, and what has them
 * @ranges: in order
 * @count: how many
 * @reach: for each the end of what reaches furthest up to it
 */
struct ranges {
	struct range *ranges;
	size_t count;
	uint64_t *reach;
};

/**
 * struct units - the units of a file: what a compiler made in one go
 * @path: the file
 * @code: its sections of code
 * @ranges: which addresses each unit has
 * @units: the units
 * @count: how many
 * @lacks_split: it has been said that debug information is missing
 */
struct units {
	const char *path;
	struct ranges code;
	struct ranges ranges;
	struct unit *units;
	size_t count;
	bool lacks_split;
};

/**
 * units_take() - find them
 * @units: gets them; units_free() frees them
 * @module: a file of libdwfl
 * @path: what the file is called, for messages; must outlive the units
 *
 * Each unit says which addresses it has: clang writes no table of them.  Says if the file
 * has debug information that cannot be read.
 */
void units_take(struct units *units, struct Dwfl_Module *module, const char *path);

/**
 * units_line() - the row of a line table that an address has
 * @units: the units
 * @address: an address that the file was linked for
 *
 * Return: a Dwarf_Line, or NULL.
 */
void *units_line(const struct units *units, uint64_t address);

/**
 * units_function() - the function that an address is in
 * @units: the units, which read those of the address's unit
 * @address: an address that the file was linked for; becomes that of the debug information
 * @overloads: gets the functions of the unit, those that are inlined, too
 *
 * Return: the Dwarf_Die of a function that is not inlined, or NULL.
 */
void *units_function(struct units *units, uint64_t *address, struct overloads **overloads);

/**
 * units_linkage_name() - the name of a function for the linker
 * @die: its Dwarf_Die
 *
 * Return: the name, or NULL, as of what is static.
 */
const char *units_linkage_name(void *die);

/**
 * units_free() - free what was found
 * @units: the units
 */
void units_free(struct units *units);

#endif /* PERFCNT_TOOLS_UNITS_H */
