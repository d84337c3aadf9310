// SPDX-License-Identifier: GPL-2.0
/* elfutils' libdwfl, with one file as if it were loaded where it was linked for. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "demangle.h"
#include "edges.h"
#include "elf_file.h"
#include "inlined.h"
#include "plt.h"
#include "units.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>

/* In st_other, as the MIPS linker writes it: <elf.h> has other values only. */
#define STO_MIPS16	0xf0

/* The symbol of the addresses between two edges. */
struct found_symbol {
	bool is_known; /* has it been looked for? */
	char *name; /* NULL if there is none */
	GElf_Addr start; /* where it begins */
	GElf_Sym symbol;
};

struct elf_file {
	Dwfl *dwfl; /* the library's handle */
	Dwfl_Module *module; /* the file, the only one of the handle */
	Elf *elf; /* its headers */
	struct edges edges; /* where its symbols begin and end */
	struct found_symbol *symbols; /* for each number of edges below an address its symbol */
	struct plt plt; /* code that goes on to functions of other files, if @has_plt */
	bool has_plt;
	struct found_symbol in_plt; /* the symbol of the last place in @plt */
	struct overloads overloads; /* the functions among its symbols, if @has_overloads */
	bool has_overloads;
	char *path; /* what it is called */
	struct units units; /* its debug information */
	struct inlined inlined;
};

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

bool elf_file_is_possible(void)
{
	return true;
}

/* Has the file the build-id that it had?  One that had none is taken. */
static bool is_same(struct elf_file *file, const char *build_id)
{
	const unsigned char *bits;
	GElf_Addr where;
	int length = dwfl_module_build_id(file->module, &bits, &where), i;
	char digits[3];

	if (!*build_id)
		return true;
	if (length < 0 || strlen(build_id) != 2 * (size_t)length)
		return false;
	for (i = 0; i < length; i++) {
		snprintf(digits, sizeof(digits), "%02x", bits[i]);
		if (strncmp(digits, build_id + 2 * i, 2))
			return false;
	}
	return true;
}

/* Why the file cannot be used, or NULL.  What is open becomes the library's if it can be. */
static const char *open_file(struct elf_file *file, const char *path, int descriptor,
			     const char *build_id)
{
	GElf_Addr bias;

	file->dwfl = dwfl_begin(&callbacks);
	if (file->dwfl) {
		dwfl_report_begin(file->dwfl);
		file->module = dwfl_report_elf(file->dwfl, path, path, descriptor, 0, true);
	}
	if (!file->module)
		close(descriptor);
	if (!file->module || dwfl_report_end(file->dwfl, NULL, NULL))
		return dwfl_errmsg(-1);
	file->elf = dwfl_module_getelf(file->module, &bias);
	if (!file->elf)
		return dwfl_errmsg(-1);
	return is_same(file, build_id) ? NULL :
	       "another file is here than the one that ran: it has another build-id";
}

struct elf_file *elf_file_open(const char *path, int descriptor, const char *build_id)
{
	struct elf_file *file = zeros(1, sizeof(*file));
	const char *why = open_file(file, path, descriptor, build_id);

	if (!why) {
		edges_take(&file->edges, file->module);
		file->symbols = zeros(file->edges.count + 1, sizeof(*file->symbols));
		file->path = copy_text(path);
		units_take(&file->units, file->module, file->path);
		return file;
	}
	say("%s: %s; its functions have no names", path, why);
	elf_file_close(file);
	return NULL;
}

void elf_file_close(struct elf_file *file)
{
	size_t i;

	for (i = 0; file->symbols && i <= file->edges.count; i++)
		free(file->symbols[i].name);
	inlined_free(&file->inlined);
	plt_free(&file->plt);
	overloads_free(&file->overloads);
	units_free(&file->units);
	free(file->path);
	dwfl_end(file->dwfl);
	edges_free(&file->edges);
	free(file->symbols);
	free(file);
}

unsigned int elf_file_machine(const struct elf_file *file)
{
	GElf_Ehdr header;

	return gelf_getehdr(file->elf, &header) ? header.e_machine : EM_NONE;
}

/* The part of the file that is loaded, and has what is asked for. */
static bool find_segment(const struct elf_file *file, uint64_t at, bool is_address,
			 GElf_Phdr *segment)
{
	size_t count, i;

	if (elf_getphdrnum(file->elf, &count))
		return false;
	for (i = 0; i < count; i++)
		if (gelf_getphdr(file->elf, i, segment) &&
		    segment->p_type == PT_LOAD &&
		    at - (is_address ? segment->p_vaddr : segment->p_offset) <
		    segment->p_filesz)
			return true;
	return false;
}

bool elf_file_address(const struct elf_file *file, uint64_t offset, uint64_t *address)
{
	GElf_Phdr segment;

	if (!find_segment(file, offset, false, &segment))
		return false;
	*address = segment.p_vaddr + (offset - segment.p_offset);
	return true;
}

/* The row of the line table, and whether the compiler has put it there in order. */
static const char *find_line(struct elf_file *file, GElf_Addr address,
			     unsigned int *line, unsigned int *column,
			     bool *approximate)
{
	Dwarf_Line *found = units_line(&file->units, address);
	int found_line = 0, found_column = 0;
	bool begins;

	if (!found)
		return NULL;
	dwarf_lineno(found, &found_line);
	dwarf_linecol(found, &found_column);
	*line = found_line;
	*column = found_column;
	*approximate = !dwarf_linebeginstatement(found, &begins) && !begins;
	return dwarf_linesrc(found, NULL, NULL);
}

/* MIPS16e: so said beside the symbol, or by an odd address. */
static bool is_short_symbol(struct elf_file *file, const GElf_Sym *symbol)
{
	GElf_Ehdr header;

	return gelf_getehdr(file->elf, &header) && header.e_machine == EM_MIPS &&
	       (symbol->st_other == STO_MIPS16 || symbol->st_value & 1);
}

/* The functions that have names, when one is first looked for. */
static struct overloads *find_overloads(struct elf_file *file)
{
	int symbols = file->has_overloads ? 0 : dwfl_module_getsymtab(file->module), i;
	GElf_Addr address;
	GElf_Sym symbol;

	file->has_overloads = true;
	for (i = 0; i < symbols; i++) {
		const char *name = dwfl_module_getsym_info(file->module, i, &symbol, &address,
							   NULL, NULL, NULL);

		if (name && symbol.st_shndx != SHN_UNDEF &&
		    GELF_ST_TYPE(symbol.st_info) == STT_FUNC)
			overloads_add(&file->overloads, name);
	}
	return &file->overloads;
}

/* What has no symbol of its own may be such code. */
static const struct found_symbol *find_in_plt(struct elf_file *file, GElf_Addr address)
{
	const struct plt_entry *entry;

	if (!file->has_plt)
		plt_take(&file->plt, file->elf);
	file->has_plt = true;
	entry = plt_find(&file->plt, address);
	if (!entry)
		return NULL;
	file->in_plt = (struct found_symbol){
		.name = entry->name,
		.start = entry->start,
		.symbol.st_size = entry->end - entry->start,
	};
	return &file->in_plt;
}

/* On Arm $x and the like say what is there, and are no names. */
static bool is_mark(struct elf_file *file, const char *name)
{
	GElf_Ehdr header;

	return *name == '$' && gelf_getehdr(file->elf, &header) &&
	       (header.e_machine == EM_AARCH64 || header.e_machine == EM_ARM);
}

/* A search of libdwfl takes as long as there are symbols: at most one between two edges. */
static const struct found_symbol *find_in_symbols(struct elf_file *file, GElf_Addr address)
{
	size_t below = edges_below(&file->edges, address);
	struct found_symbol *found = &file->symbols[below];
	unsigned int only = file->edges.only[below];
	GElf_Off inside = 0;
	const char *name;

	if (found->is_known)
		return found;
	found->is_known = true;
	if (only) {
		name = dwfl_module_getsym_info(file->module, only, &found->symbol,
					       &found->start, NULL, NULL, NULL);
	} else {
		name = dwfl_module_addrinfo(file->module, address, &inside,
					    &found->symbol, NULL, NULL, NULL);
		found->start = address - inside;
	}
	if (name && !is_mark(file, name))
		found->name = demangled(name, overloads_has(find_overloads(file), name));
	found->start &= ~(GElf_Addr)is_short_symbol(file, &found->symbol);
	return found;
}

static const struct found_symbol *find_symbol(struct elf_file *file, GElf_Addr address)
{
	const struct found_symbol *found = find_in_symbols(file, address);

	return found->name ? found : find_in_plt(file, address) ?: found;
}

void elf_file_place(struct elf_file *file, uint64_t address, bool is_short,
		    struct place *place)
{
	const struct found_symbol *found = find_symbol(file, address);
	unsigned int column;

	/* a line of MIPS16e may begin at an odd address */
	is_short |= found->name && is_short_symbol(file, &found->symbol);
	place->address = address;
	place->line_file = find_line(file, address | is_short, &place->line,
				     &place->column, &place->approximate);
	if (!found->name)
		return;
	place->function = found->name;
	place->start = found->start;
	place->file = find_line(file, found->start | is_short, &place->start_line,
				&column, &place->start_approximate);
}

void elf_file_inlined(struct elf_file *file, struct place *place)
{
	inlined_find(&file->inlined, &file->units, find_overloads(file), place->address, place);
}

const char *elf_file_symbol(struct elf_file *file, uint64_t address, uint64_t *start)
{
	const struct found_symbol *found = find_symbol(file, address);

	*start = found->start;
	return found->name;
}

/* A function without a size goes on up to the next one. */
static uint64_t find_end(struct elf_file *file, const struct found_symbol *function,
			 uint64_t most)
{
	GElf_Addr end = function->start + function->symbol.st_size;
	const struct found_symbol *next;

	if (function->symbol.st_size)
		return end < most ? end : most;
	for (end++; end < most; end++) {
		next = find_symbol(file, end);
		if (!next->name || next->start != function->start)
			break;
	}
	return end;
}

bool elf_file_code(struct elf_file *file, uint64_t address, struct elf_code *code)
{
	const struct found_symbol *found = find_symbol(file, address);
	GElf_Phdr segment;
	GElf_Ehdr header;
	const char *raw;
	size_t size;

	if (!found->name || !find_segment(file, found->start, true, &segment) ||
	    !gelf_getehdr(file->elf, &header))
		return false;
	raw = elf_rawfile(file->elf, &size);
	if (!raw || segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
		return false;
	*code = (struct elf_code){
		.bytes = (const uint8_t *)raw + segment.p_offset +
			 (found->start - segment.p_vaddr),
		.size = find_end(file, found, segment.p_vaddr + segment.p_filesz) -
			found->start,
		.is_short = is_short_symbol(file, &found->symbol),
		.is_64 = header.e_ident[EI_CLASS] == ELFCLASS64,
		.is_big = header.e_ident[EI_DATA] == ELFDATA2MSB,
		.machine = header.e_machine,
	};
	return true;
}
#else
struct elf_file {
	char nothing;
};

bool elf_file_is_possible(void)
{
	return false;
}

struct elf_file *elf_file_open(const char *path, int descriptor, const char *build_id)
{
	(void)path;
	(void)descriptor;
	(void)build_id;
	return NULL;
}

void elf_file_close(struct elf_file *file)
{
	(void)file;
}

unsigned int elf_file_machine(const struct elf_file *file)
{
	(void)file;
	return 0;
}

bool elf_file_address(const struct elf_file *file, uint64_t offset, uint64_t *address)
{
	(void)file;
	(void)offset;
	(void)address;
	return false;
}

void elf_file_place(struct elf_file *file, uint64_t address, bool is_short,
		    struct place *place)
{
	(void)file;
	(void)address;
	(void)is_short;
	(void)place;
}

void elf_file_inlined(struct elf_file *file, struct place *place)
{
	(void)file;
	(void)place;
}

bool elf_file_code(struct elf_file *file, uint64_t address, struct elf_code *code)
{
	(void)file;
	(void)address;
	(void)code;
	return false;
}

const char *elf_file_symbol(struct elf_file *file, uint64_t address, uint64_t *start)
{
	(void)file;
	(void)address;
	(void)start;
	return NULL;
}
#endif
