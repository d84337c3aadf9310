// SPDX-License-Identifier: GPL-2.0
/* Processes are in the order of their numbers, as /proc has them. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/number.h"
#include "mappings.h"
#include "running.h"

/* A process, as it was at a look. */
struct found {
	uint32_t pid;
	uint64_t started; /* since boot, in ticks: a number is used again */
	uint32_t program;
	struct space_change *mappings;
	size_t count;
};

struct look {
	uint64_t time;
	struct found *found;
	size_t count;
};

struct running {
	uint32_t pid; /* the one process, or 0 */
	struct address_spaces *spaces;
	struct processes *processes;
	struct samples *samples;
	struct look last;
};

static FILE *open_of_process(uint32_t pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%u/%s", pid, name);
	return fopen(path, "re");
}

/* "start-end r-xp offset major:minor inode path"; returns whether the line is of code. */
static bool read_mapping(const char *line, struct space_change *change, struct samples *samples)
{
	unsigned long long start, end, offset, inode;
	unsigned int major_number, minor_number;
	char modes[5];
	int path = 0;

	if (sscanf(line, "%llx-%llx %4s %llx %x:%x %llu %n", &start, &end, modes, &offset,
		   &major_number, &minor_number, &inode, &path) < 7 || modes[2] != 'x')
		return false;
	change->start = start;
	change->length = end - start;
	change->offset = offset;
	change->module = samples_file(samples, line[path] ? line + path : "//anon",
				      makedev(major_number, minor_number), inode, 0);
	return true;
}

static void read_mappings(struct running *running, struct found *found)
{
	struct space_change change = { .kind = SPACE_MAPPED, .pid = found->pid };
	FILE *file = open_of_process(found->pid, "maps");
	char *line = NULL;
	size_t room = 0;
	ssize_t length;

	while (file && (length = getline(&line, &room, file)) > 0) {
		line[length - 1] = '\0';
		if (!read_mapping(line, &change, running->samples))
			continue;
		found->mappings = grow(found->mappings, found->count, sizeof(change));
		found->mappings[found->count++] = change;
	}
	free(line);
	if (file)
		fclose(file);
}

/* The field of /proc/PID/stat that says when it started: see proc(5). */
#define STARTED	22

/* The kernel's threads of this name say what they do now, as in kworker/0:1-events. */
#define WORKER	"kworker/"

/* "pid (comm) state ..."; the comm can have any character. */
static void read_state(struct running *running, struct found *found)
{
	FILE *file = open_of_process(found->pid, "stat");
	char line[1024] = "", *begin, *end, *rest, *word = NULL;
	unsigned int field;

	if (!file)
		return;
	if (!fgets(line, sizeof(line), file))
		*line = '\0';
	fclose(file);
	begin = strchr(line, '(');
	end = strrchr(line, ')');
	if (!begin || !end)
		return;
	*end = '\0';
	if (!strncmp(begin + 1, WORKER, strlen(WORKER)))
		begin[1 + strcspn(begin + 1, "-+")] = '\0';
	rest = end + 1;
	for (field = 2; field < STARTED && (word = strsep(&rest, " ")); field += !!*word)
		;
	if (!word || number_read(word, 10, UINT64_MAX, &found->started))
		return;
	found->program = samples_program(running->samples, begin + 1);
}

static void add_found(struct running *running, struct look *look, uint32_t pid)
{
	struct found found = { .pid = pid };

	read_state(running, &found);
	read_mappings(running, &found);
	look->found = grow(look->found, look->count, sizeof(found));
	look->found[look->count++] = found;
}

static int compare(const void *left, const void *right)
{
	const struct found *one = left, *other = right;

	return (one->pid > other->pid) - (one->pid < other->pid);
}

static struct look look_now(struct running *running)
{
	struct look look = { .time = clock_now() };
	const struct dirent *entry;
	uint64_t pid;
	DIR *folder;

	if (running->pid) {
		add_found(running, &look, running->pid);
		return look;
	}
	folder = opendir("/proc");
	while (folder && (entry = readdir(folder)))
		if (!number_read(entry->d_name, 10, UINT32_MAX, &pid))
			add_found(running, &look, pid);
	if (folder)
		closedir(folder);
	if (look.count)
		qsort(look.found, look.count, sizeof(*look.found), compare);
	return look;
}

static void free_look(struct look *look)
{
	size_t i;

	for (i = 0; i < look->count; i++)
		free(look->found[i].mappings);
	free(look->found);
}

/* From that time on the process has these mappings: those that it had before, or if NULL, all. */
static void add(struct running *running, const struct found *found, uint64_t time,
		const struct found *before)
{
	struct space_change change = {
		.time = time, .kind = SPACE_FOUND, .pid = found->pid,
		.program = !before || before->program == found->program ? found->program : 0,
	};
	bool makes_code = false;
	size_t i, k = 0;

	address_spaces_add(running->spaces, &change);
	for (i = 0; i < found->count; i++) {
		change = found->mappings[i];
		while (before && k < before->count && before->mappings[k].start < change.start)
			k++;
		if (before && (k == before->count ||
			       memcmp(&before->mappings[k], &change, sizeof(change))))
			continue;
		change.time = time;
		makes_code |= mappings_add(&change, running->spaces, running->samples);
	}
	if (makes_code)
		processes_look(running->processes, found->pid);
}

/* It may have run another program before its end. */
static void add_ended(struct running *running, const struct found *found, uint64_t time)
{
	const struct space_change change = {
		.time = time, .kind = SPACE_FOUND, .pid = found->pid,
	};

	address_spaces_add(running->spaces, &change);
}

struct running *running_open(uint32_t pid, struct address_spaces *spaces,
			     struct processes *processes, struct samples *samples)
{
	struct running *running = zeros(1, sizeof(*running));

	*running = (struct running){ pid, spaces, processes, samples, { 0 } };
	return running;
}

void running_find(struct running *running)
{
	struct look look = look_now(running);
	size_t i;

	for (i = 0; i < look.count; i++)
		add(running, &look.found[i], look.time, NULL);
	free_look(&look);
}

void running_look(struct running *running)
{
	static const struct found none;
	struct look look = look_now(running), *last = &running->last;
	const uint64_t time = last->time + 1;
	size_t i, k = 0;

	for (i = 0; last->time && i < look.count; i++) {
		const struct found *found = &look.found[i], *before = &none;

		for (; k < last->count && last->found[k].pid < found->pid; k++)
			add_ended(running, &last->found[k], time);
		if (k < last->count && last->found[k].pid == found->pid &&
		    last->found[k++].started == found->started)
			before = &last->found[k - 1];
		add(running, found, time, before);
	}
	for (; k < last->count; k++)
		add_ended(running, &last->found[k], time);
	free_look(last);
	running->last = look;
}

uint64_t running_looked(const struct running *running)
{
	return running->last.time;
}

void running_close(struct running *running)
{
	if (running)
		free_look(&running->last);
	free(running);
}
