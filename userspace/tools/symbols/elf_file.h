/* SPDX-License-Identifier: GPL-2.0 */
/* An ELF file and what its debug information says, if the tools have libdw. */
#ifndef PERFCNT_TOOLS_ELF_FILE_H
#define PERFCNT_TOOLS_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "place.h"

struct elf_file;

/**
 * elf_file_is_possible() - were the tools built with libdw?
 *
 * Return: whether elf_file_open() can find anything.
 */
bool elf_file_is_possible(void);

/**
 * elf_file_open() - read a file that had samples
 * @path: what it is called
 * @descriptor: the file, which this closes
 * @build_id: the build-id that it had then, or ""
 *
 * Debug information in a file of its own is found below /usr/lib/debug, by the build-id
 * or by .gnu_debuglink, also beside the file.
 *
 * Return: the file, or NULL if it cannot be read or has another build-id, which is said.
 */
struct elf_file *elf_file_open(const char *path, int descriptor, const char *build_id);

/**
 * elf_file_close() - close it
 * @file: the file; the names of places are no longer valid
 */
void elf_file_close(struct elf_file *file);

/**
 * elf_file_machine() - the machine that it is for
 * @file: the file
 *
 * Return: EM_*.
 */
unsigned int elf_file_machine(const struct elf_file *file);

/**
 * elf_file_address() - from a place in the file to the address that it was linked for
 * @file: the file
 * @offset: the place, in bytes from the file's beginning
 * @address: gets the address
 *
 * Return: whether the file says.
 */
bool elf_file_address(const struct elf_file *file, uint64_t offset, uint64_t *address);

/**
 * elf_file_place() - what is at an address
 * @file: the file
 * @address: the address that it was linked for
 * @is_short: it is MIPS16e
 * @place: gets what is known: the function, its start, the line, the address
 */
void elf_file_place(struct elf_file *file, uint64_t address, bool is_short,
		    struct place *place);

/**
 * elf_file_inlined() - what is inlined at a place
 * @file: the file
 * @place: a place from elf_file_place(); gets the functions, until elf_file_close()
 */
void elf_file_inlined(struct elf_file *file, struct place *place);

/**
 * struct elf_code - the machine code of a function
 * @bytes: its bytes
 * @size: how many
 * @is_short: it is MIPS16e
 * @is_64: a word of the machine has 64 bits
 * @is_big: the byte with the most significant bits comes first
 * @machine: EM_*
 */
struct elf_code {
	const uint8_t *bytes;
	size_t size;
	bool is_short;
	bool is_64;
	bool is_big;
	unsigned int machine;
};

/**
 * elf_file_code() - find the code of a function
 * @file: the file
 * @address: an address in the function
 * @code: gets the code, from the function's start, until elf_file_close()
 *
 * Return: whether it is known where the function begins and ends, and the file has it.
 */
bool elf_file_code(struct elf_file *file, uint64_t address, struct elf_code *code);

/**
 * elf_file_symbol() - the function at an address
 * @file: the file
 * @address: the address
 * @start: gets the address at which the function begins
 *
 * Return: the function's name, or NULL if there is none.
 */
const char *elf_file_symbol(struct elf_file *file, uint64_t address, uint64_t *start);

#endif /* PERFCNT_TOOLS_ELF_FILE_H */
