// SPDX-License-Identifier: GPL-2.0
/* An address of a module is looked up once. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt_samples.h>

#include "base/memory.h"
#include "base/message.h"
#include "session/command.h"
#include "symbols/code.h"
#include "symbols/decoder.h"
#include "symbols/elf_file.h"
#include "mapped_files.h"
#include "names.h"

/* The places of all spots. */
struct names {
	const struct samples *samples; /* the run */
	struct elf_file **files; /* for each module its file, or NULL if it has none */
	struct sources *sources; /* the lines of the places */
	struct codes *codes; /* the instructions of their functions, or NULL */
	struct place *places; /* for each spot its place */
};

static const char *last_part(const char *path)
{
	const char *slash = *path == '/' ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

/* The instruction at the place, and those around it. */
static void look_up_code(const struct names *names, struct elf_file *file, bool is_short,
			 struct place *place)
{
	const struct place_code *code = codes_find(names->codes, file, place, is_short);
	size_t i;

	place->code = code;
	for (i = 0; code && i < code->count; i++)
		if (code->places[i].address == place->address) {
			place->instruction = code->places[i].instruction;
			place->is_slot = code->places[i].is_slot;
		}
}

/* The function of a module that has no file. */
static void look_up_symbol(const struct names *names, const struct sample_spot *spot,
			   struct place *place)
{
	const struct sample_symbol *symbol =
		samples_find_symbol(names->samples, spot->module, spot->address);

	if (!symbol)
		return;
	place->function = symbol->name;
	place->start = symbol->start;
}

static void look_up(const struct names *names, const struct sample_spot *spot,
		    struct place *place)
{
	const struct sample_module *module = &names->samples->modules[spot->module];
	struct elf_file *file = names->files[spot->module];
	bool is_short = spot->flags & PERFCNT_SAMPLE_ISA;
	uint64_t address;

	*place = (struct place){
		.module = last_part(module->path),
		.function = PLACE_UNKNOWN,
		.address = spot->address,
	};
	if (command_interrupted())
		return;
	if (!file)
		look_up_symbol(names, spot, place);
	if (!file || !elf_file_address(file, spot->address, &address))
		return;
	elf_file_place(file, address, is_short, place);
	elf_file_inlined(file, place);
	if (place->line_file && place->line)
		place->statement = sources_line(names->sources, place->line_file,
						place->line);
	if (names->codes && place->start)
		look_up_code(names, file, is_short, place);
}

/* Of the same code there can be several: of several events, or modes. */
static void look_up_all(struct names *names)
{
	const struct sample_spot *spot = names->samples->spots;
	struct place *place = names->places;
	size_t i;

	for (i = 0; i < names->samples->spot_count; i++, spot++, place++)
		if (i && spot->module == spot[-1].module && spot->address == spot[-1].address)
			*place = place[-1];
		else
			look_up(names, spot, place);
}

/* Can a machine, which is the last word of what describes it, run a program that is for this? */
static bool is_for(const char *description, unsigned int program)
{
	static const struct {
		const char *machine;
		unsigned int programs[2];
	} known[] = {
		{ "x86_64", { EM_X86_64, EM_386 } }, { "i686", { EM_X86_64, EM_386 } },
		{ "i586", { EM_386, EM_386 } }, { "aarch64", { EM_AARCH64, EM_ARM } },
		{ "armv7l", { EM_AARCH64, EM_ARM } }, { "armv8l", { EM_AARCH64, EM_ARM } },
		{ "mips", { EM_MIPS, EM_MIPS } }, { "mips64", { EM_MIPS, EM_MIPS } },
	};
	const char *blank = strrchr(description, ' ');
	size_t i;

	for (i = 0; blank && i < ARRAY_SIZE(known); i++)
		if (!strcmp(blank + 1, known[i].machine))
			return program == known[i].programs[0] ||
			       program == known[i].programs[1];
	return true;
}

/* The file of a module, or NULL: it is said why. */
static struct elf_file *open_file(const struct samples *samples,
				  struct sample_module *module, const char *root)
{
	char *path = formatted("%s%s", *root ? root : module->root &&
			       strcmp(module->root, "/") ? module->root : "", module->path);
	const char *why;
	int file = mapped_file_open(module, root, &why);
	struct elf_file *elf = NULL;

	if (file >= 0) {
		elf = elf_file_open(path, file, module->build_id);
		if (elf && !is_for(samples->machine, elf_file_machine(elf))) {
			elf_file_close(elf);
			elf = NULL;
			why = "it is a program for another machine";
		}
	}
	if (why)
		say("%s: %s; its functions have no names", path, why);
	free(path);
	return elf;
}

/* Those that have samples. */
static void open_files(struct names *names, const char *root)
{
	const struct samples *samples = names->samples;
	bool *has_samples = zeros(samples->module_count + 1, sizeof(*has_samples));
	size_t i;

	for (i = 0; i < samples->spot_count; i++)
		has_samples[samples->spots[i].module] = true;
	for (i = 0; i < samples->module_count; i++)
		if (has_samples[i] && *samples->modules[i].path == '/' &&
		    samples->modules[i].path[1] != '/')
			names->files[i] = open_file(samples, &samples->modules[i],
						    root);
	free(has_samples);
}

struct names *names_open(const struct samples *samples, const char *root, bool with_code)
{
	struct names *names = zeros(1, sizeof(*names));

	names->samples = samples;
	names->sources = sources_new();
	names->files = zeros(samples->module_count, sizeof(*names->files));
	names->places = zeros(samples->spot_count, sizeof(*names->places));
	if (with_code)
		names->codes = codes_new(names->sources);
	if (!elf_file_is_possible())
		note("functions have no names: pc_profile was built without libdw");
	else if (with_code && !decoder_is_possible())
		note("instructions are numbers: pc_profile was built without capstone");
	if (elf_file_is_possible())
		open_files(names, root);
	look_up_all(names);
	return names;
}

void names_close(struct names *names)
{
	size_t i;

	for (i = 0; i < names->samples->module_count; i++)
		if (names->files[i])
			elf_file_close(names->files[i]);
	codes_free(names->codes);
	sources_free(names->sources);
	free(names->files);
	free(names->places);
	free(names);
}

const struct place *names_places(const struct names *names)
{
	return names->places;
}
