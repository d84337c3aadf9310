// SPDX-License-Identifier: GPL-2.0
/* An array that is sorted. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "symbol_table.h"

void symbol_table_add(struct symbol_table *table, const struct symbol *symbol)
{
	table->symbols = grow(table->symbols, table->count, sizeof(*symbol));
	table->symbols[table->count++] = *symbol;
}

static int compare(const void *left, const void *right)
{
	const struct symbol *one = left, *other = right;
	const char *name = one->name ?: "", *other_name = other->name ?: "";
	size_t length = strlen(name), other_length = strlen(other_name);

	if (one->start != other->start)
		return one->start < other->start ? -1 : 1;
	if (!one->name != !other->name)
		return one->name ? -1 : 1;
	if (one->rank != other->rank)
		return one->rank < other->rank ? -1 : 1;
	if (length != other_length)
		return length < other_length ? -1 : 1;
	return strcmp(name, other_name);
}

void symbol_table_sort(struct symbol_table *table)
{
	if (table->count)
		qsort(table->symbols, table->count, sizeof(*table->symbols), compare);
}

const struct symbol *symbol_table_find(const struct symbol_table *table,
				       uint64_t address)
{
	const struct symbol *symbols = table->symbols;
	size_t from = 0, to = table->count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (symbols[middle].start <= address)
			from = middle + 1;
		else
			to = middle;
	}
	if (!from--)
		return NULL;
	while (from && symbols[from - 1].start == symbols[from].start)
		from--;
	if (!symbols[from].name || (symbols[from].size &&
				    address - symbols[from].start >= symbols[from].size))
		return NULL;
	return &symbols[from];
}

void symbol_table_free(struct symbol_table *table)
{
	size_t i;

	for (i = 0; i < table->count; i++) {
		free(table->symbols[i].name);
		free(table->symbols[i].module);
	}
	free(table->symbols);
}
