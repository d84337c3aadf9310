// SPDX-License-Identifier: GPL-2.0
/*
 * Units and functions by address.  Both may lie in each other, as a function in one of
 * another language, and have several ranges of addresses.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "units.h"

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdwfl.h>

/* <elf.h> of old has the other one only. */
#define COMPRESSED_BY_ZSTD	2

struct unit {
	Dwarf_CU *cu; /* libdw's handle */
	Dwarf_Die die; /* its debug information in the file */
	Dwarf_Addr bias; /* its addresses plus this are those that the file was linked for */
	bool is_split; /* is most of its debug information in a file of its own? */
	/* below this the line table may have rows of code that the linker has left out */
	uint64_t unsure;
	bool is_read; /* are its functions known? */
	struct ranges ranges; /* which addresses each function has */
	Dwarf_Die *functions;
	size_t count; /* of @functions */
	struct overloads overloads; /* the names of @functions, and of functions that are inlined */
};

static void add(struct ranges *ranges, uint64_t from, uint64_t to, size_t number)
{
	ranges->ranges = grow(ranges->ranges, ranges->count, sizeof(*ranges->ranges));
	ranges->ranges[ranges->count++] = (struct range){ from, to, number };
}

/* Of those that begin together the shortest comes last. */
static int compare(const void *left, const void *right)
{
	const struct range *one = left, *other = right;

	if (one->from != other->from)
		return one->from < other->from ? -1 : 1;
	if (one->to != other->to)
		return one->to > other->to ? -1 : 1;
	return (one->number < other->number) - (one->number > other->number);
}

static void sort(struct ranges *ranges)
{
	uint64_t reach = 0;
	size_t i;

	if (ranges->count)
		qsort(ranges->ranges, ranges->count, sizeof(*ranges->ranges), compare);
	ranges->reach = resize(ranges->reach, ranges->count, sizeof(*ranges->reach));
	for (i = 0; i < ranges->count; i++) {
		if (ranges->ranges[i].to > reach)
			reach = ranges->ranges[i].to;
		ranges->reach[i] = reach;
	}
}

/* The last one that begins at the address or below, and has it. */
static const struct range *find(const struct ranges *ranges, uint64_t address)
{
	size_t low = 0, high = ranges->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ranges->ranges[middle].from <= address)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low && ranges->reach[low - 1] > address; low--)
		if (ranges->ranges[low - 1].to > address)
			return &ranges->ranges[low - 1];
	return NULL;
}

static void free_ranges(struct ranges *ranges)
{
	free(ranges->ranges);
	free(ranges->reach);
}

/* A file whose debug information is in another one may have no sections any more. */
static void find_code(struct ranges *code, Dwarf *dwarf, Dwarf_Addr bias)
{
	Elf *elf = dwarf_getelf(dwarf);
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR)
			add(code, header.sh_addr + bias,
			    header.sh_addr + bias + header.sh_size, code->count);
	sort(code);
}

/*
 * Code that the linker has left out has addresses from 0 on, or near the last one: no
 * section begins there.  It may seem to reach into code that is there.
 */
static void add_unit(struct units *units, const struct unit *unit)
{
	Dwarf_Addr base, from, to;
	Dwarf_Die die = unit->die;
	ptrdiff_t next = 0;
	struct unit *added;

	units->units = grow(units->units, units->count, sizeof(*unit));
	added = &units->units[units->count];
	*added = *unit;
	while ((next = dwarf_ranges(&die, next, &base, &from, &to)) > 0) {
		from += unit->bias;
		to += unit->bias;
		if (from >= to)
			continue;
		if (find(&units->code, from))
			add(&units->ranges, from, to, units->count);
		else if (to > added->unsure)
			added->unsure = to;
	}
	units->count++;
}

/* Why debug information that is there cannot be read, or NULL if there is none. */
static const char *find_obstacle(Elf *elf)
{
	Elf_Scn *section = NULL;
	const char *name;
	GElf_Shdr header;
	GElf_Chdr packed;
	size_t names;

	if (!elf || elf_getshdrstrndx(elf, &names))
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if (!name || strcmp(name, ".debug_info"))
			continue;
		if (header.sh_flags & SHF_COMPRESSED && gelf_getchdr(section, &packed) &&
		    packed.ch_type == COMPRESSED_BY_ZSTD)
			return "it is compressed with zstd, which this libelf does not read";
		return dwfl_errmsg(-1) ?: "it has no units";
	}
	return NULL;
}

static void say_obstacle(const struct units *units, struct Dwfl_Module *module)
{
	GElf_Addr bias;
	const char *why = find_obstacle(dwfl_module_getelf(module, &bias));

	if (why)
		note("%s: its debug information cannot be read: %s", units->path, why);
}

void units_take(struct units *units, struct Dwfl_Module *module, const char *path)
{
	struct unit unit = { 0 };
	Dwarf *dwarf = dwfl_module_getdwarf(module, &unit.bias);
	uint8_t type;

	*units = (struct units){ .path = path };
	find_code(&units->code, dwarf, unit.bias);
	while (dwarf && !dwarf_get_units(dwarf, unit.cu, &unit.cu, NULL, &type, &unit.die,
					 NULL)) {
		unit.is_split = type == DW_UT_skeleton;
		if (type != DW_UT_type)
			add_unit(units, &unit);
	}
	if (!units->count)
		say_obstacle(units, module);
	sort(&units->ranges);
}

static struct unit *find_unit(const struct units *units, uint64_t address)
{
	const struct range *range = find(&units->ranges, address);

	return range ? &units->units[range->number] : NULL;
}

void *units_line(const struct units *units, uint64_t address)
{
	struct unit *unit = find_unit(units, address);

	if (!unit || address < unit->unsure)
		return NULL;
	return dwarf_getsrc_die(&unit->die, address - unit->bias);
}

/* What may have functions in it; one that is inlined has none of its own. */
static bool has_functions(int tag)
{
	switch (tag) {
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
	case DW_TAG_module:
	case DW_TAG_namespace:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return true;
	default:
		return false;
	}
}

const char *units_linkage_name(void *die)
{
	Dwarf_Attribute attribute;

	return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ?:
				dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name,
						     &attribute));
}

static void add_function(const struct units *units, struct unit *unit, Dwarf_Die *die)
{
	Dwarf_Addr base, from, to;
	ptrdiff_t next = 0;
	const char *name;
	bool is_there = dwarf_hasattr(die, DW_AT_inline);

	while ((next = dwarf_ranges(die, next, &base, &from, &to)) > 0)
		if (from < to && find(&units->code, from + unit->bias)) {
			add(&unit->ranges, from, to, unit->count);
			is_there = true;
		}
	name = is_there ? units_linkage_name(die) : NULL;
	if (name)
		overloads_add(&unit->overloads, name);
	unit->functions = grow(unit->functions, unit->count, sizeof(*die));
	unit->functions[unit->count++] = *die;
}

/*
 * What lies in an entry comes before what follows the entry.  Where that is said otherwise, entries
 * could be come to again and again, which @last, the last one so far, ends.
 */
static void add_functions(const struct units *units, struct unit *unit, Dwarf_Die *parent,
			  unsigned int depth, const void **last)
{
	Dwarf_Die die;

	if (depth == UNITS_DEPTH_MOST || dwarf_child(parent, &die))
		return;
	do {
		if ((const char *)die.addr <= (const char *)*last)
			return;
		*last = die.addr;
		if (!has_functions(dwarf_tag(&die)))
			continue;
		if (dwarf_tag(&die) == DW_TAG_subprogram)
			add_function(units, unit, &die);
		add_functions(units, unit, &die, depth + 1, last);
	} while (!dwarf_siblingof(&die, &die));
}

/* Where the functions of a unit are: with -gsplit-dwarf in a file beside its object. */
static Dwarf_Die find_body(struct units *units, struct unit *unit)
{
	Dwarf_Attribute attribute;
	Dwarf_Die body = { 0 };
	const char *name;

	if (!unit->is_split)
		return unit->die;
	if (!dwarf_cu_info(unit->cu, NULL, NULL, NULL, &body, NULL, NULL, NULL) && body.addr)
		return body;
	name = dwarf_formstring(dwarf_attr(&unit->die, DW_AT_dwo_name, &attribute) ?:
				dwarf_attr(&unit->die, DW_AT_GNU_dwo_name, &attribute));
	if (!units->lacks_split)
		note("%s: %s cannot be read; inlined functions are missing", units->path,
		     name ?: "split debug information");
	units->lacks_split = true;
	return unit->die;
}

void *units_function(struct units *units, uint64_t *address, struct overloads **overloads)
{
	struct unit *unit = find_unit(units, *address);
	const struct range *range;

	if (!unit)
		return NULL;
	if (!unit->is_read) {
		Dwarf_Die body = find_body(units, unit);
		const void *last = body.addr;

		add_functions(units, unit, &body, 0, &last);
		sort(&unit->ranges);
		unit->is_read = true;
	}
	*address -= unit->bias;
	*overloads = &unit->overloads;
	range = find(&unit->ranges, *address);
	return range ? &unit->functions[range->number] : NULL;
}

void units_free(struct units *units)
{
	size_t i;

	for (i = 0; i < units->count; i++) {
		free_ranges(&units->units[i].ranges);
		free(units->units[i].functions);
		overloads_free(&units->units[i].overloads);
	}
	free_ranges(&units->code);
	free_ranges(&units->ranges);
	free(units->units);
}
#endif
