/* SPDX-License-Identifier: GPL-2.0 */
/* The symbols of an ELF file by address, if the tools have libdw. */
#ifndef PERFCNT_TOOLS_EDGES_H
#define PERFCNT_TOOLS_EDGES_H

#include <stddef.h>
#include <stdint.h>

struct Dwfl_Module;

/**
 * struct edges - where symbols and sections begin and end
 * @at: the addresses, in order
 * @count: their number
 * @only: for each number of edges below an address the function there, as libdwfl numbers
 *	  symbols, if no other symbol with a size has the address; otherwise 0
 */
struct edges {
	uint64_t *at;
	size_t count;
	unsigned int *only;
};

/**
 * edges_take() - find them
 * @edges: gets them; edges_free() frees them
 * @module: a file of libdwfl
 *
 * libdwfl looks at each symbol to find that of an address: addresses that have the same
 * edges below them have the same symbol.
 */
void edges_take(struct edges *edges, struct Dwfl_Module *module);

/**
 * edges_below() - count edges
 * @edges: the edges
 * @address: an address that the file was linked for
 *
 * Return: the number of edges at the address and below.
 */
size_t edges_below(const struct edges *edges, uint64_t address);

/**
 * edges_free() - free what was found
 * @edges: the edges
 */
void edges_free(struct edges *edges);

#endif /* PERFCNT_TOOLS_EDGES_H */
