// SPDX-License-Identifier: GPL-2.0
/*
 * The section has an array of struct perfcnt_region_place of perfcnt_regions.h, but for gaps that
 * a compiler leaves so that they are aligned.  Pointers are addresses that the file was
 * linked for: in the section itself, or in the relocation for the place.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "place_table.h"

#ifdef HAVE_LIBDW
#include <gelf.h>

#define SECTION		"perfcnt_regions"

/* A place: words of 32 bits, and then pointers. */
enum { PLACE_SIZE, PLACE_INDEX, PLACE_LINE, PLACE_WORDS = 4 };
enum { PLACE_NAME, PLACE_FILE, PLACE_FUNCTION, PLACE_FIRST, PLACE_POINTERS };

/* The section of marks. */
struct section {
	Elf *elf;
	uint64_t address; /* that it was linked for */
	const unsigned char *bytes;
	uint64_t *pointers; /* the same as addresses, a pointer each */
	size_t size; /* in bytes */
	size_t word; /* bytes of a pointer */
};

static uint64_t number_at(const struct section *section, size_t at, size_t size)
{
	bool is_big = elf_getident(section->elf, NULL)[EI_DATA] == ELFDATA2MSB;
	uint64_t number = 0;
	size_t i;

	for (i = 0; i < size; i++)
		number = number << 8 |
			 section->bytes[at + (is_big ? i : size - 1 - i)];
	return number;
}

/* What the loader would write into the section. */
static void relocate(struct section *section, Elf_Scn *from)
{
	Elf_Data *data = elf_getdata(from, NULL);
	GElf_Rela change;
	int i;

	for (i = 0; data && gelf_getrela(data, i, &change); i++)
		if (change.r_offset - section->address < section->size &&
		    !GELF_R_SYM(change.r_info))
			section->pointers[(change.r_offset - section->address) /
					  section->word] = change.r_addend;
}

static const char *find_section(struct section *section)
{
	Elf_Scn *scan = NULL;
	GElf_Shdr header;
	Elf_Data *data = NULL;
	size_t names, i;

	if (elf_getshdrstrndx(section->elf, &names))
		return elf_errmsg(-1);
	while ((scan = elf_nextscn(section->elf, scan))) {
		const char *name;

		if (!gelf_getshdr(scan, &header))
			return elf_errmsg(-1);
		name = elf_strptr(section->elf, names, header.sh_name);
		if (name && !strcmp(name, SECTION) && header.sh_type == SHT_PROGBITS)
			break;
	}
	if (scan)
		data = elf_rawdata(scan, NULL);
	if (!data || !data->d_buf)
		return "no region is in it: it has no section " SECTION;
	section->address = header.sh_addr;
	section->bytes = data->d_buf;
	section->size = data->d_size;
	section->pointers = zeros(section->size / section->word + 1,
				  sizeof(*section->pointers));
	for (i = 0; i < section->size / section->word; i++)
		section->pointers[i] = number_at(section, i * section->word, section->word);
	for (scan = NULL; (scan = elf_nextscn(section->elf, scan));)
		if (gelf_getshdr(scan, &header) && header.sh_type == SHT_RELA)
			relocate(section, scan);
	return NULL;
}

/* A text that is loaded, and ends there; or NULL. */
static const char *text_at(Elf *elf, uint64_t address)
{
	size_t size, count, i;
	const char *file = elf_rawfile(elf, &size);
	GElf_Phdr part;

	if (!file || elf_getphdrnum(elf, &count))
		return NULL;
	for (i = 0; i < count; i++) {
		uint64_t at;

		if (!gelf_getphdr(elf, i, &part) || part.p_type != PT_LOAD ||
		    address - part.p_vaddr >= part.p_filesz)
			continue;
		at = part.p_offset + (address - part.p_vaddr);
		return at < size && memchr(file + at, '\0', size - at) ? file + at : NULL;
	}
	return NULL;
}

/* Is a mark there?  Each knows where the section begins. */
static bool read_row(const struct section *section, size_t at, struct place_row *row)
{
	const uint64_t *pointers = section->pointers +
				   (at + PLACE_WORDS * sizeof(uint32_t)) / section->word;

	if (pointers[PLACE_FIRST] != section->address)
		return false;
	*row = (struct place_row){
		.id = at,
		.name = text_at(section->elf, pointers[PLACE_NAME]),
		.file = text_at(section->elf, pointers[PLACE_FILE]),
		.function = text_at(section->elf, pointers[PLACE_FUNCTION]),
		.line = number_at(section, at + PLACE_LINE * sizeof(uint32_t), 4),
	};
	return row->name && row->file && row->function;
}

static void read_rows(struct place_table *table, const struct section *section)
{
	size_t least = PLACE_WORDS * sizeof(uint32_t) + PLACE_POINTERS * section->word;
	size_t at = 0;

	table->rows = zeros(section->size / least + 1, sizeof(*table->rows));
	while (at + least <= section->size) {
		uint64_t size = number_at(section, at, 4);

		if (size >= least && size % section->word == 0 &&
		    read_row(section, at, &table->rows[table->count])) {
			table->count++;
			at += size;
		} else {
			at += section->word;
		}
	}
}

const char *place_table_read(struct place_table *table, const char *path)
{
	struct section section = { 0 };
	const char *why;

	*table = (struct place_table){ .fd = open(path, O_RDONLY | O_CLOEXEC) };
	elf_version(EV_CURRENT);
	table->elf = elf_begin(table->fd, ELF_C_READ_MMAP, NULL);
	section.elf = table->elf;
	if (elf_kind(section.elf) != ELF_K_ELF)
		return "not a program or shared object";
	section.word = gelf_getclass(section.elf) == ELFCLASS64 ? 8 : 4;
	why = find_section(&section);
	if (!why)
		read_rows(table, &section);
	free(section.pointers);
	return why ?: table->count ? NULL : "the regions in it cannot be read";
}

void place_table_free(struct place_table *table)
{
	free(table->rows);
	elf_end(table->elf);
	close(table->fd);
}
#else
const char *place_table_read(struct place_table *table, const char *path)
{
	(void)path;
	*table = (struct place_table){ .fd = -1 };
	return "this pc_regions was built without libelf, which reads programs";
}

void place_table_free(struct place_table *table)
{
	(void)table;
}
#endif
