// SPDX-License-Identifier: GPL-2.0
/* An array that is sorted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/number.h"
#include "symbol_table.h"

void symbol_table_add(struct symbol_table *table, const struct symbol *symbol)
{
	table->symbols = grow(table->symbols, table->count, sizeof(*symbol));
	table->symbols[table->count++] = *symbol;
}

static int compare(const void *left, const void *right)
{
	const struct symbol *one = left, *other = right;
	const char *name = one->name ?: "", *other_name = other->name ?: "";
	size_t length, other_length;

	if (one->start != other->start)
		return one->start < other->start ? -1 : 1;
	length = strlen(name);
	other_length = strlen(other_name);
	if (!one->name != !other->name)
		return one->name ? -1 : 1;
	if (one->rank != other->rank)
		return one->rank < other->rank ? -1 : 1;
	if (length != other_length)
		return length < other_length ? -1 : 1;
	return strcmp(name, other_name);
}

void symbol_table_sort(struct symbol_table *table)
{
	if (table->count)
		qsort(table->symbols, table->count, sizeof(*table->symbols), compare);
}

const struct symbol *symbol_table_find(const struct symbol_table *table,
				       uint64_t address)
{
	const struct symbol *symbols = table->symbols;
	size_t from = 0, to = table->count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (symbols[middle].start <= address)
			from = middle + 1;
		else
			to = middle;
	}
	if (!from--)
		return NULL;
	while (from && symbols[from - 1].start == symbols[from].start)
		from--;
	if (!symbols[from].name || (symbols[from].size &&
				    address - symbols[from].start >= symbols[from].size))
		return NULL;
	return &symbols[from];
}

void symbol_table_free(struct symbol_table *table)
{
	size_t i;

	for (i = 0; i < table->count; i++) {
		free(table->symbols[i].name);
		free(table->symbols[i].module);
	}
	free(table->symbols);
}

/* A line is a symbol; one that cannot be understood is left out. */

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

/* Where another module begins, or none, the list does not say what is between. */
static void end_at_gaps(struct symbol_table *table)
{
	const uint64_t page = sysconf(_SC_PAGESIZE);
	const struct symbol *next = NULL;
	size_t i;

	for (i = table->count; i--;) {
		struct symbol *symbol = &table->symbols[i];

		if (i + 1 < table->count && symbol[1].start != symbol->start)
			next = &symbol[1];
		if (symbol->name &&
		    (!next || (next->name && strcmp(next->module, symbol->module))))
			symbol->size = page - symbol->start % page;
	}
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
	end_at_gaps(table);
	return has_addresses;
}

/* The addresses of a list, cut wherever a function begins or ends. */
struct places {
	uint64_t *edges; /* where each place begins; it goes on up to the next one */
	size_t count;
	/* the number of the function that has each, or that of all functions: none */
	size_t *owners;
	size_t *next; /* for each place it, or one up to which all have an owner */
};

static uint64_t last_address(const struct symbol *symbol)
{
	return symbol->size - 1 > UINT64_MAX - symbol->start ?
	       UINT64_MAX : symbol->start + symbol->size - 1;
}

static int compare_edges(const void *left, const void *right)
{
	uint64_t one = *(const uint64_t *)left, other = *(const uint64_t *)right;

	return (one > other) - (one < other);
}

static void cut(struct places *places, const struct symbol_table *table)
{
	uint64_t *edges = resize(NULL, 2 * table->count, sizeof(*edges));
	size_t count = 0, i;

	for (i = 0; i < table->count; i++) {
		edges[count++] = table->symbols[i].start;
		if (last_address(&table->symbols[i]) < UINT64_MAX)
			edges[count++] = last_address(&table->symbols[i]) + 1;
	}
	qsort(edges, count, sizeof(*edges), compare_edges);
	for (i = 0; i < count; i++)
		if (!i || edges[i] != edges[places->count - 1])
			edges[places->count++] = edges[i];
	places->edges = edges;
	places->owners = resize(NULL, places->count, sizeof(*places->owners));
	places->next = resize(NULL, places->count + 1, sizeof(*places->next));
	for (i = 0; i <= places->count; i++)
		places->next[i] = i;
	for (i = 0; i < places->count; i++)
		places->owners[i] = table->count;
}

static size_t find_edge(const struct places *places, uint64_t address)
{
	const uint64_t *found = bsearch(&address, places->edges, places->count,
					sizeof(*found), compare_edges);

	return found - places->edges;
}

/* The first place from this one on that has no owner; the way there becomes short. */
static size_t find_free(struct places *places, size_t place)
{
	size_t end = place, after;

	while (places->next[end] != end)
		end = places->next[end];
	for (; place != end; place = after) {
		after = places->next[place];
		places->next[place] = end;
	}
	return end;
}

/* A place that a function has is never another one's. */
static void take_places(struct places *places, const struct symbol *symbol, size_t number)
{
	size_t place = find_free(places, find_edge(places, symbol->start));

	while (place < places->count && places->edges[place] <= last_address(symbol)) {
		places->owners[place] = number;
		places->next[place] = place + 1;
		place = find_free(places, place);
	}
}

/* Cut what is listed to what no later line has. */
static void keep_latest(struct symbol_table *table)
{
	struct symbol_table kept = { 0 };
	struct places places = { 0 };
	size_t i, owner;

	cut(&places, table);
	for (i = table->count; i--;)
		take_places(&places, &table->symbols[i], i);
	for (i = 0; i < places.count; i++) {
		struct symbol part;
		uint64_t last, end;

		owner = places.owners[i];
		if (owner == table->count)
			continue;
		part = table->symbols[owner];
		last = last_address(&part);
		part.start = places.edges[i];
		while (i + 1 < places.count && places.owners[i + 1] == owner)
			i++;
		end = i + 1 < places.count ? places.edges[i + 1] : last + 1;
		part.size = end - part.start;
		part.name = copy_text(part.name);
		part.module = copy_text(part.module);
		symbol_table_add(&kept, &part);
	}
	free(places.edges);
	free(places.owners);
	free(places.next);
	symbol_table_free(table);
	*table = kept;
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
		/* a name that is cut is better than that of an older line */
		if (state == LINES_NUL || !*rest ||
		    number_read(start, 16, UINT64_MAX, &symbol.start) ||
		    number_read(size, 16, UINT64_MAX, &symbol.size) || !symbol.size)
			continue;
		symbol.name = copy_text(rest);
		symbol.module = copy_text(module);
		symbol_table_add(table, &symbol);
	}
	if (table->count)
		keep_latest(table);
}

/* An ELF file that is in memory, and has dynamic symbols. */

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

bool vdso_is_ours(uint64_t start, uint64_t length)
{
	unsigned long ours = getauxval(AT_SYSINFO_EHDR);

	return (start > UINT32_MAX) == (ours > UINT32_MAX) && length == mapped_size(ours);
}

#ifdef HAVE_LIBDW
#include <gelf.h>

/* Functions have types: FUNC, and NOTYPE where they are assembly. */
static void add_symbols(struct symbol_table *table, Elf *elf, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Shdr header, code;
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
		/* one without a size goes on up to the next one, and no further than this */
		if (!symbol.size && gelf_getshdr(elf_getscn(elf, found.st_shndx), &code))
			symbol.size = code.sh_addr + code.sh_size - symbol.start;
		symbol.name = copy_text(name);
		symbol.module = copy_text(VDSO_NAME);
		symbol_table_add(table, &symbol);
	}
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
