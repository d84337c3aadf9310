// SPDX-License-Identifier: GPL-2.0
/* What perf's records say of memory. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/message.h"
#include "session/machine.h"
#include "session/records.h"
#include "symbols/symbol_table.h"
#include "mapped_files.h"
#include "mappings.h"

/* The body of PERF_RECORD_MMAP2. */
struct mapped {
	uint32_t pid;
	uint32_t tid;
	uint64_t start;
	uint64_t length;
	uint64_t offset;
	union {
		struct {
			uint8_t id_length;
			uint8_t reserved[3];
			uint8_t id[20];
		};
		struct {
			uint32_t device_major;
			uint32_t device_minor;
			uint64_t inode;
			uint64_t generation;
		};
	};
	uint32_t protection;
	uint32_t flags;
	char path[];
};

/* The body of PERF_RECORD_FORK and EXIT; all begin with the process. */
struct forked {
	uint32_t pid;
	uint32_t parent;
};

/* The body of PERF_RECORD_COMM. */
struct named {
	uint32_t pid;
	uint32_t tid;
	char comm[];
};

/* What records come to. */
struct taking {
	struct address_spaces *spaces; /* the memory of @processes */
	struct processes *processes;
	struct samples *samples; /* the run */
	uint32_t last; /* the last process that may have made code, as it has mapped memory, or 0 */
};

static void fail_to_follow(bool of_all)
{
	if (machine_lacks_perf())
		fail(MACHINE_NO_PERF ": no command can be sampled; use --machine, or --pid");
	fail("cannot follow what %s: perf_event_open: %s", of_all ? "processes map" :
	     "the command maps", strerror(errno));
}

struct records *mappings_open(bool of_all)
{
	static const struct perf_event_attr mappings = {
		.mmap = 1,
		.mmap2 = 1,
		.build_id = 1,
		.wakeup_watermark = 1, /* at once: a process may end soon */
	};
	struct records *records = records_open(&mappings, of_all);

	if (!records)
		fail_to_follow(of_all);
	return records;
}

void mappings_watch(const struct records *records, int epoll)
{
	if (records_watch(records, epoll))
		fail_to_follow(false);
}

/* The file, if the path is one: by its build-id, or by where it is. */
static size_t find_file(struct samples *samples, const struct mapped *mapped, bool has_id)
{
	char build_id[2 * sizeof(mapped->id) + 1] = "";
	unsigned int i;

	if (!has_id)
		return samples_file(samples, mapped->path,
				    makedev(mapped->device_major, mapped->device_minor),
				    mapped->inode, mapped->generation);
	for (i = 0; i < mapped->id_length && i < sizeof(mapped->id); i++)
		sprintf(build_id + 2 * i, "%02x", mapped->id[i]);
	return samples_module(samples, mapped->path, build_id);
}

/* One that comes too late may have changed what was found meanwhile. */
static void add(const struct space_change *change, struct address_spaces *spaces,
		struct samples *samples)
{
	samples->lost.mappings += !address_spaces_add(spaces, change);
}

bool mappings_add(const struct space_change *change, struct address_spaces *spaces,
		  struct samples *samples)
{
	struct sample_module *module = &samples->modules[change->module];

	add(change, spaces, samples);
	if (!module->mapped)
		module->mapped = change->time;
	if (*module->path == '/' && module->path[1] != '/')
		mapped_file_look(module, change->pid, change->start, change->length);
	return !*module->build_id && module->file < 0 && strcmp(module->path, VDSO_NAME);
}

static bool take_mapping(const struct mapped *mapped, bool has_id, uint64_t time,
			 struct address_spaces *spaces, struct samples *samples)
{
	const struct space_change change = {
		.time = time,
		.kind = SPACE_MAPPED,
		.pid = mapped->pid,
		.start = mapped->start,
		.length = mapped->length,
		.offset = mapped->offset,
		.module = find_file(samples, mapped, has_id),
	};

	return mappings_add(&change, spaces, samples);
}

/* A process may map much at a time: it is looked at once. */
static void look_later(struct taking *taking, uint32_t pid)
{
	if (taking->last && pid != taking->last)
		processes_look(taking->processes, taking->last);
	taking->last = pid;
}

static void take_record(void *argument, const struct perf_event_header *header,
			const struct record_end *end)
{
	struct taking *taking = argument;
	const void *body = header + 1;
	const struct forked *forked = body;
	const struct named *named = body;
	struct space_change change = { .time = end->time, .pid = forked->pid };

	switch (header->type) {
	case PERF_RECORD_MMAP2:
		if (take_mapping(body, header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID, end->time,
				 taking->spaces, taking->samples))
			look_later(taking, change.pid);
		break;
	case PERF_RECORD_FORK:
		change.kind = SPACE_FORKED;
		change.parent = forked->parent;
		add(&change, taking->spaces, taking->samples);
		break;
	case PERF_RECORD_COMM:
		if (!(header->misc & PERF_RECORD_MISC_COMM_EXEC))
			break;
		change.kind = SPACE_EXECUTED;
		change.program = samples_program(taking->samples, named->comm);
		add(&change, taking->spaces, taking->samples);
		break;
	case PERF_RECORD_EXIT:
		change.kind = SPACE_EXITED;
		add(&change, taking->spaces, taking->samples);
		break;
	}
}

void mappings_take(struct records *records, struct address_spaces *spaces,
		   struct processes *processes, struct samples *samples)
{
	struct taking taking = { spaces, processes, samples, 0 };

	records_take(records, take_record, &taking);
	if (taking.last)
		processes_look(processes, taking.last);
}
