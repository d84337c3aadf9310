// SPDX-License-Identifier: GPL-2.0
/*
 * DWARF has an inlined function where it is: in the function, in a block of it or in
 * another inlined one.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "inlined.h"

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdwfl.h>

/**
 * struct inlined_function - a function
 * @die: its debug information
 */
struct inlined_function {
	Dwarf_Die die;
};

/* Also in a namespace or a class. */
static bool find_function(Dwarf_Die *parent, Dwarf_Addr address, Dwarf_Die *found)
{
	int tag;

	if (dwarf_child(parent, found))
		return false;
	do {
		Dwarf_Die inner;

		tag = dwarf_tag(found);
		if (tag == DW_TAG_subprogram && dwarf_haspc(found, address) == 1)
			return true;
		if ((tag == DW_TAG_namespace || tag == DW_TAG_class_type ||
		     tag == DW_TAG_structure_type) &&
		    find_function(found, address, &inner)) {
			*found = inner;
			return true;
		}
	} while (!dwarf_siblingof(found, found));
	return false;
}

/* What is static has none. */
static const char *linkage_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ?:
				dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name,
						     &attribute));
}

static struct place_frame make_frame(Dwarf_Die *die, struct overloads *symbols)
{
	const char *name = linkage_name(die) ?: dwarf_diename(die) ?: PLACE_UNKNOWN;
	Dwarf_Attribute attribute;
	Dwarf_Word line = 0;

	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line))
		line = 0;
	return (struct place_frame){
		.function = demangled(name, overloads_has(symbols, name)),
		.file = dwarf_decl_file(die),
		.call_line = line,
	};
}

static void add_frames(Dwarf_Die *scope, Dwarf_Addr address, struct overloads *symbols,
		       struct place_frame **frames, unsigned int *count)
{
	Dwarf_Die child;
	int tag;

	if (dwarf_child(scope, &child))
		return;
	do {
		tag = dwarf_tag(&child);
		if ((tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine) ||
		    dwarf_haspc(&child, address) != 1)
			continue;
		if (tag == DW_TAG_inlined_subroutine) {
			*frames = resize(*frames, *count + 1, sizeof(**frames));
			(*frames)[(*count)++] = make_frame(&child, symbols);
		}
		add_frames(&child, address, symbols, frames, count);
		return;
	} while (!dwarf_siblingof(&child, &child));
}

void inlined_find(struct inlined *inlined, struct Dwfl_Module *module,
		  struct overloads *symbols, uint64_t address, struct place *place)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = dwfl_module_addrdie(module, address, &bias), found;
	struct place_frame *frames = NULL;

	if (!unit)
		return;
	if (!inlined->function ||
	    dwarf_haspc(&inlined->function->die, address - bias) != 1) {
		if (!find_function(unit, address - bias, &found))
			return;
		if (!inlined->function)
			inlined->function = zeros(1, sizeof(*inlined->function));
		inlined->function->die = found;
	}
	add_frames(&inlined->function->die, address - bias, symbols, &frames,
		   &place->inlined_count);
	if (!frames)
		return;
	frames = resize(frames, place->inlined_count + 1, sizeof(*frames));
	frames[place->inlined_count] = (struct place_frame){ 0 };
	place->inlined = frames;
	inlined->frames = grow(inlined->frames, inlined->count, sizeof(*inlined->frames));
	inlined->frames[inlined->count++] = frames;
}

void inlined_free(struct inlined *inlined)
{
	struct place_frame *frame;
	size_t i;

	for (i = 0; i < inlined->count; i++) {
		for (frame = inlined->frames[i]; frame->function; frame++)
			free(frame->function);
		free(inlined->frames[i]);
	}
	free(inlined->frames);
	free(inlined->function);
}
#endif
