/* SPDX-License-Identifier: GPL-2.0 */
/* Names of addresses, where there is no file to ask. */
#ifndef PERFCNT_TOOLS_SYMBOL_TABLE_H
#define PERFCNT_TOOLS_SYMBOL_TABLE_H

#include <stddef.h>
#include <stdint.h>

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

#endif /* PERFCNT_TOOLS_SYMBOL_TABLE_H */
