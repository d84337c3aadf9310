// SPDX-License-Identifier: GPL-2.0
/* Names from lists, and of the vdso. */
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>

#include <elfutils/libdwfl.h>

#include "profile/samples.h"
#include "symbols/demangle.h"
#include "symbols/edges.h"
#include "symbols/elf_file.h"
#include "symbols/symbol_table.h"
#include "unit.h"

FIXTURE(symbols) {
	struct symbol_table table;
};

FIXTURE_SETUP(symbols)
{
	memset(&self->table, 0, sizeof(self->table));
}

FIXTURE_TEARDOWN(symbols)
{
	symbol_table_free(&self->table);
}

static FILE *text(const char *words)
{
	return fmemopen((char *)words, strlen(words), "r");
}

static const char *name_at(const struct symbol_table *table, uint64_t address)
{
	const struct symbol *symbol = symbol_table_find(table, address);

	return symbol ? symbol->name : "";
}

/* In any order; what is data ends a function; names of one address have an order. */
TEST_F(symbols, kernel)
{
	FILE *file = text("ffffffff80002000 T later\n"
			  "ffffffff80001000 t a_local_one\n"
			  "ffffffff80001000 T first_of_all\n"
			  "ffffffff80001000 T first\n"
			  "ffffffff80001800 $x\n"
			  "ffffffff80001800 t $x\n"
			  "this is nothing\n"
			  "ffffffff80003000 D data\n"
			  "ffffffffc0000000 t added\t[module]\n");

	EXPECT_TRUE(listed_symbols_kernel(&self->table, file));
	fclose(file);
	EXPECT_STREQ("", name_at(&self->table, 0xffffffff80000fff));
	EXPECT_STREQ("first", name_at(&self->table, 0xffffffff80001000));
	EXPECT_STREQ("first", name_at(&self->table, 0xffffffff80001fff));
	EXPECT_STREQ("later", name_at(&self->table, 0xffffffff80002000));
	EXPECT_STREQ("", name_at(&self->table, 0xffffffff80003000));
	EXPECT_STREQ("added", name_at(&self->table, 0xffffffffc0000010));
	EXPECT_STREQ("[module]",
		     symbol_table_find(&self->table, 0xffffffffc0000000)->module);
	EXPECT_STREQ("[kernel]",
		     symbol_table_find(&self->table, 0xffffffff80001000)->module);
}

/*
 * The list has no sizes.  Between modules can be code that it does not have, as that of BPF: the
 * last function of each goes no further than its page.
 */
TEST_F(symbols, kernel_has_gaps)
{
	FILE *file = text("ffffffff80001000 T last_of_the_kernel\n"
			  "ffffffffc0000000 t first_of_one\t[one]\n"
			  "ffffffffc0200000 t last_of_one\t[one]\n"
			  "ffffffffc0200000 t its_other_name\t[one]\n"
			  "ffffffffc0400000 t last_of_all\t[other]\n");

	EXPECT_TRUE(listed_symbols_kernel(&self->table, file));
	fclose(file);
	EXPECT_STREQ("last_of_the_kernel", name_at(&self->table, 0xffffffff80001fff));
	EXPECT_STREQ("", name_at(&self->table, 0xffffffff80100000));
	EXPECT_STREQ("first_of_one", name_at(&self->table, 0xffffffffc01fffff));
	EXPECT_STREQ("last_of_one", name_at(&self->table, 0xffffffffc0200fff));
	EXPECT_STREQ("", name_at(&self->table, 0xffffffffc0300000));
	EXPECT_STREQ("last_of_all", name_at(&self->table, 0xffffffffc0400fff));
	EXPECT_STREQ("", name_at(&self->table, 0xffffffffc0500000));
}

/* What an unprivileged reader gets. */
TEST_F(symbols, zeros)
{
	FILE *file = text("0000000000000000 T first\n0000000000000000 t second\n");

	EXPECT_FALSE(listed_symbols_kernel(&self->table, file));
	fclose(file);
}

/* A name may have blanks; what cannot be understood is left out. */
TEST_F(symbols, program)
{
	FILE *file = text("1000 20 void made(int, int)\n0x2000 0x10 other\n3000 0 empty\n"
			  "x 10 wrong\n4000\n5000 10\n");

	listed_symbols_program(&self->table, file, "perf-1.map");
	fclose(file);
	EXPECT_EQ(2, self->table.count);
	EXPECT_STREQ("void made(int, int)", name_at(&self->table, 0x101f));
	EXPECT_STREQ("", name_at(&self->table, 0x1020));
	EXPECT_STREQ("other", name_at(&self->table, 0x2000));
	EXPECT_STREQ("perf-1.map", symbol_table_find(&self->table, 0x2000)->module);
}

/*
 * Code is made where other code was: what is listed later has the addresses. What it leaves
 * of the earlier one keeps that one's name, and neither the order of the addresses nor the
 * length of a name or a function means anything.
 */
TEST_F(symbols, program_uses_addresses_again)
{
	FILE *file = text("1000 10 old\n1000 10 of_the_same_place\n"
			  "2010 10 dead\n2000 30 over_all_of_it\n"
			  "3000 100 around\n3040 10 in_the_middle\n"
			  "4000 20 before\n3ff0 18 over_its_begin\n"
			  "5000 20 after\n5018 20 over_its_end\n"
			  "6000 10 first\n6000 20 second\n6000 8 third\n"
			  "fffffffffffffff0 20 past_the_end\n");
	static const struct {
		uint64_t address;
		const char *name;
	} wanted[] = {
		{ 0x1000, "of_the_same_place" }, { 0x100f, "of_the_same_place" },
		{ 0x1010, "" },
		{ 0x2000, "over_all_of_it" }, { 0x2010, "over_all_of_it" },
		{ 0x202f, "over_all_of_it" }, { 0x2030, "" },
		{ 0x3000, "around" }, { 0x303f, "around" }, { 0x3040, "in_the_middle" },
		{ 0x304f, "in_the_middle" }, { 0x3050, "around" }, { 0x30ff, "around" },
		{ 0x3fef, "" }, { 0x3ff0, "over_its_begin" }, { 0x4007, "over_its_begin" },
		{ 0x4008, "before" }, { 0x401f, "before" }, { 0x4020, "" },
		{ 0x5017, "after" }, { 0x5018, "over_its_end" }, { 0x5037, "over_its_end" },
		{ 0x6007, "third" }, { 0x6008, "second" }, { 0x601f, "second" },
		{ 0xfffffffffffffff0, "past_the_end" }, { UINT64_MAX, "past_the_end" },
	};
	unsigned int i;

	listed_symbols_program(&self->table, file, "perf-1.map");
	fclose(file);
	for (i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		EXPECT_STREQ(wanted[i].name, name_at(&self->table, wanted[i].address))
			TH_LOG("at %llx", (unsigned long long)wanted[i].address);
	}
}

/* A line that is too long, or has no end yet, is later than others, too. */
TEST_F(symbols, program_with_lines_that_are_cut)
{
	char lines[6000] = "1000 10 old\n2000 10 old\n1000 10 ";
	size_t length = strlen(lines);
	FILE *file;

	memset(lines + length, 'x', 5000);
	strcpy(lines + length + 5000, "\n2000 10 ne");
	file = text(lines);
	listed_symbols_program(&self->table, file, "perf-1.map");
	fclose(file);
	EXPECT_EQ('x', *name_at(&self->table, 0x1000));
	EXPECT_STREQ("ne", name_at(&self->table, 0x2000));
}

/* Each machine that has a vdso can tell the time with it. */
TEST_F(symbols, vdso)
{
	unsigned int i, found = 0;

	vdso_symbols(&self->table);
	if (!self->table.count)
		SKIP(return, "there is no vdso");
	for (i = 0; i < self->table.count; i++) {
		found += !!strstr(self->table.symbols[i].name, "gettime");
		EXPECT_NE(0, self->table.symbols[i].size);
	}
	EXPECT_TRUE(found);
	EXPECT_STREQ(VDSO_NAME, self->table.symbols->module);
}

/* libdwfl's handle of the program itself, where it was linked for. */
static Dwfl_Module *report_self(Dwfl **dwfl)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
	};
	Dwfl_Module *module;

	*dwfl = dwfl_begin(&callbacks);
	dwfl_report_begin(*dwfl);
	module = dwfl_report_elf(*dwfl, "self", "/proc/self/exe", -1, 0, true);
	dwfl_report_end(*dwfl, NULL, NULL);
	return module;
}

/* The linker puts this before libdwfl's own: a search looks through all symbols. */
static unsigned int searches;

typeof(dwfl_module_addrinfo) __real_dwfl_module_addrinfo;

const char *__wrap_dwfl_module_addrinfo(Dwfl_Module *module, GElf_Addr address,
					GElf_Off *inside, GElf_Sym *symbol,
					GElf_Word *section, Elf **elf, Dwarf_Addr *bias)
{
	searches++;
	return __real_dwfl_module_addrinfo(module, address, inside, symbol, section, elf,
					   bias);
}

/* Each address of its code, and those at all edges: *count of them. */
static GElf_Addr *addresses(Dwfl_Module *module, const struct edges *edges, size_t *count)
{
	GElf_Phdr code = { 0 };
	GElf_Addr bias, *at;
	size_t i;
	Elf *elf;

	elf = dwfl_module_getelf(module, &bias);
	for (i = 0; gelf_getphdr(elf, i, &code); i++)
		if (code.p_type == PT_LOAD && code.p_flags & PF_X)
			break;
	*count = code.p_memsz + 3 * edges->count;
	at = calloc(*count, sizeof(*at));
	for (i = 0; at && i < code.p_memsz; i++)
		at[i] = code.p_vaddr + bias + i;
	for (i = 0; at && i < 3 * edges->count; i++)
		at[code.p_memsz + i] = edges->at[i / 3] + i % 3 - 1;
	return at;
}

/*
 * What is remembered between two edges is right: libdwfl says the same of each address,
 * and is asked at most once, in whatever order the addresses come; not at all for
 * functions that lie beside each other.
 */
TEST_F(symbols, of_a_file)
{
	struct elf_file *file = elf_file_open("self", open("/proc/self/exe", O_RDONLY), "");
	const char *name, *wanted;
	unsigned int found = 0;
	struct edges edges;
	Dwfl_Module *module;
	uint64_t begins;
	GElf_Sym symbol;
	GElf_Off inside;
	size_t i, count;
	GElf_Addr *at;
	Dwfl *dwfl;

	module = report_self(&dwfl);
	ASSERT_NE(NULL, file);
	ASSERT_NE(NULL, module);
	edges_take(&edges, module);
	ASSERT_LT(100, edges.count);
	at = addresses(module, &edges, &count);
	ASSERT_NE(NULL, at);
	for (i = 0; i < count; i++) {
		wanted = __real_dwfl_module_addrinfo(module, at[i], &inside, &symbol,
						     NULL, NULL, NULL);
		name = elf_file_symbol(file, at[i], &begins);
		if (!wanted && name && strstr(name, "@plt"))
			continue; /* that of a symbol of another file */
		ASSERT_STREQ(wanted ? wanted : "", name ? name : "");
		if (wanted)
			ASSERT_EQ(at[i] - inside, begins);
		found += !!wanted;
	}
	EXPECT_LT(1000, found);
	EXPECT_LT(0, searches);
	EXPECT_GE(edges.count / 2, searches)
		TH_LOG("%u searches, %zu edges", searches, edges.count);
	searches = 0;
	for (i = 0; i < count; i++)
		elf_file_symbol(file, at[i], &begins);
	EXPECT_EQ(0, searches);
	EXPECT_GT(edges.count, edges_below(&edges, at[0]));
	EXPECT_EQ(edges.count, edges_below(&edges, UINT64_MAX));
	free(at);
	edges_free(&edges);
	dwfl_end(dwfl);
	elf_file_close(file);
}

/* A function of a type that has the type before it twice, so many times over. */
static void write_cplus(char *out, unsigned int levels)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	unsigned int i;

	out = stpcpy(out, "_Z4workI1P");
	for (i = 1; i < levels; i++)
		out = stpcpy(out, "IS0_");
	out = stpcpy(out, "I1XS1_E");
	for (i = 1; i < levels; i++)
		out += sprintf(out, "S%c_E", digits[i + 1]);
	strcpy(out, "EvT_");
}

static char *number(char *out, unsigned int value)
{
	static const char digits[] =
		"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	if (value > 62)
		*out++ = digits[(value - 1) / 62];
	if (value)
		*out++ = digits[(value - 1) % 62];
	*out++ = '_';
	*out = '\0';
	return out;
}

/* The same in Rust, of a type that is called goedel, with an umlaut. */
static void write_rust(char *out, unsigned int levels)
{
	static const char begin[] = "_RINvC1a4work", type[] = "NtC1au8gdel_5qa";
	unsigned int i;

	out = stpcpy(out, begin);
	for (i = 0; i < levels; i++)
		*out++ = 'T';
	out = stpcpy(out, type);
	for (i = levels; i; i--) {
		*out++ = 'B';
		out = stpcpy(number(out, sizeof(begin) - 1 - 2 + i), "E");
	}
	strcpy(out, "E");
}

/* A name of 2^levels parts, or the linker's where that would be too long. */
TEST_F(symbols, name_has_a_bound)
{
	void (*const write[])(char *out, unsigned int levels) = { write_cplus, write_rust };
	static const char *const small[] = {
		"work<P<X, X> >", "a::work::<(a::g\303\266del, a::g\303\266del)>",
	};
	char name[1024], *text;
	unsigned int i, levels;

	for (i = 0; i < 2; i++) {
		write[i](name, 1);
		text = demangled(name, false);
		EXPECT_STREQ(small[i], text);
		free(text);
		for (levels = 10; levels < 34; levels++) {
			write[i](name, levels);
			text = demangled(name, levels % 2);
			EXPECT_STREQ(name, text);
			free(text);
		}
	}
}

/* Those that differ by their parameters alone, whatever else has such a name. */
TEST_F(symbols, overloads)
{
	static const char *const names[] = {
		"_Z5twicei", "_Z5twiced", "_Z4oncei", "_ZN1A3addEi", "_ZN1B3addEd",
		"_ZN1CC1Ev", "_ZN1CC2Ev", "twice", "_ZN1DC1Ei", "_ZN1DC2Ed",
	};
	struct overloads overloads = { 0 };
	unsigned int i;
	char *text;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		overloads_add(&overloads, names[i]);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		EXPECT_EQ(i < 2 || i > 7, overloads_has(&overloads, names[i]))
			TH_LOG("%s", names[i]);
	EXPECT_TRUE(overloads_has(&overloads, "_Z4onced"));
	overloads_free(&overloads);
	text = demangled(names[0], true);
	EXPECT_STREQ("twice(int)", text);
	free(text);
}

/* What is no name of C++ or Rust is cut between two characters. */
TEST_F(symbols, name_is_cut)
{
	char name[DEMANGLE_MOST + 2], *text;

	memset(name, 'a', sizeof(name));
	name[DEMANGLE_MOST] = '\0';
	text = demangled(name, false);
	EXPECT_STREQ(name, text);
	free(text);
	name[DEMANGLE_MOST] = 'a';
	name[DEMANGLE_MOST + 1] = '\0';
	memcpy(name + DEMANGLE_MOST - 4, "\303\266", 2);
	text = demangled(name, false);
	EXPECT_EQ(DEMANGLE_MOST - 1, strlen(text));
	EXPECT_STREQ("a...", text + DEMANGLE_MOST - 5);
	free(text);
}

/* Up to the last address that was named, and no further. */
TEST_F(symbols, of_samples)
{
	struct samples samples = { 0 };
	const size_t one = samples_module(&samples, "[kernel]", "");
	const size_t other = samples_module(&samples, "[module]", "");

	samples_add_symbol(&samples, one, 0x1000, 0x1010, "first");
	samples_add_symbol(&samples, one, 0x1000, 0x1008, "first");
	samples_add_symbol(&samples, other, 0x1000, 0x1000, "second");
	samples_sort_symbols(&samples);
	EXPECT_EQ(2, samples.symbol_count);
	EXPECT_STREQ("first", samples_find_symbol(&samples, one, 0x1010)->name);
	EXPECT_EQ(NULL, samples_find_symbol(&samples, one, 0x1011));
	EXPECT_STREQ("second", samples_find_symbol(&samples, other, 0x1000)->name);
	EXPECT_EQ(NULL, samples_find_symbol(&samples, other, 0xfff));
	samples_free(&samples);
}

/* One that lies in another hides only its own addresses. */
TEST_F(symbols, of_samples_overlap)
{
	struct samples samples = { 0 };
	const size_t module = samples_module(&samples, "[kernel]", "");

	samples_add_symbol(&samples, module, 0x1040, 0x1050, "inner");
	samples_add_symbol(&samples, module, 0x1000, 0x10ff, "outer");
	samples_add_symbol(&samples, module, 0x2000, 0x2000, "after");
	samples_sort_symbols(&samples);
	EXPECT_STREQ("outer", samples_find_symbol(&samples, module, 0x1000)->name);
	EXPECT_STREQ("inner", samples_find_symbol(&samples, module, 0x1040)->name);
	EXPECT_STREQ("outer", samples_find_symbol(&samples, module, 0x1051)->name);
	EXPECT_EQ(NULL, samples_find_symbol(&samples, module, 0x1100));
	samples_free(&samples);
}

TEST_HARNESS_MAIN
