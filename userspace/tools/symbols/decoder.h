/* SPDX-License-Identifier: GPL-2.0 */
/* Machine code as text, by capstone, if the tools have it. */
#ifndef PERFCNT_TOOLS_DECODER_H
#define PERFCNT_TOOLS_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct decoder;

struct instruction {
	char name[32]; /* what it does */
	char operands[192]; /* with what, up to the target of a jump */
	unsigned int size; /* how many bytes it has */
	bool has_target; /* does it jump to an address that it names? */
	uint64_t target; /* the address */
	/* does the instruction after it belong to it, so that it is executed before the jump? */
	bool has_slot;
};

/* Were the tools built with capstone, so that decoder_new() can know a machine? */
bool decoder_is_possible(void);

/*
 * Decodes the code of a machine, EM_*.  @is_64: its words have 64 bits.  @is_big: the byte with the
 * most significant bits comes first.  What the decoder, for decoder_free(), does not know it shows
 * in numbers.
 */
struct decoder *decoder_new(unsigned int machine, bool is_64, bool is_big);

/* It may be NULL. */
void decoder_free(struct decoder *decoder);

/*
 * Decodes the instruction at an address, where the code has @size bytes, 1 at least.  @is_short: it
 * is MIPS16e, which is shown in numbers.
 */
void decoder_read(struct decoder *decoder, const uint8_t *bytes, size_t size,
		  uint64_t address, bool is_short, struct instruction *instruction);

#endif /* PERFCNT_TOOLS_DECODER_H */
