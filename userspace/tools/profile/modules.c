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
#include "session/command.h"
#include "symbols/symbol_table.h"
#include "mapped_files.h"
#include "modules.h"
#include "passing_names.h"

/* What is known of a module, beside what the run keeps. */
enum kind {
	KIND_UNKNOWN,	/* it has no sample yet */
	KIND_FILE,	/* a program or a library */
	KIND_NO_PROGRAM,/* another file, or one that cannot be had any more */
	KIND_MEMORY,	/* of no file */
};

/**
 * struct finder - the search
 * @samples: the run
 * @spaces: what was in memory
 * @names: of what is in no file
 * @kinds: for each module of a mapping what it is
 * @is_said: was it said that its code may have been moved?
 * @count: how many
 * @vdso_start: where the vdso was that was compared last
 * @vdso_length: its bytes
 * @vdso_is_ours: is it like this tool's own?
 */
struct finder {
	struct samples *samples;
	struct address_spaces *spaces;
	struct passing_names *names;
	unsigned char *kinds;
	bool *is_said;
	size_t count;
	uint64_t vdso_start;
	uint64_t vdso_length;
	bool vdso_is_ours;
};

static const char *path_of(const struct finder *finder, size_t module)
{
	return finder->samples->modules[module].path;
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

static enum kind find_kind(struct finder *finder, size_t number)
{
	struct sample_module *module = &finder->samples->modules[number];

	if (number >= finder->count)
		return KIND_MEMORY;
	if (finder->kinds[number])
		return finder->kinds[number];
	if (module->file < 0 && is_memory(module->path))
		finder->kinds[number] = KIND_MEMORY;
	else if (mapped_file_settle(module))
		finder->kinds[number] = KIND_FILE;
	else
		finder->kinds[number] = KIND_NO_PROGRAM;
	return finder->kinds[number];
}

/* The file's place that is at the address if the mapping is there. */
static void put_in_file(struct sample *sample, const struct space_change *mapping)
{
	sample->module = mapping->module;
	sample->address += mapping->offset - mapping->start;
}

/* The file that was mapped where memory is now, or NULL. */
static const struct space_change *find_below(struct finder *finder,
					     const struct sample *sample,
					     const struct space_change *mapping)
{
	do
		mapping = address_spaces_below(finder->spaces, sample->pid, sample->address,
					       mapping);
	while (mapping && find_kind(finder, mapping->module) == KIND_MEMORY);
	return mapping;
}

/* Is a module the program that a process runs: the first file that was mapped for it? */
static bool is_program(struct finder *finder, uint32_t pid, size_t module)
{
	const struct space *space = address_spaces_of(finder->spaces, pid);
	size_t i;

	/* where the stack is executable, that comes before */
	for (i = 0; i < space->count; i++)
		if (find_kind(finder, space->mappings[i].module) != KIND_MEMORY)
			return space->mappings[i].module == module;
	return false;
}

/*
 * A program can move its own text to large pages: it copies it to memory, which it maps over
 * it.  Nobody unmaps the program that runs to put something else there; a library may have been
 * unloaded.
 */
static bool find_moved(struct finder *finder, struct sample *sample,
		       const struct space_change *mapping)
{
	const struct space_change *text = find_below(finder, sample, mapping);

	if (!text || find_kind(finder, text->module) != KIND_FILE)
		return false;
	if (is_program(finder, sample->pid, text->module) &&
	    mapping->start >= text->start &&
	    mapping->start - text->start + mapping->length <= text->length) {
		put_in_file(sample, text);
		return true;
	}
	if (!finder->is_said[text->module])
		note("%s: memory is where it was mapped: %s", path_of(finder, text->module),
		     "whether its code was moved there is not known, so that has no names");
	finder->is_said[text->module] = true;
	return false;
}

/* What is not named is [anon], [heap], [memfd:name] and the like. */
static void put_in_memory(struct finder *finder, struct sample *sample, const char *path)
{
	const char *end = strstr(path, " (deleted)");
	char *name;

	if (*path == '[') {
		sample->module = samples_module(finder->samples, path, "");
	} else if (!strncmp(path, "//anon", strlen("//anon"))) {
		sample->module = samples_module(finder->samples, "[anon]", "");
	} else {
		name = formatted("[%.*s]", (int)(end ? end - path : (long)strlen(path)) - 1,
				 path + 1);
		sample->module = samples_module(finder->samples, name, "");
		free(name);
	}
}

static void find_in_memory(struct finder *finder, struct sample *sample,
			   const struct space_change *mapping)
{
	enum kind kind = find_kind(finder, mapping->module);
	const char *path = path_of(finder, mapping->module);

	if (passing_names_made(finder->names, sample))
		return;
	if (kind == KIND_NO_PROGRAM) {
		put_in_file(sample, mapping);
		return;
	}
	if (find_moved(finder, sample, mapping))
		return;
	put_in_memory(finder, sample, path);
	passing_names_miss(finder->names, sample);
}

/* Names are those of this tool's own vdso. */
static void find_in_vdso(struct finder *finder, struct sample *sample,
			 const struct space_change *mapping)
{
	put_in_file(sample, mapping);
	if (finder->vdso_start != mapping->start || finder->vdso_length != mapping->length) {
		finder->vdso_start = mapping->start;
		finder->vdso_length = mapping->length;
		finder->vdso_is_ours = vdso_is_ours(mapping->start, mapping->length);
	}
	if (finder->vdso_is_ours)
		passing_names_listed(finder->names, sample);
	else
		sample->module = samples_module(finder->samples, mapping->start > UINT32_MAX ?
						"[vdso64]" : "[vdso32]", "");
}

static void find_module(struct finder *finder, struct sample *sample)
{
	const struct space_change *mapping;

	address_spaces_go_to(finder->spaces, sample->time);
	if (!(sample->flags & PERFCNT_SAMPLE_USER)) {
		sample->module = samples_module(finder->samples, KERNEL_NAME, "");
		passing_names_listed(finder->names, sample);
		return;
	}
	if (sample->flags & PERFCNT_SAMPLE_ISA)
		sample->address &= ~1ull;
	mapping = address_spaces_find(finder->spaces, sample->pid, sample->address);
	if (!mapping) {
		if (passing_names_made(finder->names, sample))
			return;
		sample->module = samples_module(finder->samples, "[unknown]", "");
	} else if (!strcmp(path_of(finder, mapping->module), VDSO_NAME)) {
		find_in_vdso(finder, sample, mapping);
	} else if (find_kind(finder, mapping->module) == KIND_FILE) {
		put_in_file(sample, mapping);
	} else {
		find_in_memory(finder, sample, mapping);
	}
}

static int compare_times(const void *left, const void *right)
{
	const struct sample *one = left, *other = right;

	return (one->time > other->time) - (one->time < other->time);
}

void modules_find(struct samples *samples, struct address_spaces *spaces,
		  const struct processes *processes)
{
	struct finder finder = {
		.samples = samples, .spaces = spaces, .count = samples->module_count,
		.kinds = zeros(samples->module_count + 1, sizeof(*finder.kinds)),
		.is_said = zeros(samples->module_count + 1, sizeof(*finder.is_said)),
	};
	size_t i;

	address_spaces_sort(spaces);
	finder.names = passing_names_open(samples, processes, spaces);
	if (samples->count)
		qsort(samples->samples, samples->count, sizeof(*samples->samples),
		      compare_times);
	for (i = 0; i < samples->count; i++)
		find_module(&finder, &samples->samples[i]);
	passing_names_close(finder.names);
	free(finder.kinds);
	free(finder.is_said);
}
