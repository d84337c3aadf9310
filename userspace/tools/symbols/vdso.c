// SPDX-License-Identifier: GPL-2.0
/* An ELF file that is in memory, and has dynamic symbols. */
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/memory.h"
#include "vdso.h"

#ifdef HAVE_LIBDW
#include <gelf.h>

/* Functions have types: FUNC, and NOTYPE where they are assembly. */
static void add_symbols(struct symbol_table *table, Elf *elf, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Shdr header;
	GElf_Sym found;
	int i;

	if (!data || !gelf_getshdr(section, &header))
		return;
	for (i = 0; gelf_getsym(data, i, &found); i++) {
		const char *name = elf_strptr(elf, header.sh_link, found.st_name);
		struct symbol symbol = {
			.start = found.st_value,
			.size = found.st_size,
			.rank = GELF_ST_BIND(found.st_info) != STB_GLOBAL,
		};

		if (!name || !*name || found.st_shndx == SHN_UNDEF ||
		    found.st_shndx == SHN_ABS ||
		    (GELF_ST_TYPE(found.st_info) != STT_FUNC &&
		     GELF_ST_TYPE(found.st_info) != STT_NOTYPE))
			continue;
		symbol.name = copy_text(name);
		symbol.module = copy_text(VDSO_NAME);
		symbol_table_add(table, &symbol);
	}
}

/* How many bytes are mapped from its start. */
static size_t mapped_size(unsigned long start)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	unsigned long from, to;
	char line[256];
	size_t size = 0;

	while (maps && !size && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx", &from, &to) == 2 && from == start)
			size = to - from;
	if (maps)
		fclose(maps);
	return size;
}

void vdso_symbols(struct symbol_table *table)
{
	unsigned long start = getauxval(AT_SYSINFO_EHDR);
	size_t size = start ? mapped_size(start) : 0;
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf *elf;

	if (!size || elf_version(EV_CURRENT) == EV_NONE)
		return;
	elf = elf_memory((char *)start, size);
	if (!elf)
		return;
	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNSYM)
			add_symbols(table, elf, section);
	elf_end(elf);
	symbol_table_sort(table);
}
#else
void vdso_symbols(struct symbol_table *table)
{
	(void)table;
}
#endif
