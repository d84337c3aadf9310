/* SPDX-License-Identifier: GPL-2.0 */
/* Names of addresses, where there is no file to ask. */
#ifndef PERFCNT_TOOLS_SYMBOL_TABLE_H
#define PERFCNT_TOOLS_SYMBOL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct symbol {
	uint64_t start; /* its first address */
	uint64_t size; /* how many bytes it has, or 0: up to the next symbol */
	unsigned int rank; /* of several at one address that with the least is taken */
	char *name; /* the function's name, or NULL for what is not a function */
	char *module; /* what it is in */
};

struct symbol_table {
	struct symbol *symbols;
	size_t count;
};

/* The texts of the symbol become the table's. */
void symbol_table_add(struct symbol_table *table, const struct symbol *symbol);

/* Makes a table ready; no name is added to it any more. */
void symbol_table_sort(struct symbol_table *table);

/*
 * The function at an address, or NULL; the table is sorted.  Of several names at one address that
 * with the least rank is taken, of these the shortest.
 */
const struct symbol *symbol_table_find(const struct symbol_table *table,
				       uint64_t address);

void symbol_table_free(struct symbol_table *table);

/*
 * Reads a list as /proc/kallsyms is.  The table gets the symbols, sorted; those of a module are in
 * its name in brackets, the others in [kernel].  Returns whether the list has addresses; an
 * unprivileged reader of /proc/kallsyms gets zeros.
 */
bool listed_symbols_kernel(struct symbol_table *table, FILE *file);

/*
 * Reads a list as /tmp/perf-PID.map is.  The table gets the symbols, sorted, which are in @module.
 * Of what overlaps, a later line has the addresses: code was made where other code was.
 */
void listed_symbols_program(struct symbol_table *table, FILE *file, const char *module);

/* What it is called, in mappings too. */
#define VDSO_NAME	"[vdso]"

/*
 * The functions of the vdso of the tool's own process, sorted, with their addresses in the vdso's
 * ELF file.  There are none if there is no vdso, or the tools have no libelf.
 */
void vdso_symbols(struct symbol_table *table);

/*
 * Is a mapping of the vdso like that of the tool's own process?  Programs of another class have
 * another vdso: those of 32 bits have it below 4 GB, those of 64 bits above.
 */
bool vdso_is_ours(uint64_t start, uint64_t length);

#endif /* PERFCNT_TOOLS_SYMBOL_TABLE_H */
