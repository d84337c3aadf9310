// SPDX-License-Identifier: GPL-2.0
/*
 * A name is of the code that ran: memory that is of no file has names only from the list of the
 * program that made code there, and a file only while it is known to be the one that was mapped.
 */
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt_samples.h>

#include "base/memory.h"
#include "base/message.h"
#include "symbols/symbol_table.h"
#include "mapped_files.h"
#include "modules.h"
#include "passing_names.h"

/* Where nothing is known to have been mapped. */
#define UNKNOWN_NAME	"[unknown]"

enum kind {
	KIND_UNKNOWN,	/* it has no sample yet */
	KIND_FILE,	/* a program or a library */
	KIND_NO_PROGRAM,/* another file, or one that cannot be had any more */
	KIND_MEMORY,	/* of no file */
};

/* What was found of a module. */
struct known {
	enum kind kind;
	bool is_said; /* was it said that its code may have been moved? */
};

struct modules {
	struct samples *samples; /* the run */
	struct address_spaces *spaces; /* what was in memory */
	const struct processes *processes; /* what is known of its processes */
	struct known *known; /* of modules, by their numbers */
	size_t known_count;
	size_t kernel; /* the number of the kernel's, or SIZE_MAX */
	uint64_t vdso_start; /* where the vdso was that was compared last */
	uint64_t vdso_length; /* its bytes */
	bool vdso_is_ours; /* is it like this tool's own? */
};

static struct sample_module *module_of(const struct modules *modules, size_t number)
{
	return &modules->samples->modules[number];
}

/* Memory that the kernel calls by the path of a file which nobody can open. */
static bool is_memory(const char *path)
{
	static const char *const begins[] = {
		"//anon", "/dev/zero", "/anon_hugepage", "/memfd:", "/SYSV",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(begins); i++)
		if (!strncmp(path, begins[i], strlen(begins[i])))
			return true;
	return *path != '/';
}

static struct known *find_known(struct modules *modules, size_t number)
{
	struct sample_module *module = module_of(modules, number);
	struct known *known;

	while (modules->known_count <= number) {
		modules->known = grow(modules->known, modules->known_count, sizeof(*known));
		modules->known[modules->known_count++] = (struct known){ 0 };
	}
	known = &modules->known[number];
	if (known->kind)
		return known;
	if (module->file < 0 && is_memory(module->path))
		known->kind = KIND_MEMORY;
	else if (mapped_file_is_program(module))
		known->kind = KIND_FILE;
	else
		known->kind = KIND_NO_PROGRAM;
	return known;
}

static enum kind find_kind(struct modules *modules, size_t number)
{
	return find_known(modules, number)->kind;
}

/* The file's place that is at the address if the mapping is there. */
static void put_in_file(struct sample *sample, const struct space_change *mapping)
{
	sample->module = mapping->module;
	sample->address += mapping->offset - mapping->start;
}

/* The file that was mapped where memory is now, or NULL. */
static const struct space_change *find_below(struct modules *modules,
					     const struct sample *sample,
					     const struct space_change *mapping)
{
	do
		mapping = address_spaces_below(modules->spaces, sample->pid, sample->address,
					       mapping);
	while (mapping && find_kind(modules, mapping->module) == KIND_MEMORY);
	return mapping;
}

/* Is a module the program that a process runs: the first file that was mapped for it? */
static bool is_program(struct modules *modules, uint32_t pid, size_t module)
{
	const struct space *space = address_spaces_of(modules->spaces, pid);
	size_t i;

	/* where the stack is executable, that comes before */
	for (i = 0; i < space->count; i++)
		if (find_kind(modules, space->mappings[i].module) != KIND_MEMORY)
			return space->mappings[i].module == module;
	return false;
}

/*
 * A program can move its own text to large pages: it copies it to memory, which it maps over
 * it.  Nobody unmaps the program that runs to put something else there; a library may have been
 * unloaded.  Returns the text, or NULL.
 */
static const struct space_change *find_moved(struct modules *modules,
					     const struct sample *sample,
					     const struct space_change *mapping)
{
	const struct space_change *text = find_below(modules, sample, mapping);
	struct known *known;

	if (!text || find_kind(modules, text->module) != KIND_FILE)
		return NULL;
	if (is_program(modules, sample->pid, text->module) &&
	    mapping->start >= text->start &&
	    mapping->start - text->start + mapping->length <= text->length)
		return text;
	known = find_known(modules, text->module);
	if (!known->is_said)
		note("%s: memory is where it was mapped: %s",
		     module_of(modules, text->module)->path,
		     "whether its code was moved there is not known, so that has no names");
	known->is_said = true;
	return NULL;
}

/* Memory that is not named is [anon], [heap], [memfd:name] and the like. */
static size_t find_memory(struct modules *modules, const char *path)
{
	const char *end = strstr(path, " (deleted)");
	size_t module;
	char *name;

	if (*path == '[')
		return samples_module(modules->samples, path, "");
	if (!strncmp(path, "//anon", strlen("//anon")))
		return samples_module(modules->samples, "[anon]", "");
	name = formatted("[%.*s]", (int)(end ? end - path : (long)strlen(path)) - 1, path + 1);
	module = samples_module(modules->samples, name, "");
	free(name);
	return module;
}

/* What it is if its program has no name for it, and where it is there. */
static void put_below(struct modules *modules, struct sample *sample,
		      const struct space_change *mapping)
{
	const struct space_change *text;

	if (!mapping) {
		sample->module = samples_module(modules->samples, UNKNOWN_NAME, "");
	} else if (find_kind(modules, mapping->module) == KIND_NO_PROGRAM) {
		put_in_file(sample, mapping);
	} else {
		text = find_moved(modules, sample, mapping);
		if (text)
			put_in_file(sample, text);
		else
			sample->module = find_memory(modules,
						     module_of(modules, mapping->module)->path);
	}
}

/*
 * Which names its program has for it is known when that has ended: till then it is of a module
 * of its own.
 */
static void put_in_memory(struct modules *modules, struct sample *sample,
			  const struct space_change *mapping)
{
	const struct space *space = address_spaces_of(modules->spaces, sample->pid);
	const uint64_t began = space ? space->began : 0;
	struct sample below = *sample;
	struct sample_module *module;
	uint64_t shift;
	size_t i;

	put_below(modules, &below, mapping);
	shift = below.address - sample->address;
	for (i = modules->samples->module_count; i--; ) {
		module = module_of(modules, i);
		if (module->process == sample->pid && module->began == began &&
		    module->below == below.module && module->shift == shift) {
			sample->module = i;
			return;
		}
	}
	sample->module = modules->samples->module_count;
	module = samples_add_module(modules->samples, module_of(modules, below.module)->path, "");
	module->process = sample->pid;
	module->began = began;
	module->below = below.module;
	module->shift = shift;
}

/* Names are those of this tool's own vdso. */
static void put_in_vdso(struct modules *modules, struct sample *sample,
			const struct space_change *mapping)
{
	put_in_file(sample, mapping);
	if (modules->vdso_start != mapping->start || modules->vdso_length != mapping->length) {
		modules->vdso_start = mapping->start;
		modules->vdso_length = mapping->length;
		modules->vdso_is_ours = vdso_is_ours(mapping->start, mapping->length);
	}
	if (!modules->vdso_is_ours)
		sample->module = samples_module(modules->samples, mapping->start > UINT32_MAX ?
						"[vdso64]" : "[vdso32]", "");
}

void modules_place(struct modules *modules, struct sample *sample)
{
	const bool is_there = address_spaces_go_to(modules->spaces, sample->time);
	const struct space *space = is_there ? address_spaces_of(modules->spaces, sample->pid) :
					       NULL;
	const struct space_change *mapping;

	sample->program = space ? space->program : 0;
	if (!(sample->flags & PERFCNT_SAMPLE_USER)) {
		if (modules->kernel == SIZE_MAX)
			modules->kernel = samples_module(modules->samples, KERNEL_NAME, "");
		sample->module = modules->kernel;
		return;
	}
	if (sample->flags & PERFCNT_SAMPLE_ISA)
		sample->address &= ~1ull;
	if (!is_there) {
		sample->module = samples_module(modules->samples, UNKNOWN_NAME, "");
		return;
	}
	mapping = address_spaces_find(modules->spaces, sample->pid, sample->address);
	if (mapping && !strcmp(module_of(modules, mapping->module)->path, VDSO_NAME))
		put_in_vdso(modules, sample, mapping);
	else if (mapping && find_kind(modules, mapping->module) == KIND_FILE)
		put_in_file(sample, mapping);
	else
		put_in_memory(modules, sample, mapping);
}

struct modules *modules_open(struct samples *samples, struct address_spaces *spaces,
			     const struct processes *processes)
{
	struct modules *modules = zeros(1, sizeof(*modules));

	modules->samples = samples;
	modules->spaces = spaces;
	modules->processes = processes;
	modules->kernel = SIZE_MAX;
	return modules;
}

/* Of memory: what its program has for it, or else what it is. */
static void name_made(struct modules *modules, struct passing_names *names,
		      struct sample *sample)
{
	const struct sample_module *module = module_of(modules, sample->module);
	const uint64_t shift = module->shift;
	const size_t below = module->below;

	if (passing_names_made(names, sample))
		return;
	sample->module = below;
	sample->address += shift;
	module = module_of(modules, below);
	if (*module->path == '[' && strcmp(module->path, UNKNOWN_NAME))
		passing_names_miss(names, sample);
}

/* Find the name of an address for which that had to wait, and where it is. */
static void name(struct modules *modules, struct passing_names *names,
		 const struct sample_spot *spot)
{
	const struct sample_module *module = module_of(modules, spot->module);
	struct sample sample = {
		.time = module->began, .address = spot->address, .pid = module->process,
		.flags = spot->flags, .module = spot->module,
	};

	if (module->process)
		name_made(modules, names, &sample);
	else if (spot->module == modules->kernel || !strcmp(module->path, VDSO_NAME))
		passing_names_listed(names, &sample);
	if (sample.module != spot->module)
		samples_move(modules->samples, &(struct sample_move){
			spot->module, spot->address, sample.module, sample.address });
}

void modules_close(struct modules *modules)
{
	struct samples *samples = modules->samples;
	struct passing_names *names;
	size_t i;

	address_spaces_sort(modules->spaces);
	address_spaces_go_to(modules->spaces, UINT64_MAX);
	for (i = 0; i < modules->known_count; i++)
		if (modules->known[i].kind == KIND_FILE)
			mapped_file_settle(module_of(modules, i));
	samples_settle(samples);
	names = passing_names_open(samples, modules->processes, modules->spaces);
	for (i = 0; i < samples->spot_count; i++)
		if (!i || samples->spots[i].module != samples->spots[i - 1].module ||
		    samples->spots[i].address != samples->spots[i - 1].address)
			name(modules, names, &samples->spots[i]);
	passing_names_close(names);
	samples_settle(samples);
	free(modules->known);
	free(modules);
}
