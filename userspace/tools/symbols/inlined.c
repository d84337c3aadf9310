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

/* As dwarf_decl_file(), which ends the program for a unit that -gsplit-dwarf has made. */
static const char *declaring_file(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Files *files;
	Dwarf_Half version;
	Dwarf_Word number;
	Dwarf_Die unit;
	size_t count;

	if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_file, &attribute),
			    &number) ||
	    dwarf_cu_info(attribute.cu, &version, NULL, &unit, NULL, NULL, NULL, NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &count) || number >= count)
		return NULL;
	if (!number && version < 5) /* no file */
		return NULL;
	return dwarf_filesrc(files, number, NULL, NULL);
}

static struct place_frame make_frame(Dwarf_Die *die, struct overloads *overloads[2])
{
	const char *name = units_linkage_name(die) ?: dwarf_diename(die) ?: PLACE_UNKNOWN;
	Dwarf_Attribute attribute;
	Dwarf_Word line = 0;

	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line))
		line = 0;
	return (struct place_frame){
		.function = demangled(name, overloads_has(overloads[0], name) ||
						    overloads_has(overloads[1], name)),
		.file = declaring_file(die),
		.call_line = line,
	};
}

/* To the block or the inlined function of a scope that has the address, if there is one. */
static bool step_in(Dwarf_Die *scope, Dwarf_Addr address)
{
	Dwarf_Die child;
	int tag;

	if (dwarf_child(scope, &child))
		return false;
	do {
		tag = dwarf_tag(&child);
		if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) &&
		    dwarf_haspc(&child, address) == 1) {
			*scope = child;
			return true;
		}
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

static void add_frames(const Dwarf_Die *function, Dwarf_Addr address,
		       struct overloads *overloads[2], struct place_frame **frames,
		       unsigned int *count)
{
	Dwarf_Die scope = *function;
	unsigned int depth;

	for (depth = 0; depth < UNITS_DEPTH_MOST && step_in(&scope, address); depth++) {
		if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine)
			continue;
		*frames = resize(*frames, *count + 1, sizeof(**frames));
		(*frames)[(*count)++] = make_frame(&scope, overloads);
	}
}

void inlined_find(struct inlined *inlined, struct units *units, struct overloads *symbols,
		  uint64_t address, struct place *place)
{
	struct overloads *overloads[] = { symbols, NULL };
	Dwarf_Die *function = units_function(units, &address, &overloads[1]);
	struct place_frame *frames = NULL;

	if (!function)
		return;
	add_frames(function, address, overloads, &frames, &place->inlined_count);
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
}
#endif
