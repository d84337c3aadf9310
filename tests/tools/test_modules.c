// SPDX-License-Identifier: GPL-2.0
/* Which code a sample is of: what was mapped, from which file, and who says what it is. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <sanitizer/lsan_interface.h>

#include <linux/perfcnt_samples.h>

#include "profile/mapped_files.h"
#include "profile/modules.h"
#include "symbols/symbol_table.h"
#include "unit.h"

#define MEMORY	0x7f0000001000
#define OFFSET	0x3000
#define SECOND	1000000000ull

/**
 * struct run - a run of this process
 * @samples: its samples
 * @taken: these, before it is known what they are of
 * @taken_count: how many
 * @spaces: its memory
 * @processes: it
 * @pid: its number
 * @now: when the next thing happens
 * @programs: how many programs it has executed
 * @list: the path of the list of code that it makes
 * @file: that of a program
 */
struct run {
	struct samples samples;
	struct sample taken[16];
	size_t taken_count;
	struct address_spaces spaces;
	struct processes processes;
	uint32_t pid;
	uint64_t now;
	uint32_t programs;
	char list[64];
	char file[64];
};

FIXTURE(modules) {
	struct run run;
};

/* What the kernel lists, if not NULL. */
static const char *kernel_list;

FILE *__real_fopen64(const char *path, const char *mode);
FILE *__wrap_fopen64(const char *path, const char *mode);

FILE *__wrap_fopen64(const char *path, const char *mode)
{
	if (!kernel_list || strcmp(path, "/proc/kallsyms"))
		return __real_fopen64(path, mode);
	return fmemopen((char *)kernel_list, strlen(kernel_list), "r");
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

/* Its file is a program: this one's beginning. */
FIXTURE_SETUP(modules)
{
	char bytes[4096];
	int from, to;

	memset(&self->run, 0, sizeof(self->run));
	self->run.pid = getpid();
	self->run.samples.triggers[self->run.samples.trigger_count++].period = 1;
	snprintf(self->run.list, sizeof(self->run.list), "/tmp/perf-%u.map", self->run.pid);
	snprintf(self->run.file, sizeof(self->run.file), "/tmp/perfcnt.XXXXXX");
	unlink(self->run.list);
	to = mkstemp(self->run.file);
	from = open("/proc/self/exe", O_RDONLY);
	ASSERT_EQ(sizeof(bytes), read(from, bytes, sizeof(bytes)));
	ASSERT_EQ(sizeof(bytes), write(to, bytes, sizeof(bytes)));
	close(from);
	close(to);
	self->run.now = now();
}

FIXTURE_TEARDOWN(modules)
{
	unlink(self->run.list);
	unlink(self->run.file);
	samples_free(&self->run.samples);
	address_spaces_free(&self->run.spaces);
	processes_free(&self->run.processes);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

static void write_list(const struct run *self, const char *lines)
{
	FILE *file = fopen(self->list, "we");

	fputs(lines, file);
	fclose(file);
}

static void set_age(const char *path, unsigned int seconds)
{
	struct timespec times[2];

	clock_gettime(CLOCK_REALTIME, &times[0]);
	times[0].tv_sec -= seconds;
	times[1] = times[0];
	utimensat(AT_FDCWD, path, times, 0);
}

static void map(struct run *self, size_t module, uint64_t start, uint64_t length, uint64_t offset)
{
	const struct space_change change = {
		.time = self->now, .kind = SPACE_MAPPED, .pid = self->pid, .start = start,
		.length = length, .offset = offset, .module = module,
	};

	self->samples.modules[module].mapped = self->now;
	address_spaces_add(&self->spaces, &change);
}

/* The module of a file that has no build-id, as it is now. */
static size_t file_of(struct run *self, const char *path)
{
	struct stat status;

	return stat(path, &status) ? samples_file(&self->samples, path, 1, 1, 0) :
	       samples_file(&self->samples, path, status.st_dev, status.st_ino, 0);
}

static void execute(struct run *self, uint64_t time)
{
	const struct space_change change = {
		.time = time, .kind = SPACE_EXECUTED, .pid = self->pid,
		.program = samples_program(&self->samples, "first") + self->programs++,
	};

	address_spaces_add(&self->spaces, &change);
}

static void sample(struct run *self, uint64_t time, uint64_t address)
{
	self->taken[self->taken_count++] = (struct sample){
		.time = time, .address = address, .period = 1, .pid = self->pid,
		.flags = PERFCNT_SAMPLE_USER,
	};
}

/* As a recording does it. */
static void find_all(struct run *self, struct samples *samples, struct sample *taken,
		     size_t count)
{
	struct modules *modules = modules_open(samples, &self->spaces, &self->processes);
	size_t i;

	samples->keeps_each = true;
	address_spaces_sort(&self->spaces);
	for (i = 0; i < count; i++) {
		modules_place(modules, &taken[i]);
		samples_add(samples, &taken[i]);
	}
	modules_close(modules);
}

/* Code in memory, and a sample of it. */
static void make_code(struct run *self)
{
	map(self, samples_module(&self->samples, "//anon", ""), MEMORY, 0x1000, 0);
	sample(self, self->now, MEMORY);
}

/* One makes code 20 s ago, and a later one now. */
static void run_two_programs(struct run *self)
{
	execute(self, self->now - 30 * SECOND);
	self->now -= 20 * SECOND;
	make_code(self);
	self->now += 20 * SECOND;
	execute(self, self->now - 10 * SECOND);
	make_code(self);
}

static void find(struct run *self)
{
	find_all(self, &self->samples, self->taken, self->taken_count);
}

static const char *module_of(const struct run *self, size_t number)
{
	return self->samples.modules[self->samples.samples[number].module].path;
}

static const char *name_of(const struct run *self, size_t number)
{
	const struct sample *sample = &self->samples.samples[number];
	const struct sample_symbol *symbol =
		samples_find_symbol(&self->samples, sample->module, sample->address);

	return symbol ? symbol->name : "";
}

/* What the kernel calls memory that a program may make code in. */
static const struct {
	const char *path;
	const char *module;
} kinds[] = {
	{ "//anon", "[anon]" }, { "[heap]", "[heap]" }, { "[stack]", "[stack]" },
	{ "[anon:jit]", "[anon:jit]" },
	{ "/memfd:doublemapper (deleted)", "[memfd:doublemapper]" },
	{ "/dev/zero (deleted)", "[dev/zero]" },
	{ "/anon_hugepage (deleted)", "[anon_hugepage]" },
	{ "/SYSV00000000 (deleted)", "[SYSV00000000]" },
	{ "/tmp/perfcnt.removed", "/tmp/perfcnt.removed" },
};

#define KINDS	(sizeof(kinds) / sizeof(*kinds))

static void sample_kinds(struct run *self)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		map(self, file_of(self, kinds[i].path), MEMORY + i * 0x10000, 0x2000, OFFSET);
	for (i = 0; i < KINDS; i++)
		sample(self, self->now + i, MEMORY + i * 0x10000 + 0x10);
	find(self);
}

/* A list has addresses in memory, wherever that begins in what the kernel took for a file. */
TEST_F(modules, made_in_memory_of_all_kinds)
{
	char lines[4096] = "3000 20 at_the_offset\n", wanted[64];
	size_t i;

	for (i = 0; i < KINDS; i++)
		sprintf(lines + strlen(lines), "%llx 20 made\n",
			(unsigned long long)(MEMORY + i * 0x10000));
	write_list(&self->run, lines);
	sample_kinds(&self->run);
	sprintf(wanted, "perf-%u.map", self->run.pid);
	for (i = 0; i < KINDS; i++) {
		EXPECT_STREQ("made", name_of(&self->run, i)) TH_LOG("%s", kinds[i].path);
		EXPECT_STREQ(wanted, module_of(&self->run, i));
		EXPECT_TRUE(self->run.samples.samples[i].address == MEMORY + i * 0x10000 + 0x10);
	}
}

/* Without a list they are memory, which nobody looks for by a path; a file is one. */
TEST_F(modules, memory_without_a_list)
{
	size_t i;

	sample_kinds(&self->run);
	for (i = 0; i < KINDS; i++) {
		EXPECT_STREQ(kinds[i].module, module_of(&self->run, i));
		EXPECT_STREQ("", name_of(&self->run, i));
	}
	EXPECT_EQ(OFFSET + 0x10, self->run.samples.samples[KINDS - 1].address);
	EXPECT_TRUE(self->run.samples.samples[0].address == MEMORY + 0x10);
}

/* What a process made before it executed the program that wrote the list is not in it. */
TEST_F(modules, list_of_a_later_program)
{
	write_list(&self->run, "7f0000001000 20 made\n");
	run_two_programs(&self->run);
	find(&self->run);
	EXPECT_STREQ("", name_of(&self->run, 0));
	EXPECT_STREQ("[anon]", module_of(&self->run, 0));
	EXPECT_STREQ("made", name_of(&self->run, 1));
}

/* Nor what it made afterwards, if the later program writes none. */
TEST_F(modules, list_of_an_earlier_program)
{
	write_list(&self->run, "7f0000001000 20 made\n");
	set_age(self->run.list, 15);
	run_two_programs(&self->run);
	find(&self->run);
	EXPECT_STREQ("made", name_of(&self->run, 0));
	EXPECT_STREQ("", name_of(&self->run, 1));
}

/* What is taken when it is known already what came later has no name, as it may be wrong. */
TEST_F(modules, taken_too_late)
{
	const size_t program = file_of(&self->run, self->run.file);

	map(&self->run, program, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now + 2, 0x400010);
	sample(&self->run, self->run.now + 1, 0x400010);
	find(&self->run);
	EXPECT_STREQ(self->run.file, module_of(&self->run, 0));
	EXPECT_STREQ("[unknown]", module_of(&self->run, 1));
}

/* A number is used again: the list is of a process of last week. */
TEST_F(modules, list_of_an_earlier_process)
{
	write_list(&self->run, "7f0000001000 20 made\n");
	set_age(self->run.list, 7 * 24 * 3600);
	execute(&self->run, self->run.now - SECOND);
	make_code(&self->run);
	find(&self->run);
	EXPECT_STREQ("", name_of(&self->run, 0));
}

/* The process is of one user, the list of another, neither of whom is root. */
TEST_F(modules, list_of_another_user)
{
	struct process *process;
	uint32_t pid = self->run.pid;

	write_list(&self->run, "7f0000001000 20 made\n");
	ASSERT_TRUE(geteuid() || !chown(self->run.list, 12345, 12345));
	processes_look(&self->run.processes, self->run.pid);
	HASH_FIND(hh, self->run.processes.all, &pid, sizeof(pid), process);
	ASSERT_NE(NULL, process);
	EXPECT_EQ(geteuid(), process->user);
	EXPECT_EQ(self->run.pid, process->own_pid);
	process->user = 12346;
	make_code(&self->run);
	find(&self->run);
	EXPECT_STREQ("", name_of(&self->run, 0));
}

TEST_F(modules, list_of_the_user)
{
	struct stat status;
	struct process *process;
	uint32_t pid = self->run.pid;

	write_list(&self->run, "7f0000001000 20 made\n");
	ASSERT_TRUE(geteuid() || !chown(self->run.list, 12345, 12345));
	ASSERT_EQ(0, stat(self->run.list, &status));
	processes_look(&self->run.processes, self->run.pid);
	HASH_FIND(hh, self->run.processes.all, &pid, sizeof(pid), process);
	ASSERT_NE(NULL, process);
	process->user = status.st_uid;
	make_code(&self->run);
	find(&self->run);
	EXPECT_STREQ("made", name_of(&self->run, 0));
}

/* Whoever may write to /tmp could hold up who reads there, or lead elsewhere. */
TEST_F(modules, list_that_is_no_file)
{
	make_code(&self->run);
	ASSERT_EQ(0, mkfifo(self->run.list, 0600));
	find(&self->run);
	EXPECT_STREQ("", name_of(&self->run, 0));
}

TEST_F(modules, list_that_is_a_link)
{
	write_list(&self->run, "7f0000001000 20 made\n");
	make_code(&self->run);
	unlink(self->run.file);
	ASSERT_EQ(0, rename(self->run.list, self->run.file));
	ASSERT_EQ(0, symlink(self->run.file, self->run.list));
	find(&self->run);
	EXPECT_STREQ("", name_of(&self->run, 0));
}

/* A program copies its text to memory that it maps over it: the file has the names. */
TEST_F(modules, text_that_was_moved)
{
	const size_t program = file_of(&self->run, self->run.file);
	const size_t memory = samples_module(&self->run.samples, "//anon", "");

	execute(&self->run, self->run.now);
	map(&self->run, samples_module(&self->run.samples, "[stack]", ""), 0x7ff00000, 0x1000, 0);
	map(&self->run, program, 0x400000, 0x10000, 0x1000);
	map(&self->run, memory, 0x404000, 0x2000, 0);
	map(&self->run, memory, 0x404000, 0x2000, 0); /* mprotect() reports it again */
	sample(&self->run, self->run.now, 0x404010);
	find(&self->run);
	EXPECT_STREQ(self->run.file, module_of(&self->run, 0));
	EXPECT_EQ(0x5010, self->run.samples.samples[0].address);
}

/* A library can have been unloaded, and other code be there now; so can what goes beyond. */
TEST_F(modules, memory_that_had_other_text)
{
	const size_t program = file_of(&self->run, "/proc/self/exe");
	const size_t library = file_of(&self->run, self->run.file);
	const size_t memory = samples_module(&self->run.samples, "//anon", "");

	execute(&self->run, self->run.now);
	map(&self->run, program, 0x400000, 0x10000, 0x1000);
	map(&self->run, library, 0x800000, 0x10000, 0x1000);
	map(&self->run, memory, 0x804000, 0x2000, 0);
	map(&self->run, memory, 0x40f000, 0x2000, 0);
	sample(&self->run, self->run.now, 0x804010);
	sample(&self->run, self->run.now + 1, 0x40f010);
	find(&self->run);
	EXPECT_STREQ("[anon]", module_of(&self->run, 0));
	EXPECT_STREQ("[anon]", module_of(&self->run, 1));
}

/* Each sample is of the program that its process ran then, in any mode; a child begins with it. */
TEST_F(modules, programs)
{
	const uint64_t now = self->run.now;
	const struct space_change forked = {
		.time = now + 30, .kind = SPACE_FORKED, .pid = self->run.pid + 1,
		.parent = self->run.pid,
	};
	static const uint32_t wanted[] = { 0, 1, 1, 1, 2, 1 };
	size_t i;

	samples_program(&self->run.samples, "first");
	samples_program(&self->run.samples, "second");
	execute(&self->run, now + 10);
	address_spaces_add(&self->run.spaces, &forked);
	execute(&self->run, now + 40);
	for (i = 0; i < 5; i++)
		sample(&self->run, now + 10 * i + 5, MEMORY);
	sample(&self->run, now + 55, MEMORY);
	self->run.taken[2].flags = 0;
	self->run.taken[3].pid++;
	self->run.taken[5].pid++;
	find(&self->run);
	for (i = 0; i < 6; i++)
		EXPECT_EQ(wanted[i], self->run.samples.samples[i].program);
}

/* A file without a build-id is that one whose device and number the kernel has told. */
TEST_F(modules, the_file_itself)
{
	const size_t module = file_of(&self->run, self->run.file);

	map(&self->run, module, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now, 0x400010);
	find(&self->run);
	EXPECT_EQ(NULL, self->run.samples.modules[module].refused);
	EXPECT_EQ(4096, self->run.samples.modules[module].size);
}

TEST_F(modules, another_file_at_the_path)
{
	struct stat status;
	size_t module;

	ASSERT_EQ(0, stat(self->run.file, &status));
	module = samples_file(&self->run.samples, self->run.file, status.st_dev,
			      status.st_ino + 1, 0);
	map(&self->run, module, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now, 0x400010);
	find(&self->run);
	EXPECT_STREQ("another file is here than the one that ran",
		     self->run.samples.modules[module].refused ?: "");
	EXPECT_EQ(0, self->run.samples.modules[module].size);
	EXPECT_EQ(0x10, self->run.samples.samples[0].address);
}

/* A file that is removed leaves its number to the next one: as a compiler's, run after run. */
TEST_F(modules, number_that_is_used_again)
{
	struct stat status;
	size_t first, second;

	ASSERT_EQ(0, stat(self->run.file, &status));
	first = samples_file(&self->run.samples, self->run.file, status.st_dev, status.st_ino, 1);
	second = samples_file(&self->run.samples, self->run.file, status.st_dev, status.st_ino, 2);
	ASSERT_NE(first, second);
	self->run.now -= 100 * SECOND;
	map(&self->run, first, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now, 0x400010);
	self->run.now += 100 * SECOND;
	execute(&self->run, self->run.now);
	map(&self->run, second, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now, 0x400010);
	find(&self->run);
	EXPECT_STREQ("it was changed after it had been mapped",
		     self->run.samples.modules[first].refused ?: "");
	EXPECT_EQ(NULL, self->run.samples.modules[second].refused);
	EXPECT_EQ(first, self->run.samples.samples[0].module);
	EXPECT_EQ(second, self->run.samples.samples[1].module);
}

TEST_F(modules, file_written_since)
{
	const size_t module = file_of(&self->run, self->run.file);

	self->run.now -= 100 * SECOND;
	map(&self->run, module, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now, 0x400010);
	find(&self->run);
	EXPECT_STREQ("it was changed after it had been mapped",
		     self->run.samples.modules[module].refused ?: "");
}

/* The time of a write can be set back, as cp -p does, the time of that cannot. */
TEST_F(modules, file_written_since_with_an_older_time)
{
	const size_t module = file_of(&self->run, self->run.file);

	set_age(self->run.file, 200);
	self->run.now -= 100 * SECOND;
	map(&self->run, module, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now, 0x400010);
	find(&self->run);
	EXPECT_STREQ("it was changed after it had been mapped",
		     self->run.samples.modules[module].refused ?: "");
}

/*
 * It was found while it was mapped: that stays, though nothing is at its path any more, if it
 * cannot be unmounted.
 */
TEST_F(modules, file_removed_since)
{
	const size_t module = file_of(&self->run, self->run.file);
	struct sample_module *found;
	const char *why;
	bool is_kept;
	int file;

	mapped_file_look(&self->run.samples.modules[module], self->run.pid, 0, 0);
	self->run.now -= 100 * SECOND;
	map(&self->run, module, 0x400000, 0x10000, 0);
	sample(&self->run, self->run.now, 0x400010);
	unlink(self->run.file);
	find(&self->run);
	found = &self->run.samples.modules[module];
	is_kept = found->file >= 0;
	file = mapped_file_open(found, "", &why);
	EXPECT_EQ(is_kept, file >= 0);
	EXPECT_STREQ(is_kept ? "" : "No such file or directory", why ?: "");
	if (file >= 0)
		close(file);
}

/* A vdso of another class is another file, whose functions are elsewhere. */
TEST_F(modules, vdso_of_another_class)
{
	const size_t vdso = samples_module(&self->run.samples, "[vdso]", "");
	const uint64_t other = getauxval(AT_SYSINFO_EHDR) > UINT32_MAX ? 0xf7fc0000 :
			       0x7fff12340000;

	map(&self->run, vdso, other, 0x2000, 0);
	sample(&self->run, self->run.now, other + 0x800);
	find(&self->run);
	EXPECT_STREQ(other > UINT32_MAX ? "[vdso64]" : "[vdso32]", module_of(&self->run, 0));
}

/* What the whole list says of the sample's address. */
static void expect_listed(struct __test_metadata *_metadata, const struct samples *samples,
			  const struct sample *sample, const struct symbol_table *table)
{
	const struct symbol *wanted = symbol_table_find(table, sample->address);
	const struct sample_symbol *found =
		samples_find_symbol(samples, sample->module, sample->address);

	ASSERT_STREQ(wanted ? wanted->name : "", found ? found->name : "")
		TH_LOG("%llx", (unsigned long long)sample->address);
	EXPECT_STREQ(wanted ? wanted->module : "[kernel]", samples->modules[sample->module].path);
}

/* Of a list that is too long to be sorted, only what samples are in is read, and that alike. */
TEST_F(modules, of_the_kernel)
{
	struct samples *samples = &self->run.samples;
	FILE *file = fopen("/proc/kallsyms", "re");
	struct symbol_table table = { 0 };
	struct sample *taken;
	size_t count = 0, i;

	if (!file || !listed_symbols_kernel(&table, file))
		SKIP(return, "the kernel shows no addresses");
	fclose(file);
	/* the first instruction of some, the last one before others, and what lies outside */
	taken = calloc(table.count + 2, sizeof(*taken));
	for (i = 0; i < table.count; i += 1 + table.count / 1000)
		taken[count++].address = table.symbols[i].start - i % 2;
	taken[count++].address = 1;
	taken[count++].address = UINT64_MAX - 1;
	find_all(&self->run, samples, taken, count);
	free(taken);
	for (i = 0; i < samples->sample_count; i++)
		expect_listed(_metadata, samples, &samples->samples[i], &table);
	EXPECT_LT(100, samples->symbol_count);
	symbol_table_free(&table);
}

/* It depends on what comes next in the list, not in the samples, how far a function goes. */
TEST_F(modules, late_in_functions_of_the_kernel)
{
	static const uint64_t addresses[] = {
		0xffffffff81000010, 0xffffffff81002fff, 0xffffffff81003fff, 0xffffffff81004000,
		0xffffffffc0000000, 0xffffffffc0003fff, 0xffffffffc0004010, 0xffffffffc0007fff,
		0xffffffffc0008010, 0xffffffffc0400010, 0xffffffffc0403fff, 0xffffffffc0404010,
		0xffffffffc0405000,
	};
	struct symbol_table table = { 0 };
	FILE *file;
	size_t i, k;

	kernel_list = "ffffffffc0404000 t last_of_all\t[other]\n"
		      "ffffffff81000000 T long_one\n"
		      "ffffffff81003000 T last_of_the_kernel\n"
		      "ffffffffc0000000 t first\t[one]\n"
		      "ffffffffc0004000 t its_other_name\t[one]\n"
		      "ffffffffc0004000 t last\t[one]\n"
		      "ffffffffc0008000 d data\t[one]\n"
		      "ffffffffc0400000 t long_other\t[other]\n";
	file = fmemopen((char *)kernel_list, strlen(kernel_list), "r");
	ASSERT_TRUE(listed_symbols_kernel(&table, file));
	fclose(file);
	for (i = 0; i < sizeof(addresses) / sizeof(*addresses); i++)
		for (k = 0; k <= i; k++) {
			struct sample taken[] = {
				{ .time = 1, .address = addresses[i] },
				{ .time = 2, .address = addresses[k] },
			};
			struct samples samples = { .trigger_count = 1 };

			find_all(&self->run, &samples, taken, 2);
			expect_listed(_metadata, &samples, &samples.samples[0], &table);
			expect_listed(_metadata, &samples, &samples.samples[1], &table);
			samples_free(&samples);
		}
	symbol_table_free(&table);
}

TEST_HARNESS_MAIN
