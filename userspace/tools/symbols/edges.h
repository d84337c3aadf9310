/* SPDX-License-Identifier: GPL-2.0 */
/* The symbols of an ELF file by address, if the tools have libdw. */
#ifndef PERFCNT_TOOLS_EDGES_H
#define PERFCNT_TOOLS_EDGES_H

#include <stddef.h>
#include <stdint.h>

struct Dwfl_Module;

/* Where symbols and sections begin and end. */
struct edges {
	uint64_t *at; /* the addresses, in order */
	size_t count;
	/*
	 * for each number of edges below an address the function there, as libdwfl numbers symbols,
	 * if no other symbol with a size has the address; otherwise 0
	 */
	unsigned int *only;
};

/*
 * Finds the edges in a file of libdwfl, for edges_free().  libdwfl looks at each symbol to find
 * that of an address: addresses that have the same edges below them have the same symbol.
 */
void edges_take(struct edges *edges, struct Dwfl_Module *module);

/* How many edges are at an address that the file was linked for, and below. */
size_t edges_below(const struct edges *edges, uint64_t address);

void edges_free(struct edges *edges);

#endif /* PERFCNT_TOOLS_EDGES_H */
