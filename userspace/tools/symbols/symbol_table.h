/* SPDX-License-Identifier: GPL-2.0 */
/* Names of addresses, where there is no file to ask. */
#ifndef PERFCNT_TOOLS_SYMBOL_TABLE_H
#define PERFCNT_TOOLS_SYMBOL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct symbol - a name
 * @start: its first address
 * @size: how many bytes it has, or 0: up to the next symbol
 * @rank: of several at one address that with the least is taken
 * @name: the function's name, or NULL for what is not a function
 * @module: what it is in
 */
struct symbol {
	uint64_t start;
	uint64_t size;
	unsigned int rank;
	char *name;
	char *module;
};

/**
 * struct symbol_table - names
 * @symbols: the names
 * @count: how many
 */
struct symbol_table {
	struct symbol *symbols;
	size_t count;
};

/**
 * symbol_table_add() - add a name
 * @table: the table
 * @symbol: the name, whose texts become the table's
 */
void symbol_table_add(struct symbol_table *table, const struct symbol *symbol);

/**
 * symbol_table_sort() - make a table ready
 * @table: the table, to which no name is added any more
 */
void symbol_table_sort(struct symbol_table *table);

/**
 * symbol_table_find() - the function at an address
 * @table: the table, sorted
 * @address: the address
 *
 * Of several names at one address that with the least rank is taken, of these the
 * shortest.
 *
 * Return: the function, or NULL.
 */
const struct symbol *symbol_table_find(const struct symbol_table *table,
				       uint64_t address);

/**
 * symbol_table_free() - free a table
 * @table: the table
 */
void symbol_table_free(struct symbol_table *table);

/**
 * listed_symbols_kernel() - read a list as /proc/kallsyms is
 * @table: gets the symbols, sorted; those of a module are in its name in brackets, the
 *	   others in [kernel]
 * @file: the list
 *
 * Return: whether it has addresses; an unprivileged reader of /proc/kallsyms gets zeros.
 */
bool listed_symbols_kernel(struct symbol_table *table, FILE *file);

/**
 * listed_symbols_program() - read a list as /tmp/perf-PID.map is
 * @table: gets the symbols, sorted
 * @file: the list
 * @module: what they are in
 *
 * Of what overlaps, a later line has the addresses: code was made where other code was.
 */
void listed_symbols_program(struct symbol_table *table, FILE *file, const char *module);

/* What it is called, in mappings too. */
#define VDSO_NAME	"[vdso]"

/**
 * vdso_symbols() - the functions of the vdso
 * @table: gets the symbols, sorted: their addresses are those in the vdso's ELF file
 *
 * They are those of the tool's own process.  It gets none if there is no vdso, or the
 * tools have no libelf.
 */
void vdso_symbols(struct symbol_table *table);

/**
 * vdso_is_ours() - is a mapping of the vdso like that of the tool's own process?
 * @start: its address
 * @length: how many bytes
 *
 * Programs of another class have another vdso: those of 32 bits have it below 4 GB, those of
 * 64 bits above.
 */
bool vdso_is_ours(uint64_t start, uint64_t length);

#endif /* PERFCNT_TOOLS_SYMBOL_TABLE_H */
