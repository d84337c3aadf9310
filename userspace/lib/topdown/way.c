// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What this machine counts slots with, by the names that the kernel has for events.  How
 * an event is put into perf's words the kernel says, too: no table of models is needed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counts.h"
#include "handle.h"
#include "way.h"

#define DEVICES		"/sys/bus/event_source/devices"
#define MIDR		"/sys/devices/system/cpu/cpu%u/regs/identification/midr_el1"

/* A page is what a file of sysfs has at most; these have a line. */
#define TEXT_SIZE	512
#define PATH_SIZE	600

enum width { NO_WIDTH, WIDTH, WIDTH_AND_CORE };

/**
 * struct row - a way, and what a PMU must have for it
 * @method: PERFCNT_TOPDOWN_*
 * @flags: PERFCNT_TOPDOWN_IS_*
 * @level: 1 or 2
 * @width: must it be known how many slots a cycle has, and how the core counts?
 * @names: of the events; "" for one of counts.h's that it does not count
 */
struct row {
	unsigned int method;
	uint32_t flags;
	unsigned int level;
	enum width width;
	const char *names[TOPDOWN_MOST_EVENTS + 1];
};

/* The best comes first.  Slots and fields, or those of counts.h. */
static const struct row rows[] = {
	{ PERFCNT_TOPDOWN_METRICS, 0, 2, NO_WIDTH, {
		"slots", "topdown-retiring", "topdown-bad-spec",
		"topdown-fe-bound", "topdown-be-bound", "topdown-heavy-ops",
		"topdown-br-mispredict", "topdown-fetch-lat",
		"topdown-mem-bound" } },
	{ PERFCNT_TOPDOWN_METRICS, 0, 1, NO_WIDTH, {
		"slots", "topdown-retiring", "topdown-bad-spec",
		"topdown-fe-bound", "topdown-be-bound" } },
	{ PERFCNT_TOPDOWN_EVENTS, 0, 1, NO_WIDTH, {
		"topdown-total-slots", "topdown-slots-issued",
		"topdown-slots-retired", "topdown-fetch-bubbles",
		"topdown-recovery-bubbles" } },
	{ PERFCNT_TOPDOWN_EVENTS, 0, 1, NO_WIDTH, {
		"topdown-total-slots", "topdown-slots-issued",
		"topdown-slots-retired", "topdown-fetch-bubbles" } },
	{ PERFCNT_TOPDOWN_ARM, 0, 1, WIDTH_AND_CORE, {
		"cpu_cycles", "stall_slot_frontend", "stall_slot_backend",
		"op_retired", "op_spec", "stall_slot", "br_mis_pred" } },
	{ PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_PLAIN, 2, WIDTH, {
		"cpu_cycles", "stall_slot_frontend", "stall_slot_backend",
		"op_retired", "op_spec", "", "", "stall_backend",
		"stall_backend_mem" } },
	{ PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_PLAIN, 1, WIDTH, {
		"cpu_cycles", "stall_slot_frontend", "stall_slot_backend",
		"op_retired", "op_spec", "stall_slot" } },
	{ PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_CYCLES, 2, NO_WIDTH, {
		"cpu_cycles", "stall_frontend", "stall_backend", "op_retired",
		"op_spec", "", "", "", "stall_backend_mem" } },
	{ PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_CYCLES, 1, NO_WIDTH, {
		"cpu_cycles", "stall_frontend", "stall_backend", "op_retired",
		"op_spec" } },
	{ PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_CYCLES, 1, NO_WIDTH, {
		"cpu_cycles", "stall_frontend", "stall_backend", "inst_retired",
		"inst_spec" } },
	{ PERFCNT_TOPDOWN_ARM, PERFCNT_TOPDOWN_IS_CYCLES, 1, NO_WIDTH, {
		"cpu_cycles", "stall_frontend", "stall_backend" } },
};

/* The first line of a file, without its end. */
static bool read_line(const char *path, char *text)
{
	FILE *file = fopen(path, "re");
	bool good;

	if (!file)
		return false;
	good = fgets(text, TEXT_SIZE, file);
	fclose(file);
	if (good)
		text[strcspn(text, "\n")] = '\0';
	return good;
}

static bool read_file(const char *pmu, const char *folder, const char *name,
		      char *text)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), DEVICES "/%s/%s%s", pmu, folder, name);
	return read_line(path, text);
}

static bool has_events(const char *pmu, const char *const *names)
{
	char path[PATH_SIZE];

	for (; *names; names++) {
		if (!**names)
			continue;
		snprintf(path, sizeof(path), DEVICES "/%s/events/%s", pmu, *names);
		if (access(path, F_OK))
			return false;
	}
	return true;
}

/* A format such as config:0-7,32-35: where the bits of a value go, the lowest first. */
static bool put_bits(struct topdown_event *event, const char *format, uint64_t value)
{
	unsigned int word = 0, first, last;
	const char *at = strchr(format, ':');
	char *end;

	if (!at || strncmp(format, "config", strlen("config")))
		return false;
	if (format[strlen("config")] != ':')
		word = format[strlen("config")] - '0';
	if (word >= sizeof(event->config) / sizeof(*event->config))
		return false;
	do {
		first = strtoul(at + 1, &end, 10);
		last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
		if (first > last || last > 63)
			return false;
		for (; first <= last; first++, value >>= 1)
			event->config[word] |= (value & 1) << first;
		at = end;
	} while (*at == ',');
	return !*at;
}

/* An event such as event=0xd,umask=0x3,any=1; a term without a value is 1. */
static bool encode(const char *pmu, const char *name, struct topdown_way *way,
		   struct topdown_event *event)
{
	char text[TEXT_SIZE], format[TEXT_SIZE], scale[TEXT_SIZE];
	char *word, *at = NULL;

	if (!read_file(pmu, "events/", name, text))
		return false;
	for (word = strtok_r(text, ",", &at); word; word = strtok_r(NULL, ",", &at)) {
		char *value = strchr(word, '=');

		if (value)
			*value++ = '\0';
		if (!read_file(pmu, "format/", word, format) ||
		    !put_bits(event, format, value ? strtoull(value, NULL, 0) : 1))
			return false;
		if (!strcmp(word, "any") && (!value || strtoull(value, NULL, 0)))
			way->flags |= PERFCNT_TOPDOWN_IS_SHARED;
	}
	event->scale = 1;
	snprintf(text, sizeof(text), "%s.scale", name);
	if (read_file(pmu, "events/", text, scale))
		event->scale = strtod(scale, NULL);
	return true;
}

static void find_cpus(const char *pmu, struct topdown_way *way)
{
	snprintf(way->cpus, sizeof(way->cpus), DEVICES "/%s/cpus", pmu);
	way->of_cpus = !access(way->cpus, F_OK);
}

/* Of the first CPU that the PMU has, as all that it has are of one kind; 0: unknown. */
static uint32_t find_core(const struct topdown_way *way)
{
	char text[TEXT_SIZE], path[PATH_SIZE];
	unsigned int cpu = 0;
	uint32_t midr;

	if (way->of_cpus && read_line(way->cpus, text))
		cpu = strtoul(text, NULL, 10);
	snprintf(path, sizeof(path), MIDR, cpu);
	if (!read_line(path, text))
		return 0;
	midr = strtoull(text, NULL, 0);
	return perfcnt_topdown_core_is_known(midr) ? midr : 0;
}

static unsigned int find_width(const char *pmu)
{
	char text[TEXT_SIZE];

	return read_file(pmu, "caps/", "slots", text) ? strtoul(text, NULL, 0) : 0;
}

/* Whether the PMU has what the row wants; and, in the way, all but the events. */
static bool suits(const struct row *row, const char *pmu, struct topdown_way *way)
{
	if (!has_events(pmu, row->names))
		return false;
	*way = (struct topdown_way){
		.method = row->method,
		.flags = row->flags,
		.level = row->level,
	};
	find_cpus(pmu, way);
	if (row->width == NO_WIDTH)
		return true;
	way->width = find_width(pmu);
	if (row->width == WIDTH_AND_CORE)
		way->core = find_core(way);
	return way->width && (row->width == WIDTH || way->core);
}

static int fill(const struct row *row, const char *pmu, struct topdown_way *way)
{
	unsigned int i;

	for (i = 0; row->names[i]; i++) {
		struct topdown_event *event = &way->events[way->count];

		if (!*row->names[i])
			continue;
		event->field = i;
		if (!encode(pmu, row->names[i], way, event))
			return perfcnt_refuse_call(EIO,
						   DEVICES "/%s: event '%s' cannot be understood",
						   pmu, row->names[i]);
		way->count++;
	}
	return 0;
}

/* A PMU's number; 0, which is that of no such PMU, if it has none. */
static uint32_t type_of(const char *pmu)
{
	char text[TEXT_SIZE];

	return read_file(pmu, "", "type", text) ? strtoul(text, NULL, 10) : 0;
}

/* The PMU of a row, in @way; 1 if there is none. */
static int find(const struct row *row, uint32_t number, struct topdown_way *way)
{
	const struct dirent *entry;
	DIR *folder = opendir(DEVICES);
	int result = 1;

	while (folder && result > 0 && (entry = readdir(folder))) {
		const char *pmu = entry->d_name;
		const uint32_t type = *pmu == '.' ? 0 : type_of(pmu);

		if (!type || (number && type != number) || !suits(row, pmu, way))
			continue;
		way->type = type;
		result = fill(row, pmu, way);
	}
	if (folder)
		closedir(folder);
	return result;
}

int perfcnt_topdown_way_find(struct topdown_way *way, unsigned int level, uint32_t pmu)
{
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		int result;

		if (rows[i].level > level)
			continue;
		result = find(&rows[i], pmu, way);
		if (result <= 0)
			return result;
	}
	if (pmu)
		return perfcnt_refuse_call(ENOTSUP, "PMU %u has no events that say where slots go",
					   pmu);
	return perfcnt_refuse_call(ENOTSUP,
				   "no PMU of this machine has events that say where slots go");
}

/* A list such as 0-3,8; one that cannot be read leaves it to the kernel. */
bool perfcnt_topdown_way_has_cpu(const struct topdown_way *way, unsigned int cpu)
{
	char text[TEXT_SIZE], *at = text;
	unsigned long first, last;

	if (!way->of_cpus || !read_line(way->cpus, text))
		return true;
	do {
		first = strtoul(at, &at, 10);
		last = *at == '-' ? strtoul(at + 1, &at, 10) : first;
		if (cpu >= first && cpu <= last)
			return true;
	} while (*at++ == ',');
	return false;
}

static uint64_t scaled(uint64_t count, double scale)
{
	const uint64_t whole = scale;

	return whole == scale ? count * whole : count * scale + 0.5;
}

unsigned int perfcnt_topdown_way_raw(const struct topdown_way *way, const uint64_t *counts,
				     uint64_t *raw)
{
	unsigned int i;

	for (i = 0; i < way->count; i++)
		raw[way->events[i].field] = scaled(counts[i], way->events[i].scale);
	switch (way->method) {
	case PERFCNT_TOPDOWN_EVENTS:
		return INTEL_COUNTS;
	case PERFCNT_TOPDOWN_ARM:
		return ARM_COUNTS;
	}
	return way->count;
}
