// SPDX-License-Identifier: GPL-2.0
/* Sorted once, as a search of libdwfl takes as long as there are symbols. */
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "edges.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>

static int compare(const void *left, const void *right)
{
	uint64_t one = *(const uint64_t *)left, other = *(const uint64_t *)right;

	return (one > other) - (one < other);
}

static void add(struct edges *edges, uint64_t start, uint64_t size)
{
	edges->at[edges->count++] = start;
	if (size)
		edges->at[edges->count++] = start + size;
}

static size_t count_sections(Elf *elf)
{
	size_t count;

	return elf && !elf_getshdrnum(elf, &count) ? count : 0;
}

/*
 * A symbol without a size ends where its section does; to libdwfl that is after the
 * address behind its last byte.
 */
static void add_sections(struct edges *edges, Elf *elf, GElf_Addr bias, size_t count)
{
	GElf_Shdr header;
	size_t i;

	for (i = 0; i < count; i++)
		if (gelf_getshdr(elf_getscn(elf, i), &header) &&
		    header.sh_flags & SHF_ALLOC)
			add(edges, header.sh_addr + bias, header.sh_size + 1);
}

/* Those that libdwfl takes before what has no size. */
static bool has_addresses(const GElf_Sym *symbol, const char *name)
{
	unsigned int type = GELF_ST_TYPE(symbol->st_info);

	return name && *name && symbol->st_size && symbol->st_shndx != SHN_UNDEF &&
	       type != STT_SECTION && type != STT_FILE && type != STT_TLS;
}

/*
 * How many symbols each place between two edges has, and the sum of their numbers, which
 * is that of the only one: they change where a symbol begins and ends.
 */
static void find_only(struct edges *edges, struct Dwfl_Module *module, int symbols)
{
	int *changes = zeros(edges->count + 2, sizeof(*changes)), symbols_there = 0, i;
	int64_t *numbers = zeros(edges->count + 2, sizeof(*numbers)), sum = 0;
	bool *is_function = zeros(symbols + 1, sizeof(*is_function));
	GElf_Addr address;
	GElf_Sym symbol;
	size_t at;

	edges->only = zeros(edges->count + 1, sizeof(*edges->only));
	for (i = 0; i < symbols; i++) {
		const char *name = dwfl_module_getsym_info(module, i, &symbol, &address,
							   NULL, NULL, NULL);
		size_t first, after;

		if (!has_addresses(&symbol, name) || address > UINT64_MAX - symbol.st_size)
			continue;
		first = edges_below(edges, address);
		after = edges_below(edges, address + symbol.st_size);
		is_function[i] = GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
		changes[first]++;
		changes[after]--;
		numbers[first] += i;
		numbers[after] -= i;
	}
	for (at = 0; at <= edges->count; at++) {
		symbols_there += changes[at];
		sum += numbers[at];
		if (symbols_there == 1 && is_function[sum])
			edges->only[at] = sum;
	}
	free(is_function);
	free(numbers);
	free(changes);
}

void edges_take(struct edges *edges, struct Dwfl_Module *module)
{
	int symbols = dwfl_module_getsymtab(module), i;
	GElf_Addr bias = 0, address;
	Elf *elf = dwfl_module_getelf(module, &bias);
	size_t sections = count_sections(elf);
	GElf_Sym symbol;

	if (symbols < 0)
		symbols = 0;
	*edges = (struct edges){
		.at = resize(NULL, 2 * (symbols + sections) + 1, sizeof(*edges->at)),
	};
	for (i = 0; i < symbols; i++)
		if (dwfl_module_getsym_info(module, i, &symbol, &address, NULL, NULL,
					    NULL))
			add(edges, address, symbol.st_size);
	add_sections(edges, elf, bias, sections);
	qsort(edges->at, edges->count, sizeof(*edges->at), compare);
	find_only(edges, module, symbols);
}

size_t edges_below(const struct edges *edges, uint64_t address)
{
	size_t low = 0, high = edges->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (edges->at[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void edges_free(struct edges *edges)
{
	free(edges->at);
	free(edges->only);
}
#endif
