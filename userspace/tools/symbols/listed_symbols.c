// SPDX-License-Identifier: GPL-2.0
/* A line is a symbol; one that cannot be understood is left out. */
#include <string.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/number.h"
#include "listed_symbols.h"

#define KERNEL	"[kernel]"

/* The next word, or "" at the end of the line. */
static char *take_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");

	*rest = word + strcspn(word, " \t");
	if (**rest)
		*(*rest)++ = '\0';
	return word;
}

/* Global ones, weak ones, local ones. */
static unsigned int rank(char type)
{
	return type == 'T' ? 0 : type == 'W' || type == 'w' ? 1 : 2;
}

/* On Arm $x and the like say what is there, and are no names. */
static bool is_function(char type, const char *name)
{
	return strchr("tTwW", type) && *name != '$' && strncmp(name, ".L", 2);
}

bool listed_symbols_kernel(struct symbol_table *table, FILE *file)
{
	struct lines lines = { .file = file };
	enum lines_state state;
	bool has_addresses = false;

	while ((state = lines_next(&lines)) < LINES_END) {
		char *rest = lines.text, *address = take_word(&rest);
		char *type = take_word(&rest), *name = take_word(&rest);
		char *module = take_word(&rest);
		struct symbol symbol = { .rank = rank(*type) };

		if (state != LINES_GOOD || !*name || *name == '$' ||
		    number_read(address, 16, UINT64_MAX, &symbol.start))
			continue;
		has_addresses |= symbol.start;
		if (is_function(*type, name)) {
			symbol.name = copy_text(name);
			symbol.module = copy_text(*module == '[' ? module : KERNEL);
		}
		symbol_table_add(table, &symbol);
	}
	symbol_table_sort(table);
	return has_addresses;
}

void listed_symbols_program(struct symbol_table *table, FILE *file, const char *module)
{
	struct lines lines = { .file = file };
	enum lines_state state;

	while ((state = lines_next(&lines)) < LINES_END) {
		char *rest = lines.text, *start = take_word(&rest);
		char *size = take_word(&rest);
		struct symbol symbol = { 0 };

		/* the name is the rest of the line */
		rest += strspn(rest, " \t");
		start += !strncmp(start, "0x", 2) ? 2 : 0;
		size += !strncmp(size, "0x", 2) ? 2 : 0;
		if (state != LINES_GOOD || !*rest ||
		    number_read(start, 16, UINT64_MAX, &symbol.start) ||
		    number_read(size, 16, UINT64_MAX, &symbol.size) || !symbol.size)
			continue;
		symbol.name = copy_text(rest);
		symbol.module = copy_text(module);
		symbol_table_add(table, &symbol);
	}
	symbol_table_sort(table);
}
