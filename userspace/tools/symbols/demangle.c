// SPDX-License-Identifier: GPL-2.0
/* libiberty's demangler, which is left when a name becomes too long. */
#include <ctype.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "demangle.h"

#ifdef HAVE_LIBIBERTY
#undef ARRAY_SIZE /* it has one of its own, which is the same */
#include <libiberty/demangle.h>

/* A name so far. */
struct longer {
	char text[DEMANGLE_MOST + 1];
	size_t length;
	bool is_too_long; /* would it be longer than a name may be? */
	bool has_memory; /* may the demangler have memory of its own that it frees later? */
	jmp_buf too_long; /* where to go on if the name is too long */
};

/*
 * The demangler goes on for as long as the name would be, which can be hours.  That of C++ has
 * all that it needs on the stack; that of Rust has memory while it writes an identifier, so it is
 * left at what cannot be a part of one.
 */
static void take(const char *piece, size_t length, void *argument)
{
	struct longer *longer = argument;

	if (!length)
		return;
	longer->is_too_long |= length > DEMANGLE_MOST - longer->length;
	if (!longer->is_too_long) {
		memcpy(longer->text + longer->length, piece, length);
		longer->length += length;
	} else if (!longer->has_memory || (ispunct((unsigned char)*piece) && *piece != '_')) {
		longjmp(longer->too_long, 1);
	}
}

typedef int demangler(const char *name, int options, demangle_callbackref callback,
		      void *argument);

static char *try(demangler *demangle, bool has_memory, const char *name, int options)
{
	struct longer *longer = zeros(1, sizeof(*longer));
	char *text = NULL;

	longer->has_memory = has_memory;
	if (!setjmp(longer->too_long) && demangle(name, options, take, longer) &&
	    !longer->is_too_long)
		text = copy_text(longer->text);
	free(longer);
	return text;
}

static char *in_sources(const char *name, bool with_parameters)
{
	int options = with_parameters ? DMGL_PARAMS | DMGL_ANSI : 0;

	return try(rust_demangle_callback, true, name, options) ?:
	       try(cplus_demangle_v3_callback, false, name, options);
}
#else
static char *in_sources(const char *name, bool with_parameters)
{
	(void)name;
	(void)with_parameters;
	return NULL;
}
#endif

char *demangled(const char *name, bool with_parameters)
{
	char *text = in_sources(name, with_parameters);
	size_t length;

	if (text)
		return text;
	length = strlen(name);
	if (length <= DEMANGLE_MOST)
		return copy_text(name);
	return formatted("%.*s...", (int)utf8_cut(name, DEMANGLE_MOST - 3), name);
}

struct overloads_name {
	const char *name;
	uint64_t hash; /* of what it is in the sources, without parameters */
};

/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint64_t hash_of(const char *name)
{
	char *text = demangled(name, false);
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	const char *at;

	for (at = text; *at; at++)
		hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
	free(text);
	return hash;
}

static bool is_of_cplus(const char *name)
{
	return !strncmp(name, "_Z", 2);
}

void overloads_add(struct overloads *overloads, const char *name)
{
	if (!is_of_cplus(name))
		return;
	overloads->names = grow(overloads->names, overloads->count,
				sizeof(*overloads->names));
	overloads->names[overloads->count++] = (struct overloads_name){ name, hash_of(name) };
	overloads->is_sorted = false;
}

static int compare(const void *left, const void *right)
{
	const struct overloads_name *one = left, *other = right;

	return (one->hash > other->hash) - (one->hash < other->hash);
}

static bool is_same(const char *one, const char *other, bool with_parameters)
{
	char *text = demangled(one, with_parameters);
	char *other_text = demangled(other, with_parameters);
	bool same = !strcmp(text, other_text);

	free(text);
	free(other_text);
	return same;
}

bool overloads_has(struct overloads *overloads, const char *name)
{
	size_t low = 0, high = overloads->count;
	uint64_t hash;

	if (!is_of_cplus(name))
		return false;
	if (!overloads->is_sorted && overloads->count)
		qsort(overloads->names, overloads->count, sizeof(*overloads->names), compare);
	overloads->is_sorted = true;
	hash = hash_of(name);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (overloads->names[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < overloads->count && overloads->names[low].hash == hash; low++)
		if (is_same(name, overloads->names[low].name, false) &&
		    !is_same(name, overloads->names[low].name, true))
			return true;
	return false;
}

void overloads_free(struct overloads *overloads)
{
	free(overloads->names);
}
