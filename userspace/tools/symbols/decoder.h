/* SPDX-License-Identifier: GPL-2.0 */
/* Machine code as text, by capstone, if the tools have it. */
#ifndef PERFCNT_TOOLS_DECODER_H
#define PERFCNT_TOOLS_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct decoder;

/**
 * struct instruction - an instruction
 * @name: what it does
 * @operands: with what, up to the target of a jump
 * @size: how many bytes it has
 * @has_target: it jumps to an address that it names
 * @target: the address
 * @has_slot: the instruction after it belongs to it: it is executed before the jump
 */
struct instruction {
	char name[32];
	char operands[192];
	unsigned int size;
	bool has_target;
	uint64_t target;
	bool has_slot;
};

/**
 * decoder_is_possible() - were the tools built with capstone?
 *
 * Return: whether decoder_new() can know a machine.
 */
bool decoder_is_possible(void);

/**
 * decoder_new() - decode the code of a machine
 * @machine: EM_*
 * @is_64: its words have 64 bits
 * @is_big: the byte with the most significant bits comes first
 *
 * Return: the decoder, which decoder_free() frees.  What it does not know it shows in
 * numbers.
 */
struct decoder *decoder_new(unsigned int machine, bool is_64, bool is_big);

/**
 * decoder_free() - free a decoder
 * @decoder: the decoder, or NULL
 */
void decoder_free(struct decoder *decoder);

/**
 * decoder_read() - decode an instruction
 * @decoder: the decoder
 * @bytes: the code
 * @size: how many bytes it has, at least 1
 * @address: where it is
 * @is_short: it is MIPS16e, which is shown in numbers
 * @instruction: comes back
 */
void decoder_read(struct decoder *decoder, const uint8_t *bytes, size_t size,
		  uint64_t address, bool is_short, struct instruction *instruction);

#endif /* PERFCNT_TOOLS_DECODER_H */
