// SPDX-License-Identifier: GPL-2.0
/* Each list is read when the first sample wants it. */
#define _FILE_OFFSET_BITS 64 /* inodes of 64 bits, too */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <linux/perfcnt_samples.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/message.h"
#include "session/command.h"
#include "symbols/symbol_table.h"

#define uthash_fatal(words) out_of_memory()
#include "passing_names.h"

#define KERNEL_LIST	"/proc/kallsyms"

/* So much of it is read at once. */
#define BUFFER_SIZE	65536

/* The names of code that a process has made. */
struct made {
	uint32_t pid;
	struct symbol_table table;
	char *path; /* the list, or NULL once something was said of it */
	bool is_missing; /* is there no list? */
	uint64_t from; /* when the program began that has written it */
	uint64_t to; /* when it ended */
	UT_hash_handle hh;
};

/* All lists. */
struct passing_names {
	struct samples *samples; /* the run */
	const struct processes *processes;
	const struct address_spaces *spaces; /* the memory of @processes */
	struct symbol_table kernel; /* the kernel's, if @has_kernel */
	bool has_kernel; /* have the kernel's been looked for? */
	struct symbol_table vdso; /* the vdso's, if @has_vdso */
	bool has_vdso; /* have the vdso's been looked for? */
	struct made *made; /* those of programs, by the numbers of their processes */
	char *missing; /* the first list that is missed, or NULL */
	unsigned int missing_count; /* how many are */
};

/*
 * The kernel lists some hundred thousand symbols, which a slow machine sorts for longer than
 * it has sampled: only those are kept that a sample is in, and the one after each, which says
 * how far it goes.
 */

/* An address whose symbol is looked for. */
struct wanted {
	uint64_t address;
	uint64_t start; /* the last start of a symbol up to it */
	uint64_t next; /* the first start after it, or UINT64_MAX */
};

/* The addresses of samples in the kernel, in their order. */
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

	wanted.list = zeros(samples->spot_count, sizeof(*wanted.list));
	for (i = 0; i < samples->spot_count; i++) {
		const struct sample_spot *spot = &samples->spots[i];

		if (!(spot->flags & PERFCNT_SAMPLE_USER))
			wanted.list[wanted.count++] = (struct wanted){
				.address = spot->address, .next = UINT64_MAX,
			};
	}
	qsort(wanted.list, wanted.count, sizeof(*wanted.list), compare);
	return wanted;
}

/* How many addresses are below the start of a symbol. */
static size_t count_below(const struct wanted_list *wanted, uint64_t start)
{
	size_t from = 0, to = wanted->count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (wanted->list[middle].address < start)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
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

/* Each address knows the symbols up to its neighbours: those beyond are theirs, too. */
static void share_starts(struct wanted_list *wanted)
{
	struct wanted *list = wanted->list;
	size_t i;

	for (i = 1; i < wanted->count; i++)
		if (list[i].start < list[i - 1].start)
			list[i].start = list[i - 1].start;
	for (i = wanted->count; i-- > 1;)
		if (list[i - 1].next > list[i].next)
			list[i - 1].next = list[i].next;
}

/* Which symbols the addresses are in; returns whether the lines have addresses. */
static bool find_starts(struct wanted_list *wanted, const char *line)
{
	bool has_addresses = false;
	const char *end;
	uint64_t start;
	size_t below;

	for (; (end = strchr(line, '\n')); line = end + 1) {
		if (!take_start(line, &start))
			continue;
		has_addresses |= start;
		below = count_below(wanted, start);
		if (below < wanted->count && wanted->list[below].start < start)
			wanted->list[below].start = start;
		if (below && wanted->list[below - 1].next > start)
			wanted->list[below - 1].next = start;
	}
	share_starts(wanted);
	return has_addresses;
}

static bool is_wanted(const struct wanted_list *wanted, uint64_t start)
{
	size_t below = count_below(wanted, start);

	return (below < wanted->count && wanted->list[below].start == start) ||
	       (below && wanted->list[below - 1].next == start);
}

/* Leave the lines of these symbols; returns how long they are. */
static size_t keep_wanted(const struct wanted_list *wanted, char *text)
{
	char *to = text, *end;
	const char *line;

	for (line = text; (end = strchr(line, '\n')); line = end + 1) {
		size_t length = end + 1 - line;
		uint64_t start;

		if (!take_start(line, &start) || !is_wanted(wanted, start))
			continue;
		memmove(to, line, length);
		to += length;
	}
	return to - text;
}

/* Returns whether the list has addresses. */
static bool read_kernel(struct passing_names *names, FILE *file)
{
	struct wanted_list wanted = find_wanted(names->samples);
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
		listed_symbols_kernel(&names->kernel, kept);
		fclose(kept);
	}
	free(text);
	free(wanted.list);
	return has_addresses;
}

static const struct symbol_table *kernel_table(struct passing_names *names)
{
	FILE *file;

	if (names->has_kernel)
		return &names->kernel;
	names->has_kernel = true;
	file = fopen(KERNEL_LIST, "re");
	if (!file)
		say("functions of the kernel have no names: " KERNEL_LIST ": %s",
		    strerror(errno));
	else if (!read_kernel(names, file))
		say("functions of the kernel have no names: %s shows no addresses; %s",
		    KERNEL_LIST, "that needs CAP_SYSLOG, or kernel.kptr_restrict=0");
	if (file)
		fclose(file);
	return &names->kernel;
}

static const struct symbol_table *vdso_table(struct passing_names *names)
{
	if (!names->has_vdso)
		vdso_symbols(&names->vdso);
	names->has_vdso = true;
	return &names->vdso;
}

struct passing_names *passing_names_open(struct samples *samples,
					 const struct processes *processes,
					 const struct address_spaces *spaces)
{
	struct passing_names *names = zeros(1, sizeof(*names));

	names->samples = samples;
	names->processes = processes;
	names->spaces = spaces;
	return names;
}

static bool name(struct passing_names *names, struct sample *sample,
		 const struct symbol_table *table)
{
	const struct symbol *symbol = symbol_table_find(table, sample->address);

	if (!symbol)
		return false;
	sample->module = samples_module(names->samples, symbol->module, "");
	samples_add_symbol(names->samples, sample->module, symbol->start, sample->address,
			   symbol->name);
	return true;
}

void passing_names_listed(struct passing_names *names, struct sample *sample)
{
	const char *path = names->samples->modules[sample->module].path;

	if (!command_interrupted())
		name(names, sample, strcmp(path, VDSO_NAME) ? kernel_table(names) :
		     vdso_table(names));
}

/* Nanoseconds by which the clock of files is behind: some ticks, or it has whole seconds. */
#define TICKS_BEHIND	100000000ll
#define SECONDS_BEHIND	2000000000ll

/*
 * When a list can have been written last, on the clock of samples: a program that began a little
 * after what the file says is taken to be the one that wrote it.
 */
static uint64_t when_written(int file)
{
	struct timespec now;
	struct stat status;
	int64_t ago, since_boot;

	clock_gettime(CLOCK_REALTIME, &now);
	since_boot = clock_now();
	if (fstat(file, &status))
		return 0;
	ago = (now.tv_sec - status.st_mtim.tv_sec) * 1000000000ll +
	      now.tv_nsec - status.st_mtim.tv_nsec;
	ago -= status.st_mtim.tv_nsec ? TICKS_BEHIND : SECONDS_BEHIND;
	return since_boot > ago ? since_boot - ago : 0;
}

/* Other programs of the process have made other code at the same addresses. */
static void read_list(struct passing_names *names, struct made *made, int file)
{
	char *module = formatted("perf-%u.map", made->pid);
	FILE *list;

	if (!address_spaces_life(names->spaces, made->pid, when_written(file), &made->from,
				 &made->to)) {
		say("%s is not used: it is older than the process", made->path);
		close(file);
	} else {
		list = fdopen(file, "r");
		if (!list)
			out_of_memory();
		listed_symbols_program(&made->table, list, module);
		fclose(list);
	}
	free(module);
}

static struct made *find_made(struct passing_names *names, uint32_t pid)
{
	struct made *made;
	const char *why;
	int file;

	HASH_FIND(hh, names->made, &pid, sizeof(pid), made);
	if (made)
		return made;
	made = zeros(1, sizeof(*made));
	made->pid = pid;
	HASH_ADD(hh, names->made, pid, sizeof(pid), made);
	file = processes_open_map(names->processes, pid, &made->path, &why);
	if (file >= 0)
		read_list(names, made, file);
	else if (why)
		say("%s is not used: %s", made->path, why);
	made->is_missing = file < 0 && !why;
	return made;
}

bool passing_names_made(struct passing_names *names, struct sample *sample)
{
	struct made *made;

	if (command_interrupted())
		return false;
	made = find_made(names, sample->pid);
	if (!made->table.count)
		return false;
	if (sample->time >= made->from && sample->time < made->to)
		return name(names, sample, &made->table);
	if (made->path)
		say("%s is used in part: process %u has executed several programs", made->path,
		    made->pid);
	free(made->path);
	made->path = NULL;
	return false;
}

void passing_names_miss(struct passing_names *names, const struct sample *sample)
{
	struct made *made;

	if (command_interrupted())
		return;
	made = find_made(names, sample->pid);
	if (!made->is_missing || !made->path)
		return;
	if (!names->missing_count++)
		names->missing = made->path;
	else
		free(made->path);
	made->path = NULL;
}

static void say_what_is_missing(const struct passing_names *names)
{
	if (names->missing_count == 1)
		note("functions that a process has made have no names: there is no %s",
		     names->missing);
	else if (names->missing_count)
		note("functions that %u processes have made have no names: there is no %s, %s",
		     names->missing_count, names->missing, "and so on");
}

void passing_names_close(struct passing_names *names)
{
	struct made *made = names->made, *next;

	say_what_is_missing(names);
	samples_sort_symbols(names->samples);
	HASH_CLEAR(hh, names->made);
	for (; made; made = next) {
		next = made->hh.next;
		symbol_table_free(&made->table);
		free(made->path);
		free(made);
	}
	symbol_table_free(&names->kernel);
	symbol_table_free(&names->vdso);
	free(names->missing);
	free(names);
}
