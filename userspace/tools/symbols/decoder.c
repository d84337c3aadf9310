// SPDX-License-Identifier: GPL-2.0
/* One instruction at a time; what capstone does not know becomes numbers. */
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "decoder.h"

/* The first five bits of a MIPS16e instruction that has four bytes. */
#define MIPS16_EXTEND	0x1e
#define MIPS16_JAL	0x03

struct decoder {
#ifdef HAVE_CAPSTONE
	size_t handle; /* capstone's, if @is_known */
#endif
	bool is_known; /* does capstone know the machine? */
	bool is_big; /* does the byte with the most significant bits come first? */
	unsigned int unit; /* no instruction has fewer bytes */
	bool has_slots; /* does a jump have a delay slot? */
};

static uint32_t number_at(const struct decoder *decoder, const uint8_t *bytes,
			  unsigned int size)
{
	uint32_t number = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		number = number << 8 | bytes[decoder->is_big ? i : size - 1 - i];
	return number;
}

/* As an assembler would take it. */
static void show_numbers(const struct decoder *decoder, const uint8_t *bytes,
			 size_t size, struct instruction *instruction)
{
	unsigned int unit = decoder->unit <= size ? decoder->unit : 1;

	strcpy(instruction->name, unit == 4 ? ".word" : unit == 2 ? ".half" : ".byte");
	snprintf(instruction->operands, sizeof(instruction->operands), "0x%0*" PRIx32,
		 2 * unit, number_at(decoder, bytes, unit));
	instruction->size = unit;
}

/*
 * Halfwords.  A jump with an immediate or a register has a slot unless it is a compact
 * one: MIPS32 Architecture for Programmers, volume IV-a, JAL, JR and JALR.
 */
static void show_short(const struct decoder *decoder, const uint8_t *bytes,
		       size_t size, struct instruction *instruction)
{
	uint32_t first, code;

	strcpy(instruction->name, size < 2 ? ".byte" : ".half");
	instruction->size = size < 2 ? 1 : 2;
	first = number_at(decoder, bytes, instruction->size);
	snprintf(instruction->operands, sizeof(instruction->operands), "0x%0*" PRIx32,
		 (int)(2 * instruction->size), first);
	code = first >> 11;
	if (size >= 4 && (code == MIPS16_EXTEND || code == MIPS16_JAL)) {
		snprintf(instruction->operands, sizeof(instruction->operands),
			 "0x%04" PRIx32 ", 0x%04" PRIx32, first,
			 number_at(decoder, bytes + 2, 2));
		instruction->size = 4;
	}
	/* RR with function 0 is JR or JALR; bit 7 says that it is compact */
	instruction->has_slot = code == MIPS16_JAL ||
				(code == 0x1d && !(first & 0x1f) && !(first & 0x80));
}

#ifdef HAVE_CAPSTONE
#include <capstone.h>

bool decoder_is_possible(void)
{
	return true;
}

static bool open_machine(struct decoder *decoder, unsigned int machine, bool is_64)
{
	cs_mode mode = decoder->is_big ? CS_MODE_BIG_ENDIAN : CS_MODE_LITTLE_ENDIAN;
	cs_arch arch;

	switch (machine) {
	case EM_MIPS:
		decoder->has_slots = true;
		arch = CS_ARCH_MIPS;
		mode |= is_64 ? CS_MODE_MIPS64 : CS_MODE_MIPS32;
		break;
	case EM_AARCH64:
		arch = CS_ARCH_ARM64;
		break;
	case EM_X86_64:
	case EM_386:
		arch = CS_ARCH_X86;
		mode = is_64 || machine == EM_X86_64 ? CS_MODE_64 : CS_MODE_32;
		break;
	default:
		return false;
	}
	if (cs_open(arch, mode, &decoder->handle))
		return false;
	cs_option(decoder->handle, CS_OPT_DETAIL, CS_OPT_ON);
	if (arch == CS_ARCH_X86)
		cs_option(decoder->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	return true;
}

/* capstone 4 has no group for those of MIPS that jump anywhere in 256 MB. */
static bool is_jump(const struct decoder *decoder, const cs_insn *found)
{
	if (decoder->has_slots && (found->id == MIPS_INS_J || found->id == MIPS_INS_JAL))
		return true;
	return cs_insn_group(decoder->handle, found, CS_GRP_JUMP) ||
	       cs_insn_group(decoder->handle, found, CS_GRP_CALL) ||
	       cs_insn_group(decoder->handle, found, CS_GRP_BRANCH_RELATIVE);
}

/* A jump's target is its last operand, if that is a number. */
static bool find_target(const cs_insn *found, const struct decoder *decoder,
			uint64_t *target)
{
	const cs_detail *detail = found->detail;

	if (decoder->unit == 1) {
		const cs_x86 *x86 = &detail->x86;

		if (x86->op_count != 1 || x86->operands->type != X86_OP_IMM)
			return false;
		*target = x86->operands->imm;
	} else if (decoder->has_slots) {
		const cs_mips *mips = &detail->mips;

		if (!mips->op_count ||
		    mips->operands[mips->op_count - 1].type != MIPS_OP_IMM)
			return false;
		*target = mips->operands[mips->op_count - 1].imm;
	} else {
		const cs_arm64 *arm = &detail->arm64;

		if (!arm->op_count ||
		    arm->operands[arm->op_count - 1].type != ARM64_OP_IMM)
			return false;
		*target = arm->operands[arm->op_count - 1].imm;
	}
	return true;
}

/* An address without an offset has one of 0, as objdump writes it. */
static void copy_operands(struct instruction *instruction, const char *operands,
			  bool is_mips)
{
	const char *memory = is_mips ? strstr(operands, "($") : NULL;
	bool without = memory && (memory == operands || memory[-1] == ' ');

	snprintf(instruction->operands, sizeof(instruction->operands), "%.*s%s%s",
		 without ? (int)(memory - operands) : 0, operands, without ? "0" : "",
		 without ? memory : operands);
}

static bool decode(struct decoder *decoder, const uint8_t *bytes, size_t size,
		   uint64_t address, struct instruction *instruction)
{
	cs_insn *found;
	char *last;

	if (!cs_disasm(decoder->handle, bytes, size, address, 1, &found))
		return false;
	snprintf(instruction->name, sizeof(instruction->name), "%s", found->mnemonic);
	copy_operands(instruction, found->op_str, decoder->has_slots);
	instruction->size = found->size;
	if (is_jump(decoder, found)) {
		instruction->has_slot = decoder->has_slots;
		instruction->has_target = find_target(found, decoder,
						      &instruction->target);
	}
	cs_free(found, 1);
	if (!instruction->has_target)
		return true;
	last = strrchr(instruction->operands, ' ');
	*(last ? last + 1 : instruction->operands) = '\0';
	return true;
}

static void close_machine(struct decoder *decoder)
{
	if (decoder->is_known)
		cs_close(&decoder->handle);
}
#else
bool decoder_is_possible(void)
{
	return false;
}

static bool open_machine(struct decoder *decoder, unsigned int machine, bool is_64)
{
	(void)decoder;
	(void)machine;
	(void)is_64;
	return false;
}

static bool decode(struct decoder *decoder, const uint8_t *bytes, size_t size,
		   uint64_t address, struct instruction *instruction)
{
	(void)decoder;
	(void)bytes;
	(void)size;
	(void)address;
	(void)instruction;
	return false;
}

static void close_machine(struct decoder *decoder)
{
	(void)decoder;
}
#endif

struct decoder *decoder_new(unsigned int machine, bool is_64, bool is_big)
{
	struct decoder *decoder = zeros(1, sizeof(*decoder));

	decoder->is_big = is_big;
	decoder->unit = machine == EM_X86_64 || machine == EM_386 ? 1 : 4;
	decoder->is_known = open_machine(decoder, machine, is_64);
	return decoder;
}

void decoder_free(struct decoder *decoder)
{
	if (!decoder)
		return;
	close_machine(decoder);
	free(decoder);
}

void decoder_read(struct decoder *decoder, const uint8_t *bytes, size_t size,
		  uint64_t address, bool is_short, struct instruction *instruction)
{
	memset(instruction, 0, sizeof(*instruction));
	if (is_short)
		show_short(decoder, bytes, size, instruction);
	else if (!decoder->is_known ||
		 !decode(decoder, bytes, size, address, instruction))
		show_numbers(decoder, bytes, size, instruction);
}
