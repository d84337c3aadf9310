// SPDX-License-Identifier: GPL-2.0
/* No size of entries is relied on: linkers differ in it, and in what else is in between. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "demangle.h"
#include "plt.h"

#ifdef HAVE_LIBDW
#include <gelf.h>

/* Entries of x86_64 begin at multiples of this, and have one or two of them. */
#define X86_UNIT	8

/* Instructions of arm64, and the bits of them that do not depend on an address. */
#define ARM64_SIZE		4
#define ARM64_BTI_C		0xd503245f
#define ARM64_AUTIA1716		0xd503219f
#define ARM64_ADRP_X16		0x90000010
#define ARM64_ADRP_BITS		0x9f00001f
#define ARM64_LDR_X17_X16	0xf9400211
#define ARM64_ADD_X16_X16	0x91000210
#define ARM64_IMMEDIATE_BITS	0xffc003ff
#define ARM64_BR_X17		0xd61f0220

/* A word into which the loader writes where a function is. */
struct slot {
	uint64_t address; /* where the word is */
	const char *symbol; /* the function's name, or NULL */
	uint64_t resolver; /* what tells where it is, if it has no name */
};

struct slots {
	struct slot *slots; /* in the order of their addresses */
	size_t count;
	struct overloads overloads; /* their names */
};

/* A section. */
struct code {
	const uint8_t *bytes;
	size_t size;
	uint64_t address; /* where it begins */
};

/* A function that has a name, or of which another one says where it is. */
static bool is_function(unsigned int machine, unsigned int type, bool *is_indirect)
{
	*is_indirect = type == (machine == EM_X86_64 ? R_X86_64_IRELATIVE : R_AARCH64_IRELATIVE);
	if (machine == EM_X86_64)
		return *is_indirect || type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
	return *is_indirect || type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
}

static void add_slots(struct slots *slots, Elf *elf, unsigned int machine, Elf_Scn *section,
		      const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL), *symbols;
	Elf_Scn *link = elf_getscn(elf, header->sh_link);
	GElf_Shdr link_header;
	GElf_Rela change;
	GElf_Sym symbol;
	int i;

	symbols = gelf_getshdr(link, &link_header) ? elf_getdata(link, NULL) : NULL;
	for (i = 0; data && gelf_getrela(data, i, &change); i++) {
		struct slot slot = { .address = change.r_offset, .resolver = change.r_addend };
		bool is_indirect;

		if (!is_function(machine, GELF_R_TYPE(change.r_info), &is_indirect))
			continue;
		if (!is_indirect && symbols &&
		    gelf_getsym(symbols, GELF_R_SYM(change.r_info), &symbol))
			slot.symbol = elf_strptr(elf, link_header.sh_link, symbol.st_name);
		if (!is_indirect && (!slot.symbol || !*slot.symbol))
			continue;
		slots->slots = grow(slots->slots, slots->count, sizeof(slot));
		slots->slots[slots->count++] = slot;
		if (slot.symbol)
			overloads_add(&slots->overloads, slot.symbol);
	}
}

static int compare_slots(const void *left, const void *right)
{
	const struct slot *one = left, *other = right;

	return (one->address > other->address) - (one->address < other->address);
}

static const struct slot *find_slot(const struct slots *slots, uint64_t address)
{
	const struct slot wanted = { .address = address };

	return slots->count ? bsearch(&wanted, slots->slots, slots->count, sizeof(wanted),
				      compare_slots) : NULL;
}

static uint32_t word_at(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* endbr64 and bnd may be left out: bnd jmp *slot(%rip).  Where the slot is, or 0. */
static uint64_t read_x86(const struct code *code, size_t at)
{
	static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	const uint8_t *bytes = code->bytes;

	if (at + sizeof(endbr64) <= code->size && !memcmp(bytes + at, endbr64, sizeof(endbr64)))
		at += sizeof(endbr64);
	if (at < code->size && bytes[at] == 0xf2)
		at++;
	if (at + 6 > code->size || bytes[at] != 0xff || bytes[at + 1] != 0x25)
		return 0;
	return code->address + at + 6 + (int64_t)(int32_t)word_at(bytes + at + 2);
}

/*
 * bti c and autia1716 may be left out: adrp x16, page; ldr x17, [x16, slot]; add x16, x16, slot;
 * br x17.  Where the slot is, or 0; and how many bytes the instructions have.
 */
static uint64_t read_arm64(const struct code *code, size_t at, size_t *size)
{
	uint32_t words[6] = { 0 };
	uint64_t page;
	int64_t pages;
	unsigned int i;

	for (i = 0; i < 6 && at + (i + 1) * ARM64_SIZE <= code->size; i++)
		words[i] = word_at(code->bytes + at + i * ARM64_SIZE);
	i = words[0] == ARM64_BTI_C;
	page = (code->address + at + i * ARM64_SIZE) & ~UINT64_C(0xfff);
	if ((words[i] & ARM64_ADRP_BITS) != ARM64_ADRP_X16 ||
	    (words[i + 1] & ARM64_IMMEDIATE_BITS) != ARM64_LDR_X17_X16 ||
	    (words[i + 2] & ARM64_IMMEDIATE_BITS) != ARM64_ADD_X16_X16)
		return 0;
	/* 21 bits: two in bits 29 and 30, the others from bit 5 on */
	pages = (words[i] >> 5 & 0x7ffff) << 2 | (words[i] >> 29 & 3);
	if (pages & 1 << 20)
		pages -= 1 << 21;
	page += pages * 0x1000;
	page += (words[i + 1] >> 10 & 0xfff) * sizeof(uint64_t);
	i += 3;
	i += words[i] == ARM64_AUTIA1716;
	if (i >= 6 || words[i] != ARM64_BR_X17)
		return 0;
	*size = (i + 1) * ARM64_SIZE;
	return page;
}

static bool add_entry(struct plt *plt, struct slots *slots, uint64_t start, size_t size,
		      uint64_t at)
{
	const struct slot *slot = at ? find_slot(slots, at) : NULL;
	char *name, *text;

	if (!slot)
		return false;
	if (slot->symbol) {
		name = demangled(slot->symbol, overloads_has(&slots->overloads, slot->symbol));
		text = formatted("%s@plt", name);
		free(name);
	} else {
		text = formatted("*ABS*+0x%" PRIx64 "@plt", slot->resolver);
	}
	plt->entries = grow(plt->entries, plt->count, sizeof(*plt->entries));
	plt->entries[plt->count++] = (struct plt_entry){ start, start + size, text };
	return true;
}

static void add_x86(struct plt *plt, struct slots *slots, const struct code *code)
{
	size_t at, size;

	for (at = 0; at < code->size; at += X86_UNIT) {
		/* the next one may begin in the middle of a longer one */
		size = at % (2 * X86_UNIT) || find_slot(slots, read_x86(code, at + X86_UNIT)) ?
		       X86_UNIT : 2 * X86_UNIT;
		if (size > code->size - at)
			size = code->size - at;
		add_entry(plt, slots, code->address + at, size, read_x86(code, at));
	}
}

static void add_arm64(struct plt *plt, struct slots *slots, const struct code *code)
{
	size_t at = 0, size = 0;

	while (at < code->size) {
		const uint64_t slot = read_arm64(code, at, &size);
		const bool added = add_entry(plt, slots, code->address + at, size, slot);

		at += added ? size : ARM64_SIZE;
	}
}

static int compare_entries(const void *left, const void *right)
{
	const struct plt_entry *one = left, *other = right;

	return (one->start > other->start) - (one->start < other->start);
}

/* Goes through the sections: for the slots of a machine, and then for its entries. */
static void look_through(struct plt *plt, struct slots *slots, Elf *elf, unsigned int machine,
			 bool for_slots)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return;
	while ((section = elf_nextscn(elf, section))) {
		const char *name;
		struct code code;
		Elf_Data *data;

		if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC))
			continue;
		if (for_slots) {
			if (header.sh_type == SHT_RELA)
				add_slots(slots, elf, machine, section, &header);
			continue;
		}
		name = elf_strptr(elf, names, header.sh_name);
		data = header.sh_type == SHT_PROGBITS ? elf_rawdata(section, NULL) : NULL;
		if (!data || !data->d_buf || !name || !(header.sh_flags & SHF_EXECINSTR) ||
		    !strstr(name, "plt"))
			continue;
		code = (struct code){ data->d_buf, data->d_size, header.sh_addr };
		if (machine == EM_X86_64)
			add_x86(plt, slots, &code);
		else
			add_arm64(plt, slots, &code);
	}
}

void plt_take(struct plt *plt, struct Elf *elf)
{
	struct slots slots = { 0 };
	GElf_Ehdr header;

	*plt = (struct plt){ 0 };
	if (!gelf_getehdr(elf, &header) ||
	    (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64))
		return;
	look_through(plt, &slots, elf, header.e_machine, true);
	if (slots.count)
		qsort(slots.slots, slots.count, sizeof(*slots.slots), compare_slots);
	look_through(plt, &slots, elf, header.e_machine, false);
	if (plt->count)
		qsort(plt->entries, plt->count, sizeof(*plt->entries), compare_entries);
	overloads_free(&slots.overloads);
	free(slots.slots);
}

const struct plt_entry *plt_find(const struct plt *plt, uint64_t address)
{
	size_t low = 0, high = plt->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (plt->entries[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < plt->entries[low - 1].end ? &plt->entries[low - 1] : NULL;
}

void plt_free(struct plt *plt)
{
	size_t i;

	for (i = 0; i < plt->count; i++)
		free(plt->entries[i].name);
	free(plt->entries);
}
#endif
