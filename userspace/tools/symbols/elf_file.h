/* SPDX-License-Identifier: GPL-2.0 */
/* An ELF file and what its debug information says, if the tools have libdw. */
#ifndef PERFCNT_TOOLS_ELF_FILE_H
#define PERFCNT_TOOLS_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "place.h"

struct elf_file;

/* Were the tools built with libdw, so that elf_file_open() can find anything? */
bool elf_file_is_possible(void);

/*
 * Reads a file that had samples, whose descriptor this closes; @build_id is the one that it had
 * then, or "".  Debug information in a file of its own is found below /usr/lib/debug, by the
 * build-id or by .gnu_debuglink, also beside the file.  Returns NULL if it cannot be read or has
 * another build-id, which is said.
 */
struct elf_file *elf_file_open(const char *path, int descriptor, const char *build_id);

/* The names of places are no longer valid afterwards. */
void elf_file_close(struct elf_file *file);

/* Returns EM_*. */
unsigned int elf_file_machine(const struct elf_file *file);

/*
 * Finds the address that a place in the file was linked for; @offset is in bytes from the file's
 * beginning.  Returns whether the file says.
 */
bool elf_file_address(const struct elf_file *file, uint64_t offset, uint64_t *address);

/*
 * What is known of an address that the file was linked for: the function, its start, the line, the
 * address.  @is_short: it is MIPS16e.
 */
void elf_file_place(struct elf_file *file, uint64_t address, bool is_short,
		    struct place *place);

/*
 * Gives a place from elf_file_place() the functions that are inlined there, until elf_file_close().
 */
void elf_file_inlined(struct elf_file *file, struct place *place);

/* The machine code of a function. */
struct elf_code {
	const uint8_t *bytes;
	size_t size;
	bool is_short; /* is it MIPS16e? */
	bool is_64; /* has a word of the machine 64 bits? */
	bool is_big; /* does the byte with the most significant bits come first? */
	unsigned int machine; /* EM_* */
};

/*
 * Finds the code of the function that an address is in, from its start, until elf_file_close().
 * Returns whether it is known where the function begins and ends, and the file has it.
 */
bool elf_file_code(struct elf_file *file, uint64_t address, struct elf_code *code);

/* The name of the function at an address, and where it begins; NULL if there is none. */
const char *elf_file_symbol(struct elf_file *file, uint64_t address, uint64_t *start);

#endif /* PERFCNT_TOOLS_ELF_FILE_H */
