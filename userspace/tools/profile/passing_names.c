// SPDX-License-Identifier: GPL-2.0
/* Each list is read when the first sample wants it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "session/command.h"
#include "symbols/symbol_table.h"
#include "passing_names.h"

#define KERNEL_LIST	"/proc/kallsyms"

/* So much of it is read at once. */
#define BUFFER_SIZE	65536

/**
 * struct program - the names of a program that has made code
 * @pid: its process
 * @table: its names
 */
struct program {
	uint32_t pid;
	struct symbol_table table;
};

/**
 * struct passing - all lists
 * @samples: the run
 * @kernel: the kernel's, if @has_kernel
 * @has_kernel: have the kernel's been looked for?
 * @vdso: the vdso's, if @has_vdso
 * @has_vdso: have the vdso's been looked for?
 * @programs: those of programs
 * @program_count: how many
 */
struct passing {
	struct samples *samples;
	struct symbol_table kernel;
	bool has_kernel;
	struct symbol_table vdso;
	bool has_vdso;
	struct program *programs;
	size_t program_count;
};

/*
 * The kernel lists some hundred thousand symbols, which a slow machine sorts for longer than
 * it has sampled: only those are kept that a sample is in.
 */

/**
 * struct wanted - an address whose symbol is looked for
 * @address: the address
 * @start: the last start of a symbol up to it
 */
struct wanted {
	uint64_t address;
	uint64_t start;
};

/**
 * struct wanted_list - the addresses of samples in the kernel
 * @list: them, in their order
 * @count: how many
 */
struct wanted_list {
	struct wanted *list;
	size_t count;
};

static int compare(const void *left, const void *right)
{
	const struct wanted *one = left, *other = right;

	return (one->address > other->address) - (one->address < other->address);
}

static struct wanted_list find_wanted(const struct samples *samples)
{
	struct wanted_list wanted = { 0 };
	size_t i;

	wanted.list = zeros(samples->count, sizeof(*wanted.list));
	for (i = 0; i < samples->count; i++) {
		const struct sample *sample = &samples->samples[i];

		if (!strcmp(samples->modules[sample->module].path, KERNEL_NAME))
			wanted.list[wanted.count++].address = sample->address;
	}
	qsort(wanted.list, wanted.count, sizeof(*wanted.list), compare);
	return wanted;
}

/* The first address from the start of a symbol on, or NULL. */
static struct wanted *first_wanted(const struct wanted_list *wanted, uint64_t start)
{
	size_t from = 0, to = wanted->count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (wanted->list[middle].address < start)
			from = middle + 1;
		else
			to = middle;
	}
	return from < wanted->count ? &wanted->list[from] : NULL;
}

/* The start of a line's symbol: the line is "ffffffff81000000 T name"; $x is no symbol. */
static bool take_start(const char *line, uint64_t *start)
{
	for (*start = 0; ; line++) {
		unsigned int digit = *line <= '9' ? *line - '0' : *line - 'a' + 10;

		if (digit > 15)
			break;
		*start = *start << 4 | digit;
	}
	return line[0] == ' ' && line[1] && line[2] == ' ' && line[3] != '$';
}

/*
 * Which symbols the addresses are in: first what is right before each, and then the last.
 * Returns whether the lines have addresses.
 */
static bool find_starts(struct wanted_list *wanted, const char *line)
{
	bool has_addresses = false;
	const char *end;
	uint64_t start;
	size_t i;

	for (; (end = strchr(line, '\n')); line = end + 1) {
		struct wanted *first;

		if (!take_start(line, &start))
			continue;
		has_addresses |= start;
		first = first_wanted(wanted, start);
		if (first && first->start < start)
			first->start = start;
	}
	for (i = 1; i < wanted->count; i++)
		if (wanted->list[i].start < wanted->list[i - 1].start)
			wanted->list[i].start = wanted->list[i - 1].start;
	return has_addresses;
}

/* Leave the lines of these symbols; returns how long they are. */
static size_t keep_wanted(const struct wanted_list *wanted, char *text)
{
	char *to = text, *end;
	const char *line;

	for (line = text; (end = strchr(line, '\n')); line = end + 1) {
		const struct wanted *first = NULL;
		size_t length = end + 1 - line;
		uint64_t start;

		if (take_start(line, &start))
			first = first_wanted(wanted, start);
		if (!first || first->start != start)
			continue;
		memmove(to, line, length);
		to += length;
	}
	return to - text;
}

/* Returns whether the list has addresses. */
static bool read_kernel(struct passing *passing, FILE *file)
{
	struct wanted_list wanted = find_wanted(passing->samples);
	bool has_addresses = false;
	size_t room = 0, length;
	char *text = NULL;
	FILE *kept;

	setvbuf(file, NULL, _IOFBF, BUFFER_SIZE);
	if (getdelim(&text, &room, '\0', file) > 0)
		has_addresses = find_starts(&wanted, text);
	length = has_addresses ? keep_wanted(&wanted, text) : 0;
	if (length) {
		kept = fmemopen(text, length, "r");
		if (!kept)
			out_of_memory();
		listed_symbols_kernel(&passing->kernel, kept);
		fclose(kept);
	}
	free(text);
	free(wanted.list);
	return has_addresses;
}

static const struct symbol_table *kernel_table(struct passing *passing)
{
	FILE *file;

	if (passing->has_kernel)
		return &passing->kernel;
	passing->has_kernel = true;
	file = fopen(KERNEL_LIST, "re");
	if (!file)
		say("functions of the kernel have no names: " KERNEL_LIST ": %s",
		    strerror(errno));
	else if (!read_kernel(passing, file))
		say("functions of the kernel have no names: %s shows no addresses; %s",
		    KERNEL_LIST, "that needs CAP_SYSLOG, or kernel.kptr_restrict=0");
	if (file)
		fclose(file);
	return &passing->kernel;
}

static const struct symbol_table *vdso_table(struct passing *passing)
{
	if (!passing->has_vdso)
		vdso_symbols(&passing->vdso);
	passing->has_vdso = true;
	return &passing->vdso;
}

/*
 * Anybody can make a file of that name, a FIFO or a link: it must be a file, and the
 * user's own or root's.
 */
static void read_program(struct program *program, const char *path, const char *name)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat status;
	FILE *file;

	if (descriptor < 0) {
		if (errno != ENOENT)
			say("%s is not used: %s", path, strerror(errno));
		return;
	}
	if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) {
		say("%s is not used: it is not a file", path);
	} else if (status.st_uid && status.st_uid != geteuid()) {
		say("%s is not used: it belongs to another user", path);
	} else {
		file = fdopen(descriptor, "r");
		if (!file)
			out_of_memory();
		listed_symbols_program(&program->table, file, name);
		fclose(file);
		return;
	}
	close(descriptor);
}

static const struct symbol_table *program_table(struct passing *passing, uint32_t pid)
{
	char *name, *path;
	size_t i;

	for (i = 0; i < passing->program_count; i++)
		if (passing->programs[i].pid == pid)
			return &passing->programs[i].table;
	passing->programs = grow(passing->programs, i, sizeof(*passing->programs));
	passing->programs[i] = (struct program){ .pid = pid };
	passing->program_count++;
	name = formatted("perf-%u.map", pid);
	path = formatted("/tmp/%s", name);
	read_program(&passing->programs[i], path, name);
	free(path);
	free(name);
	return &passing->programs[i].table;
}

/* The list that may have the sample's function, or NULL if a file has it. */
static const struct symbol_table *find_table(struct passing *passing,
					     const struct sample *sample)
{
	const char *path = passing->samples->modules[sample->module].path;

	if (!strcmp(path, KERNEL_NAME))
		return kernel_table(passing);
	if (!strcmp(path, VDSO_NAME))
		return vdso_table(passing);
	return *path == '[' ? program_table(passing, sample->pid) : NULL;
}

static void name_sample(struct passing *passing, struct sample *sample)
{
	const struct symbol_table *table = find_table(passing, sample);
	const struct symbol *symbol = table ?
				      symbol_table_find(table, sample->address) : NULL;

	if (!symbol)
		return;
	if (strcmp(passing->samples->modules[sample->module].path, symbol->module))
		sample->module = samples_module(passing->samples, symbol->module, "");
	samples_add_symbol(passing->samples, sample->module, symbol->start,
			   sample->address, symbol->name);
}

void passing_names_find(struct samples *samples)
{
	struct passing passing = { .samples = samples };
	size_t i;

	for (i = 0; i < samples->count && !command_interrupted(); i++)
		name_sample(&passing, &samples->samples[i]);
	samples_sort_symbols(samples);
	for (i = 0; i < passing.program_count; i++)
		symbol_table_free(&passing.programs[i].table);
	free(passing.programs);
	symbol_table_free(&passing.kernel);
	symbol_table_free(&passing.vdso);
}
